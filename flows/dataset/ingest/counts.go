package ingest

import (
	"math"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// maxSources is how many rows may remember where they stand in their file.
const maxSources = 200_000

// readCounts puts the blocks of all files together and checks them; nil without any.
func (b *builder) readCounts(parts []*part, blocks []*block, joins []*join, d *dataset.Dataset) *dataset.Counts {
	if len(blocks) == 0 {
		return nil
	}
	c := &dataset.Counts{AbsentIsZero: true}
	facilities := map[facilityKey]int32{}
	total := 0
	var names []string
	for _, k := range blocks {
		names = append(names, k.name(b))
		total += len(k.unit)
		c.AbsentIsZero = c.AbsentIsZero && k.absentIsZero
	}
	for _, k := range blocks {
		if k.absentIsZero && !c.AbsentIsZero {
			k.fillAbsent()
		}
		appendBlock(c, k, joins[indexOf(parts, k.part)], facilities, total)
	}
	b.counted = strings.Join(slices.Compact(names), ", ")
	b.check(c, d)
	return c
}

func indexOf(parts []*part, p *part) int {
	for i := range parts {
		if parts[i] == p {
			return i
		}
	}
	return -1
}

type facilityKey struct {
	ward int32
	name string
}

// appendBlock adds a block's rows to the counts, with wards and facilities by
// their place in the dataset.
func appendBlock(c *dataset.Counts, k *block, j *join, facilities map[facilityKey]int32, total int) {
	start := len(c.Ward)
	if start == 0 && len(k.unit) == total {
		c.Ward, c.Facility = make([]int32, 0, total), make([]int32, 0, total)
	}
	global := make([]int32, len(k.facilities))
	for i := range global {
		global[i] = -2 // not met yet: a facility may have lost all its rows
	}
	for row, u := range k.unit {
		f := k.facility[row]
		if f >= 0 && global[f] == -2 {
			global[f] = addFacility(c, k.facilities[f], j.wardOf[u], facilities)
		}
		c.Ward = append(c.Ward, j.wardOf[u])
		if f >= 0 {
			f = global[f]
		}
		c.Facility = append(c.Facility, f)
	}
	n := len(c.Ward)
	appendPeriods(c, k, start, n)
	appendSeries(c, k, start, n)
	if k.totalUsed != nil || c.TotalUsed != nil {
		c.TotalUsed = append(padded(c.TotalUsed, start), padded(k.totalUsed, len(k.unit))...)
	}
	if total <= maxSources {
		for _, row := range k.rows {
			c.Source = append(c.Source, dataset.RowSource{File: int32(k.file), Row: int32(k.table.RowNumber(int(row)))})
		}
	}
}

func padded[T any](values []T, n int) []T {
	for len(values) < n {
		var zero T
		values = append(values, zero)
	}
	return values
}

func addFacility(c *dataset.Counts, f localFacility, ward int32, facilities map[facilityKey]int32) int32 {
	key := facilityKey{ward, strings.ToLower(f.name)}
	at, known := facilities[key]
	if !known {
		at = int32(len(c.Facilities))
		facilities[key] = at
		c.Facilities = append(c.Facilities, dataset.Facility{Name: f.name, Level: f.level, Ward: ward})
	}
	if c.Facilities[at].Level == dataset.NoLevel {
		c.Facilities[at].Level = f.level
	}
	return at
}

func appendPeriods(c *dataset.Counts, k *block, start, n int) {
	switch {
	case k.periods == nil && c.Periods == nil:
		return
	case start == 0:
		c.Periods = k.periods
	default:
		c.Periods = append(padded(c.Periods, start), k.periods...)
	}
	c.Periods = padded(c.Periods, n)
}

// appendSeries adds a block's values; an indicator that one file lacks is missing there.
func appendSeries(c *dataset.Counts, k *block, start, n int) {
	given := map[dataset.Indicator]int{}
	for i := range c.Series {
		given[c.Series[i].Indicator] = i
	}
	for _, s := range k.series {
		i, known := given[s.Indicator]
		switch {
		case !known && start == 0:
			c.Series = append(c.Series, s)
		case !known:
			s.Values = append(missing(start), s.Values...)
			c.Series = append(c.Series, s)
		default:
			c.Series[i].Values = append(c.Series[i].Values[:start:start], s.Values...)
		}
	}
	for i := range c.Series {
		if have := len(c.Series[i].Values); have < n {
			c.Series[i].Values = append(c.Series[i].Values[:have:have], missing(n-have)...)
		}
	}
}

// fillAbsent writes the zeros of a long export out, for a dataset in which other
// files leave blanks where nothing is known.
func (k *block) fillAbsent() {
	for i := range k.series {
		if k.series[i].Role != dataset.RolePositive {
			continue
		}
		want := dataset.Indicator{Role: dataset.RoleTested, Method: k.series[i].Method, Age: k.series[i].Age}
		for _, t := range k.seriesOf(func(o dataset.Indicator) bool { return o == want }) {
			values := append([]float64(nil), k.series[i].Values...)
			for row, v := range values {
				if math.IsNaN(v) && !math.IsNaN(k.series[t].Values[row]) {
					values[row] = 0
				}
			}
			k.series[i].Values = values
		}
	}
}
