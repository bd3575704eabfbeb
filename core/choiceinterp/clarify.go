package choiceinterp

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// How many values a clarifier shows, where there are so many.
const leastChips, maxChips = 2, 4

// settle makes a resolution keep its promises: every argument legal, a
// clarifier with every question, a confidence in the band of its outcome.
func (r *reading) settle(res Resolution, d *decision) Resolution {
	for name, value := range res.Args {
		if r.k.tool.CheckPartial(map[string]any{name: value}) != nil {
			delete(res.Args, name)
			delete(res.Provenance, name)
			if res.Outcome == OutcomeRun {
				res.Outcome, res.Confidence = OutcomeAsk, 0.5
				d.ask(r.k.argIndex(name), "the value is not allowed", r.choices(r.k.argIndex(name)))
			}
		}
	}
	if res.Outcome == OutcomeRun && BandOf(res.Confidence) != BandRun {
		res.Outcome = OutcomeAsk
	}
	switch res.Outcome {
	case OutcomeAsk:
		res.Confidence = min(max(res.Confidence, leastAsked), mostAsked)
		res.Clarifier = r.clarifier(d)
	case OutcomeReject, OutcomeQuestion:
		res.Args, res.Provenance, res.Option = map[string]any{}, nil, 0
	}
	return res
}

// clarifier is one question about the first open argument, with the likeliest
// values: as many as hold the one that is meant nine times in ten, as far as it
// may show so many.
func (r *reading) clarifier(d *decision) *Clarifier {
	arg := d.unsettled()
	if arg < 0 {
		return &Clarifier{Question: "What should I do with that?"}
	}
	a := r.arg(arg)
	c := &Clarifier{Arg: a.Name, Question: fmt.Sprintf("Which %s do you mean?", strings.ToLower(a.Title))}
	if isNumeric(a) {
		c.Question = fmt.Sprintf("What should the %s be?", strings.ToLower(a.Title))
	}
	if d.stranger != "" && len(r.req.Context.names(a.Values)) > 0 {
		c.Stranger = d.stranger
		c.Question = fmt.Sprintf("The data have no %q. %s", d.stranger, c.Question)
	}
	shown := 0.
	for _, l := range d.rank(arg) {
		if len(c.Chips) == maxChips || len(c.Chips) >= leastChips && shown >= r.k.calibration.Chips {
			break
		}
		c.Chips = append(c.Chips, chip(a, l.value))
		shown += l.share
	}
	return c
}

// unsettled is the argument to ask about; -1 none.
func (d *decision) unsettled() int {
	arg := d.r.asked
	switch {
	case len(d.open) > 0:
		arg = d.open[0]
	case len(d.args) > 0 && !d.nowhere:
		arg = d.r.doubtful(d)
	}
	if arg < 0 {
		arg = d.r.firstOpen(d.args)
	}
	return arg
}

// A likelihood is a value that may be meant, with its share of all.
type likelihood struct {
	value any
	share float64 // 0..1
}

// step is the share in steps within which values are equals.
func (l likelihood) step() float64 { return math.Round(l.share * 10) }

// How much speaks for a value in the rank of values, beside what the tagger finds
// in every word.
const (
	anyValue = 0.1  // that it exists
	named    = 1    // that the words name it, by how sure that is
	together = 0.5  // that several values are named which it unites
	excluded = 0.05 // what is left of it where the words exclude it
)

// rank orders the values of an argument by how much of the message speaks for
// each; what stands first in view or declaration comes first among equals.
func (d *decision) rank(arg int) []likelihood {
	r := d.r
	values := r.choices(arg)
	candidates := d.values
	if len(d.open) == 0 || d.open[0] != arg {
		candidates = nil
		if value, read := d.args[r.arg(arg).Name]; read {
			candidates = []any{value}
		}
	}
	for _, v := range candidates {
		if !slices.ContainsFunc(values, func(known any) bool { return sameValue(known, v) }) {
			values = append(values, v)
		}
	}
	ranked := make([]likelihood, len(values))
	sum := 0.
	for i, v := range values {
		share := anyValue + r.evidence(arg, v)
		if r.excludes(arg, v) {
			share *= excluded
		} else if slices.ContainsFunc(candidates, func(c any) bool { return sameValue(c, v) }) {
			share += named
		} else if text, isText := v.(string); isText && isUnion(text) && len(candidates) > 1 {
			share += together
		}
		ranked[i] = likelihood{v, share}
		sum += share
	}
	for i := range ranked {
		ranked[i].share /= sum
	}
	slices.SortStableFunc(ranked, func(a, b likelihood) int { return cmp.Compare(b.step(), a.step()) })
	return ranked
}

// evidence is how much the words speak for a value.
func (r *reading) evidence(arg int, value any) float64 {
	sum := 0.
	if label := r.k.tagger.labelOf(arg, value); label > 0 && r.k.tagger.labels[label].value != "" && r.at != nil {
		for i := range r.atoms {
			sum += float64(r.at(i)[label])
		}
		if r.gist != nil && r.gist[arg] != nil {
			sum += named * float64(r.gist[arg][r.k.gist.heads[arg].index(label)])
		}
	}
	for _, m := range r.mentions {
		if m.arg == arg && !m.negated && sameValue(m.value, value) {
			sum += named * m.score
		}
	}
	return sum
}

// excludes reports that the words say that a value is not meant.
func (r *reading) excludes(arg int, value any) bool {
	return slices.ContainsFunc(r.mentions, func(m mention) bool { return m.arg == arg && m.negated && sameValue(m.value, value) })
}

func chip(a *schemaregistry.Arg, v any) schemaregistry.Chip {
	say := fmt.Sprint(v)
	if f, ok := v.(float64); ok {
		say = fmt.Sprintf("%.10g", f)
	}
	label := a.Labels[say]
	if label == "" {
		label = strings.ReplaceAll(say, "_", " ")
	}
	return schemaregistry.Chip{Label: label, Say: say}
}

// doubtful is the argument that was understood least surely; where none was said,
// the one that was asked for.
func (r *reading) doubtful(d *decision) int {
	arg, score := r.asked, 2.
	for _, m := range r.mentions {
		if _, set := d.args[r.arg(m.arg).Name]; set && m.score < score {
			arg, score = m.arg, m.score
		}
	}
	return arg
}

// firstOpen is the first argument that has no value and can be shown as chips.
func (r *reading) firstOpen(args map[string]any) int {
	for i := range r.k.tool.Args {
		if _, set := args[r.arg(i).Name]; !set && len(r.arg(i).Enum) > 0 {
			return i
		}
	}
	return -1
}

// outsideList asks because an ordinal points at nothing.
func (r *reading) outsideList() *Resolution {
	d := &decision{r: r, args: map[string]any{}}
	res := Resolution{
		Tool: r.k.tool.Name, Args: map[string]any{}, Outcome: OutcomeAsk, Confidence: 0.5, MatchedBy: ByOrdinal,
		Reason: "it points at a place in a list that is not there",
	}
	res.Clarifier = r.clarifier(d)
	return &res
}
