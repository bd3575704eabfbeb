package tpr

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// An outcome is everything that a computation came to.
type outcome struct {
	data   *dataset.Dataset
	chosen *choice
	totals Totals
	rates  []Rate // of the wards shown, by state, LGA and ward
	filled int    // wards filled from their neighbours
}

// inOrder keeps the chosen wards, by state, LGA, ward and code.
func inOrder(data *dataset.Dataset, rates []Rate, chosen []bool) []Rate {
	var kept []Rate
	for _, r := range rates {
		if chosen[r.Ward] {
			kept = append(kept, r)
		}
	}
	slices.SortStableFunc(kept, func(a, b Rate) int {
		x, y := data.Wards[a.Ward], data.Wards[b.Ward]
		return cmp.Or(cmp.Compare(x.State, y.State), cmp.Compare(x.LGA, y.LGA), cmp.Compare(x.Name, y.Name), cmp.Compare(x.Code, y.Code))
	})
	return kept
}

// byRate orders from the highest rate down; wards without a value come last, and
// equal ones stay as they were.
func byRate(rates []Rate) []Rate {
	sorted := slices.Clone(rates)
	slices.SortStableFunc(sorted, func(a, b Rate) int {
		switch {
		case a.HasValue() != b.HasValue():
			return map[bool]int{true: -1, false: 1}[a.HasValue()]
		case !a.HasValue():
			return 0
		}
		return cmp.Compare(b.Rate, a.Rate)
	})
	return sorted
}

// table is the layout of tpr.csv; with the code in the last place it is that of
// the evidence.
func (o *outcome) table(rates []Rate, code bool) *schemaregistry.Table {
	wards := o.wards(rates)
	t := &schemaregistry.Table{Columns: dataset.WardColumns(wards)}
	for _, c := range numberColumns {
		numbers := make(schemaregistry.Numbers, len(rates))
		for i := range rates {
			numbers[i] = c.of(&rates[i])
		}
		t.Columns = append(t.Columns, schemaregistry.Column{
			Name: c.name, Title: c.title, Unit: c.unit, Direction: c.direction, Numbers: numbers,
		})
	}
	flags := make([]string, len(rates))
	for i := range rates {
		flags[i] = strings.Join(rates[i].Flags, flagSeparator)
	}
	t.Columns = append(t.Columns, schemaregistry.Column{Name: "flags", Title: "Flags", Text: flags})
	if code {
		t.Columns = append(t.Columns, dataset.CodeColumn(wards))
	}
	return t
}

var numberColumns = []struct {
	name, title, unit string
	direction         int
	of                func(*Rate) float64
}{
	{"tested", "Tested", "count", 0, func(r *Rate) float64 { return r.Tested }},
	{"positive", "Positive", "count", 0, func(r *Rate) float64 { return r.Positive }},
	{"tpr", "Test positivity", "fraction", 1, func(r *Rate) float64 { return r.Rate }},
	{"ci_low", "95% from", "fraction", 0, func(r *Rate) float64 { return r.Low }},
	{"ci_high", "95% to", "fraction", 0, func(r *Rate) float64 { return r.High }},
	{"facilities", "Facilities", "count", 0, func(r *Rate) float64 { return r.Facilities }},
}

func (o *outcome) wards(rates []Rate) []dataset.Ward {
	wards := make([]dataset.Ward, len(rates))
	for i, r := range rates {
		wards[i] = o.data.Wards[r.Ward]
	}
	return wards
}

// evidence is the table with a title that says which counts were chosen, for the
// flows that build on it; there is none where nothing could be chosen.
func (o *outcome) evidence() *schemaregistry.Evidence {
	t := o.table(o.rates, true)
	if chosen := o.choiceWords(); chosen != "" {
		t.Title = "test positivity" + chosen
	}
	return &schemaregistry.Evidence{Kind: "tpr", Table: t}
}

// top is the table under the reply: the n highest, without columns that say nothing.
func (o *outcome) top(n int) *schemaregistry.Table {
	sorted := byRate(o.rates)
	n = min(n, o.withValue())
	t := o.table(sorted[:n], false)
	t.Columns = slices.DeleteFunc(t.Columns, func(c schemaregistry.Column) bool {
		return c.Name == "state" && o.oneState() || isEmpty(&c)
	})
	noun := o.noun()
	t.Title = fmt.Sprintf("Highest test positivity: top %d of %s", n, dataset.Plural(len(o.rates), noun))
	if n == len(o.rates) {
		t.Title = fmt.Sprintf("Test positivity of %s, highest first", dataset.Plural(n, noun))
	}
	return t
}

// isEmpty reports whether a column says nothing at all.
func isEmpty(c *schemaregistry.Column) bool {
	for row := range c.Len() {
		if c.Cell(row) != "" {
			return false
		}
	}
	return true
}

func (o *outcome) withValue() int {
	n := 0
	for i := range o.rates {
		if o.rates[i].HasValue() {
			n++
		}
	}
	return n
}

func (o *outcome) oneState() bool {
	for _, r := range o.rates {
		if o.data.Wards[r.Ward].State != o.data.Wards[o.rates[0].Ward].State {
			return false
		}
	}
	return true
}
