package ingest

import (
	"math"
	"slices"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// readLong turns a long export (indicator, period, unit, value in each row) into
// a row per unit and period and a series per indicator.
func (b *builder) readLong(p *part) *block {
	values, bad := numbers(p.table.Columns[p.find(kindValue)])
	b.reportBad(p, p.table.Columns[p.find(kindValue)], bad)
	names, dataCodes := texts(p.table.Columns[p.find(kindData)])
	periods := b.readPeriods(p)
	k := &block{part: p, absentIsZero: true, said: map[string]bool{}}
	where := k.placeRows(periods)
	k.series = make([]dataset.Series, 0, len(names))
	seriesOf := b.longSeries(k, names, len(k.rows))
	repeats := 0
	for row, v := range values {
		s := seriesOf[dataCodes[row]]
		if s < 0 || math.IsNaN(v) {
			continue
		}
		at := &k.series[s].Values[where[row]]
		if !math.IsNaN(*at) {
			repeats++
			continue
		}
		*at = v
	}
	if repeats > 0 {
		b.find(dataset.Warning, "duplicate_rows", "row", p.name(b), "", repeats,
			"%s an indicator, unit and month that stand in the file already; the first one counts.", dataset.Plural(repeats, "row repeats", "rows repeat"))
	}
	return k
}

// placeRows numbers the distinct units and periods and says for each row of the
// table which one it belongs to. With a facility column each facility is apart.
func (k *block) placeRows(periods []dataset.Period) []uint32 {
	ids := k.unitOf
	n := len(k.units)
	k.unit, k.facility = k.unitOf, make([]int32, len(k.unitOf))
	for i := range k.facility {
		k.facility[i] = -1
	}
	if at := k.find(kindFacility); at >= 0 {
		k.readFacilities(at)
		facility := make([]uint32, len(k.facility))
		for i, f := range k.facility {
			facility[i] = uint32(f)
		}
		ids, n = facility, len(k.facilities)
	}
	codes, times := make([]uint32, len(ids)), 1
	if periods != nil {
		var distinct []dataset.Period
		codes, distinct = numberPeriods(periods)
		times = len(distinct)
	}
	where, pairs := combine(ids, n, codes, times)
	first := make([]int32, len(pairs))
	for row := len(where) - 1; row >= 0; row-- {
		first[where[row]] = int32(row)
	}
	k.gather(first, periods)
	return where
}

// gather keeps one row of the table for each row of the block.
func (k *block) gather(first []int32, periods []dataset.Period) {
	unit, facility := make([]uint32, len(first)), make([]int32, len(first))
	if periods != nil {
		k.periods = make([]dataset.Period, len(first))
	}
	for i, row := range first {
		unit[i], facility[i] = k.unit[row], k.facility[row]
		if periods != nil {
			k.periods[i] = periods[row]
		}
	}
	k.rows, k.unit, k.facility = first, unit, facility
}

// numberPeriods numbers the distinct periods in the order of their first row.
func numberPeriods(periods []dataset.Period) (codes []uint32, distinct []dataset.Period) {
	codes = make([]uint32, len(periods))
	seen := map[dataset.Period]uint32{}
	var near [1024]uint32 // code+1 of the last period of each remainder: spares most look-ups
	for row, p := range periods {
		at := &near[uint32(p.First)%uint32(len(near))]
		if *at == 0 || distinct[*at-1] != p {
			code, known := seen[p]
			if !known {
				code = uint32(len(distinct))
				seen[p] = code
				distinct = append(distinct, p)
			}
			*at = code + 1
		}
		codes[row] = *at - 1
	}
	return codes, distinct
}

// distinctPeriods lists the periods that occur, without the one not told.
func distinctPeriods(periods []dataset.Period) []dataset.Period {
	_, distinct := numberPeriods(periods)
	return slices.DeleteFunc(distinct, dataset.Period.IsZero)
}

// longSeries reads the names of the indicators like headings and makes an empty
// series for each that counts something.
func (b *builder) longSeries(k *block, names []string, rows int) (seriesOf []int) {
	seriesOf = make([]int, len(names))
	for i, name := range names {
		seriesOf[i] = -1
		if name == "" {
			continue
		}
		m := readHeading(name)
		if said, ok := readEdit(b.edits[columnEdit(name)]); ok {
			m = said
			k.said[name] = true
		}
		b.recognise(k.sheet, name, m)
		if m.kind != kindIndicator || m.indicator.Role == dataset.RoleRate {
			continue
		}
		seriesOf[i] = len(k.series)
		k.series = append(k.series, dataset.Series{Indicator: m.indicator, Column: name, Values: missing(rows)})
	}
	return seriesOf
}

func missing(n int) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = math.NaN()
	}
	return values
}
