package telemetry

import (
	"fmt"
	"strings"
)

// InArm reports that a choice was made in an arm. An arm is named by a variation of
// the file of flags, "canary" or "choice_resolver:canary", or by a flag's value,
// "choice_resolver=false".
func (e *ChoiceEvent) InArm(name string) bool {
	if flag, value, byValue := strings.Cut(name, "="); byValue {
		inForce, stamped := e.Flags[flag]
		return stamped && fmt.Sprint(inForce) == value
	}
	for decided := range strings.SplitSeq(e.Arm, ",") {
		_, variation, given := strings.Cut(decided, ":")
		if given && (name == decided || name == variation) {
			return true
		}
	}
	return false
}

// An Arm is what the choices of one arm amount to.
type Arm struct {
	Name    string `json:"name"`
	Choices int    `json:"choices"`
	Users   int    `json:"users"`

	Acceptance Estimate `json:"acceptance"` // share of the choices that were accepted
	Accuracy   Estimate `json:"accuracy"`   // accepted, of those that determined a call and were accepted or corrected
	Clarify    Estimate `json:"clarify"`    // share that asked which reading was meant
	Correction Estimate `json:"correction"` // share that was corrected
	Rephrase   Estimate `json:"rephrase"`   // share that had to be said differently

	P50 Estimate `json:"p50_ms"` // of the time that understanding took
	P95 Estimate `json:"p95_ms"`
}

// Summarize says what choices amount to.
func Summarize(name string, choices []Judged) Arm {
	users := map[string]bool{}
	verdicts := map[Verdict]int{}
	var right, known, clarified int
	latencies := make([]float64, len(choices))
	for i := range choices {
		c := &choices[i]
		users[c.User] = true
		verdicts[c.Verdict]++
		latencies[i] = c.LatencyMS
		if c.Clarified {
			clarified++
		}
		if c.Resolution == "run" && (c.Verdict == Accepted || c.Verdict == Corrected) {
			known++
			if c.Verdict == Accepted {
				right++
			}
		}
	}
	n := len(choices)
	return Arm{
		Name: name, Choices: n, Users: len(users),
		Acceptance: Share(verdicts[Accepted], n), Accuracy: Share(right, known), Clarify: Share(clarified, n),
		Correction: Share(verdicts[Corrected], n), Rephrase: Share(verdicts[Rephrased], n),
		P50: Quantile(latencies, 0.5), P95: Quantile(latencies, 0.95),
	}
}

// Limits are how much worse than the baseline an arm may be.
type Limits struct {
	AccuracyDrop float64 // share, 0..1
	ClarifyRise  float64 // share, 0..1
	P95RiseMS    float64 // milliseconds
}

// State is how a guardrail stands.
type State string

// The states: the whole interval of what became worse is within the limit, all of
// it is beyond, or neither, and more choices are needed to tell.
const (
	Holds     State = "holds"
	Breached  State = "breached"
	Undecided State = "undecided"
)

// A Guardrail is one limit and how an arm keeps it.
type Guardrail struct {
	Name  string   `json:"name"`  // accuracy | clarify | p95_ms
	Worse Estimate `json:"worse"` // by how much the arm is worse than the baseline; negative: better
	Limit float64  `json:"limit"`
	State State    `json:"state"`
}

// A Comparison is two arms and the guardrails of the second.
type Comparison struct {
	Baseline   Arm         `json:"baseline"`
	Arm        Arm         `json:"arm"`
	Guardrails []Guardrail `json:"guardrails"`
}

// Compare holds an arm against a baseline.
func Compare(baseline, arm Arm, limits Limits) Comparison {
	return Comparison{Baseline: baseline, Arm: arm, Guardrails: []Guardrail{
		guard("accuracy", Difference(arm.Accuracy, baseline.Accuracy), limits.AccuracyDrop),
		guard("clarify", Difference(baseline.Clarify, arm.Clarify), limits.ClarifyRise),
		guard("p95_ms", Difference(baseline.P95, arm.P95), limits.P95RiseMS),
	}}
}

func guard(name string, worse Estimate, limit float64) Guardrail {
	g := Guardrail{Name: name, Worse: worse, Limit: limit, State: Undecided}
	switch {
	case worse.Open:
	case worse.Low > limit:
		g.State = Breached
	case worse.High <= limit:
		g.State = Holds
	}
	return g
}

// Breached are the guardrails that do not hold.
func (c *Comparison) Breached() (names []string) {
	for _, g := range c.Guardrails {
		if g.State == Breached {
			names = append(names, g.Name)
		}
	}
	return names
}
