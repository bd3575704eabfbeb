package choiceinterp

import (
	"fmt"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// maxChips is how many values a clarifier shows.
const maxChips = 4

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
		res.Confidence = min(max(res.Confidence, 0.4), 0.69)
		res.Clarifier = r.clarifier(d)
	case OutcomeReject, OutcomeQuestion:
		res.Args, res.Provenance, res.Option = map[string]any{}, nil, 0
	}
	return res
}

// clarifier is one question about the first open argument.
func (r *reading) clarifier(d *decision) *Clarifier {
	arg, values := r.asked, d.values
	switch {
	case len(d.open) > 0:
		arg = d.open[0]
	case len(d.args) > 0 && !d.nowhere:
		arg, values = r.doubtful(d)
	}
	if arg < 0 {
		arg = r.firstOpen(d.args)
	}
	if arg < 0 {
		return &Clarifier{Question: "What should I do with that?"}
	}
	a := r.arg(arg)
	if len(values) == 0 {
		values = r.choices(arg)
	}
	c := &Clarifier{Arg: a.Name, Question: fmt.Sprintf("Which %s do you mean?", strings.ToLower(a.Title))}
	if isNumeric(a) {
		c.Question = fmt.Sprintf("What should the %s be?", strings.ToLower(a.Title))
	}
	for _, v := range values {
		if len(c.Chips) == maxChips {
			break
		}
		c.Chips = append(c.Chips, chip(a, v))
	}
	return c
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

// doubtful is the argument that was understood least surely, with its value
// first and the others behind.
func (r *reading) doubtful(d *decision) (int, []any) {
	arg, score := -1, 2.
	for _, m := range r.mentions {
		if _, set := d.args[r.arg(m.arg).Name]; set && m.score < score {
			arg, score = m.arg, m.score
		}
	}
	if arg < 0 {
		return r.asked, nil
	}
	values := []any{d.args[r.arg(arg).Name]}
	for _, v := range r.choices(arg) {
		if v != values[0] {
			values = append(values, v)
		}
	}
	return arg, values
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
