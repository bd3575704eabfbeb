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
	Net   []Observation // the net's decisions to run
	lines []heldOut
}

// A heldOut line is one that was read without having been learnt. The net runs
// whatever it decided; how sure it may be is not known yet.
type heldOut struct {
	tool       *schemaregistry.Tool
	meant, net Resolution
	share      float64 // of the likelihood of the values that would be asked about, down to the one meant; 0 unknown
	times      int     // that it counts
}

// certainty is a calibration that runs whatever was decided.
var certainty = Calibration{Weights: Features{featureBias: 1000}, Chips: 1}

// A division is how the corpus is cut into parts, each of which is read by a net
// that learnt the others.
type division int

const (
	byLine  division = iota // words are known, sentences are new
	byWords                 // the words that carry a line's first value are new too
	byValue                 // whole values are unknown: what is said is nothing that the net could mean
	divisions
)

// weights are how often a line counts in each division: most words that people use
// are known. Of unknown values only some lines are read, since most messages mean
// something that a tool has.
var weights = [divisions]int{byLine: 2, byWords: 1, byValue: 1}

const strangersRead = 12 // every so many lines of an unknown value

// CrossValidate trains each tool without a part of the corpus in turn, and reads
// that part, in each of the divisions.
// It takes some seconds.
func CrossValidate(tools []*schemaregistry.Tool, folds int) (*Validation, error) {
	general, err := loadCorpus(generalCorpus)
	if err != nil {
		return nil, err
	}
	v := &Validation{}
	for _, tool := range tools {
		own, err := loadCorpus(tool.Name)
		if err != nil {
			return nil, fmt.Errorf("corpus of %s: %w", tool.Name, err)
		}
		for by := range divisions {
			for fold := range folds {
				v.readPart(tool, own, general, by, fold, folds)
			}
		}
	}
	return v, nil
}

// readPart trains a tool without one part and reads that.
func (v *Validation) readPart(tool *schemaregistry.Tool, own, general []sample, by division, fold, folds int) {
	kept, held := split(own, by, fold, folds)
	keptGeneral, heldGeneral := general, []sample(nil)
	if by != byValue { // no general line has a value of this tool
		keptGeneral, heldGeneral = split(general, by, fold, folds)
	}
	k := train(tool, kept, keptGeneral)
	k.calibration = &certainty
	step := 1
	if by == byValue {
		step = strangersRead
	}
	for i := 0; i < len(held); i += step {
		v.read(k, &held[i], by)
	}
	for i := range heldGeneral {
		if len(heldGeneral[i].spans) == 0 { // placeholders are no values of this tool
			v.read(k, &heldGeneral[i], by)
		}
	}
}

func split(samples []sample, by division, fold, folds int) (kept, held []sample) {
	for _, s := range samples {
		if slices.ContainsFunc(by.keys(&s), func(key string) bool {
			h := fnv.New32a()
			h.Write([]byte(key))
			return int(h.Sum32()%uint32(folds)) == fold
		}) {
			held = append(held, s)
		} else {
			kept = append(kept, s)
		}
	}
	return kept, held
}

// keys decide to which parts a line belongs: lines with the same key stay together.
func (by division) keys(s *sample) (keys []string) {
	switch {
	case by == byValue:
		for _, sp := range s.spans {
			if sp.value != "" && sp.value != vague {
				keys = append(keys, sp.arg+"="+sp.value)
			}
		}
		return keys
	case by == byLine || len(s.spans) == 0:
		return []string{s.text}
	case s.spans[0].arg == "*" || s.spans[0].value == "":
		return []string{foldPhrase(s.text[s.spans[0].start:s.spans[0].end]) + s.text}
	}
	return []string{foldPhrase(s.text[s.spans[0].start:s.spans[0].end])}
}

// read reads one held-out line.
func (v *Validation) read(k *knowledge, s *sample, by division) {
	req := &Request{Text: s.text, Tool: k.tool, Asked: s.asked}
	line := heldOut{tool: k.tool, meant: k.meant(s, req), times: weights[by]}
	r := k.read(req)
	r.findMentions()
	r.prepare()
	d := r.gather()
	if len(d.args) > 0 && len(d.open) == 0 && !d.nowhere && !r.asks() {
		o := Observation{Features: d.observe(), Right: agrees(line.meant, Resolution{Outcome: OutcomeRun, Args: d.args})}
		v.Net = append(v.Net, slices.Repeat([]Observation{o}, weights[by])...)
	}
	if by == byValue {
		return // a model knows the values that the net does not, and chips cannot show them
	}
	line.net = d.finish()
	line.share = d.shareDownTo(line.meant)
	v.lines = append(v.lines, line)
}

// Shares are those of the likelihood down to the value that was meant, of the lines
// where a net with this calibration would ask back.
func (v *Validation) Shares(c Calibration) []float64 {
	_, shares := v.beside(&c)
	return shares
}

// beside is what is seen of the lines when the net's decisions are as sure as the
// calibration has it: readings beside a simulated model, and the shares of the
// likelihood down to the value that was meant, where a question would be asked.
func (v *Validation) beside(c *Calibration) (readings []Observation, shares []float64) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range v.lines {
		line := &v.lines[i]
		net := line.net
		if net.Features != (Features{}) {
			net.Confidence = c.Probability(&net.Features)
			if BandOf(net.Confidence) != BandRun {
				net.Outcome = OutcomeAsk
			}
		}
		if net.Outcome == OutcomeAsk && line.share > 0 {
			shares = append(shares, line.share)
		}
		for range line.times {
			said := simulation{random}.answer(line.tool, line.meant, net)
			if _, differ := conflict(said, net); differ {
				continue // asked about, whatever the confidence
			}
			for _, reading := range candidates(said, net) {
				readings = append(readings, Observation{Features: reading.Features, Right: agrees(line.meant, reading)})
			}
		}
	}
	return readings, shares
}

// agrees reports that a decision to run is what was meant.
func agrees(meant, got Resolution) bool {
	return meant.Outcome == OutcomeRun && len(meant.Args) == len(got.Args) && !lacks(got, meant)
}

// shareDownTo is the share of the likelihood that values hold down to the one that
// is meant, of the argument that would be asked about; 0 where that is not one of
// a list of values, or not known.
func (d *decision) shareDownTo(meant Resolution) float64 {
	asked := d.unsettled()
	if asked < 0 || meant.Outcome != OutcomeRun {
		return 0
	}
	arg := d.r.arg(asked)
	value := meant.Args[arg.Name]
	if value == nil || len(arg.Enum) < leastChips || arg.Type == "array" {
		return 0
	}
	sum := 0.
	for _, l := range d.rank(asked) {
		sum += l.share
		if sameValue(l.value, value) {
			return min(sum, 1)
		}
	}
	return 1
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
