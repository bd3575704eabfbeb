package tpr

import (
	"slices"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A dimension is one way to choose among the counts, as far as this data tells it.
type dimension struct {
	arg   string   // the argument that chooses
	all   string   // the argument's value for everything
	told  []string // the values that the data tells apart, in the order of the schema
	rest  bool     // counts exist that belong to none of told, so that one told value is a real choice
	lacks string   // a sentence for the reply when the data tells none
	only  string   // a sentence with %s for the reply when it tells just one
	ask   string   // the question
}

// settled reports whether there is nothing to choose.
func (d *dimension) settled() bool {
	return len(d.told) == 0 || len(d.told) == 1 && !d.rest
}

// statement tells what a settled dimension is taken for, "" when it is a real choice.
func (d *dimension) statement() string {
	switch {
	case !d.settled():
		return ""
	case len(d.told) == 0:
		return d.lacks
	}
	return d.only
}

// levels are those of the facilities in the chosen wards.
func levels(c *dataset.Counts, wards []bool) dimension {
	d := dimension{
		arg: argLevel, all: valueAll,
		lacks: "The data does not tell the level of facilities, so every facility is counted.",
		ask:   "Which facilities should count?",
	}
	if len(c.Facilities) == 0 {
		d.lacks = "The counts are not by facility, so facility levels play no part."
	}
	present := map[dataset.Level]bool{}
	for _, f := range c.Facilities {
		if f.Ward >= 0 && wards[f.Ward] {
			present[f.Level] = true
		}
	}
	for _, l := range []dataset.Level{dataset.Primary, dataset.Secondary, dataset.Tertiary} {
		if present[l] {
			d.told = append(d.told, string(l))
		}
	}
	d.rest = present[dataset.NoLevel]
	if len(d.told) > 0 {
		d.only = "All facilities in the data are " + d.told[0] + "."
	}
	return d
}

func ages(c *dataset.Counts) dimension {
	d := dimension{
		arg: argAge, all: valueAll,
		lacks: "The data does not tell age groups, so all ages are counted together.",
		ask:   "Which age group should count?",
	}
	for _, a := range []dataset.Age{dataset.U5, dataset.O5, dataset.PW} {
		if hasCounts(c, "", a) {
			d.told = append(d.told, string(a))
		}
	}
	d.rest = len(d.told) > 0 && withoutAge(c)
	if len(d.told) > 0 {
		d.only = "The data counts only " + ageWords[d.told[0]] + "."
	}
	return d
}

// withoutAge reports whether a method has counts that do not tell the age and
// none that do.
func withoutAge(c *dataset.Counts) bool {
	for _, m := range []dataset.Method{dataset.RDT, dataset.Microscopy} {
		for _, g := range c.TestGroups(m, dataset.AnyAge) {
			if len(g.Pairs) == 1 && g.Pairs[0].Age == dataset.AnyAge {
				return true
			}
		}
	}
	return false
}

// methods are those that tell the chosen age.
func methods(c *dataset.Counts, age dataset.Age) dimension {
	d := dimension{
		arg: argMethod, all: valueBoth,
		lacks: "The data does not tell the test method, so all tests are counted together.",
		ask:   "Which tests should count?",
	}
	for _, m := range []dataset.Method{dataset.RDT, dataset.Microscopy} {
		if hasCounts(c, m, age) {
			d.told = append(d.told, string(m))
		}
	}
	if len(d.told) == 1 {
		d.only = "The data counts only " + methodWords[d.told[0]] + "."
		if age != dataset.AnyAge && len(methods(c, dataset.AnyAge).told) > 1 {
			d.only = "Only " + methodWords[d.told[0]] + " counts tell " + ageWords[string(age)] + " apart, so only these are counted."
		}
	}
	return d
}

func hasCounts(c *dataset.Counts, m dataset.Method, a dataset.Age) bool {
	return len(c.TestGroups(m, a)) > 0
}

// states are those in which anything was counted, in alphabetical order.
func states(data *dataset.Dataset) []string {
	counted := countedWards(data)
	var names []string
	for w, ward := range data.Wards {
		if counted[w] && ward.State != "" && !slices.Contains(names, ward.State) {
			names = append(names, ward.State)
		}
	}
	slices.Sort(names)
	return names
}

func countedWards(data *dataset.Dataset) []bool {
	counted := make([]bool, len(data.Wards))
	for _, w := range data.Counts.Ward {
		if w >= 0 {
			counted[w] = true
		}
	}
	return counted
}

// unpaired lists the columns of tests without positives or the other way round.
func unpaired(c *dataset.Counts) []string {
	var columns []string
	for _, s := range c.Series {
		other := dataset.RolePositive
		switch s.Role {
		case dataset.RoleTested:
		case dataset.RolePositive:
			other = dataset.RoleTested
		default:
			continue
		}
		if !slices.ContainsFunc(c.Series, func(o dataset.Series) bool {
			return o.Role == other && o.Method == s.Method && o.Age == s.Age
		}) {
			columns = append(columns, s.Column)
		}
	}
	return columns
}
