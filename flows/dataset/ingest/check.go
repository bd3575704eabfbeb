package ingest

import (
	"math"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// check repairs what is certainly wrong in the counts and reports what is odd.
func (b *builder) check(c *dataset.Counts, d *dataset.Dataset) {
	b.checkDuplicates(c, d)
	b.checkAbsent(c)
	b.checkPositives(c)
	b.checkReporting(c)
}

// checkAbsent says how many absent positives of a long export are taken as zero.
func (b *builder) checkAbsent(c *dataset.Counts) {
	if !c.AbsentIsZero {
		return
	}
	for _, g := range c.TestGroups(dataset.AnyMethod, dataset.AnyAge) {
		for _, pair := range g.Pairs {
			n := 0
			for row, t := range pair.Tested.Values {
				if !math.IsNaN(t) && math.IsNaN(pair.Positive.Values[row]) {
					n++
				}
			}
			if n > 0 {
				b.find(dataset.Info, "absent_is_zero", "row", b.counted, pair.Positive.Column, n,
					"%s tests and no row for positives; an export leaves zeros out, so they count as zero positives.",
					dataset.Plural(n, "unit-month has", "unit-months have"))
			}
		}
	}
}

// checkPositives lists rows with more positives than tests.
func (b *builder) checkPositives(c *dataset.Counts) {
	for i := range c.Series {
		p := &c.Series[i]
		if p.Role != dataset.RolePositive {
			continue
		}
		for j := range c.Series {
			t := &c.Series[j]
			if t.Role != dataset.RoleTested || t.Method != p.Method || t.Age != p.Age {
				continue
			}
			above, reporting := contradictions(p.Values, t.Values)
			if above > 0 {
				b.find(dataset.Warning, "positive_gt_tested", "row", b.counted, p.Column, above,
					"%q is larger than %q in %s of %s that report either; a rate above 100%% is not shown.",
					p.Column, t.Column, dataset.Thousands(above), dataset.Plural(reporting, "row"))
			}
		}
	}
}

// contradictions counts the rows with more positives than tests, and those in
// which either is above zero.
func contradictions(positive, tested []float64) (above, reporting int) {
	for row, p := range positive {
		t := tested[row]
		if p > t {
			above++
		}
		if p > 0 || t > 0 {
			reporting++
		}
	}
	return above, reporting
}

// checkReporting says how complete reporting is: facilities with nothing but
// zeros, and months without a report.
func (b *builder) checkReporting(c *dataset.Counts) {
	if len(c.Facilities) == 0 {
		return
	}
	months, above := make([]int, len(c.Facilities)), make([]bool, len(c.Facilities))
	for row, f := range c.Facility {
		if f < 0 {
			continue
		}
		filled := false
		for i := range c.Series {
			v := c.Series[i].Values[row]
			filled = filled || !math.IsNaN(v)
			above[f] = above[f] || v > 0
		}
		if filled {
			months[f]++
		}
	}
	zeros, blank := 0, 0
	for f := range months {
		switch {
		case months[f] == 0:
			blank++
		case !above[f]:
			zeros++
		}
	}
	if zeros > 0 {
		b.find(dataset.Warning, "only_zeros", "facility", b.counted, "", zeros,
			"%s only zeros, of %s in all; a zero often stands for a blank report. Zeros do not move the rate.",
			dataset.Plural(zeros, "facility has", "facilities have"), dataset.Thousands(len(months)))
	}
	if blank > 0 {
		b.find(dataset.Warning, "no_report", "facility", b.counted, "", blank,
			"%s nothing at all, of %s.", dataset.Plural(blank, "facility reports", "facilities report"), dataset.Thousands(len(months)))
	}
	b.checkMonths(c, months)
}

func (b *builder) checkMonths(c *dataset.Counts, months []int) {
	if c.Periods == nil {
		return
	}
	distinct := distinctPeriods(c.Periods)
	if len(distinct) < 2 {
		return
	}
	missing, few := 0, 0
	for _, n := range months {
		missing += max(0, len(distinct)-n)
		if 2*n < len(distinct) {
			few++
		}
	}
	if missing > 0 {
		b.find(dataset.Warning, "missing_months", "facility", b.counted, "", missing,
			"%s of %s are missing; %s for fewer than half of the %s.", dataset.Plural(missing, "facility-month"),
			dataset.Thousands(len(months)*len(distinct)), dataset.Plural(few, "facility reports", "facilities report"), dataset.Plural(len(distinct), "period"))
	}
}
