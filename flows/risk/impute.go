package risk

import "math"

// gaps lists the wards in which a variable has no value.
func gaps(values []float64) []int {
	var missing []int
	for i, v := range values {
		if math.IsNaN(v) {
			missing = append(missing, i)
		}
	}
	return missing
}

// counts are what a variable is the ratio of, such as test positivity; a value that
// is filled from neighbours then pools their counts.
type counts struct{ part, whole []float64 }

// imputed fills missing values from the wards that touch them: the mean of their
// values, or their pooled counts where there are counts for all of them. Values
// that were filled do not serve others. A ward without any such neighbour stays
// missing.
func imputed(values []float64, neighbours [][]int, from *counts) []float64 {
	filled := append([]float64(nil), values...)
	for _, i := range gaps(values) {
		var sum, part, whole, known float64
		for _, j := range neighbours[i] {
			if math.IsNaN(values[j]) {
				continue
			}
			sum, known = sum+values[j], known+1
			if from != nil {
				part, whole = part+from.part[j], whole+from.whole[j]
			}
		}
		switch {
		case from != nil && whole > 0: // NaN, where a neighbour's counts are unknown, is not above 0
			filled[i] = part / whole
		case known > 0:
			filled[i] = sum / known
		}
	}
	return filled
}
