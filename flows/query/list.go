package query

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// list gives the N highest or lowest places: exactly N rows, or all there are,
// and then it says so [004-C5].
func (d *desk) list(f *field) (schemaregistry.Result, error) {
	top := d.args.Operation == opTop
	order := f.ordered(top)
	if len(order) == 0 {
		return schemaregistry.Result{}, schemaregistry.Fail("no_values", "No %s has a value of %s.", f.noun, f.title)
	}
	n := min(d.args.N, len(order))
	table := f.listed(order, n, top)
	files, err := file(table, d.args.Operation, fmt.Sprint(n), f.level, f.name)
	if err != nil {
		return schemaregistry.Result{}, err
	}
	return schemaregistry.Result{
		Text:      sentences(f.highest(order[:n], top), f.fewer(len(order), d.args.N), f.tiedAtTheEnd(order, n), f.reading()),
		Table:     table,
		Artifacts: files,
		Assumed:   nonEmpty(append(f.assumed, f.missing())...),
		Warnings:  nonEmpty(f.fewTests(order[:n])),
		Chips:     d.listChips(f, top),
		Receipt: &schemaregistry.Receipt{
			Formula: f.formula + " Competition ranks: values within 1e-9 share the smallest rank.",
			Rows:    f.rows,
			Steps:   []string{rowsStep(f), fmt.Sprintf("Sorted with the %s first; %s listed.", f.end(top), f.some(n))},
		},
	}, nil
}

// descends reports whether the list starts with the largest number; the highest
// rank is the smallest number.
func (f *field) descends(top bool) bool { return top != (f.unit == "rank") }

// things are the variables that are many or few and not high or low.
var things = []string{"tested", "positive", "facilities", "nets_needed", "nets_allocated"}

func (f *field) end(top bool) string {
	switch {
	case f.unit == "rank" && top:
		return "highest risk"
	case f.unit == "rank":
		return "lowest risk"
	case slices.Contains(things, f.name) && top:
		return "most"
	case slices.Contains(things, f.name):
		return "fewest"
	case top:
		return "highest"
	}
	return "lowest"
}

// ordered are the places with a value in the order of the list; equal values
// stand by name.
func (f *field) ordered(top bool) []int {
	var order []int
	for i, v := range f.values {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		difference := f.values[a] - f.values[b]
		if f.descends(top) {
			difference = -difference
		}
		switch {
		case difference < -tie:
			return -1
		case difference > tie:
			return 1
		}
		return strings.Compare(f.places[a].label()+f.places[a].State, f.places[b].label()+f.places[b].State)
	})
	return order
}

// listed is the table of the first n places of an order.
func (f *field) listed(order []int, n int, top bool) *schemaregistry.Table {
	sorted := make([]float64, len(order))
	for i, at := range order {
		sorted[i] = f.values[at]
	}
	places := make([]place, n)
	for i := range places {
		places[i] = f.places[order[i]]
	}
	t := &schemaregistry.Table{Title: fmt.Sprintf("%s by %s, %s first", capital(f.some(n)), f.title, f.end(top))}
	t.Columns = append(t.Columns, schemaregistry.Column{Name: "position", Title: "#", Unit: "rank", Numbers: competition(sorted)[:n]})
	t.Columns = append(t.Columns, columnsOf(places)...)
	t.Columns = append(t.Columns, schemaregistry.Column{
		Name: f.name, Title: capital(f.title), Unit: f.unit, Direction: f.direction, Numbers: sorted[:n],
	})
	for _, extra := range f.extras {
		t.Columns = append(t.Columns, pick(extra, order[:n]))
	}
	return t
}

// pick takes the rows of a column.
func pick(c schemaregistry.Column, rows []int) schemaregistry.Column {
	from := c
	c.Text, c.Numbers = nil, nil
	for _, row := range rows {
		if from.Text != nil {
			c.Text = append(c.Text, from.Text[row])
		} else {
			c.Numbers = append(c.Numbers, from.Numbers[row])
		}
	}
	return c
}

// highest names the first three of the list.
func (f *field) highest(order []int, top bool) string {
	var names []string
	for _, at := range order[:min(3, len(order))] {
		if f.unit == "rank" {
			names = append(names, f.places[at].label())
		} else {
			names = append(names, f.places[at].label()+" "+say(f.values[at], f.unit))
		}
	}
	what := fmt.Sprintf("the %s %s", f.end(top), f.title)
	if f.unit == "rank" {
		what = "the " + f.end(top) + " (" + f.title + ")"
	}
	if len(order) == 1 {
		return fmt.Sprintf("The %s with %s: %s.", f.noun, what, names[0])
	}
	if len(order) > len(names) {
		return fmt.Sprintf("The %s with %s are in the table; first come %s.", f.some(len(order)), what, dataset.Names(names, 3))
	}
	return fmt.Sprintf("The %s with %s: %s.", f.some(len(order)), what, strings.Join(names, ", "))
}

func (f *field) fewer(have, asked int) string {
	if have >= asked {
		return ""
	}
	return fmt.Sprintf("Only %s %s a value, so the list is shorter than %s.", f.some(have), agree(have, "has", "have"), dataset.Thousands(asked))
}

func (f *field) tiedAtTheEnd(order []int, n int) string {
	more := 0
	for _, at := range order[n:] {
		if math.Abs(f.values[at]-f.values[order[n-1]]) <= tie {
			more++
		}
	}
	if more == 0 {
		return ""
	}
	return fmt.Sprintf("%s more %s with the last one listed.", f.some(more), agree(more, "ties", "tie"))
}

// fewTests warns of listed rates that rest on fewer than 30 tests.
func (f *field) fewTests(order []int) string {
	at := slices.IndexFunc(f.extras, func(c schemaregistry.Column) bool { return c.Name == "tested" })
	if f.name != "tpr" || at < 0 {
		return ""
	}
	var names []string
	for _, i := range order {
		if f.extras[at].Numbers[i] < 30 {
			names = append(names, f.places[i].label())
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("%s of these %s on fewer than 30 tests: %s.", dataset.Thousands(len(names)), agree(len(names), "rests", "rest"), dataset.Names(names, 5))
}

func (d *desk) listChips(f *field, top bool) []schemaregistry.Chip {
	other, label := "bottom", "Show the lowest"
	if !top {
		other, label = "top", "Show the highest"
	}
	chips := []schemaregistry.Chip{{Label: label, Say: fmt.Sprintf("%s %d %s by %s", other, d.args.N, plural(f.noun), f.title)}}
	if f.level == levelWard && d.data.Boundary != nil {
		chips = append(chips, schemaregistry.Chip{Label: "Map it", Say: "map " + f.name})
	}
	return append(chips, schemaregistry.Chip{Label: "Show the histogram", Say: "histogram of " + f.title})
}
