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
	Method string
	Bounds []float64 // one more than there are classes; nil without values
	Counts []int     // values in each class
}

// Classify cuts the values into at most k classes (1 to 9). There are fewer where
// there are fewer distinct values; equal values always share a class.
//
// Inner bounds of quantile and natural classes are set to the roundest number
// between the last value of one class and the first of the next, so that a
// legend can print them exactly and still be true.
func Classify(values []float64, method string, k int) Classes {
	c := Classes{Method: method}
	sorted := slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
	if len(sorted) == 0 {
		return c
	}
	slices.Sort(sorted)
	lowest, highest := sorted[0], sorted[len(sorted)-1]
	c.Bounds = []float64{lowest}
	if method == classesEqual {
		c.Bounds = append(c.Bounds, equalEdges(lowest, highest, k)...)
	} else {
		for _, top := range classTops(sorted, method, k) {
			next := sorted[sort.SearchFloat64s(sorted, math.Nextafter(top, math.Inf(1)))]
			c.Bounds = append(c.Bounds, roundest(top, next))
		}
	}
	c.Bounds = append(c.Bounds, highest)
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
	if n < 1 || !(v >= c.Bounds[0] && v <= c.Bounds[n]) {
		return -1
	}
	return sort.Search(n-1, func(i int) bool { return v <= c.Bounds[i+1] })
}

// Len is the number of classes.
func (c Classes) Len() int { return len(c.Counts) }

// equalEdges are the inner edges of k classes of equal width.
func equalEdges(lowest, highest float64, k int) []float64 {
	var edges []float64
	for i := 1; i < k && lowest < highest; i++ {
		edges = append(edges, lowest*(1-float64(i)/float64(k))+highest*float64(i)/float64(k))
	}
	return edges
}

// classTops are the largest values of every class but the last.
func classTops(sorted []float64, method string, k int) []float64 {
	if method == classesNatural {
		return naturalTops(sorted, k)
	}
	var tops []float64
	for i := 1; i < k; i++ {
		at := (i*len(sorted)+k-1)/k - 1 // ceil(i n / k) values lie at or below
		if top := sorted[at]; top < sorted[len(sorted)-1] && (len(tops) == 0 || top > tops[len(tops)-1]) {
			tops = append(tops, top)
		}
	}
	return tops
}

// roundest is the number r with low <= r < high that is written with the fewest
// decimals, a multiple of five before others.
func roundest(low, high float64) float64 {
	if math.IsInf(high-low, 0) {
		return low
	}
	exponent := int(math.Floor(math.Log10(high-low))) + 1
	for e := exponent; e >= exponent-17; e-- {
		for _, step := range []float64{5, 1} {
			unit := step * math.Pow(10, float64(e))
			r := decimal(math.Ceil(low/unit)*unit, -e)
			if r >= low && r < high {
				return r
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
