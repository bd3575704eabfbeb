package telemetry_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

func near(a, b float64) bool { return math.Abs(a-b) < 5e-5 }

// Published intervals: Newcombe 1998, Statistics in Medicine 17:857, table I, by
// the score method, and 17:873, table II, method 10.
func TestPublishedIntervals(t *testing.T) {
	for _, c := range []struct {
		k, n      int
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718},
	} {
		if got := telemetry.Share(c.k, c.n); !near(got.Low, c.low) || !near(got.High, c.high) || got.N != c.n {
			t.Errorf("%d of %d: %+v", c.k, c.n, got)
		}
	}
	for _, c := range []struct {
		k1, n1, k2, n2 int
		low, high      float64
	}{
		{56, 70, 48, 80, 0.0524, 0.3339}, {9, 10, 3, 10, 0.1705, 0.8090}, {10, 10, 0, 20, 0.6791, 1}, {10, 10, 0, 10, 0.6075, 1},
	} {
		got := telemetry.Difference(telemetry.Share(c.k2, c.n2), telemetry.Share(c.k1, c.n1))
		if !near(got.Low, c.low) || !near(got.High, c.high) {
			t.Errorf("%d/%d less %d/%d: %+v", c.k1, c.n1, c.k2, c.n2, got)
		}
	}
}

func TestTooFewForAnInterval(t *testing.T) {
	if got := telemetry.Share(0, 0); !got.Open || got.Low != 0 || got.High != 1 {
		t.Errorf("of nothing: %+v", got)
	}
	if got := telemetry.Quantile(nil, 0.5); !got.Open || got.N != 0 {
		t.Errorf("of nothing: %+v", got)
	}
	values := make([]float64, 40)
	for i := range values {
		values[i] = float64(i + 1)
	}
	if got := telemetry.Quantile(values, 0.95); !got.Open || got.Value != 38 {
		t.Errorf("the 95th percentile of forty: %+v", got)
	}
	if got := telemetry.Quantile(values, 0.5); got.Open || got.Value != 20 || got.Low != 13 || got.High != 28 {
		t.Errorf("the median of forty: %+v", got)
	}
}

// The interval of a quantile covers it about as often as it says, on samples of an
// even spread made by a fixed xorshift.
func TestQuantileCovers(t *testing.T) {
	const n, samples = 400, 500
	random := uint64(88172645463325252)
	covered := 0
	for range samples {
		values := make([]float64, n)
		for i := range values {
			random ^= random << 13
			random ^= random >> 7
			random ^= random << 17
			values[i] = float64(random>>11) / (1 << 53)
		}
		if e := telemetry.Quantile(values, 0.95); e.Low <= 0.95 && 0.95 <= e.High {
			covered++
		}
	}
	if share := float64(covered) / samples; share < 0.92 || share > 0.99 {
		t.Errorf("covered in %.3f", share)
	}
}

func TestIntervalsHoldTheirFigures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5000).Draw(t, "n")
		share := telemetry.Share(rapid.IntRange(0, n).Draw(t, "k"), n)
		values := rapid.SliceOfN(rapid.Float64Range(0, 1e6), 1, 300).Draw(t, "values")
		quantile := telemetry.Quantile(values, rapid.Float64Range(0.01, 0.99).Draw(t, "p"))
		difference := telemetry.Difference(share, telemetry.Share(n, n))
		for _, e := range []telemetry.Estimate{share, quantile, difference} {
			if e.Low > e.Value || e.Value > e.High {
				t.Fatalf("%+v", e)
			}
		}
		if share.Low < 0 || share.High > 1 || quantile.Low < slices.Min(values) || quantile.High > slices.Max(values) {
			t.Fatalf("%+v, %+v", share, quantile)
		}
	})
}
