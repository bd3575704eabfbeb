package tpr

import (
	"math"
	"math/bits"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// maxSpan is the longest calendar, in months, over which reporting is judged; a
// longer one can only come from a damaged year.
const maxSpan = 200 * 12

// A calendar numbers the months in which anything chosen was reported.
type calendar struct {
	first  int32
	number []int32 // month after first -> its number, -1 when no row has it
	months int
}

// newCalendar is empty when the file tells no periods.
func newCalendar(periods, chosen []dataset.Period) calendar {
	lowest, highest := int32(math.MaxInt32), int32(math.MinInt32)
	for _, p := range periods {
		if !p.IsZero() {
			lowest, highest = min(lowest, p.First), max(highest, p.First+p.Months-1)
		}
	}
	if highest < lowest || int64(highest)-int64(lowest) >= maxSpan {
		return calendar{}
	}
	cal := calendar{first: lowest, number: make([]int32, highest-lowest+1)}
	present := make([]bool, len(cal.number))
	var last dataset.Period
	for _, p := range periods {
		if p == last {
			continue
		}
		last = p
		for m := range p.Months {
			present[p.First+m-lowest] = true
		}
	}
	for i := range cal.number {
		cal.number[i] = -1
		month := dataset.Period{First: lowest + int32(i), Months: 1}
		if present[i] && (len(chosen) == 0 || month.In(chosen)) {
			cal.number[i] = int32(cal.months)
			cal.months++
		}
	}
	return cal
}

// span is the period from the first to the last month of the calendar.
func (c *calendar) span() dataset.Period {
	var span dataset.Period
	for i, n := range c.number {
		if n < 0 {
			continue
		}
		month := c.first + int32(i)
		if span.IsZero() {
			span.First = month
		}
		span.Months = month - span.First + 1
	}
	return span
}

// A register remembers in which months each unit reported, a bit a month.
type register struct {
	words int // a unit
	bits  []uint64
}

func newRegister(units, months int) register {
	words := (max(months, 1) + 63) / 64
	return register{words: words, bits: make([]uint64, units*words)}
}

// mark notes a report; without a calendar every report is of one month.
func (r *register) mark(unit int, cal *calendar, p dataset.Period) {
	at := unit * r.words
	if cal.months == 0 || p.IsZero() {
		r.bits[at] |= 1
		return
	}
	for m := range p.Months {
		if n := cal.number[p.First+m-cal.first]; n >= 0 {
			r.bits[at+int(n/64)] |= 1 << (n % 64)
		}
	}
}

// count is the number of months in which the unit reported.
func (r *register) count(unit int) int {
	n := 0
	for _, word := range r.bits[unit*r.words : (unit+1)*r.words] {
		n += bits.OnesCount64(word)
	}
	return n
}

func (r *register) merge(other register) {
	for i, word := range other.bits {
		r.bits[i] |= word
	}
}
