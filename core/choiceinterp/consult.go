package choiceinterp

import (
	"context"
	"fmt"
	"reflect"
	"strings"
)

// How sure a choice is after both readings were compared. The model's own figure
// is one of the inputs; these bound it.
const (
	bothAgree    = 0.95 // model and net read the same arguments
	oneSaysMore  = 0.80 // one reads an argument on which the other is silent
	netIsUnsure  = 0.75 // the net would have asked, or is lost
	theyDisagree = 0.55 // they read different values, or one reads no choice at all
	plainWords   = 0.90 // from here the net's reading of declared names stands by itself
)

// consult asks the model and weighs what it read against the net's reading. A
// model that gives nothing usable leaves the net's reading as it is.
func (in *Interpreter) consult(ctx context.Context, req *Request, net Resolution) Resolution {
	said, err := in.model.Interpret(ctx, *req)
	if err != nil {
		return net
	}
	said.MatchedBy = ByLLM
	switch {
	case said.Outcome == OutcomeRun && net.Outcome == OutcomeRun:
		return bothRun(req, said, net)
	case said.Outcome == OutcomeRun && (net.Outcome == OutcomeAsk || isLost(net)):
		said.Confidence = min(said.Confidence, netIsUnsure)
	case said.Outcome == OutcomeRun: // the net reads a question, or nothing to act on
		said.Confidence = min(said.Confidence, theyDisagree)
	case net.Outcome == OutcomeRun && isPlain(net):
		net.Confidence = theyDisagree
		return askWhereUnsure(req, net)
	}
	return askWhereUnsure(req, said)
}

// isLost reports that the net found nothing, and is not sure that there is nothing.
func isLost(r Resolution) bool { return r.Outcome == OutcomeReject && r.Confidence < oneSaysMore }

// isPlain reports a reading that rests on declared names and quantities alone.
func isPlain(r Resolution) bool { return r.MatchedBy == ByRegex && r.Confidence >= plainWords }

// bothRun compares two readings that would run.
func bothRun(req *Request, said, net Resolution) Resolution {
	for name, value := range said.Args {
		other, read := net.Args[name]
		if read && !sameValue(value, other) {
			said.Outcome, said.Confidence = OutcomeAsk, theyDisagree
			said.Reason = fmt.Sprintf("two readings of the %s", name)
			said.Clarifier = between(req, name, value, other)
			return said
		}
	}
	if len(said.Args) == len(net.Args) {
		said.Confidence = max(bothAgree, said.Confidence, net.Confidence)
		return said
	}
	said.Confidence = min(max(said.Confidence, net.Confidence), oneSaysMore)
	return askWhereUnsure(req, said)
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

// askWhereUnsure keeps outcome and band together: what would run without being
// sure enough asks about the argument it read first.
func askWhereUnsure(req *Request, r Resolution) Resolution {
	if r.Outcome == OutcomeRun && BandOf(r.Confidence) != BandRun {
		r.Outcome = OutcomeAsk
	}
	if r.Outcome != OutcomeAsk || r.Clarifier != nil {
		return r
	}
	for _, arg := range req.Tool.Args {
		if value, read := r.Args[arg.Name]; read {
			r.Clarifier = between(req, arg.Name, value)
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
	for _, value := range values {
		c.Chips = append(c.Chips, chip(arg, value))
	}
	return c
}
