package maps

import "math"

// naturalTops are the class maxima of the natural breaks: the partition of the
// sorted values into at most k classes with the least sum of squared deviations
// from the class means (Fisher 1958, "On Grouping for Maximum Homogeneity", JASA
// 53; Jenks 1967). It is exact. The best cut never moves left as the end moves
// right, so that each row of the table takes n log n steps and not n squared.
func naturalTops(sorted []float64, k int) []float64 {
	values, weights := distinct(sorted)
	n := len(values)
	k = min(k, n)
	if k < 2 {
		return nil
	}
	d := deviations(values, weights)
	best := make([]float64, n+1) // least deviation of the first i values in the classes so far
	for i := 1; i <= n; i++ {
		best[i] = d.of(0, i)
	}
	cuts := make([][]int, k)
	for class := 1; class < k; class++ {
		next := make([]float64, n+1)
		cuts[class] = make([]int, n+1)
		fillRow(best, next, cuts[class], d, class+1, n, class, n-1)
		best = next
	}
	tops := make([]float64, k-1)
	for class, end := k-1, n; class > 0; class-- {
		end = cuts[class][end]
		tops[class-1] = values[end-1]
	}
	return tops
}

// fillRow finds for every end in [from, to] the best cut among [low, high],
// halving both ranges.
func fillRow(best, next []float64, cut []int, d deviation, from, to, low, high int) {
	if from > to {
		return
	}
	end := (from + to) / 2
	next[end] = math.Inf(1)
	for at := low; at <= min(high, end-1); at++ {
		if total := best[at] + d.of(at, end); total < next[end] {
			next[end], cut[end] = total, at
		}
	}
	fillRow(best, next, cut, d, from, end-1, low, cut[end])
	fillRow(best, next, cut, d, end+1, to, cut[end], high)
}

func distinct(sorted []float64) (values, weights []float64) {
	for _, v := range sorted {
		if n := len(values); n > 0 && values[n-1] == v {
			weights[n-1]++
			continue
		}
		values, weights = append(values, v), append(weights, 1)
	}
	return values, weights
}

// A deviation answers for any run of values the sum of squared deviations from
// its mean, from running sums about the overall mean.
type deviation struct{ weight, sum, squares []float64 }

func deviations(values, weights []float64) deviation {
	n := len(values)
	d := deviation{make([]float64, n+1), make([]float64, n+1), make([]float64, n+1)}
	scale := math.Max(math.Abs(values[0]), math.Abs(values[n-1])) // keeps squares finite
	if scale == 0 {
		scale = 1
	}
	mean, total := 0.0, 0.0
	for i, v := range values {
		mean += v / scale * weights[i]
		total += weights[i]
	}
	mean /= total
	for i, v := range values {
		x := v/scale - mean
		d.weight[i+1] = d.weight[i] + weights[i]
		d.sum[i+1] = d.sum[i] + weights[i]*x
		d.squares[i+1] = d.squares[i] + weights[i]*x*x
	}
	return d
}

// of is the deviation of the values from (inclusive) to end (exclusive).
func (d deviation) of(from, end int) float64 {
	sum := d.sum[end] - d.sum[from]
	return math.Max(0, d.squares[end]-d.squares[from]-sum*sum/(d.weight[end]-d.weight[from]))
}
