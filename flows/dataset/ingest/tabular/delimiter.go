package tabular

import "bytes"

// sniffLines is how many records decide what separates the cells.
const sniffLines = 40

// delimiter finds what separates the cells: the separator that cuts the records
// most evenly, then the one that makes more cells. A first line such as "sep=;",
// which Excel understands, tells.
func delimiter(text []byte) (delim byte, told bool) {
	if rest, ok := bytes.CutPrefix(text, []byte("sep=")); ok && len(rest) > 1 && (rest[1] == '\r' || rest[1] == '\n') {
		return rest[0], true
	}
	best, bestScore := byte(','), 0.0
	for _, candidate := range []byte{',', '\t', ';', '|'} {
		s := scanner{data: text, delim: candidate}
		if score := evenness(s.records(sniffLines)); score > bestScore {
			best, bestScore = candidate, score
		}
	}
	return best, false
}

// evenness is the share of records with the commonest number of cells, weighted
// with that number; a separator that cuts every record alike ranks before all others.
func evenness(records []record) float64 {
	times, all := map[int]int{}, 0
	for _, r := range records {
		if r.filled() > 0 {
			times[len(r.cells)]++
			all++
		}
	}
	common := 1
	for cells, n := range times {
		if cells > 1 && (common == 1 || n > times[common] || (n == times[common] && cells > common)) {
			common = cells
		}
	}
	if common == 1 {
		return 0
	}
	share := float64(times[common]) / float64(all)
	score := share * share * float64(min(common-1, 20))
	if share == 1 {
		score += 100
	}
	return score
}
