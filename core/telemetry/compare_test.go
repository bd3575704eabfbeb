package telemetry_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

func TestInArm(t *testing.T) {
	e := telemetry.ChoiceEvent{Arm: "colour_picker:canary,coats:two", Flags: map[string]any{"colour_picker": true, "coats": 2.0, "dry_ms": 25000.0}}
	for name, want := range map[string]bool{
		"canary": true, "two": true, "colour_picker:canary": true, "coats:canary": false, "control": false, "": false, "colour_picker": false,
		"colour_picker=true": true, "colour_picker=false": false, "dry_ms=25000": true, "coats=2": true, "primer=true": false,
	} {
		if got := e.InArm(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
	if (&telemetry.ChoiceEvent{}).InArm("") {
		t.Error("a choice that the file decided nothing for is in the arm without a name")
	}
}

// made are n choices: so many corrected, the rest accepted, so many asked about, all
// taking so long.
func made(n, corrected, clarified int, ms float64) []telemetry.Judged {
	list := make([]telemetry.Judged, n)
	for i := range list {
		j := &list[i]
		j.User, j.Resolution, j.Verdict, j.LatencyMS, j.Clarified = fmt.Sprint(i%7), "run", telemetry.Accepted, ms, i < clarified
		if i < corrected {
			j.Verdict = telemetry.Corrected
		}
	}
	return list
}

func TestSummarize(t *testing.T) {
	choices := made(40, 4, 10, 3)
	choices[38].Verdict, choices[38].Resolution = telemetry.Rephrased, "ask"
	choices[39].Resolution = "question" // accepted, and no call was determined
	arm := telemetry.Summarize("canary", choices)
	got := map[string]string{}
	for name, e := range map[string]telemetry.Estimate{
		"acceptance": arm.Acceptance, "accuracy": arm.Accuracy, "clarify": arm.Clarify, "correction": arm.Correction, "rephrase": arm.Rephrase,
	} {
		got[name] = fmt.Sprintf("%.4f of %d", e.Value, e.N)
	}
	want := map[string]string{
		"acceptance": "0.8750 of 40", "accuracy": "0.8947 of 38", "clarify": "0.2500 of 40", "correction": "0.1000 of 40", "rephrase": "0.0250 of 40",
	}
	if diff := cmp.Diff(want, got); diff != "" || arm.Users != 7 || arm.Choices != 40 || arm.P50.Value != 3 || arm.P95.Value != 3 {
		t.Errorf("%+v (-want +got):\n%s", arm, diff)
	}
}

// [004-24], [004-22]: what is plainly worse is breached, what is plainly no worse
// holds, and a handful of choices decides nothing.
func TestGuardrails(t *testing.T) {
	limits := telemetry.Limits{AccuracyDrop: 0.02, ClarifyRise: 0.02, P95RiseMS: 300}
	const holds, breached, undecided = telemetry.Holds, telemetry.Breached, telemetry.Undecided
	control := made(4000, 100, 200, 20)
	for _, c := range []struct {
		name    string
		canary  []telemetry.Judged
		control []telemetry.Judged
		want    []telemetry.State // accuracy, clarify, p95
	}{
		{"the same", control, control, []telemetry.State{holds, holds, holds}},
		{"better", made(4000, 20, 50, 5), control, []telemetry.State{holds, holds, holds}},
		{"more corrections", made(4000, 400, 200, 20), control, []telemetry.State{breached, holds, holds}},
		{"more questions", made(4000, 100, 600, 20), control, []telemetry.State{holds, breached, holds}},
		{"slower, as allowed", made(4000, 100, 200, 320), control, []telemetry.State{holds, holds, holds}},
		{"slower", made(4000, 100, 200, 900), control, []telemetry.State{holds, holds, breached}},
		{"a little worse", made(4000, 180, 280, 20), control, []telemetry.State{undecided, undecided, holds}},
		{"a handful", made(8, 1, 2, 900), made(8, 0, 0, 20), []telemetry.State{undecided, undecided, undecided}},
		{"nothing", nil, control, []telemetry.State{undecided, undecided, undecided}},
	} {
		t.Run(c.name, func(t *testing.T) {
			comparison := telemetry.Compare(telemetry.Summarize("control", c.control), telemetry.Summarize("canary", c.canary), limits)
			var got []telemetry.State
			var beyond []string
			for _, g := range comparison.Guardrails {
				got = append(got, g.State)
				if g.State == breached {
					beyond = append(beyond, g.Name)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" || !slices.Equal(beyond, comparison.Breached()) {
				t.Errorf("%v (-want +got):\n%s\n%+v", comparison.Breached(), diff, comparison.Guardrails)
			}
		})
	}
}
