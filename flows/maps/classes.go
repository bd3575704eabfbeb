package maps

import (
	"math"
	"slices"
	"sort"
	"strconv"
)

// Names of the class methods, as the tool's argument takes them.
const (
	classesQuantile = "quantile"
	classesEqual    = "equal"
	classesNatural  = "natural"
)

// Classes cut a range of values into consecutive classes. Class i holds the
// values above Bounds[i] up to and including Bounds[i+1]; the first also holds
// Bounds[0], the smallest value. Missing values (NaN) are in none.
type Classes struct {
	Method   string
	Decimals int       // with which values are taken, and bounds written
	Bounds   []float64 // one more than there are classes; nil without values
	Counts   []int     // values in each class
}

// Classify cuts the values into at most k classes (1 to 9). Values are taken as
// they are shown, with so many decimals, so that values that read the same share a
// class and a legend that prints the bounds is true. There are fewer classes where
// there are fewer distinct values.
//
// Inner bounds of natural classes are set to the roundest number between the last
// value of one class and the first of the next. Those of quantile classes may for
// the same reason move past a few values: the classes hold about the same number,
// not exactly.
func Classify(values []float64, decimals int, method string, k int) Classes {
	c := Classes{Method: method, Decimals: decimals}
	var sorted []float64
	for _, v := range values {
		if present(v) {
			sorted = append(sorted, decimal(v, decimals))
		}
	}
	if len(sorted) == 0 {
		return c
	}
	slices.Sort(sorted)
	c.Bounds = []float64{sorted[0]}
	switch method {
	case classesEqual:
		c.Bounds = append(c.Bounds, equalEdges(sorted[0], sorted[len(sorted)-1], decimals, k)...)
	case classesNatural:
		for _, top := range naturalTops(sorted, k) {
			next := above(sorted, top)
			c.Bounds = append(c.Bounds, roundest(top, next, top/2+next/2, decimals))
		}
	default:
		c.Bounds = append(c.Bounds, quantileBounds(sorted, decimals, k)...)
	}
	c.Bounds = append(c.Bounds, sorted[len(sorted)-1])
	c.Counts = make([]int, len(c.Bounds)-1)
	for _, v := range sorted {
		c.Counts[c.Of(v)]++
	}
	return c
}

// Of is the class of a value: 0 for the lowest, -1 for a missing value or one
// outside the bounds.
func (c Classes) Of(v float64) int {
	n := len(c.Bounds) - 1
	if n < 1 || !present(v) {
		return -1
	}
	v = decimal(v, c.Decimals)
	if v < c.Bounds[0] || v > c.Bounds[n] {
		return -1
	}
	return sort.Search(n-1, func(i int) bool { return v <= c.Bounds[i+1] })
}

// Len is the number of classes.
func (c Classes) Len() int { return len(c.Counts) }

// equalEdges are the inner edges of k classes of equal width.
func equalEdges(lowest, highest float64, decimals, k int) []float64 {
	var edges []float64
	for i := 1; i < k && lowest < highest; i++ {
		part := float64(i) / float64(k)
		edges = append(edges, decimal(lowest*(1-part)+highest*part, decimals))
	}
	return edges
}

// quantileBounds are the inner bounds of at most k classes of about n/k values,
// or of one for each value where there are no more than k.
func quantileBounds(sorted []float64, decimals, k int) []float64 {
	n := len(sorted)
	if values := slices.Compact(slices.Clone(sorted)); len(values) <= k {
		return values[:len(values)-1]
	}
	slack := min(n/(6*k), 2+n/(30*k)) // values that a bound may move past to become round
	last := sorted[0]
	var bounds []float64
	for i := 1; i < k; i++ {
		at := (i*n+k-1)/k - 1 // ceil(i n / k) values lie at or below
		top := sorted[at]
		if top < last || top == sorted[n-1] || (top == last && len(bounds) > 0) {
			continue
		}
		low, high := sorted[max(0, at-slack)], above(sorted, sorted[min(n-1, at+slack)])
		if low <= last || high > sorted[n-1] {
			low, high = top, above(sorted, top)
		}
		bounds = append(bounds, roundest(low, high, top/2+above(sorted, top)/2, decimals))
		last = sorted[sort.SearchFloat64s(sorted, math.Nextafter(bounds[len(bounds)-1], math.Inf(1)))-1]
	}
	return bounds
}

// above is the next larger value, +Inf after the largest.
func above(sorted []float64, v float64) float64 {
	at := sort.SearchFloat64s(sorted, math.Nextafter(v, math.Inf(1)))
	if at == len(sorted) {
		return math.Inf(1)
	}
	return sorted[at]
}

// roundest is the number r with low < r < high that is written with the fewest
// digits, a multiple of five before others, and of these the nearest to a place.
// It is low where no number of so many decimals lies between.
func roundest(low, high, near float64, decimals int) float64 {
	if math.IsInf(high-low, 0) {
		return low
	}
	for e := exponent(high-low) + 1; e >= -decimals; e-- {
		for _, step := range []float64{5, 1} {
			unit := step * math.Pow(10, float64(e))
			for _, multiple := range []float64{math.Round(near / unit), math.Floor(low/unit) + 1} {
				if r := decimal(multiple*unit, max(0, -e)); r > low && r < high {
					return r
				}
			}
		}
	}
	return low
}

// decimal is the float64 nearest to v written with so many decimals.
func decimal(v float64, decimals int) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', max(0, decimals), 64), 64)
	if err != nil {
		return v
	}
	return r
}
