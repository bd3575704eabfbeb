package schemaregistry

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// An EvalGate is a policy that may veto a call: advice from outside, such as a
// review of what a model wants to spend. It is not the workflow gate of gate.go,
// which no failure opens.
type EvalGate interface {
	// Check judges a call before its handler starts. The definition tells cost and
	// effect. An error counts as no judgement.
	Check(ctx context.Context, tool Def, call Call) (Judgement, error)
}

// A Judgement is what an EvalGate says of a call.
type Judgement struct {
	Approved bool   `json:"approved"`
	Reason   string `json:"reason"` // a sentence, safe to show
}

// EvalGateTimeout is how long a call waits for its judgement.
const EvalGateTimeout = 2 * time.Second

// Values of Audit.Gate.
const (
	gateApproved      = "approved"
	gateBlocked       = "blocked"
	gateTimeoutOpen   = "timeout-open"   // no judgement, run anyway
	gateTimeoutClosed = "timeout-closed" // no judgement, not run: the effect is irreversible
)

// review asks the gate, where there is one and the tool wants it. Without a
// judgement the call goes on with a warning, unless the tool's effect cannot be
// taken back.
func (r *Registry) review(ctx context.Context, tool *Tool, call Call, audit *Audit) error {
	if r.gate == nil || !tool.RequiresGate {
		return nil
	}
	judgement, err := r.judge(ctx, tool, call)
	switch {
	case ctx.Err() != nil:
		return ctx.Err() // whoever asked has gone
	case err == nil && judgement.Approved:
		return nil
	case err == nil:
		audit.Gate = gateBlocked
		return &Declined{Tool: tool.Name, Reason: judgement.Reason}
	case tool.Irreversible:
		audit.Gate, audit.Warning = gateTimeoutClosed, err.Error()
		return &Declined{Tool: tool.Name, Reason: "it cannot be undone, and nobody could review it now"}
	}
	audit.Gate, audit.Warning = gateTimeoutOpen, err.Error()
	return nil
}

// judge asks the gate within its time. A gate that ignores its context is left
// behind; a panic is an error.
func (r *Registry) judge(ctx context.Context, tool *Tool, call Call) (Judgement, error) {
	ctx, cancel := context.WithTimeout(ctx, EvalGateTimeout)
	defer cancel()
	judgement, err := guarded(ctx, func() (Judgement, error) { return r.gate.Check(ctx, tool.Def, call) })
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("no judgement within %s: %w", EvalGateTimeout, err)
	}
	return judgement, err
}
