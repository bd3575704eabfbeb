package tpr

import (
	"math"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A part is what a chunk of rows adds up to.
type part struct {
	*plan
	sums     Totals
	blank    []int    // of group, pair and role, in that order
	register register // facilities first, then wards that report themselves
}

func (p *plan) newPart() *part {
	slots := 0
	for _, g := range p.groups {
		slots += 2 * len(g.Pairs)
	}
	return &part{
		plan:     p,
		sums:     Totals{Wards: make([]Sum, p.wards)},
		blank:    make([]int, slots),
		register: newRegister(len(p.facility)+p.wards, p.calendar.months),
	}
}

func (p *part) add(from, to int) {
	for row := from; row < to; row++ {
		if !p.takes(row) {
			continue
		}
		switch ward := p.counts.Ward[row]; {
		case ward < 0:
			p.addLost(row)
		case p.choice.Wards == nil || p.choice.Wards[ward]:
			p.addRow(row, &p.sums.Wards[ward])
		}
	}
}

func (p *part) addRow(row int, sum *Sum) {
	reports, slot := 0, 0
	for i := range p.groups {
		g := &p.groups[i]
		r := g.Report(row, p.counts.AbsentIsZero)
		switch r.Outcome {
		case dataset.Partial:
			p.sums.Partial++
			p.noteBlanks(g, row, slot)
		case dataset.Counted:
			reports++
			sum.Tested += r.Tested
			sum.Positive += r.Positive
			if r.Positive > r.Tested {
				sum.Over++
			}
			p.sums.Zeros += r.AbsentZeros
		}
		slot += 2 * len(g.Pairs)
	}
	if reports == 0 {
		return
	}
	sum.Reports += reports
	sum.Rows++
	if p.counts.TotalUsed != nil && p.counts.TotalUsed[row] {
		sum.TotalRows++
	}
	p.register.mark(p.unit(row, sum), &p.calendar, p.period(row))
}

// unit is the place of the row's facility, or of its ward, in the register.
func (p *part) unit(row int, sum *Sum) int {
	if f := p.counts.Facility[row]; f >= 0 {
		return int(f)
	}
	sum.UnitRows++
	return len(p.facility) + int(p.counts.Ward[row])
}

func (p *part) period(row int) dataset.Period {
	if p.counts.Periods == nil {
		return dataset.Period{}
	}
	return p.counts.Periods[row]
}

func (p *part) noteBlanks(g *dataset.TestGroup, row, slot int) {
	for i, pair := range g.Pairs {
		if math.IsNaN(pair.Tested.Values[row]) {
			p.blank[slot+2*i]++
		}
		if math.IsNaN(pair.Positive.Values[row]) {
			p.blank[slot+2*i+1]++
		}
	}
}

func (p *part) addLost(row int) {
	lost := false
	for i := range p.groups {
		if r := p.groups[i].Report(row, p.counts.AbsentIsZero); r.Outcome == dataset.Counted {
			p.sums.LostTests += r.Tested
			lost = true
		}
	}
	if lost {
		p.sums.LostRows++
	}
}

func (p *part) merge(other *part) {
	for i := range p.sums.Wards {
		to, from := &p.sums.Wards[i], &other.sums.Wards[i]
		to.Tested += from.Tested
		to.Positive += from.Positive
		to.Reports += from.Reports
		to.Over += from.Over
		to.Rows += from.Rows
		to.TotalRows += from.TotalRows
		to.UnitRows += from.UnitRows
	}
	p.sums.Partial += other.sums.Partial
	p.sums.Zeros += other.sums.Zeros
	p.sums.LostTests += other.sums.LostTests
	p.sums.LostRows += other.sums.LostRows
	for i, n := range other.blank {
		p.blank[i] += n
	}
	p.register.merge(other.register)
}

// totals closes the account: facilities and months are known only at the end.
func (p *part) totals() Totals {
	t := p.sums
	t.Months, t.Span = p.calendar.months, p.calendar.span()
	for f, chosen := range p.facility {
		if ward := p.counts.Facilities[f].Ward; chosen && ward >= 0 {
			p.addUnit(&t.Wards[ward], f, true)
		}
	}
	for w := range t.Wards {
		if t.Wards[w].UnitRows > 0 {
			p.addUnit(&t.Wards[w], len(p.facility)+w, false)
		}
		t.Rows += t.Wards[w].Rows
		t.Counted += t.Wards[w].Reports
	}
	t.Blank = p.blankColumns()
	return t
}

func (p *part) addUnit(sum *Sum, unit int, isFacility bool) {
	months := p.register.count(unit)
	sum.Known++
	if isFacility && months > 0 {
		sum.Facilities++
	}
	if 2*months < p.calendar.months {
		sum.Sparse++
	}
}

func (p *part) blankColumns() map[string]int {
	blank := map[string]int{}
	slot := 0
	for _, g := range p.groups {
		for _, pair := range g.Pairs {
			for i, s := range []*dataset.Series{pair.Tested, pair.Positive} {
				if n := p.blank[slot+i]; n > 0 {
					blank[s.Column] += n
				}
			}
			slot += 2
		}
	}
	return blank
}
