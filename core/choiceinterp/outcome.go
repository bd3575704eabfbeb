package choiceinterp

import (
	"math"
	"slices"
	"strings"
)

// finish decides the outcome.
func (d *decision) finish() Resolution {
	r := d.r
	p := r.kinds
	res := Resolution{Tool: r.k.tool.Name, Args: d.args, Provenance: d.origins, MatchedBy: d.matched, Option: d.option}
	if res.MatchedBy == "" {
		res.MatchedBy = ByRegex
	}
	said := len(d.args) > 0
	switch {
	case r.retracted():
		res.Outcome, res.Confidence = OutcomeAsk, 0.55
		d.reason = append(d.reason, "it was taken back")
	case d.reference == noReference && !d.pointed && !d.nowhere && r.offTopic() && p[kindChoice]+p[kindVague] > 0.6 && !said:
		res.Outcome, res.Confidence = OutcomeAsk, 0.45
		d.reason = []string{"that is nothing to choose from"}
	case d.reference == noReference && !d.pointed && !d.nowhere && r.offTopic() && (!said || p[kindQuestion]+p[kindNone] > 0.4):
		res.Outcome, res.Confidence = OutcomeReject, 0.3
		d.reason = []string{"it is about something else"}
	case r.asks() && !(d.pointed && r.atoms[len(r.atoms)-1].word != "?"):
		res.Outcome, res.Confidence = OutcomeQuestion, float64(p[kindQuestion])
		d.reason = []string{"it asks rather than chooses"}
	case !said && (p[kindNone] > 0.6 || r.plain[kindNone] > 0.9 && !r.namesValue()) && !d.pointed && !d.nowhere:
		res.Outcome, res.Confidence = OutcomeReject, float64(p[kindNone])
		d.reason = []string{"there is nothing to act on"}
	case len(d.open) > 0:
		res.Outcome, res.Confidence = OutcomeAsk, 0.55
	case d.nowhere:
		res.Outcome, res.Confidence = OutcomeAsk, 0.55
		d.reason = append(d.reason, "it refers to something that is not there")
	case said && (p[kindGo] > 0.7 || r.plain[kindGo] > 0.8) && d.confidence < 0.75 && !d.pointed && d.matched == ByFuzzy:
		res.Args, res.Provenance = map[string]any{}, nil
		d.args = res.Args
		r.kinds[kindGo] = max(r.kinds[kindGo], r.plain[kindGo])
		r.kinds[kindChoice] = min(r.kinds[kindChoice], 1-r.kinds[kindGo])
		d.empty(&res)
	case said:
		d.judge(&res)
	default:
		d.empty(&res)
	}
	res.Reason = strings.Join(d.reason, "; ")
	return r.settle(res, d)
}

// empty decides a message that names no value.
func (d *decision) empty(res *Resolution) {
	r, p := d.r, d.r.kinds
	switch best := argmax(p[:]); {
	case len(r.quantities) > 0 && kind(best) != kindQuestion:
		res.Outcome, res.Confidence = OutcomeAsk, 0.5
		d.reason = append(d.reason, "it is not clear what the number is for")
	case kind(best) == kindGo && p[best] > 0.5 || r.agrees():
		d.goAhead(res)
	case kind(best) == kindNone:
		res.Outcome, res.Confidence = OutcomeReject, float64(p[best])
	case kind(best) == kindQuestion:
		res.Outcome, res.Confidence = OutcomeQuestion, float64(p[best])
	default:
		res.Outcome, res.Confidence = OutcomeAsk, 0.5
	}
}

// goAhead takes what is recommended, or runs with nothing chosen when nothing is open.
func (d *decision) goAhead(res *Resolution) {
	r := d.r
	if d.recommended() {
		res.Outcome, res.Confidence, res.Option = OutcomeRun, 0.85, d.option
		d.reason = append(d.reason, "go ahead with what is recommended")
		return
	}
	stranger, arg := r.stranger()
	if r.asked < 0 && len(r.req.Visible) == 0 && !r.hearsValue() && stranger == "" {
		res.Outcome, res.Confidence = OutcomeRun, math.Max(float64(r.kinds[kindGo]/(1-0.6*r.kinds[kindChoice])), agreeing(r))
		d.reason = append(d.reason, "go ahead, nothing is open")
		return
	}
	if r.asked < 0 && stranger != "" {
		d.stranger = stranger
		d.ask(arg, "it is for something that is not known here", r.choices(arg))
	}
	res.Outcome, res.Confidence = OutcomeAsk, 0.5
}

// namesValue reports that some value was understood, be it excluded.
func (r *reading) namesValue() bool {
	return slices.ContainsFunc(r.mentions, func(m mention) bool { return m.value != nil })
}

func agreeing(r *reading) float64 {
	if r.agrees() {
		return 0.9
	}
	return 0
}

func (r *reading) rejected(reason string) Resolution {
	return Resolution{Tool: r.k.tool.Name, Args: map[string]any{}, Outcome: OutcomeReject, Confidence: 0.3, Reason: reason, MatchedBy: ByRegex}
}
