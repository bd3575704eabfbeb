package ingest

// distance is the Levenshtein distance of two folded names in runes, or limit+1
// when it is larger than limit.
func distance(a, b string, limit int) int {
	ra, rb := []rune(a), []rune(b)
	if len(ra) < len(rb) {
		ra, rb = rb, ra
	}
	if len(ra)-len(rb) > limit {
		return limit + 1
	}
	row := make([]int, len(rb)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range ra {
		diagonal, best := row[0], i+1
		row[0] = i + 1
		for j, y := range rb {
			cost := diagonal
			if x != y {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
			best = min(best, cost)
		}
		if best > limit {
			return limit + 1
		}
	}
	return min(row[len(rb)], limit+1)
}

// similarity is 1 for equal names and falls with the edits that one needs to
// become the other, as a share of the longer; below 0.7 it is 0.
func similarity(a, b string) float64 {
	longer := max(len([]rune(a)), len([]rune(b)))
	if longer == 0 {
		return 0
	}
	limit := longer * 3 / 10
	d := distance(a, b, limit)
	if d > limit {
		return 0
	}
	return 1 - float64(d)/float64(longer)
}
