package choiceinterp

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Bounds of the confidence of what is asked about: the band of BandAsk.
const leastAsked, mostAsked = 0.4, 0.69

// consult asks the model and judges both readings, each in the light of the other:
// the likelier one counts, and where they read different values it is asked which
// is meant. A model that gives nothing usable leaves the net's reading as it is.
func (in *Interpreter) consult(ctx context.Context, k *knowledge, req *Request, net Resolution) Resolution {
	said, err := in.model.Interpret(ctx, *req)
	if err != nil || net.MatchedBy == ByOrdinal { // a place in the list is ours to say [3.34]
		return net
	}
	said.MatchedBy = ByLLM
	if net.Option > 0 && !readsChoice(said) { // she named what is on screen
		return net
	}
	if name, differ := conflict(said, net); differ {
		said.Reason = fmt.Sprintf("two readings of the %s", name)
		said.Clarifier = between(req, name, said.Args[name], net.Args[name])
		return asking(req, said)
	}
	readings := candidates(said, net)
	for i := range readings {
		readings[i].Confidence = k.calibration.confidence(req, &readings[i], said, net)
	}
	if len(readings) > 0 {
		best := slices.MaxFunc(readings, func(a, b Resolution) int { return cmp.Compare(a.Confidence, b.Confidence) })
		if readsChoice(said) || BandOf(best.Confidence) != BandRephrase {
			return settled(req, best)
		}
	}
	switch {
	case said.Outcome != OutcomeAsk:
		return said
	case net.Outcome == OutcomeAsk:
		return net // its chips are the likeliest values
	}
	return asking(req, said)
}

// confidence of one of the two readings. What only the model reads must be carried
// by the words, and be what the model itself would run [4-26, 3.19].
func (c *Calibration) confidence(req *Request, reading *Resolution, said, net Resolution) float64 {
	p := c.Probability(&reading.Features)
	switch {
	case sameReading(said, net):
		return max(p, net.Confidence) // to be agreed with makes nothing less likely
	case reading.MatchedBy == ByLLM && (said.Outcome != OutcomeRun || !isAnchored(req, said)):
		return min(p, mostAsked)
	}
	return p
}

// readsChoice reports a reading that determines a choice, sure or not.
func readsChoice(r Resolution) bool {
	judged := r.MatchedBy == ByLLM || r.Features != Features{}
	return r.Outcome == OutcomeRun || r.Outcome == OutcomeAsk && len(r.Args) > 0 && judged
}

// sameReading reports that model and net determine the same choice.
func sameReading(said, net Resolution) bool {
	return readsChoice(said) && readsChoice(net) && len(said.Args) == len(net.Args) && !lacks(said, net)
}

// lacks reports that a reading does not hold all arguments of another one, with
// the same values.
func lacks(r, other Resolution) bool {
	for name, value := range other.Args {
		if own, read := r.Args[name]; !read || !sameValue(own, value) {
			return true
		}
	}
	return false
}

// conflict is the first argument for which the model reads one value and the net,
// which would run, another.
func conflict(said, net Resolution) (name string, differ bool) {
	if !readsChoice(said) || net.Outcome != OutcomeRun {
		return "", false
	}
	for _, name := range slices.Sorted(maps.Keys(said.Args)) {
		if value, read := net.Args[name]; read && !sameValue(said.Args[name], value) {
			return name, true
		}
	}
	return "", false
}

// candidates are the readings that determine a choice, with what their confidence
// is judged by: the model's and, where it is not the same, the net's.
func candidates(said, net Resolution) []Resolution {
	agree := sameReading(said, net)
	var readings []Resolution
	if readsChoice(said) {
		f := Features{featureBias: 1}
		if agree || net.Outcome == OutcomeRun {
			f = net.Features
		}
		f[featureModel], f[featureFigure] = 1, logit(said.Confidence)
		switch {
		case agree:
		case net.Outcome == OutcomeRun:
			f[featureNetLess], f[featureNetMore] = flag(lacks(net, said)), flag(lacks(said, net))
		case net.Outcome == OutcomeAsk:
			f[featureNetAsks] = 1
		default:
			f[featureNetNone] = net.Confidence
		}
		reading := said
		reading.Features = f
		if agree {
			reading.Clarifier = net.Clarifier
		}
		readings = append(readings, reading)
	}
	if !agree && net.Outcome == OutcomeRun {
		reading := net
		f := &reading.Features
		switch {
		case readsChoice(said):
			f[featureModelLess], f[featureModelMore] = flag(lacks(said, net)), flag(lacks(net, said))
		case said.Outcome == OutcomeAsk:
			f[featureModelAsks] = 1
		default:
			f[featureModelNone] = 1
		}
		readings = append(readings, reading)
	}
	return readings
}

// isAnchored reports that each value stands in the words, or comes from memory
// that the words refer to.
func isAnchored(req *Request, r Resolution) bool {
	for name := range r.Args {
		origin := r.Provenance[name]
		if origin.Quote == "" || !strings.Contains(foldPhrase(req.Text), foldPhrase(origin.Quote)) {
			return false
		}
	}
	return true
}

// sameValue compares values as JSON would: 5 and 5.0 are the same.
func sameValue(a, b any) bool {
	x, isNumber := AsFloat(a)
	y, alsoNumber := AsFloat(b)
	if isNumber && alsoNumber {
		return x == y
	}
	return reflect.DeepEqual(a, b)
}

// settled gives a reading the outcome of its confidence.
func settled(req *Request, r Resolution) Resolution {
	if BandOf(r.Confidence) != BandRun {
		return asking(req, r)
	}
	r.Outcome, r.Clarifier = OutcomeRun, nil
	return r
}

// asking makes a question of a reading: its own, or about the argument it read first.
func asking(req *Request, r Resolution) Resolution {
	r.Outcome, r.Confidence = OutcomeAsk, min(max(r.Confidence, leastAsked), mostAsked)
	if r.Clarifier != nil {
		return r
	}
	for _, arg := range req.Tool.Args {
		if value, read := r.Args[arg.Name]; read {
			r.Clarifier = between(req, arg.Name, append([]any{value}, anyList(arg.Enum)...)...)
			return r
		}
	}
	r.Clarifier = &Clarifier{Question: "What should I do with that?"}
	return r
}

// between asks which of the values is meant.
func between(req *Request, name string, values ...any) *Clarifier {
	arg := req.Tool.Arg(name)
	c := &Clarifier{Arg: name, Question: fmt.Sprintf("Which %s do you mean?", strings.ToLower(arg.Title))}
	for i, value := range values {
		if len(c.Chips) < maxChips && !slices.ContainsFunc(values[:i], func(v any) bool { return sameValue(v, value) }) {
			c.Chips = append(c.Chips, chip(arg, value))
		}
	}
	return c
}
