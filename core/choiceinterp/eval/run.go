package eval

import (
	"context"
	"slices"
	"time"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// Resolver is what is measured.
type Resolver interface {
	Resolve(ctx context.Context, req choiceinterp.Request) choiceinterp.Resolution
}

// An Answer is what the interpreter made of a case.
type Answer struct {
	Case       Case
	Resolution choiceinterp.Resolution
	Took       time.Duration
	Right      bool // outcome and, where it should run, arguments
}

// A Report is the measurement of a set of cases. Shares are fractions of 0..1.
type Report struct {
	N               int                `json:"n"`
	ChoiceAccuracy  float64            `json:"choice_accuracy"` // ran with exactly these arguments / should run
	ClarifyRate     float64            `json:"clarify_rate"`    // asked / should run
	WrongRunRate    float64            `json:"wrong_run_rate"`  // ran where it should not, or with other arguments / all
	OutcomeAccuracy float64            `json:"outcome_accuracy"`
	ECE             float64            `json:"ece"` // expected calibration error over ten bins
	Reliability     []Bin              `json:"reliability"`
	Tools           map[string]*Share  `json:"tools"`
	Arguments       map[string]*Share  `json:"arguments"` // "tool.argument"
	MatchedBy       map[string]float64 `json:"matched_by"`
	Latency         map[string]float64 `json:"latency_ms"` // p50, p95, p99
	Unknown         []string           `json:"unknown_tools,omitempty"`
	Answers         []Answer           `json:"-"`
}

// A Share counts right ones.
type Share struct {
	N     int `json:"n"`
	Right int `json:"right"`
}

// Run resolves every case and counts. A case of an unknown tool is left out and
// named. Progress, when not nil, is called after each case.
func Run(ctx context.Context, in Resolver, tool func(string) *schemaregistry.Tool, cases []Case, progress func(done, total int)) Report {
	report := Report{Tools: map[string]*Share{}, Arguments: map[string]*Share{}, MatchedBy: map[string]float64{}, Latency: map[string]float64{}}
	warm := map[string]bool{}
	for i, c := range cases {
		t := tool(c.Tool)
		if t == nil {
			if !slices.Contains(report.Unknown, c.Tool) {
				report.Unknown = append(report.Unknown, c.Tool)
			}
			continue
		}
		if !warm[c.Tool] { // learning a tool is no part of a turn's latency
			in.Resolve(ctx, choiceinterp.Request{Tool: t, Text: "go ahead"})
			warm[c.Tool] = true
		}
		started := time.Now()
		res := in.Resolve(ctx, c.Request(t))
		report.Answers = append(report.Answers, Answer{Case: c, Resolution: res, Took: time.Since(started), Right: isRight(c.Expect, res)})
		if progress != nil {
			progress(i+1, len(cases))
		}
	}
	report.count()
	return report
}

func isRight(want Expect, got choiceinterp.Resolution) bool {
	if want.Outcome != got.Outcome {
		return false
	}
	return want.Outcome != choiceinterp.OutcomeRun || sameArgs(want.Args, got.Args)
}

func (r *Report) count() {
	r.N = len(r.Answers)
	var shouldRun, exact, asked, wrong, outcomes int
	for _, a := range r.Answers {
		want, got := a.Case.Expect.Outcome, a.Resolution.Outcome
		if want == got {
			outcomes++
		}
		if want == choiceinterp.OutcomeRun {
			shouldRun++
			if a.Right {
				exact++
			}
			if got == choiceinterp.OutcomeAsk {
				asked++
			}
			for name := range a.Case.Expect.Args {
				add(r.Arguments, a.Case.Tool+"."+name, a.Right)
			}
		}
		if got == choiceinterp.OutcomeRun && !a.Right {
			wrong++
		}
		add(r.Tools, a.Case.Tool, a.Right)
		r.MatchedBy[string(a.Resolution.MatchedBy)]++
	}
	r.ChoiceAccuracy, r.ClarifyRate = share(exact, shouldRun), share(asked, shouldRun)
	r.WrongRunRate, r.OutcomeAccuracy = share(wrong, r.N), share(outcomes, r.N)
	for by := range r.MatchedBy {
		r.MatchedBy[by] /= float64(r.N)
	}
	r.calibrate()
	r.times()
}

func add(shares map[string]*Share, key string, right bool) {
	if shares[key] == nil {
		shares[key] = &Share{}
	}
	shares[key].N++
	if right {
		shares[key].Right++
	}
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// calibrate compares confidence with accuracy over the messages that ran: a run
// at 0.9 should be right nine times in ten.
func (r *Report) calibrate() {
	var ran []Prediction
	for _, a := range r.Answers {
		if a.Resolution.Outcome == choiceinterp.OutcomeRun {
			ran = append(ran, Prediction{a.Resolution.Confidence, a.Right})
		}
	}
	r.Reliability, r.ECE = Reliability(ran)
}

func (r *Report) times() {
	if len(r.Answers) == 0 {
		return
	}
	took := make([]float64, len(r.Answers))
	for i, a := range r.Answers {
		took[i] = float64(a.Took.Nanoseconds()) / 1e6
	}
	slices.Sort(took)
	for name, q := range map[string]float64{"p50": .50, "p95": .95, "p99": .99} {
		r.Latency[name] = took[min(len(took)-1, int(q*float64(len(took))))]
	}
}
