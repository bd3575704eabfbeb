package telemetry_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

// [004-18]: rates, shares, calibration and times of a small conversation, by hand.
func TestReport(t *testing.T) {
	var events []telemetry.Event
	add := func(kind string, payload any) {
		raw, err := json.Marshal(payload)
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, telemetry.Event{ID: int64(len(events) + 1), Type: kind, Session: "s1", User: "amina", Payload: raw})
	}
	choice := func(turn int64, tool, colour, outcome, matched string, confidence float64, features string) {
		add(telemetry.TypeChoice, telemetry.ChoiceEvent{
			Turn: turn, Tool: tool, Args: map[string]any{"colour": colour}, Gives: "wall", Outcome: outcome, Resolution: "run",
			MatchedBy: matched, Confidence: confidence, Features: json.RawMessage(features), LatencyMS: float64(turn), TurnMS: 10 * float64(turn),
		})
	}
	choice(1, "paint", "teal", "run", "llm", 0.92, `{"model":1}`)
	choice(2, "paint", "grey", "run", "llm", 0.98, `{"model":1,"net_less":1}`) // corrects the first
	choice(3, "dry", "", "run", "fuzzy", 0.74, `{"score":1}`)
	choice(4, "", "", "rephrase", "", 0, "")
	add(telemetry.TypeRouter, telemetry.RouterEvent{Turn: 4, Intent: "off_domain", ClassificationLatencyMS: 2})
	add(telemetry.TypeRouter, telemetry.RouterEvent{Turn: 5, Intent: "navigation", Action: "help"})
	add(telemetry.TypeTool, telemetry.ToolEvent{Tool: "paint", Status: "success", Result: "ask", Gate: "approved", ToolLatencyMS: 4, Dropped: []string{"gloss"}})
	add(telemetry.TypeTool, telemetry.ToolEvent{Tool: "paint", Status: "error", Result: "blocked", Gate: "blocked", ToolLatencyMS: 1})
	add(telemetry.TypeTool, telemetry.ToolEvent{Tool: "dry", Status: "success", Result: "success", Gate: "timeout-open", ToolLatencyMS: 30})
	report, err := telemetry.NewReport(events, telemetry.ByTool)
	if err != nil {
		t.Fatal(err)
	}
	if a := report.Total; a.Choices != 4 || a.Acceptance.Value != 0.5 || a.Correction.Value != 0.25 || report.WrongRun.Value != 0.25 {
		t.Errorf("total %+v, wrong runs %+v", a, report.WrongRun)
	}
	var groups []string
	for _, g := range report.Groups {
		groups = append(groups, g.Name)
	}
	half := 1. / 2
	want := telemetry.Report{
		Outcomes:  []telemetry.Count{{Name: "run", N: 3, Share: 0.75}, {Name: "rephrase", N: 1, Share: 0.25}},
		MatchedBy: []telemetry.Count{{Name: "llm", N: 2, Share: half}, {Name: "fuzzy", N: 1, Share: 0.25}, {Name: "none", N: 1, Share: 0.25}},
		Agreement: []telemetry.Count{{Name: "agree", N: 1, Share: 1. / 3}, {Name: "differ", N: 1, Share: 1. / 3}, {Name: "net_alone", N: 1, Share: 1. / 3}},
		Intents:   []telemetry.Count{{Name: "navigation", N: 1, Share: half}, {Name: "off_domain", N: 1, Share: half}},
		Calibration: telemetry.Calibration{
			ECE:  (math.Abs(0.92+0.98-1) + math.Abs(0.74-1)) / 3,
			Bins: []telemetry.Bin{{From: 0.7, N: 1, Confidence: 0.74, Accuracy: 1}, {From: 0.9, N: 2, Confidence: 0.95, Accuracy: half}},
		},
		Stages: []telemetry.Stage{
			{Name: "classify", N: 1, P50: 2, P95: 2, P99: 2}, {Name: "understand", N: 4, P50: 2, P95: 4, P99: 4},
			{Name: "tool", N: 3, P50: 4, P95: 30, P99: 30}, {Name: "turn", N: 4, P50: 20, P95: 40, P99: 40},
		},
		Tools: []telemetry.ToolUse{
			{Tool: "dry", N: 1, Unjudged: 1, P95: 30},
			{Tool: "paint", N: 2, Asked: 1, Failed: 1, Blocked: 1, Dropped: 1, P95: 4},
		},
	}
	if diff := cmp.Diff(want, report, cmpopts.IgnoreFields(telemetry.Report{}, "Total", "Groups", "WrongRun"), cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"dry", "none", "paint"}, groups); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
}

// Nothing on record is a report too, without a figure that is no number.
func TestReportOfNothing(t *testing.T) {
	report, err := telemetry.NewReport(nil, telemetry.ByArm)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := json.Marshal(report); err != nil {
		t.Error(err)
	}
}
