package schemaregistry

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// gatekeeper judges as it is told.
type gatekeeper struct {
	answer Judgement
	err    error
	hangs  bool
	panics bool

	asked int
	tool  Def
	call  Call
}

func (g *gatekeeper) Check(ctx context.Context, tool Def, call Call) (Judgement, error) {
	g.asked, g.tool, g.call = g.asked+1, tool, call
	if g.hangs {
		<-ctx.Done()
		return g.answer, ctx.Err()
	}
	if g.panics {
		panic("no coffee")
	}
	return g.answer, g.err
}

// [002-20..24], resolution 3.4: a gate may veto; one that fails or takes longer than
// two seconds lets pass what can be taken back, and nothing else. Every outcome is
// in the audit.
func TestEvalGate(t *testing.T) {
	yes, no := Judgement{Approved: true}, Judgement{Reason: "not before lunch"}
	for _, c := range []struct {
		name   string
		gate   *gatekeeper
		def    Def
		asked  int
		status string
		audit  string
		warned bool
		took   time.Duration
	}{
		{"approved", &gatekeeper{answer: yes}, Def{RequiresGate: true}, 1, "success", "approved", false, 0},
		{"vetoed", &gatekeeper{answer: no}, Def{RequiresGate: true}, 1, "declined", "blocked", false, 0},
		{"the tool wants no gate", &gatekeeper{answer: no}, Def{}, 0, "success", "approved", false, 0},
		{"there is no gate", nil, Def{RequiresGate: true, Irreversible: true}, 0, "success", "approved", false, 0},
		{"it fails", &gatekeeper{err: errors.New("no network")}, Def{RequiresGate: true}, 1, "success", "timeout-open", true, 0},
		{"it panics", &gatekeeper{panics: true}, Def{RequiresGate: true}, 1, "success", "timeout-open", true, 0},
		{"it hangs", &gatekeeper{hangs: true}, Def{RequiresGate: true}, 1, "success", "timeout-open", true, 2 * time.Second},
		{"irreversible and approved", &gatekeeper{answer: yes}, Def{Irreversible: true}, 1, "success", "approved", false, 0},
		{"irreversible and it fails", &gatekeeper{err: errors.New("no network")}, Def{Irreversible: true}, 1, "declined", "timeout-closed", true, 0},
		{"irreversible and it hangs", &gatekeeper{hangs: true}, Def{Irreversible: true}, 1, "declined", "timeout-closed", true, 2 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c.def.Name, c.def.Description, c.def.Cost = "pour", "d", CostExpensive
				ran := false
				tool := Define(c.def, func(context.Context, *Run, pourArgs) (Result, error) {
					ran = true
					return Result{}, nil
				})
				var record Audit
				o := Options{Audit: func(_ context.Context, a Audit) { record = a }}
				if c.gate != nil {
					o.Gate = c.gate
				}
				r := New(o)
				if err := r.Register(tool); err != nil {
					t.Fatal(err)
				}
				started := time.Now()
				_, err := r.Execute(t.Context(), Call{Tool: "pour", Args: map[string]any{"cups": 1}, Said: "a tea, please"}, State{}, nil)
				took := time.Since(started)
				synctest.Wait() // a gate that hangs is left behind
				got := []any{record.Status, record.Gate, record.Warning != "", took, ran}
				if diff := cmp.Diff([]any{c.status, c.audit, c.warned, c.took, c.status == "success"}, got); diff != "" {
					t.Errorf("%v (-want +got):\n%s", err, diff)
				}
				if c.gate == nil {
					return
				}
				if c.gate.asked != c.asked {
					t.Errorf("it was asked %d times", c.gate.asked)
				}
				if c.asked > 0 && (c.gate.tool.Cost != CostExpensive || c.gate.call.Said != "a tea, please") { // [002-03], [002-20]
					t.Errorf("it was told %+v, %+v", c.gate.tool, c.gate.call)
				}
				var declined *Declined
				if errors.As(err, &declined) && c.audit == "blocked" && declined.Reason != no.Reason {
					t.Errorf("the reason is %q", declined.Reason)
				}
			})
		})
	}
}

// Whoever has gone does not count as a gate that does not answer.
func TestCancelledReview(t *testing.T) {
	gate := &gatekeeper{hangs: true}
	r := New(Options{Gate: gate})
	if err := r.Register(Define(Def{Name: "pour", Description: "d", RequiresGate: true}, served)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Execute(ctx, Call{Tool: "pour", Args: map[string]any{"cups": 1}}, State{}, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// No policy of a tool opens its workflow gate: neither an approval nor a gate that
// hangs.
func TestEvalGateOpensNoWorkflowGate(t *testing.T) {
	for _, gate := range []*gatekeeper{{answer: Judgement{Approved: true}}, {err: errSpilled}} {
		r := New(Options{Gate: gate})
		if err := r.Register(Define(Def{Name: "pour", Description: "d", RequiresGate: true, Needs: []string{"water"}}, served)); err != nil {
			t.Fatal(err)
		}
		var blocked *Blocked
		_, err := r.Execute(t.Context(), Call{Tool: "pour", Args: map[string]any{"cups": 1}}, State{}, nil)
		if !errors.As(err, &blocked) || gate.asked != 0 {
			t.Errorf("%v, asked %d times", err, gate.asked)
		}
	}
}

// [001-22], [002-11], resolution 3.5: every failure has a sentence for a person and
// a line for a model, without the inside.
func TestFailures(t *testing.T) {
	noon := time.Date(2026, 3, 2, 12, 0, 0, 0, time.FixedZone("WAT", 3600))
	for _, c := range []struct {
		err  error
		code string
		line string
	}{
		{ErrNotFound, "unknown_tool", "pour failed: There is no tool of that name"},
		{&RateLimited{Tool: "pour", RetryAt: noon}, "rate_limited", "pour failed: pour has reached its limit and may run again at 12:00:00 on Monday 2 March (WAT)"},
		{&Declined{Tool: "pour", Reason: "not before lunch"}, "not_approved", "pour failed: pour was not approved: not before lunch"},
		{&Blocked{Tool: "pour", Gate: GateDecision{Missing: []string{"water"}}}, "gate_closed", "pour failed: pour needs water first"},
		{&Invalid{Tool: "pour", Problems: []Problem{{"/cups", "must be <= 12"}}}, "invalid_arguments", "pour failed: pour: the arguments do not fit: cups: must be <= 12"},
		{ErrTimeout, "timeout", "pour failed: That took longer than allowed and was stopped; nothing was changed"},
		{errors.Join(ErrUnavailable, errSpilled), "unavailable", "pour failed: The service that this needs does not answer now"},
		{Fail("no_cups", "There are no cups."), "no_cups", "pour failed: There are no cups"},
		{errSpilled, "internal", "pour failed: Something went wrong inside; the cause is in the log and nothing was changed"},
	} {
		code, sentence := Sentence(c.err)
		if got := Failure("pour", c.err); code != c.code || got != c.line || !strings.HasSuffix(sentence, ".") {
			t.Errorf("%v: %s, %q, %q", c.err, code, sentence, got)
		}
	}
}
