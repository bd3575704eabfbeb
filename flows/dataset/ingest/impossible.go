package ingest

import (
	"math"
	"slices"
	"strconv"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// mostCounted is above what any row of any country counts.
const mostCounted = 1e9

// dropImpossible takes counts below zero and above a thousand million as missing,
// before anything is concluded from them.
func (b *builder) dropImpossible(k *block) {
	negative, huge := make([]oddCounts, len(k.series)), make([]oddCounts, len(k.series))
	eachParallel(len(k.series), func(i int) {
		s := &k.series[i]
		cloned := false
		for row, v := range s.Values {
			switch {
			case v < 0:
				negative[i].note(row, v)
			case v > mostCounted:
				huge[i].note(row, v)
			default:
				continue
			}
			if !cloned { // the source is not changed
				s.Values, cloned = slices.Clone(s.Values), true
			}
			s.Values[row] = math.NaN()
		}
	})
	for i := range k.series {
		b.reportOdd(k, i, negative[i], "negative_count", "below zero")
		b.reportOdd(k, i, huge[i], "impossible_count", "higher than any count can be")
	}
}

// oddCounts are how many there are, and the first.
type oddCounts struct {
	n, row int
	value  float64
}

func (o *oddCounts) note(row int, value float64) {
	if o.n++; o.n == 1 {
		o.row, o.value = row, value
	}
}

func (b *builder) reportOdd(k *block, series int, o oddCounts, check, what string) {
	if o.n == 0 {
		return
	}
	b.find(dataset.Warning, check, "column", k.name(b), k.series[series].Column, o.n,
		"%s %s (%s in row %s) and taken as missing, not as zero.", dataset.Plural(o.n, "count is", "counts are"), what,
		strconv.FormatFloat(o.value, 'g', 6, 64), dataset.Thousands(k.table.RowNumber(int(k.rows[o.row]))))
}
