package choiceinterp

import (
	"fmt"
	"hash/fnv"
	"reflect"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// CrossValidate trains each tool without a part of the corpus in turn, reads
// that part, and reports every decision to run with whether it was right. The
// parts are made by line, so that words are known and sentences new, and half as
// often by value, so that the words that carry it are new too. It takes some seconds.
func CrossValidate(tools []*schemaregistry.Tool, folds int) ([]Observation, error) {
	general, err := loadCorpus(generalCorpus)
	if err != nil {
		return nil, err
	}
	var seen []Observation
	for _, tool := range tools {
		own, err := loadCorpus(tool.Name)
		if err != nil {
			return nil, fmt.Errorf("corpus of %s: %w", tool.Name, err)
		}
		for fold := range 3 * folds {
			kept, held := split(own, fold/3, folds, fold%3 == 0)
			keptGeneral, heldGeneral := split(general, fold/3, folds, fold%3 == 0)
			k := train(tool, kept, keptGeneral)
			seen = append(seen, k.observe(held, false)...)
			seen = append(seen, k.observe(heldGeneral, true)...)
		}
	}
	return seen, nil
}

func split(samples []sample, fold, folds int, byValue bool) (kept, held []sample) {
	for _, s := range samples {
		h := fnv.New32a()
		if byValue && len(s.spans) > 0 {
			h.Write([]byte(foldPhrase(s.text[s.spans[0].start:s.spans[0].end])))
		}
		if !byValue || len(s.spans) == 0 || s.spans[0].arg == "*" || s.spans[0].value == "" {
			h.Write([]byte(s.text))
		}
		if int(h.Sum32()%uint32(folds)) == fold {
			held = append(held, s)
		} else {
			kept = append(kept, s)
		}
	}
	return kept, held
}

// observe reads held-out lines. What is right follows from the marks of a line,
// by the same rules of exclusion and correction.
func (k *knowledge) observe(held []sample, general bool) []Observation {
	var seen []Observation
	for i := range held {
		s := &held[i]
		if general && len(s.spans) > 0 { // placeholders are no values of this tool
			continue
		}
		req := &Request{Text: s.text, Tool: k.tool, Asked: s.asked}
		r := k.read(req)
		r.findMentions()
		r.prepare()
		d := r.gather()
		if len(d.args) == 0 || len(d.open) > 0 || d.nowhere || r.kinds[kindQuestion] > r.questionBar() {
			continue
		}
		right := s.kind == kindChoice || s.kind == kindGo && len(s.spans) > 0
		if right {
			gold := k.read(req)
			gold.mentions = gold.marked(s)
			gold.prepare()
			right = reflect.DeepEqual(gold.gather().args, d.args)
		}
		seen = append(seen, Observation{Features: d.observe(), Right: right})
	}
	return seen
}

// marked are the mentions that a line's marks make.
func (r *reading) marked(s *sample) []mention {
	var mentions []mention
	for _, sp := range s.spans {
		arg := r.k.argIndex(sp.arg)
		if arg < 0 {
			continue
		}
		first, last := -1, -1
		for i := range r.atoms {
			if start := r.tokens[r.atoms[i].first].start; start >= sp.start && start < sp.end {
				if first < 0 {
					first = i
				}
				last = i
			}
		}
		if first < 0 {
			continue
		}
		m := mention{arg: arg, value: sp.value, score: 1, first: first, last: last, how: ByRegex}
		switch a := &r.atoms[first]; {
		case sp.value == vague:
			m.value = nil
		case sp.value != "":
		case a.kind == quantityAtom && isNumeric(r.arg(arg)):
			m.value, _ = r.fitRange(arg, r.quantities[a.quantity])
		case a.kind == termAtom && len(r.terms[a.term].values) == 1:
			m.value = r.terms[a.term].values[0]
		default:
			m.value = r.quote(first, last)
		}
		mentions = append(mentions, m)
	}
	return mentions
}
