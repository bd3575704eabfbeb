package ingest

import (
	"math"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// readSeries takes the count columns of a wide table; rates are left out.
func (b *builder) readSeries(p *part) []dataset.Series {
	var series []dataset.Series
	for i, m := range p.columns {
		if m.kind != kindIndicator || m.indicator.Role == dataset.RoleRate {
			continue
		}
		c := p.table.Columns[i]
		values, bad := numbers(c)
		b.reportBad(p, c, bad)
		series = append(series, dataset.Series{Indicator: m.indicator, Column: c.Heading, Values: values})
	}
	return series
}

// reportBad reports cells of a count column that are no numbers.
func (b *builder) reportBad(p *part, c *dataset.Column, bad int) {
	if bad == 0 {
		return
	}
	where := ""
	if len(c.Bad) > 0 {
		where = " such as \"" + c.Bad[0].Text + "\" in row " + dataset.Thousands(p.table.RowNumber(c.Bad[0].Row))
	}
	b.find(dataset.Warning, "not_a_number", "column", p.name(b), c.Heading, bad,
		"%s that are no numbers%s; they are taken as missing, not as zero.", dataset.Plural(bad, "cell holds text", "cells hold texts"), where)
}

// uniteSeries leaves one series for every indicator. Two columns of one heading,
// or two that never report together, are the halves of a form change and are
// added; two that say the same count once; of two that differ the first counts.
func (b *builder) uniteSeries(s *sheet, series []dataset.Series) []dataset.Series {
	var united []dataset.Series
	at := map[dataset.Indicator]int{}
	for _, next := range series {
		i, known := at[next.Indicator]
		if !known {
			at[next.Indicator] = len(united)
			united = append(united, next)
			continue
		}
		first := &united[i]
		both, same := overlap(first.Values, next.Values)
		switch {
		case baseHeading(s.table, next.Column) == baseHeading(s.table, first.Column), both == 0:
			added := addSeries(first.Values, next.Values)
			first.Values = added
			b.find(dataset.Info, "duplicate_heading", "column", b.fileName(s), next.Column, len(next.Values),
				"%q and %q count the same thing (%s) and are added up row by row; %s in both.",
				first.Column, next.Column, sayIndicator(next.Indicator), dataset.Plural(both, "row is", "rows are")+" filled")
		case same == both:
			b.find(dataset.Info, "same_column", "column", b.fileName(s), next.Column, both,
				"%q says the same as %q; it is counted once.", next.Column, first.Column)
			first.Values = fillFrom(first.Values, next.Values)
		default:
			b.find(dataset.Warning, "same_meaning", "column", b.fileName(s), next.Column, both-same,
				"%q and %q both read as %s and differ in %s; only %q is counted. Say what the other one is to change that.",
				first.Column, next.Column, sayIndicator(next.Indicator), dataset.Plural(both-same, "row"), first.Column)
		}
	}
	return united
}

// overlap counts the rows in which both are filled, and those in which they agree.
func overlap(a, b []float64) (both, same int) {
	for i := range a {
		if !math.IsNaN(a[i]) && !math.IsNaN(b[i]) {
			both++
			if a[i] == b[i] {
				same++
			}
		}
	}
	return both, same
}

func addSeries(a, b []float64) []float64 {
	sum := make([]float64, len(a))
	for i := range a {
		switch {
		case math.IsNaN(a[i]):
			sum[i] = b[i]
		case math.IsNaN(b[i]):
			sum[i] = a[i]
		default:
			sum[i] = a[i] + b[i]
		}
	}
	return sum
}

func fillFrom(a, b []float64) []float64 {
	filled := make([]float64, len(a))
	for i := range a {
		filled[i] = a[i]
		if math.IsNaN(a[i]) {
			filled[i] = b[i]
		}
	}
	return filled
}

// findTotalColumns marks series that are sums of others: by method beside RDT
// and microscopy, by age beside under five and five and over, or by both.
func (k *block) findTotalColumns() {
	k.isSum = make([]bool, len(k.series))
	for i := range k.series {
		k.isSum[i] = k.partsOf(i) != nil
	}
}

// partsOf lists the series that a series sums, nil when it sums none.
func (k *block) partsOf(i int) []int {
	s := k.series[i].Indicator
	if s.Method == dataset.AnyMethod {
		parts := k.seriesOf(func(o dataset.Indicator) bool {
			return o.Role == s.Role && o.Age == s.Age && o.Method != dataset.AnyMethod
		})
		if k.kinds(parts, func(o dataset.Indicator) string { return string(o.Method) }) == 2 {
			return parts
		}
	}
	if s.Age == dataset.AnyAge {
		parts := k.seriesOf(func(o dataset.Indicator) bool {
			return o.Role == s.Role && o.Method == s.Method && o.Age != dataset.AnyAge
		})
		if k.kinds(parts, func(o dataset.Indicator) string { return string(o.Age) }) >= 2 {
			return parts
		}
	}
	if s.Method == dataset.AnyMethod && s.Age == dataset.AnyAge {
		parts := k.seriesOf(func(o dataset.Indicator) bool {
			return o.Role == s.Role && o.Method != dataset.AnyMethod && o.Age != dataset.AnyAge
		})
		if len(parts) >= 2 {
			return parts
		}
	}
	return nil
}

// dropTotalColumns leaves the marked series out and reports them: the parts win.
func (b *builder) dropTotalColumns(k *block) {
	kept := k.series[:0:0]
	for i, s := range k.series {
		if k.isSum[i] {
			b.reportTotalColumn(k, i, k.partsOf(i))
			continue
		}
		kept = append(kept, s)
	}
	k.series, k.isSum = kept, nil
}

func (k *block) seriesOf(is func(dataset.Indicator) bool) []int {
	var found []int
	for i := range k.series {
		if is(k.series[i].Indicator) {
			found = append(found, i)
		}
	}
	return found
}

// kinds counts the distinct values that a property takes among series.
func (k *block) kinds(series []int, of func(dataset.Indicator) string) int {
	distinct := map[string]bool{}
	for _, i := range series {
		distinct[of(k.series[i].Indicator)] = true
	}
	return len(distinct)
}

func (b *builder) reportTotalColumn(k *block, total int, parts []int) {
	whole, sum := 0.0, 0.0
	for row, v := range k.series[total].Values {
		if math.IsNaN(v) {
			continue
		}
		whole += v
		for _, i := range parts {
			if p := k.series[i].Values[row]; !math.IsNaN(p) {
				sum += p
			}
		}
	}
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = k.series[p].Column
	}
	severity, verdict := dataset.Info, "whose sum it is"
	if math.Abs(whole-sum) > 0.02*max(whole, sum) {
		severity, verdict = dataset.Warning, "whose sum it should be and is not"
	}
	b.find(severity, "total_column", "column", k.name(b), k.series[total].Column, len(k.rows),
		"%q stands beside %s, %s (%s against %s). The parts are counted and this column is not, or everything would count twice.",
		k.series[total].Column, quoteNames(names, 3), verdict, dataset.Thousands(whole), dataset.Thousands(sum))
}
