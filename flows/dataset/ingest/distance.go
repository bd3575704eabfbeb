package ingest

// distance is the edit distance of two folded names in runes, where two
// neighbouring letters that changed places are one edit (optimal string
// alignment); it is limit+1 when it is larger than limit.
func distance(a, b string, limit int) int {
	ra, rb := []rune(a), []rune(b)
	if len(ra) < len(rb) {
		ra, rb = rb, ra
	}
	if len(ra)-len(rb) > limit {
		return limit + 1
	}
	before, row, next := make([]int, len(rb)+1), make([]int, len(rb)+1), make([]int, len(rb)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range ra {
		next[0] = i + 1
		best := next[0]
		for j, y := range rb {
			cost := row[j]
			if x != y {
				cost = 1 + min(row[j], next[j], row[j+1])
				if i > 0 && j > 0 && x == rb[j-1] && ra[i-1] == y {
					cost = min(cost, before[j-1]+1)
				}
			}
			next[j+1] = cost
			best = min(best, cost)
		}
		if best > limit {
			return limit + 1
		}
		before, row, next = row, next, before
	}
	return min(row[len(rb)], limit+1)
}

// similarity is 1 for equal names and falls with the edits that one needs to
// become the other, as a share of the longer; below 0.7 it is 0.
func similarity(a, b string) float64 {
	longer := max(len([]rune(a)), len([]rune(b)))
	const longest = 200 // runes of a name; what is longer is no name
	if longer == 0 || longer > longest {
		return 0
	}
	limit := longer * 3 / 10
	d := distance(a, b, limit)
	if d > limit {
		return 0
	}
	return 1 - float64(d)/float64(longer)
}
