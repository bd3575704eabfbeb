package ingest

import "github.com/chatmrpt/chatmrpt/flows/dataset"

// dropPeriodTotals leaves out rows for a quarter or a year where the same unit
// reports months inside of it: the year would count every case twice.
func (b *builder) dropPeriodTotals(k *block) {
	if k.periods == nil {
		return
	}
	finest, coarsest := int32(0), int32(0)
	for _, p := range k.periods {
		if p.IsZero() {
			continue
		}
		if finest == 0 || p.Months < finest {
			finest = p.Months
		}
		coarsest = max(coarsest, p.Months)
	}
	if finest == coarsest {
		return
	}
	type subject struct {
		unit     uint32
		facility int32
	}
	fine := map[subject][]dataset.Period{}
	for row, p := range k.periods {
		if p.Months == finest && k.isFilled(row) {
			at := subject{k.unit[row], k.facility[row]}
			fine[at] = append(fine[at], p)
		}
	}
	mask, n := make([]bool, len(k.periods)), 0
	for row, p := range k.periods {
		mask[row] = true
		if p.Months == finest {
			continue
		}
		for _, part := range fine[subject{k.unit[row], k.facility[row]}] {
			if p.Contains(part) {
				mask[row] = false
				n++
				break
			}
		}
	}
	if n > 0 {
		b.find(dataset.Warning, "period_totals", "row", k.name(b), "", n,
			"%s a longer period that its months are in the file for; the months count and the longer period does not.", dataset.Plural(n, "row is for", "rows are for"))
	}
	k.keep(mask)
}
