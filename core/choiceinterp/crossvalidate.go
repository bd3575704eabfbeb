package choiceinterp

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// A Validation is what was seen when lines of the corpus were read by an
// interpreter that had not learnt them.
type Validation struct {
	Net   []Observation // readings of the net alone
	Model []Observation // readings of a simulated model and the net together, see simulation
	Chips []float64     // where it asked back: share of the likelihood down to the value that was meant
}

// CrossValidate trains each tool without a part of the corpus in turn, and reads
// that part. The parts are made by line, so that words are known and sentences
// new, and by value, so that the words that carry it are new too; the first count
// twice, since most words that people use are known.
// It takes some seconds.
func CrossValidate(tools []*schemaregistry.Tool, folds int) (*Validation, error) {
	general, err := loadCorpus(generalCorpus)
	if err != nil {
		return nil, err
	}
	c, err := FittedCalibration()
	if err != nil {
		return nil, err
	}
	v := &Validation{}
	random := rand.New(rand.NewPCG(1, 2))
	for _, tool := range tools {
		own, err := loadCorpus(tool.Name)
		if err != nil {
			return nil, fmt.Errorf("corpus of %s: %w", tool.Name, err)
		}
		for fold := range 2 * folds {
			part, byValue := fold/2, fold%2 == 0
			kept, heldOut := split(own, part, folds, byValue)
			keptGeneral, heldGeneral := split(general, part, folds, byValue)
			k := train(tool, kept, keptGeneral)
			k.calibration = &c
			times := 2
			if byValue {
				times = 1
			}
			for i := range heldOut {
				v.read(k, &heldOut[i], times, random)
			}
			for i := range heldGeneral {
				if len(heldGeneral[i].spans) == 0 { // placeholders are no values of this tool
					v.read(k, &heldGeneral[i], times, random)
				}
			}
		}
	}
	return v, nil
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

// read reads one held-out line, by itself and beside a model; it counts so many times.
func (v *Validation) read(k *knowledge, s *sample, times int, random *rand.Rand) {
	req := &Request{Text: s.text, Tool: k.tool, Asked: s.asked}
	meant := k.meant(s, req)
	r := k.read(req)
	r.findMentions()
	r.prepare()
	d := r.gather()
	if len(d.args) > 0 && len(d.open) == 0 && !d.nowhere && r.kinds[kindQuestion] <= r.questionBar() {
		o := Observation{Features: d.observe(), Right: agrees(meant, Resolution{Outcome: OutcomeRun, Args: d.args})}
		v.Net = append(v.Net, slices.Repeat([]Observation{o}, times)...)
	}
	net := d.finish()
	if share, known := d.shareDownTo(net.Clarifier, meant); known {
		v.Chips = append(v.Chips, share)
	}
	for range times {
		said := simulation{random}.answer(k.tool, meant, net)
		if _, differ := conflict(said, net); differ {
			continue // asked about, whatever the confidence
		}
		for _, c := range candidates(said, net) {
			v.Model = append(v.Model, Observation{Features: c.Features, Right: agrees(meant, c)})
		}
	}
}

// agrees reports that a decision to run is what was meant.
func agrees(meant, got Resolution) bool {
	return meant.Outcome == OutcomeRun && len(meant.Args) == len(got.Args) && !lacks(got, meant)
}

// shareDownTo is the share of the likelihood that a clarifier's values hold down
// to the one that is meant, where they are values of a list and it is known.
func (d *decision) shareDownTo(c *Clarifier, meant Resolution) (share float64, known bool) {
	if c == nil || meant.Outcome != OutcomeRun || meant.Args[c.Arg] == nil {
		return 0, false
	}
	arg := d.r.k.argIndex(c.Arg)
	if len(d.r.arg(arg).Enum) < leastChips || d.r.arg(arg).Type == "array" {
		return 0, false
	}
	for _, l := range d.rank(arg) {
		share += l.share
		if sameValue(l.value, meant.Args[c.Arg]) {
			return min(share, 1), true
		}
	}
	return 1, true
}

// meant is what the marks of a line come to, by the same rules of exclusion and
// correction.
func (k *knowledge) meant(s *sample, req *Request) Resolution {
	switch {
	case s.kind == kindQuestion:
		return Resolution{Outcome: OutcomeQuestion}
	case s.kind == kindNone:
		return Resolution{Outcome: OutcomeReject}
	case s.kind == kindVague:
		return Resolution{Outcome: OutcomeAsk}
	case len(s.spans) == 0:
		return Resolution{Outcome: OutcomeRun, Args: map[string]any{}}
	}
	gold := k.read(req)
	gold.mentions = gold.marked(s)
	gold.prepare()
	d := gold.gather()
	if len(d.open) > 0 {
		return Resolution{Outcome: OutcomeAsk, Args: d.args}
	}
	return Resolution{Outcome: OutcomeRun, Args: d.args}
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
