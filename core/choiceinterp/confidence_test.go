package choiceinterp

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func committed(t interface{ Fatal(...any) }) Calibration {
	c, err := FittedCalibration()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The bounds belong to the upper band [004-07].
func TestBandsAreInclusive(t *testing.T) {
	for confidence, want := range map[float64]Band{
		1: BandRun, 0.7: BandRun, math.Nextafter(0.7, 0): BandAsk, 0.4: BandAsk, math.Nextafter(0.4, 0): BandRephrase, 0: BandRephrase,
	} {
		if got := BandOf(confidence); got != want {
			t.Errorf("%v is %s, want %s", confidence, got, want)
		}
	}
	if BandOf(math.NaN()) != BandRephrase {
		t.Error("NaN is not 0")
	}
}

// A figure that is missing or no number counts as 0, and never as 0.7 [3.19].
func TestMissingFigureIsZero(t *testing.T) {
	c := committed(t)
	net := Resolution{Outcome: OutcomeAsk}
	given := func(figure float64) float64 {
		read := candidates(Resolution{Outcome: OutcomeRun, MatchedBy: ByLLM, Confidence: figure, Args: map[string]any{"bread": "rye"}}, net)
		return c.Probability(&read[0].Features)
	}
	if given(math.NaN()) != given(0) {
		t.Errorf("NaN gives %v, 0 gives %v", given(math.NaN()), given(0))
	}
	if given(0) >= given(0.7) || given(0.7) >= given(0.99) {
		t.Errorf("figures 0, 0.7 and 0.99 give %.2f %.2f %.2f", given(0), given(0.7), given(0.99))
	}
}

// To be agreed with never makes a reading less likely, to be contradicted never
// more; a surer figure never makes it less likely.
func TestConfidenceIsMonotoneInAgreement(t *testing.T) {
	c := committed(t)
	rapid.Check(t, func(t *rapid.T) {
		net := Resolution{Outcome: OutcomeRun, MatchedBy: ByFuzzy, Args: map[string]any{"bread": "rye", "loaves": 2}}
		net.Features[featureBias] = 1
		for i := featureBias + 1; i < featureModel; i++ {
			net.Features[i] = rapid.Float64Range(-1, 1).Draw(t, featureNames[i])
		}
		net.Confidence = c.Probability(&net.Features)
		said := func(outcome Outcome, figure float64, args map[string]any) Resolution {
			return Resolution{Outcome: outcome, MatchedBy: ByLLM, Confidence: figure, Args: args}
		}
		of := func(said Resolution) float64 { // the confidence in what the net reads
			for _, reading := range candidates(said, net) {
				if len(reading.Args) == len(net.Args) && !lacks(reading, net) {
					return c.confidence(&Request{Text: "x"}, &reading, said, net)
				}
			}
			t.Fatal("the net's reading is lost")
			return 0
		}
		figures := rapid.SliceOfN(rapid.Float64Range(0, 1), 2, 2).Draw(t, "figures")
		low, high := min(figures[0], figures[1]), max(figures[0], figures[1])
		if of(said(OutcomeRun, low, net.Args)) > of(said(OutcomeRun, high, net.Args)) {
			t.Fatal("a surer model makes it less likely")
		}
		agreed := of(said(OutcomeRun, low, net.Args))
		for name, other := range map[string]Resolution{
			"says less": said(OutcomeRun, high, map[string]any{"bread": "rye"}), "says more": said(OutcomeRun, high, map[string]any{"bread": "rye", "loaves": 2, "x": 1}),
			"asks": said(OutcomeAsk, high, nil), "sees a question": said(OutcomeQuestion, high, nil), "sees nothing": said(OutcomeReject, high, nil),
		} {
			if p := of(other); p > net.Confidence || net.Confidence > agreed {
				t.Fatalf("a model that %s: %.3f, none: %.3f, one that agrees: %.3f", name, p, net.Confidence, agreed)
			}
		}
	})
}

func TestFeaturesAsJSON(t *testing.T) {
	f := Features{featureBias: 1, featureTypo: 1, featureFigure: -0.5}
	raw, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"bias":1,"figure":-0.5,"typo":1}`; string(raw) != want {
		t.Errorf("got %s, want %s", raw, want)
	}
	var back Features
	if err := json.Unmarshal(raw, &back); err != nil || back != f {
		t.Errorf("back %v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`{"mood":1}`), &back); err == nil {
		t.Error("an unknown feature is taken")
	}
	for i, name := range featureNames {
		if name == "" {
			t.Errorf("feature %d has no name", i)
		}
	}
}

func TestParseCalibration(t *testing.T) {
	for _, raw := range []string{``, `{}`, `{"weights":{"bias":1}}`, `{"weights":{"bias":1},"chips":1.5}`, `{"weights":{"mood":1},"chips":0.9}`, `{"weights":{},"chips":0.9}`} {
		if _, err := ParseCalibration([]byte(raw)); err == nil {
			t.Errorf("%s is taken", raw)
		}
	}
	got, err := ParseCalibration([]byte(`{"weights":{"bias":2},"chips":0.9}`))
	if want := (Calibration{Weights: Features{2}, Chips: 0.9}); err != nil || got != want {
		t.Errorf("got %v, %v", got, err)
	}
}

// thrown are observations that follow the weights.
func thrown(n int, weights Features) []Observation {
	random := rand.New(rand.NewPCG(3, 4))
	c := Calibration{Weights: weights}
	seen := make([]Observation, n)
	for i := range seen {
		f := &seen[i].Features
		for j, w := range weights {
			if w != 0 {
				f[j] = random.NormFloat64()
			}
		}
		f[featureBias] = 1
		seen[i].Right = random.Float64() < c.Probability(f)
	}
	return seen
}

// The net's weights are found without a model and stay when those of the model
// are found.
func TestFitFindsTheWeights(t *testing.T) {
	net := Features{featureBias: 1, featureScore: -2, featureTypo: 0.5}
	model := net
	model[featureModel], model[featureFigure] = 1, 1.5
	seen := thrown(20000, net)
	got := fitModel(thrown(20000, model), fit(seen, Features{}, pulls(len(seen))))
	if diff := cmp.Diff(model, got, cmpopts.EquateApprox(0, 0.15)); diff != "" {
		t.Error(diff)
	}
}

// Whatever a few outcomes say, and be they all of one kind, they move no
// probability by much.
func TestRefitKeepsToWhatIsUsed(t *testing.T) {
	used := committed(t)
	rapid.Check(t, func(t *rapid.T) {
		var seen []Observation
		for range rapid.IntRange(0, 5).Draw(t, "events") {
			o := Observation{Features: Features{1}, Right: rapid.Bool().Draw(t, "right")}
			for i := featureBias + 1; i < features; i++ {
				o.Features[i] = rapid.Float64Range(-1, 1).Draw(t, "feature")
			}
			seen = append(seen, o)
		}
		for i, w := range used.Refit(seen).Weights {
			if move := math.Abs(w - used.Weights[i]); move > 0.3 || math.IsNaN(w) {
				t.Fatalf("%s moves by %v", featureNames[i], move)
			}
		}
	})
}

// Split conformal: of values from where the threshold comes from, at least nine
// in ten of the next ones stay within it.
func TestQuantileCovers(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	covered, rounds, values := 0, 2000, 40
	for range rounds {
		seen := make([]float64, values)
		for i := range seen {
			seen[i] = random.Float64()
		}
		if random.Float64() <= quantile(seen, 0.9) {
			covered++
		}
	}
	if share := float64(covered) / float64(rounds); share < 0.885 || share > 0.935 {
		t.Errorf("covers %.3f", share)
	}
	if quantile(nil, 0.9) != 1 || quantile([]float64{0.2, 0.3}, 0.9) != 1 {
		t.Error("too few values bound something")
	}
}
