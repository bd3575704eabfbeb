package ingest

import (
	"fmt"
	"math"
	"slices"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// readWardColumns reads the variables of ward tables and of boundary attributes.
func (b *builder) readWardColumns(parts []*part, joins []*join, wards int) []dataset.WardColumn {
	var columns []dataset.WardColumn
	taken := map[string]string{}
	for i, p := range parts {
		if p.kind != fileWard && p.kind != fileBoundaries {
			continue
		}
		for at, m := range p.columns {
			if m.kind != kindVariable {
				continue
			}
			column := b.readWardColumn(p, joins[i], at, wards)
			if column == nil {
				continue
			}
			for base, n := column.Name, 2; taken[column.Name] != ""; n++ {
				column.Name = fmt.Sprintf("%s_%d", base, n)
			}
			taken[column.Name] = column.File
			columns = append(columns, *column)
		}
	}
	return columns
}

// readWardColumn spreads one column over the wards; nil when no ward has a value.
func (b *builder) readWardColumn(p *part, j *join, at, wards int) *dataset.WardColumn {
	m, c := p.columns[at], p.table.Columns[at]
	values, bad := numbers(c)
	if c.IsText() && bad*2 > len(values) {
		return nil
	}
	b.reportBad(p, c, bad)
	spread, differing, repeated := p.byWard(j, values, wards)
	b.reportRepeats(p, c.Heading, differing, repeated)
	column := &dataset.WardColumn{
		Name: m.name, Heading: c.Heading, File: p.name(b), Aliases: aliasesOf(m.name, c.Heading),
		Unit: m.unit, Direction: m.direction, Values: spread,
	}
	if !slices.ContainsFunc(spread, func(v float64) bool { return !math.IsNaN(v) }) {
		return nil
	}
	b.settleScale(p, column)
	b.checkRange(p, column)
	return column
}

// byWard gives each ward its value. A ward that stands in several rows has their
// mean where the rows are months, and no value where they contradict each other.
func (p *part) byWard(j *join, values []float64, wards int) (spread []float64, differing, repeated int) {
	spread, n, sum := missing(wards), make([]int, wards), make([]float64, wards)
	clash := make([]bool, wards)
	for row, v := range values {
		at := j.wardOf[p.unitOf[row]]
		if at < 0 || math.IsNaN(v) {
			continue
		}
		if n[at] > 0 && spread[at] != v {
			clash[at] = true
		}
		if n[at] == 0 {
			spread[at] = v
		}
		n[at]++
		sum[at] += v
	}
	months := p.has(kindPeriod) || p.has(kindMonth) || p.has(kindYear)
	for at := range spread {
		switch {
		case clash[at] && months:
			spread[at] = sum[at] / float64(n[at])
			repeated++
		case clash[at]:
			spread[at] = math.NaN()
			differing++
		}
	}
	return spread, differing, repeated
}

func (b *builder) reportRepeats(p *part, heading string, differing, repeated int) {
	if differing > 0 {
		b.find(dataset.Warning, "repeated_ward", "ward", p.name(b), heading, differing,
			"%s in several rows with different values; they get no value, because nobody can say which row is right.",
			dataset.Plural(differing, "ward stands", "wards stand"))
	}
	if repeated > 0 {
		b.find(dataset.Info, "mean_of_periods", "ward", p.name(b), heading, repeated,
			"%s several periods; the mean over them is used.", dataset.Plural(repeated, "ward has", "wards have"))
	}
}

// settleScale turns percentages of positivity into fractions and shares of urban
// area into percent, by the range of the values, and says so.
func (b *builder) settleScale(p *part, c *dataset.WardColumn) {
	most := 0.0
	for _, v := range c.Values {
		if !math.IsNaN(v) {
			most = max(most, v)
		}
	}
	switch {
	case c.Name == "tpr" && most > 1:
		b.settleRate(p, c, most)
	case c.Name == "urban_percentage" && most <= 1 && most > 0:
		for i := range c.Values {
			c.Values[i] *= 100
		}
		b.find(dataset.Info, "scale", "column", c.File, c.Heading, len(c.Values), "The values lie between 0 and 1 and were taken as shares: times 100 they are percent.")
	case c.Name == "urban_percentage" && b.saysYesNo(p, c.Heading):
		b.find(dataset.Info, "scale", "column", c.File, c.Heading, len(c.Values), "The column says yes or no; yes was taken as 100 percent urban and no as 0.")
	}
}

func (b *builder) saysYesNo(p *part, heading string) bool {
	c := p.table.Column(heading)
	return c != nil && c.IsText()
}

// checkRange reports values that cannot be.
func (b *builder) checkRange(p *part, c *dataset.WardColumn) {
	low, high := 0.0, math.Inf(1)
	switch c.Unit {
	case "people", "households", "nets", "mm":
	case "percent":
		high = 100
	case "fraction":
		high = 1
	default:
		return
	}
	n := 0
	for i, v := range c.Values {
		if v < low || v > high {
			c.Values[i] = math.NaN()
			n++
		}
	}
	if n > 0 {
		b.find(dataset.Warning, "out_of_range", "ward", c.File, c.Heading, n,
			"%s outside of what %s can be and taken as missing.", dataset.Plural(n, "value is", "values are"), c.Name)
	}
}

// readBoundary collects the polygons of all layers; nil without any.
func (b *builder) readBoundary(parts []*part, joins []*join) *dataset.Boundary {
	boundary := &dataset.Boundary{}
	for i, p := range parts {
		if p.kind != fileBoundaries {
			continue
		}
		for row, geometry := range p.shapes {
			at := joins[i].wardOf[p.unitOf[row]]
			if at < 0 || len(geometry) == 0 {
				continue
			}
			boundary.File = b.files[p.file].Name
			boundary.Shapes = append(boundary.Shapes, dataset.Shape{Ward: int(at), Geometry: geometry, Invalid: p.invalid[row]})
		}
	}
	if len(boundary.Shapes) == 0 {
		return nil
	}
	return boundary
}

// dropWardTableTotals leaves total rows out of a table of population and the like.
func (b *builder) dropWardTableTotals(p *part) {
	if p.kind != fileWard || p.unitOf == nil {
		return
	}
	k := &block{part: p, unit: p.unitOf}
	for at, m := range p.columns {
		if m.kind == kindVariable && (m.unit == "people" || m.unit == "households" || m.unit == "nets") {
			values, _ := numbers(p.table.Columns[at])
			k.series = append(k.series, dataset.Series{Column: p.table.Columns[at].Heading, Values: values})
		}
	}
	if len(k.series) == 0 {
		return
	}
	k.rows, k.facility = make([]int32, len(k.unit)), make([]int32, len(k.unit))
	b.dropUnitTotals(k)
}
