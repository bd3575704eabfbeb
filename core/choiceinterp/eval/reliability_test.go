package eval

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
)

var about = cmpopts.EquateApprox(0, 1e-9)

func TestReliability(t *testing.T) {
	table, ece := Reliability([]Prediction{{0.95, true}, {1, true}, {0.91, false}, {0.25, false}, {0.2, true}})
	want := []Bin{
		{From: 0.2, To: 0.3, N: 2, Confidence: 0.225, Accuracy: 0.5},
		{From: 0.9, To: 1, N: 3, Confidence: 2.86 / 3, Accuracy: 2. / 3},
	}
	if diff := cmp.Diff(want, table, about); diff != "" {
		t.Error(diff)
	}
	if want := 0.275*2/5 + (2.86-2)/5; math.Abs(ece-want) > 1e-9 {
		t.Errorf("ECE %v, want %v", ece, want)
	}
	if table, ece := Reliability(nil); table != nil || ece != 0 {
		t.Errorf("nothing gives %v %v", table, ece)
	}
}

// The bounds of the bands belong to the upper band [004-07].
func TestMeasureCountsBands(t *testing.T) {
	got := Measure([]Prediction{{0.7, false}, {0.699, true}, {0.4, true}, {0.399, false}})
	got.Reliability = nil
	want := Quality{N: 4, RunShare: 0.25, WrongRunShare: 0.25, AskShare: 0.5, RephraseShare: 0.25}
	if diff := cmp.Diff(want, got, about, cmpopts.IgnoreFields(Quality{}, "ECE", "LogLoss")); diff != "" {
		t.Error(diff)
	}
	if want := -(math.Log(0.3) + math.Log(0.699) + math.Log(0.4) + math.Log(0.601)) / 4; math.Abs(got.LogLoss-want) > 1e-9 {
		t.Errorf("log loss %v, want %v", got.LogLoss, want)
	}
	if worst := Measure([]Prediction{{1, false}}); math.IsInf(worst.LogLoss, 0) {
		t.Error("a sure error has no finite loss")
	}
}

// outcomes are decisions of one look, of which a share was right.
func outcomes(n int, share float64) []choiceinterp.Observation {
	random := rand.New(rand.NewPCG(7, 7))
	seen := make([]choiceinterp.Observation, n)
	for i := range seen {
		seen[i] = choiceinterp.Observation{Features: choiceinterp.Features{1}, Right: random.Float64() < share}
	}
	return seen
}

// What was overrated is rated as it turned out, measured on what the fit did not
// see; a handful of outcomes moves little.
func TestRecalibrate(t *testing.T) {
	used := choiceinterp.Calibration{Weights: choiceinterp.Features{3}, Chips: 0.9} // says 0.95 to all
	many := Recalibrate(used, outcomes(2000, 0.6))
	if many.Before.ECE < 0.3 || many.After.ECE > 0.05 || many.After.LogLoss >= many.Before.LogLoss || many.After.AskShare != 1 {
		t.Errorf("before %+v\nafter %+v", many.Before, many.After)
	}
	if many.New.Chips != used.Chips {
		t.Errorf("chips %v", many.New.Chips)
	}
	few := Recalibrate(used, outcomes(4, 0))
	if p := few.New.Probability(&choiceinterp.Features{1}); p < 0.9 || p > 0.95 {
		t.Errorf("four errors move 0.95 to %.3f", p)
	}
}
