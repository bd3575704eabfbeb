package telemetry

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"
)

// A Report is what the events of a time amount to.
type Report struct {
	Since time.Time `json:"since"`
	Cut   bool      `json:"cut,omitempty"` // there were more events than a report takes; the latest are not in it

	Total  Arm   `json:"total"`
	Groups []Arm `json:"groups,omitempty"` // by tool or by arm, when that was asked for

	WrongRun    Estimate    `json:"wrong_run"` // share of the choices that ran and were corrected
	Outcomes    []Count     `json:"outcomes"`
	MatchedBy   []Count     `json:"matched_by"`
	Agreement   []Count     `json:"agreement"` // of the model's reading and the net's, where a reading was judged
	Intents     []Count     `json:"intents"`
	Calibration Calibration `json:"calibration"`
	Stages      []Stage     `json:"stages"`
	Tools       []ToolUse   `json:"tools"`
}

// A Count is how often a value came, most frequent first in lists.
type Count struct {
	Name  string  `json:"name"`
	N     int     `json:"n"`
	Share float64 `json:"share"`
}

// Calibration holds confidence against what became of choices: of those that were
// accepted or corrected and have a confidence.
type Calibration struct {
	ECE  float64 `json:"ece"` // expected calibration error: mean distance of a tenth's confidence and accuracy, weighted by its choices
	Bins []Bin   `json:"bins"`
}

// A Bin is a tenth of confidence, from From on.
type Bin struct {
	From       float64 `json:"from"`
	N          int     `json:"n"`
	Confidence float64 `json:"confidence"` // mean
	Accuracy   float64 `json:"accuracy"`   // share that was accepted
}

// A Stage of turns, with how long it took, in milliseconds.
type Stage struct {
	Name string  `json:"name"` // classify | understand | tool | turn
	N    int     `json:"n"`
	P50  float64 `json:"p50_ms"`
	P95  float64 `json:"p95_ms"`
	P99  float64 `json:"p99_ms"`
}

// A ToolUse is how often a tool was executed, and what came of it.
type ToolUse struct {
	Tool     string  `json:"tool"`
	N        int     `json:"n"`
	Asked    int     `json:"asked"`    // a choice was missing
	Failed   int     `json:"failed"`   // blocked ones too
	Blocked  int     `json:"blocked"`  // by a gate
	Unjudged int     `json:"unjudged"` // the service that reviews calls gave no judgement in time
	Dropped  int     `json:"dropped"`  // unknown arguments
	P95      float64 `json:"p95_ms"`
}

// The ways to group a Report.
const (
	ByTool = "tool"
	ByArm  = "arm"
)

// mostReported is how many events a report takes.
const mostReported = 200_000

// Collect reports on the events since then, in groups by ByTool, ByArm or "" for
// none.
func Collect(ctx context.Context, s Store, since time.Time, by string) (Report, error) {
	var events []Event
	for e, err := range All(ctx, s, Filter{Since: since}) {
		if err != nil {
			return Report{}, fmt.Errorf("read events: %w", err)
		}
		if len(events) == mostReported {
			report, err := NewReport(events, by)
			report.Since, report.Cut = since, true
			return report, err
		}
		events = append(events, e)
	}
	report, err := NewReport(events, by)
	report.Since = since
	return report, err
}

