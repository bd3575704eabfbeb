package ingest

import (
	"math"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// readPeriods reads every row's period: the period column that reads best, else
// a year with a month column; nil when the table tells no time.
func (b *builder) readPeriods(p *part) []dataset.Period {
	best, bestAt := codedPeriods{}, -1
	for _, k := range []kind{kindPeriod, kindMonth, kindYear} {
		for _, at := range p.all(k) {
			if c := codePeriods(p.table.Columns[at]); c.betterThan(best) {
				best, bestAt = c, at
			}
		}
	}
	if months := b.yearAndMonth(p); months != nil && (bestAt < 0 || best.coarse > 1) {
		return months
	}
	if bestAt < 0 {
		return nil
	}
	periods := make([]dataset.Period, len(best.codes))
	unread, first := 0, 0
	for row, code := range best.codes {
		periods[row] = best.period[code]
		if periods[row].IsZero() {
			if unread++; unread == 1 {
				first = row
			}
		}
	}
	if unread > 0 {
		b.find(dataset.Warning, "unknown_period", "column", p.name(b), p.table.Columns[bestAt].Heading, unread,
			"%s no period that can be read (row %s is the first); they count only when all months are chosen.",
			dataset.Plural(unread, "row has", "rows have"), dataset.Thousands(p.table.RowNumber(first)))
	}
	return periods
}

// codedPeriods is a column's cells by distinct value.
type codedPeriods struct {
	codes  []uint32
	period []dataset.Period // by code
	read   int              // distinct values that are periods
	coarse int32            // months of the longest
}

func codePeriods(c *dataset.Column) codedPeriods {
	dict, codes := texts(c)
	p := codedPeriods{codes: codes, period: make([]dataset.Period, len(dict))}
	for i, text := range dict {
		if period, ok := dataset.ParsePeriod(text); ok {
			p.period[i] = period
			p.read++
			p.coarse = max(p.coarse, period.Months)
		}
	}
	read, filled := 0, 0
	for _, code := range codes {
		if dict[code] != "" {
			filled++
		}
		if !p.period[code].IsZero() {
			read++
		}
	}
	if read*2 < filled {
		p.read = 0
	}
	return p
}

// betterThan prefers columns that read as periods, and of those the finer one.
func (p codedPeriods) betterThan(q codedPeriods) bool {
	switch {
	case p.read == 0 || q.read == 0:
		return p.read > q.read
	}
	return p.coarse < q.coarse
}

// yearAndMonth joins a column of years and one of month names or numbers.
func (b *builder) yearAndMonth(p *part) []dataset.Period {
	year, month := p.find(kindYear), p.find(kindMonth)
	if year < 0 || month < 0 {
		return nil
	}
	years, yearCodes := texts(p.table.Columns[year])
	months, monthCodes := texts(p.table.Columns[month])
	ids, pairs := combine(yearCodes, len(years), monthCodes, len(months))
	byPair := make([]dataset.Period, len(pairs))
	read := false
	for i, pair := range pairs {
		period, ok := dataset.ParsePeriod(months[pair[1]] + " " + years[pair[0]])
		if !ok {
			period, ok = dataset.ParsePeriod(months[pair[1]])
		}
		if ok {
			byPair[i], read = period, true
		}
	}
	if !read {
		return nil
	}
	periods := make([]dataset.Period, len(ids))
	for row, id := range ids {
		periods[row] = byPair[id]
	}
	return periods
}

// isFilled reports whether any series has a value in the row.
func (k *block) isFilled(row int) bool {
	for i := range k.series {
		if !math.IsNaN(k.series[i].Values[row]) {
			return true
		}
	}
	return false
}
