package query

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// describe gives n, missing, mean, median, quartiles, and who is at either end.
func (d *desk) describe(f *field) (schemaregistry.Result, error) {
	x := present(f.values)
	if len(x) == 0 {
		return schemaregistry.Result{}, schemaregistry.Fail("no_values", "No %s has a value of %s.", f.noun, f.title)
	}
	slices.Sort(x)
	low, high := f.at(x[0]), f.at(x[len(x)-1])
	lines := [][2]string{
		{capital(plural(f.noun)) + " with a value", dataset.Thousands(len(x))},
		{"Without a value", dataset.Thousands(len(f.values) - len(x))},
		{"Mean", say(mean(x), f.unit)},
		{"Standard deviation", f.deviation(x)},
		{"Minimum", say(x[0], f.unit) + " in " + low},
		{"Lower quartile", say(quantile(x, 0.25), f.unit)},
		{"Median", say(quantile(x, 0.5), f.unit)},
		{"Upper quartile", say(quantile(x, 0.75), f.unit)},
		{"Maximum", say(x[len(x)-1], f.unit) + " in " + high},
	}
	table := &schemaregistry.Table{Title: capital(f.title) + " of " + f.some(len(x)), Columns: []schemaregistry.Column{
		{Name: "statistic", Title: "Statistic"}, {Name: "value", Title: "Value"},
	}}
	for _, line := range lines {
		table.Columns[0].Text = append(table.Columns[0].Text, line[0])
		table.Columns[1].Text = append(table.Columns[1].Text, line[1])
	}
	return schemaregistry.Result{
		Text: sentences(fmt.Sprintf("%s of %s runs from %s (%s) to %s (%s); the median is %s and the mean %s.",
			capital(f.title), f.some(len(x)), say(x[0], f.unit), low, say(x[len(x)-1], f.unit), high,
			say(quantile(x, 0.5), f.unit), say(mean(x), f.unit)), f.reading()),
		Table:   table,
		Assumed: nonEmpty(append(f.assumed, f.missing(), f.unweighted())...),
		Chips: []schemaregistry.Chip{
			{Label: "Show the histogram", Say: "histogram of " + f.title},
			{Label: "Show the highest", Say: fmt.Sprintf("top 10 %s by %s", plural(f.noun), f.title)},
		},
		Receipt: &schemaregistry.Receipt{
			Formula: f.formula + " Mean and standard deviation (n-1) over places; quartiles by linear interpolation (Hyndman and Fan 1996, type 7).",
			Rows:    f.rows, Steps: []string{rowsStep(f)},
		},
	}, nil
}

// unweighted tells the mean of rates from the pooled rate.
func (f *field) unweighted() string {
	if f.name != "tpr" {
		return ""
	}
	return fmt.Sprintf("The mean counts every %s once; the overall positivity is positives over tests and can differ.", f.noun)
}

// deviation is not a rate: that of fractions is in percentage points.
func (f *field) deviation(x []float64) string {
	s := deviation(x)
	if f.unit == "fraction" && !math.IsNaN(s) {
		return fmt.Sprintf("%.1f percentage points", 100*s)
	}
	return say(s, f.unit)
}

// at names the places with a value, at most three.
func (f *field) at(value float64) string {
	var names []string
	for i, v := range f.values {
		if math.Abs(v-value) <= tie {
			names = append(names, f.places[i].label())
		}
	}
	slices.Sort(names)
	return dataset.Names(names, 3)
}

// histogram counts the places in bins of a round width.
func (d *desk) histogram(f *field) (schemaregistry.Result, error) {
	x := present(f.values)
	if len(x) == 0 {
		return schemaregistry.Result{}, schemaregistry.Fail("no_values", "No %s has a value of %s.", f.noun, f.title)
	}
	slices.Sort(x)
	b := binned(x)
	most := slices.Max(b.counts)
	labels, bars := make([]string, len(b.counts)), make([]string, len(b.counts))
	for i, n := range b.counts {
		labels[i] = f.bin(b, i)
		bars[i] = bar(n, most)
	}
	fullest := slices.Index(b.counts, most)
	table := &schemaregistry.Table{Title: fmt.Sprintf("Histogram of %s, %s", f.title, f.some(len(x))), Columns: []schemaregistry.Column{
		{Name: "range", Title: capital(f.title), Text: labels},
		{Name: "count", Title: capital(plural(f.noun)), Unit: "count", Numbers: b.counts},
		{Name: "bar", Title: " ", Text: bars},
	}}
	return schemaregistry.Result{
		Text: fmt.Sprintf("Most often %s lies %s: %s of %s. Half of them lie between %s and %s.",
			f.title, f.between(b, fullest), dataset.Thousands(most), f.some(len(x)),
			say(quantile(x, 0.25), f.unit), say(quantile(x, 0.75), f.unit)),
		Table:   table,
		Assumed: nonEmpty(append(f.assumed, f.missing(), b.said)...),
		Chips:   []schemaregistry.Chip{{Label: "Describe it", Say: "describe " + f.title}},
		Receipt: &schemaregistry.Receipt{Formula: f.formula + " " + b.said, Rows: f.rows, Steps: []string{rowsStep(f)}},
	}, nil
}

// bins are counts of values from start, each width wide; a value on an edge
// belongs to the bin that begins there, the largest value to the last.
type bins struct {
	start, width float64
	counts       schemaregistry.Numbers
	said         string // how they were chosen
}

func binned(sorted []float64) bins {
	lowest, highest := sorted[0], sorted[len(sorted)-1]
	if highest-lowest <= tie {
		return bins{start: lowest, counts: schemaregistry.Numbers{float64(len(sorted))}, said: "All values are equal, so there is one bin."}
	}
	width, rule := binWidth(sorted)
	b := bins{start: math.Floor(lowest/width) * width, width: width}
	b.counts = make(schemaregistry.Numbers, int((highest-b.start)/width)+1)
	for _, v := range sorted {
		b.counts[int((v-b.start)/width)]++
	}
	if last := len(b.counts) - 1; last > 0 && highest <= b.start+float64(last)*width {
		b.counts[last-1] += b.counts[last]
		b.counts = b.counts[:last]
	}
	b.said = fmt.Sprintf("Bins by the rule of %s, their width rounded up to a round number.", rule)
	return b
}

func (f *field) bin(b bins, i int) string {
	if b.width == 0 {
		return say(b.start, f.unit)
	}
	from := b.start + float64(i)*b.width
	return say(from, f.unit) + " to " + say(from+b.width, f.unit)
}

func (f *field) between(b bins, i int) string {
	if b.width == 0 {
		return "at " + f.bin(b, i)
	}
	return "between " + strings.Replace(f.bin(b, i), " to ", " and ", 1)
}

// bar draws n against the most, 30 blocks at most and one at least for any.
func bar(n, most float64) string {
	if n == 0 {
		return ""
	}
	return strings.Repeat("█", max(1, int(math.Round(30*n/most))))
}
