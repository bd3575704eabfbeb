package query

import (
	"math"
	"slices"
)

// tie is how far apart two values may be and still share a rank.
const tie = 1e-9

// present returns the values that are not missing.
func present(values []float64) []float64 {
	kept := make([]float64, 0, len(values))
	for _, v := range values {
		if !math.IsNaN(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// deviation is the sample standard deviation (n-1), NaN below two values.
func deviation(x []float64) float64 {
	if len(x) < 2 {
		return math.NaN()
	}
	m, squares := mean(x), 0.0
	for _, v := range x {
		squares += (v - m) * (v - m)
	}
	return math.Sqrt(squares / float64(len(x)-1))
}

// quantile of sorted values by linear interpolation (Hyndman and Fan 1996, type
// 7, the default of R and Excel's PERCENTILE.INC); p from 0 to 1.
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	below := int(at)
	if below+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[below] + (at-float64(below))*(sorted[below+1]-sorted[below])
}

// pearson is the product-moment correlation, NaN when either side is constant.
func pearson(x, y []float64) float64 {
	mx, my := mean(x), mean(y)
	var xy, xx, yy float64
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xy += dx * dy
		xx += dx * dx
		yy += dy * dy
	}
	if xx == 0 || yy == 0 {
		return math.NaN()
	}
	return max(-1, min(1, xy/math.Sqrt(xx*yy)))
}

// spearman is the correlation of mid-ranks.
func spearman(x, y []float64) float64 { return pearson(midRanks(x), midRanks(y)) }

// midRanks gives tied values the mean of the ranks they take up.
func midRanks(x []float64) []float64 {
	order := ordered(x)
	ranks := make([]float64, len(x))
	for from := 0; from < len(order); {
		to := from
		for to+1 < len(order) && x[order[to+1]]-x[order[from]] <= tie {
			to++
		}
		for _, i := range order[from : to+1] {
			ranks[i] = float64(from+to)/2 + 1
		}
		from = to + 1
	}
	return ranks
}

// ordered are the indices of the values, ascending, equal ones as they were.
func ordered(x []float64) []int {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case x[a] < x[b]:
			return -1
		case x[a] > x[b]:
			return 1
		}
		return 0
	})
	return order
}

// competition numbers sorted values: 1, 2, 2, 4; values within 1e-9 share a rank.
func competition(sorted []float64) []float64 {
	ranks := make([]float64, len(sorted))
	for i := range sorted {
		ranks[i] = float64(i + 1)
		if i > 0 && math.Abs(sorted[i]-sorted[i-1]) <= tie {
			ranks[i] = ranks[i-1]
		}
	}
	return ranks
}

// slope is the least-squares slope of y over x; it needs two distinct x.
func slope(x, y []float64) float64 {
	mx, my := mean(x), mean(y)
	var xy, xx float64
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
	}
	return xy / xx
}

// maxBins keeps a histogram on one screen.
const maxBins = 30

// binWidth is the width of histogram bins, rounded up to a round number: by
// Freedman and Diaconis (1981), 2 IQR / n^(1/3), or by Sturges (1926) when the
// middle half of the values is one value. It needs distinct sorted values.
func binWidth(sorted []float64) (width float64, rule string) {
	n, span := float64(len(sorted)), sorted[len(sorted)-1]-sorted[0]
	width, rule = 2*(quantile(sorted, 0.75)-quantile(sorted, 0.25))/math.Cbrt(n), "Freedman–Diaconis"
	if width <= 0 {
		width, rule = span/(math.Ceil(math.Log2(n))+1), "Sturges"
	}
	return roundUp(max(width, span/maxBins)), rule
}

// roundUp is the next number of the form 1, 2, 2.5 or 5 times a power of ten.
func roundUp(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, step := range []float64{1, 2, 2.5, 5} {
		if step*power >= x*(1-1e-12) {
			return step * power
		}
	}
	return 10 * power
}
