package query

import (
	"fmt"
	"math"
	"slices"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// minMonths is how many months with a value a trend needs.
const minMonths = 6

// trend lists the N places where a monthly value rises fastest, by the slope of
// the least-squares line over the months.
func (d *desk) trend() (schemaregistry.Result, error) {
	name := "tpr"
	if d.args.Variable != "" {
		name = canonical(d.args.Variable)
	}
	if !isCounted(name) {
		return ask(recommendFirst(&schemaregistry.Question{
			ID: "variable", Arg: "variable", Text: "Only the counts are known by month. Trend of what?",
			Options: variableOptions("variable", []string{"tpr", "tested", "positive"}),
		})), nil
	}
	filter := d.filter()
	if filter == nil || filter.counts.Periods == nil {
		return schemaregistry.Result{}, schemaregistry.Fail("no_months", "A trend needs counts by month; the data at hand has none.")
	}
	widened := filter.widen()
	f, used, question := d.slopes(filter, name)
	if question != nil {
		return ask(question), nil
	}
	order := f.ordered(true)
	if len(order) == 0 {
		return schemaregistry.Result{}, schemaregistry.Fail("too_few_months", "No %s has %d months with a value, which a trend needs.", f.noun, minMonths)
	}
	n := min(d.args.N, len(order))
	table := f.listed(order, n, true)
	table.Title = fmt.Sprintf("%s by trend of %s, fastest rise first", capital(f.some(n)), titles[name])
	files, err := file(table, "trend", fmt.Sprint(n), f.level, name)
	if err != nil {
		return schemaregistry.Result{}, err
	}
	return schemaregistry.Result{
		Text:      sentences(f.rising(order, titles[name]), f.fewer(len(order), d.args.N), f.tiedAtTheEnd(order, n)),
		Table:     table,
		Artifacts: files,
		Assumed:   nonEmpty(filter.said, widened, trendFormula(name), f.tooFew(len(order))),
		Chips:     []schemaregistry.Chip{{Label: "Show the highest", Say: fmt.Sprintf("top %d %s by %s", d.args.N, plural(f.noun), titles[name])}},
		Receipt: &schemaregistry.Receipt{
			Formula: trendFormula(name), Rows: filter.rows,
			Steps: []string{
				fmt.Sprintf("Counts summed by %s and month: %s.", f.noun, dataset.Plural(used, "month")),
				fmt.Sprintf("%s with at least %d months with a value.", f.some(len(order)), minMonths),
			},
		},
	}, nil
}

// widen takes all months where the chosen ones are too few for a trend, and says so.
func (f *filter) widen() string {
	months := int32(0)
	for _, p := range f.periods {
		months += p.Months
	}
	if len(f.periods) == 0 || months >= minMonths {
		return ""
	}
	f.periods = nil
	return fmt.Sprintf("A trend needs %d months, so all months of the data are used here.", minMonths)
}

func trendFormula(name string) string {
	y := name + " of the month"
	if name == "tpr" {
		y = "100 x sum(positive) / sum(tested) of the month"
	}
	return "Slope by least squares = sum((m - mean m)(y - mean y)) / sum((m - mean m)^2), where m is the number of the month and y = " +
		y + "; months without a value are left out, each other month counts once."
}

// slopes sums the counts by place and month and fits a line to each place. The
// slope of a rate is in percentage points a month.
func (d *desk) slopes(filter *filter, name string) (f *field, months int, question *schemaregistry.Question) {
	f = &field{variable: countedVariable(name), level: d.args.Level, noun: d.noun(d.args.Level)}
	f.name, f.title, f.unit, f.direction = "slope", "change a month", "count", 0
	scale := 1.0
	if name == "tpr" {
		scale, f.unit = 100, "percentage points"
	}
	placeOf, question := d.placesFor(f, filter)
	if question != nil {
		return nil, 0, question
	}
	span := filter.counts.Span()
	width := int(span.Months)
	tallies := map[int]*tally{} // place*width + month
	filter.each(func(row int, r dataset.Report) {
		period, at := filter.counts.Periods[row], placeOf(row)
		if period.Months != 1 || at < 0 {
			return
		}
		key := at*width + int(period.First-span.First)
		if tallies[key] == nil {
			tallies[key] = &tally{}
		}
		tallies[key].add(r)
	})
	seen := map[int]bool{}
	counts := make(schemaregistry.Numbers, len(f.places))
	for i := range f.places {
		var x, y []float64
		for m := range width {
			if t := tallies[i*width+m]; t != nil && !math.IsNaN(t.of(name)) {
				x, y = append(x, float64(m)), append(y, scale*t.of(name))
				seen[m] = true
			}
		}
		f.values = append(f.values, math.NaN())
		if counts[i] = float64(len(x)); len(x) >= minMonths {
			f.values[i] = slope(x, y)
		}
	}
	f.extras = []schemaregistry.Column{{Name: "months", Title: "Months", Unit: "count", Numbers: counts}}
	return f, len(seen), nil
}

// placesFor fills in the places of the level and says to which one a row belongs.
func (d *desk) placesFor(f *field, filter *filter) (func(row int) int, *schemaregistry.Question) {
	c := filter.counts
	switch f.level {
	case levelFacility:
		if len(c.Facilities) == 0 {
			return nil, d.askLevel("The data has no counts by facility.")
		}
		for _, facility := range c.Facilities {
			p := place{facility: facility.Name}
			if facility.Ward >= 0 {
				p.Ward = d.data.Wards[facility.Ward]
			}
			f.places = append(f.places, p)
		}
		return func(row int) int { return int(c.Facility[row]) }, nil
	case levelLGA:
		if f.places = d.lgas(filter.scope); len(f.places) == 0 {
			return nil, d.askLevel("The data does not tell LGAs.")
		}
	default:
		for w, ward := range d.data.Wards {
			if filter.scope == nil || filter.scope[w] {
				f.places = append(f.places, place{Ward: ward, members: []int{w}})
			}
		}
	}
	of := slices.Repeat([]int{-1}, len(d.data.Wards))
	for i, p := range f.places {
		for _, w := range p.members {
			of[w] = i
		}
	}
	return func(row int) int { return of[c.Ward[row]] }, nil
}

// rising counts who rises and who falls and names the steepest of both.
func (f *field) rising(order []int, what string) string {
	var up, down []string
	for _, at := range order {
		said := f.places[at].label() + " " + f.change(f.values[at])
		switch {
		case f.values[at] > tie:
			up = append(up, said)
		case f.values[at] < -tie:
			down = append(down, said)
		}
	}
	slices.Reverse(down)
	text := fmt.Sprintf("%s rises in %s and falls in %s.", capital(what), f.some(len(up)), dataset.Thousands(len(down)))
	if len(up) > 0 {
		text += " It rises fastest in " + dataset.Names(up[:min(3, len(up))], 3) + "."
	}
	if len(down) > 0 {
		text += " It falls fastest in " + down[0] + "."
	}
	return text
}

func (f *field) change(v float64) string {
	if f.unit == "count" {
		return fmt.Sprintf("%+.1f a month", v)
	}
	return fmt.Sprintf("%+.2f percentage points a month", v)
}

func (f *field) tooFew(kept int) string {
	left := len(f.values) - kept
	if left == 0 {
		return ""
	}
	return fmt.Sprintf("%s with fewer than %d months of values %s left out.", f.some(left), minMonths, agree(left, "is", "are"))
}