// NewReport says what the events amount to.
func NewReport(events []Event, by string) (Report, error) {
	choices, err := Judge(events)
	if err != nil {
		return Report{}, err
	}
	r := Report{Total: Summarize("all", choices), Calibration: calibrationOf(choices)}
	outcomes, matched, agreements, intents := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	took := map[string][]float64{}
	groups := map[string][]Judged{}
	wrong := 0
	for _, c := range choices {
		outcomes[c.Outcome]++
		matched[named(c.MatchedBy)]++
		if c.Features != nil {
			agreements[agreement(c.Features)]++
		}
		if c.Outcome == "run" && c.Verdict == Corrected {
			wrong++
		}
		took["understand"] = append(took["understand"], c.LatencyMS)
		took["turn"] = append(took["turn"], c.TurnMS)
		switch by {
		case ByTool:
			groups[named(c.Tool)] = append(groups[named(c.Tool)], c)
		case ByArm:
			groups[named(c.Arm)] = append(groups[named(c.Arm)], c)
		}
	}
	tools := map[string][]ToolEvent{}
	for _, e := range events {
		switch e.Type {
		case TypeRouter:
			var route RouterEvent
			if err := json.Unmarshal(e.Payload, &route); err != nil {
				return Report{}, fmt.Errorf("event %d is no %s: %w", e.ID, e.Type, err)
			}
			intents[route.Intent]++
			if !route.isCommand() {
				took["classify"] = append(took["classify"], route.ClassificationLatencyMS)
			}
		case TypeTool:
			var tool ToolEvent
			if err := json.Unmarshal(e.Payload, &tool); err != nil {
				return Report{}, fmt.Errorf("event %d is no %s: %w", e.ID, e.Type, err)
			}
			tools[tool.Tool] = append(tools[tool.Tool], tool)
			took["tool"] = append(took["tool"], tool.ToolLatencyMS)
		}
	}
	r.WrongRun = Share(wrong, len(choices))
	r.Outcomes, r.MatchedBy, r.Agreement, r.Intents = counts(outcomes), counts(matched), counts(agreements), counts(intents)
	for _, name := range []string{"classify", "understand", "tool", "turn"} {
		r.Stages = append(r.Stages, stageOf(name, took[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(tools)) {
		r.Tools = append(r.Tools, useOf(name, tools[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		r.Groups = append(r.Groups, Summarize(name, groups[name]))
	}
	return r, nil
}

// counts are the values, most frequent first.
func counts(of map[string]int) []Count {
	total := 0
	list := []Count{}
	for name, n := range of {
		total += n
		list = append(list, Count{Name: name, N: n})
	}
	for i := range list {
		list[i].Share = float64(list[i].N) / float64(total)
	}
	slices.SortFunc(list, func(a, b Count) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Name, b.Name)) })
	return list
}

func stageOf(name string, ms []float64) Stage {
	return Stage{Name: name, N: len(ms), P50: Quantile(ms, 0.5).Value, P95: Quantile(ms, 0.95).Value, P99: Quantile(ms, 0.99).Value}
}

func useOf(name string, events []ToolEvent) ToolUse {
	use := ToolUse{Tool: name, N: len(events)}
	var ms []float64
	for _, e := range events {
		ms = append(ms, e.ToolLatencyMS)
		use.Dropped += len(e.Dropped)
		if e.Result == "ask" {
			use.Asked++
		}
		if e.Status == "error" {
			use.Failed++
		}
		switch e.Gate {
		case "blocked":
			use.Blocked++
		case "timeout-open", "timeout-closed":
			use.Unjudged++
		}
	}
	use.P95 = Quantile(ms, 0.95).Value
	return use
}

// calibrationOf holds confidence against verdicts, by tenths (Naeini, Cooper and
// Hauskrecht 2015, AAAI 29).
func calibrationOf(choices []Judged) Calibration {
	var bins [10]Bin
	n := 0
	for _, c := range choices {
		if !c.isCalibrated() {
			continue
		}
		bin := &bins[tenth(c.Confidence)]
		bin.N++
		bin.Confidence += c.Confidence
		if c.Verdict == Accepted {
			bin.Accuracy++
		}
		n++
	}
	calibration := Calibration{Bins: []Bin{}}
	for i, bin := range bins {
		if bin.N == 0 {
			continue
		}
		calibration.ECE += math.Abs(bin.Confidence-bin.Accuracy) / float64(n)
		size := float64(bin.N)
		calibration.Bins = append(calibration.Bins, Bin{From: float64(i) / 10, N: bin.N, Confidence: bin.Confidence / size, Accuracy: bin.Accuracy / size})
	}
	return calibration
}

// isCalibrated reports that the confidence of a choice can be held against what
// became of it.
func (c *Judged) isCalibrated() bool {
	return c.Confidence > 0 && (c.Verdict == Accepted || c.Verdict == Corrected)
}

// tenth is the tenth of 0..1 in which a confidence lies, from 0 to 9.
func tenth(confidence float64) int { return min(int(confidence*10), 9) }
