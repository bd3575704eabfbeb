package telemetry

import (
	"math"
	"slices"
)

// z is the normal deviate of a two-sided 95 % interval.
const z = 1.959963984540054

// An Estimate is a figure with its 95 % confidence interval.
type Estimate struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	N     int     `json:"n"`              // observations that it rests on
	Open  bool    `json:"open,omitempty"` // too few for an interval: Low and High are the extremes that were seen
}

// Share is k of n, by the score interval (Wilson 1927, JASA 22:209). Of nothing it
// is 0, and may be anything.
func Share(k, n int) Estimate {
	if n == 0 {
		return Estimate{High: 1, Open: true}
	}
	size := float64(n)
	p := float64(k) / size
	centre := p + z*z/(2*size)
	spread := z * math.Sqrt(p*(1-p)/size+z*z/(4*size*size))
	scale := 1 + z*z/size
	return Estimate{Value: p, Low: max(0, min(p, (centre-spread)/scale)), High: min(1, max(p, (centre+spread)/scale)), N: n}
}

// Quantile is the value below which the share p of the values lies, 0 < p < 1, with
// the interval between two of the values: their ranks are those between which a
// binomial count lies with 95 %, by its normal approximation (Hahn and Meeker 1991,
// Statistical Intervals, 5.2). It assumes nothing of how the values are spread.
func Quantile(values []float64, p float64) Estimate {
	if len(values) == 0 {
		return Estimate{Open: true}
	}
	sorted := slices.Sorted(slices.Values(values))
	n := float64(len(sorted))
	spread := z * math.Sqrt(n*p*(1-p))
	low, high := int(math.Floor(n*p-spread)), int(math.Ceil(n*p+spread))+1 // ranks from 1
	at := func(rank int) float64 { return sorted[min(max(rank, 1), len(sorted))-1] }
	return Estimate{Value: at(int(math.Ceil(n * p))), Low: at(low), High: at(high), N: len(sorted), Open: low < 1 || high > len(sorted)}
}

// Difference is to minus from, of two independent figures: the limits of each are
// combined by their squares (Newcombe 1998, Statistics in Medicine 17:873, method
// 10 for shares; Zou and Donner 2008, Statistics in Medicine 27:1693, for any).
func Difference(from, to Estimate) Estimate {
	d := to.Value - from.Value
	return Estimate{
		Value: d, N: from.N + to.N, Open: from.Open || to.Open,
		Low:  d - math.Hypot(to.Value-to.Low, from.High-from.Value),
		High: d + math.Hypot(to.High-to.Value, from.Value-from.Low),
	}
}
