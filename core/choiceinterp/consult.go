package choiceinterp

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// mostUnsure is the most confidence of what has to be asked about.
const mostUnsure = 0.69

// consult asks the model and judges both readings, each in the light of the other.
// The likelier one counts; where they read different values, she is asked. A
// model that gives nothing usable leaves the net's reading as it is.
func (in *Interpreter) consult(ctx context.Context, k *knowledge, req *Request, net Resolution) Resolution {
	said, err := in.model.Interpret(ctx, *req)
	if err != nil || net.MatchedBy == ByOrdinal { // a place in the list is ours to say [3.34]
		return net
	}
	said.MatchedBy = ByLLM
	if name, values, differ := conflict(said, net); differ {
		said.Outcome, said.Reason = OutcomeAsk, fmt.Sprintf("two readings of the %s", name)
		said.Clarifier = between(req, name, values...)
		said.Confidence = min(said.Confidence, mostUnsure)
		return inBand(req, said)
	}
	readings := candidates(said, net)
	for i := range readings {
		c := &readings[i]
		p := k.calibration.Probability(&c.Features)
		if agree(said, net) {
			p = max(p, net.Confidence) // to be agreed with makes nothing less likely
		}
		if c.MatchedBy == ByLLM && !agree(said, net) && !isAnchored(req, c) {
			p = min(p, mostUnsure)
		}
		c.Confidence = p
	}
	if len(readings) == 0 {
		return neither(req, said, net)
	}
	best := slices.MaxFunc(readings, func(a, b Resolution) int { return compare(a.Confidence, b.Confidence) })
	if BandOf(best.Confidence) == BandRephrase && said.Outcome != OutcomeRun {
		return neither(req, said, net)
	}
	return inBand(req, best)
}
