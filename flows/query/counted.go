package query

import (
	"math"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A filter takes the counts that the test positivity result was made of, so that
// a facility or a month is seen under the same choice as the ward.
type filter struct {
	counts  *dataset.Counts
	groups  []dataset.TestGroup
	level   dataset.Level
	periods []dataset.Period
	scope   []bool // by ward; nil all
	said    string // a sentence on what was taken
	rows    int    // rows that were counted
}

// filter follows the arguments of the test positivity result, or takes all counts;
// it is nil when the data has none.
func (d *desk) filter() *filter {
	c := d.data.Counts
	if c == nil {
		return nil
	}
	f := &filter{counts: c, said: "All facilities, ages, test methods and months are counted."}
	var age, method string
	if e := d.run.Evidence("tpr"); e != nil && !e.Supplied {
		d.used = append(d.used, "tpr")
		age, method = choice(e.Args, "age_group"), choice(e.Args, "test_method")
		f.level = dataset.Level(choice(e.Args, "facility_level"))
		f.periods, _ = c.PeriodsFor(choice(e.Args, "period")) // was read when the result was made
		f.said = "Facilities, ages, test methods and months are those of the test positivity result."
		f.scope = make([]bool, len(d.data.Wards))
		for w, row := range d.data.Align(e.Table) {
			f.scope[w] = row >= 0
		}
	}
	f.groups = c.TestGroups(dataset.Method(method), dataset.Age(age))
	if len(f.groups) == 0 {
		return nil
	}
	return f
}

// choice is an argument's value, "" for the values that mean everything.
func choice(args map[string]any, name string) string {
	value, _ := args[name].(string)
	if value == "all" || value == "both" {
		return ""
	}
	return value
}

// each calls add for every facility-month-method that counts.
func (f *filter) each(add func(row int, r dataset.Report)) {
	for row := range f.counts.Rows() {
		if !f.takes(row) {
			continue
		}
		counted := false
		for i := range f.groups {
			if r := f.groups[i].Report(row, f.counts.AbsentIsZero); r.Outcome == dataset.Counted {
				add(row, r)
				counted = true
			}
		}
		if counted {
			f.rows++
		}
	}
}

func (f *filter) takes(row int) bool {
	c := f.counts
	if w := c.Ward[row]; w < 0 || f.scope != nil && !f.scope[w] {
		return false
	}
	if f.level != dataset.NoLevel && (c.Facility[row] < 0 || c.Facilities[c.Facility[row]].Level != f.level) {
		return false
	}
	return len(f.periods) == 0 || c.Periods != nil && c.Periods[row].In(f.periods)
}

// A tally is tested and positive of one place or month.
type tally struct {
	tested, positive float64
	reports          int
}

func (t *tally) add(r dataset.Report) {
	t.tested += r.Tested
	t.positive += r.Positive
	t.reports++
}

// of is the value of a variable, NaN where nothing was reported.
func (t tally) of(name string) float64 {
	switch {
	case t.reports == 0:
		return math.NaN()
	case name == "tested":
		return t.tested
	case name == "positive":
		return t.positive
	}
	return rate(t.positive, t.tested)
}

// isCounted reports whether a variable can be counted by facility and by month.
func isCounted(name string) bool {
	return name == "tpr" || name == "tested" || name == "positive"
}

// countedVariable describes tpr, tested and positive as counted here.
func countedVariable(name string) variable {
	v := variable{name: name, title: titles[name], unit: "count", source: "counts"}
	if name == "tpr" {
		v.unit, v.direction = "fraction", 1
	}
	return v
}

// atFacilities counts tested, positive or the rate of each facility.
func (d *desk) atFacilities(name string) (*field, *schemaregistry.Question) {
	name = canonical(name)
	if !isCounted(name) {
		if _, known := d.find(name); !known {
			return nil, d.askFor(name)
		}
		return nil, d.askLevel("That is known by ward and not by facility.")
	}
	filter := d.filter()
	if filter == nil || len(d.data.Counts.Facilities) == 0 {
		return nil, d.askLevel("The data has no counts by facility.")
	}
	tallies := make([]tally, len(d.data.Counts.Facilities))
	f := &field{variable: countedVariable(name), level: levelFacility, noun: d.noun(levelFacility), assumed: []string{filter.said}, formula: countedFormula(name)}
	filter.each(func(row int, r dataset.Report) {
		if facility := d.data.Counts.Facility[row]; facility >= 0 {
			tallies[facility].add(r)
		}
	})
	f.rows = filter.rows
	var tested schemaregistry.Numbers
	for i, facility := range d.data.Counts.Facilities {
		if facility.Ward < 0 || tallies[i].reports == 0 && !filter.holds(facility) {
			continue
		}
		f.places = append(f.places, place{Ward: d.data.Wards[facility.Ward], facility: facility.Name})
		f.values = append(f.values, tallies[i].of(name))
		tested = append(tested, tallies[i].of("tested"))
	}
	if name == "tpr" {
		f.extras = []schemaregistry.Column{{Name: "tested", Title: "Tested", Unit: "count", Numbers: tested}}
	}
	return f, nil
}

// holds reports whether a facility is among the chosen ones, reports or not.
func (f *filter) holds(facility dataset.Facility) bool {
	return (f.level == dataset.NoLevel || facility.Level == f.level) && (f.scope == nil || f.scope[facility.Ward])
}

func countedFormula(name string) string {
	if name == "tpr" {
		return "TPR = sum(positive) / sum(tested) of each facility; no value where tested = 0 or TPR > 1."
	}
	return "Sum of " + name + " over the reports of each facility."
}
