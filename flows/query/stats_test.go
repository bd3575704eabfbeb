package query

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

// TestKnownFigures checks against values computed by hand.
func TestKnownFigures(t *testing.T) {
	x, y := []float64{1, 2, 3, 4, 5}, []float64{2, 1, 4, 3, 5}
	for name, c := range map[string][2]float64{
		"mean":       {mean(x), 3},
		"deviation":  {deviation(x), 1.5811388},
		"pearson":    {pearson(x, y), 0.8},
		"spearman":   {spearman(x, y), 0.8},
		"tied":       {spearman([]float64{1, 1, 2}, []float64{1, 2, 3}), 0.8660254},
		"quartile":   {quantile(x, 0.25), 2},
		"between":    {quantile([]float64{1, 2, 3, 4}, 0.25), 1.75},
		"slope":      {slope(x, []float64{3, 5, 7, 9, 11}), 2},
		"round up":   {roundUp(0.0207), 0.025},
		"round tens": {roundUp(60), 100},
		"exact":      {roundUp(0.2), 0.2},
	} {
		if !near(c[0], c[1]) {
			t.Errorf("%s = %v, want %v", name, c[0], c[1])
		}
	}
	if !math.IsNaN(pearson(x, []float64{1, 1, 1, 1, 1})) {
		t.Error("a constant has a correlation")
	}
	if low, high := fisher(0.8, 28); !near(math.Round(low*1000)/1000, 0.609) || !near(math.Round(high*1000)/1000, 0.903) {
		t.Errorf("Fisher's interval %v to %v", low, high)
	}
}

func TestCompetitionRanks(t *testing.T) {
	got := competition([]float64{9, 7, 7 - 1e-12, 3})
	if diff := cmp.Diff([]float64{1, 2, 2, 4}, got); diff != "" {
		t.Error(diff)
	}
}

func TestHistogramCountsEveryValueOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 1, 200).Draw(t, "x")
		slices.Sort(x)
		b := binned(x)
		sum := 0.0
		for _, n := range b.counts {
			sum += n
		}
		if sum != float64(len(x)) || len(b.counts) > maxBins+2 {
			t.Fatalf("%d values, %v in %d bins", len(x), sum, len(b.counts))
		}
		if b.width > 0 && (x[0] < b.start-1e-6 || x[len(x)-1] > b.start+b.width*float64(len(b.counts))+1e-6) {
			t.Fatalf("bins %+v do not cover %v to %v", b, x[0], x[len(x)-1])
		}
	})
}

func TestCorrelationIsSymmetricAndBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 40).Draw(t, "n")
		values := rapid.SliceOfN(rapid.Float64Range(-1e3, 1e3), n, n)
		x, y := values.Draw(t, "x"), values.Draw(t, "y")
		for _, of := range []func(x, y []float64) float64{pearson, spearman} {
			r, back := of(x, y), of(y, x)
			if math.IsNaN(r) != math.IsNaN(back) || !math.IsNaN(r) && (!near(r, back) || r < -1 || r > 1) {
				t.Fatalf("%v and %v", r, back)
			}
		}
	})
}

func TestSay(t *testing.T) {
	for _, c := range []struct {
		v    float64
		unit string
		want string
	}{
		{0.0781, "fraction", "7.8%"}, {12.34, "percent", "12.3%"}, {174237, "people", "174,237"}, {2.5, "count", "2.5"},
		{0.0123456, "", "0.01235"}, {3094.8, "m", "3,095 m"}, {-12.345, "", "-12.35"}, {0, "", "0"}, {1e-12, "", "1e-12"},
		{math.NaN(), "m", "no value"},
	} {
		if got := say(c.v, c.unit); got != c.want {
			t.Errorf("say(%v, %q) = %q, want %q", c.v, c.unit, got, c.want)
		}
	}
}
