package tpr

import (
	"fmt"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// askFor puts a dimension as numbered options, each with what it would count.
func (c *chooser) askFor(d *dimension, set func(value string)) *schemaregistry.Question {
	parts := make([]Totals, len(d.told))
	sum := 0.0
	for i, value := range d.told {
		set(value)
		parts[i] = Compute(c.data.Counts, len(c.data.Wards), c.choice.Choice)
		sum += parts[i].tests()
	}
	set("")
	all := Compute(c.data.Counts, len(c.data.Wards), c.choice.Choice)
	whole := max(sum, all.tests())
	q := &schemaregistry.Question{ID: d.arg, Arg: d.arg, Text: d.ask}
	for i, value := range d.told {
		label := fmt.Sprintf("%s: %s", labels[d.arg][value], d.size(&parts[i], share(parts[i].tests(), whole)+" of tests"))
		q.Options = append(q.Options, schemaregistry.Option{Label: label, Say: value, Args: values{d.arg: value}})
	}
	label := fmt.Sprintf("%s: %s", labels[d.arg][d.all], d.size(&all, dataset.Thousands(all.tests())+" tests"))
	q.Options = append(q.Options, schemaregistry.Option{Label: label, Say: d.all, Recommended: true, Args: values{d.arg: d.all}})
	return q
}

// size says how much an option counts; facilities are worth saying for levels only.
func (d *dimension) size(t *Totals, tests string) string {
	if d.arg != argLevel {
		return tests
	}
	facilities := 0
	for _, w := range t.Wards {
		facilities += w.Facilities
	}
	return dataset.Plural(facilities, "facility", "facilities") + ", " + tests
}

func (t *Totals) tests() float64 {
	sum := 0.0
	for _, w := range t.Wards {
		sum += w.Tested
	}
	return sum
}

// lacksValue answers a choice that the data cannot give with what it can.
func lacksValue(d *dimension, wanted string) *schemaregistry.Question {
	q := &schemaregistry.Question{ID: d.arg, Arg: d.arg}
	name := map[string]map[string]string{argLevel: levelWords, argAge: ageWords, argMethod: methodWords}[d.arg][wanted]
	switch {
	case len(d.told) == 0:
		q.Text = fmt.Sprintf("I cannot pick out %s. %s Shall I use these?", name, d.lacks)
	default:
		q.Text = fmt.Sprintf("The data has no tests of %s. What should count instead?", name)
		if d.arg == argLevel {
			q.Text = fmt.Sprintf("The data has no %s. Which should count instead?", name)
		}
		if d.arg == argMethod {
			q.Text = fmt.Sprintf("The data has no %s counts for this choice. What should count instead?", name)
		}
	}
	for _, value := range d.told {
		q.Options = append(q.Options, schemaregistry.Option{Label: labels[d.arg][value], Say: value, Args: values{d.arg: value}})
	}
	if !d.settled() || len(d.told) == 0 {
		q.Options = append(q.Options, schemaregistry.Option{Label: "Use " + allWords[d.arg], Say: d.all, Args: values{d.arg: d.all}})
	}
	q.Options[len(q.Options)-1].Recommended = true
	return q
}

// sayHalf tells, of an age group that has tests and no positives or the other way
// round, which column is amiss; then nothing is recommended in its place.
func sayHalf(q *schemaregistry.Question, c *dataset.Counts, age string) {
	columns := map[dataset.Role][]string{}
	for _, s := range c.Series {
		if string(s.Age) == age {
			columns[s.Role] = append(columns[s.Role], fmt.Sprintf("%q", s.Column))
		}
	}
	has, lacks := dataset.RoleTested, dataset.RolePositive
	words := map[dataset.Role]string{dataset.RoleTested: "tests", dataset.RolePositive: "positives"}
	if len(columns[has]) == 0 {
		has, lacks = lacks, has
	}
	if len(columns[has]) == 0 || len(columns[lacks]) > 0 {
		return
	}
	q.Text = fmt.Sprintf("Of %s the data has %s (%s) and no %s. Say which column holds them, such as \"column X is %s of %s\", or choose what should count instead.",
		ageWords[age], words[has], dataset.Names(columns[has], 3), words[lacks], words[lacks], ageWords[age])
	for i := range q.Options {
		q.Options[i].Recommended = false
	}
}

var allWords = map[string]string{argLevel: "all facilities", argAge: "all ages", argMethod: "all tests"}

// offerAllAges adds the way out of a method that does not tell the chosen age.
func offerAllAges(q *schemaregistry.Question, c *dataset.Counts, method string) {
	if !hasCounts(c, dataset.Method(method), dataset.AnyAge) {
		return
	}
	q.Options = append(q.Options, schemaregistry.Option{
		Label: labels[argMethod][method] + " for all ages",
		Args:  values{argMethod: method, argAge: valueAll},
	})
}

func askState(data *dataset.Dataset, names []string) *schemaregistry.Question {
	counted := countedWards(data)
	wards := map[string]int{}
	for w, ward := range data.Wards {
		if counted[w] {
			wards[ward.State]++
		}
	}
	q := &schemaregistry.Question{ID: argState, Arg: argState, Text: "Which state should be analysed?"}
	q.Options = append(q.Options, schemaregistry.Option{
		Label: fmt.Sprintf("All %d states", len(names)), Say: "all states", Recommended: true, Args: values{argState: valueAll},
	})
	for _, name := range names {
		q.Options = append(q.Options, schemaregistry.Option{
			Label: name + ": " + dataset.Plural(wards[name], dataset.UnitNoun(data.Wards)), Say: name, Args: values{argState: name},
		})
	}
	return q
}

func lacksState(wanted string, names []string) *schemaregistry.Question {
	q := &schemaregistry.Question{ID: argState, Arg: argState}
	if len(names) == 0 {
		q.Text = fmt.Sprintf("The data does not tell states, so I cannot pick out %s. Shall I use everything?", wanted)
	} else {
		q.Text = fmt.Sprintf("The data has no counts for %s. Which state should be analysed?", wanted)
	}
	for _, name := range names {
		q.Options = append(q.Options, schemaregistry.Option{Label: name, Args: values{argState: name}})
	}
	if len(names) != 1 {
		q.Options = append(q.Options, schemaregistry.Option{Label: "Use everything", Say: "all", Args: values{argState: valueAll}})
	}
	q.Options[len(q.Options)-1].Recommended = true
	return q
}

// askPeriod answers a period that the data does not have or that nobody can read.
func askPeriod(problem error) *schemaregistry.Question {
	_, sentence := schemaregistry.Sentence(problem)
	return &schemaregistry.Question{
		ID: argPeriod, Arg: argPeriod, Text: sentence + " Which months should count?",
		Options: []schemaregistry.Option{{Label: "Use all months", Say: "all months", Recommended: true, Args: values{argPeriod: valueAll}}},
	}
}
