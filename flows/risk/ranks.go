package risk

import (
	"cmp"
	"math"
	"slices"
)

// tie is how close two values are that count as equal.
const tie = 1e-9

// Ranks gives competition ranks from the highest value down: 1 is the highest,
// and values within 1e-9 of the highest of their group share its rank (1, 2, 2, 4).
func Ranks(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	return competition(order, func(leader, i int) bool { return values[leader]-values[i] <= tie })
}

// competition ranks what stands in order, best first; equal says whether an item
// ties with the first of its group.
func competition(order []int, equal func(leader, i int) bool) []int {
	ranks := make([]int, len(order))
	leader, rank := 0, 1
	for at, i := range order {
		if at == 0 || !equal(leader, i) {
			leader, rank = i, at+1
		}
		ranks[i] = rank
	}
	return ranks
}

// Spearman is the rank correlation of two sets of scores, ties at their mean
// rank (Spearman 1904). It is NaN when either does not vary.
func Spearman(a, b []float64) float64 { return Pearson(meanRanks(a), meanRanks(b)) }

// meanRanks gives every value the mean of the places that its tie group takes.
func meanRanks(values []float64) []float64 {
	ranks := Ranks(values)
	size := make(map[int]int, len(ranks))
	for _, r := range ranks {
		size[r]++
	}
	means := make([]float64, len(ranks))
	for i, r := range ranks {
		means[i] = float64(r) + float64(size[r]-1)/2
	}
	return means
}

// Pearson is the correlation coefficient of two variables, NaN when either does
// not vary.
func Pearson(a, b []float64) float64 {
	ma, mb := mean(a), mean(b)
	var ab, aa, bb float64
	for i := range a {
		da, db := a[i]-ma, b[i]-mb
		ab, aa, bb = ab+da*db, aa+da*da, bb+db*db
	}
	if aa == 0 || bb == 0 {
		return math.NaN()
	}
	return ab / math.Sqrt(aa*bb)
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
