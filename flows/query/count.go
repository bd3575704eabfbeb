package query

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A tallied is a table of what there is and how many.
type tallied struct {
	what   []string
	counts schemaregistry.Numbers
}

func (t *tallied) add(what string, n int) {
	t.what = append(t.what, what)
	t.counts = append(t.counts, float64(n))
}

// addEach adds the values of a text column, the most frequent first.
func (t *tallied) addEach(prefix string, values []string) {
	counts := map[string]int{}
	for _, v := range values {
		for part := range strings.SplitSeq(v, ";") {
			if part != "" {
				counts[part]++
			}
		}
	}
	names := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(names, func(a, b string) int { return counts[b] - counts[a] })
	for _, name := range names {
		t.add(prefix+name, counts[name])
	}
}

// count says how many places there are, how many lack a value, and what is
// flagged.
func (d *desk) count() (schemaregistry.Result, error) {
	if column, kind := d.words(d.args.Variable); column != nil {
		return d.countWords(column, kind)
	}
	if column := d.categories(d.args.Variable); column != nil {
		return d.countWords(column, "risk")
	}
	if d.args.Variable != "" {
		return d.countValues()
	}
	switch d.args.Level {
	case levelFacility:
		return d.countFacilities()
	case levelLGA:
		return d.countLGAs()
	}
	return d.countWards()
}

// words finds a column of words in the results, such as category or flags.
func (d *desk) words(name string) (*schemaregistry.Column, string) {
	for _, p := range proved {
		if e := d.run.Evidence(p.kind); e != nil && slices.Contains(p.words, fold(name)) && e.Table.Column(fold(name)) != nil {
			d.used = append(d.used, p.kind)
			return e.Table.Column(fold(name)), p.kind
		}
	}
	return nil, ""
}

func (d *desk) countWords(column *schemaregistry.Column, kind string) (schemaregistry.Result, error) {
	var t tallied
	t.addEach("", column.Text)
	var parts []string
	for i, what := range t.what {
		parts = append(parts, fmt.Sprintf("%s %s", what, dataset.Thousands(t.counts[i])))
	}
	text := fmt.Sprintf("By %s: %s.", column.Name, strings.Join(parts, ", "))
	if len(parts) == 0 {
		text = fmt.Sprintf("None of %s has a %s.", dataset.Plural(len(column.Text), d.noun(levelWard)), column.Name)
	}
	return t.result(text, capital(column.Name), len(column.Text), "Counted in the "+strings.ToUpper(kind)+" result.")
}

func (d *desk) countValues() (schemaregistry.Result, error) {
	f, question := d.field(d.args.Variable)
	if question != nil {
		return ask(question), nil
	}
	var t tallied
	with := len(present(f.values))
	t.add("With a value of "+f.title, with)
	t.add("Without a value", len(f.values)-with)
	text := fmt.Sprintf("%s of %s %s a value of %s.", dataset.Thousands(with), f.some(len(f.values)), agree(with, "has", "have"), f.title)
	if with < len(f.values) {
		text += " Without one: " + f.without() + "."
	}
	result, err := t.result(text, capital(plural(f.noun)), f.rows, f.formula)
	result.Assumed = f.assumed
	return result, err
}

// without names the places without a value, at most ten.
func (f *field) without() string {
	var names []string
	for i, v := range f.values {
		if math.IsNaN(v) {
			names = append(names, f.places[i].label())
		}
	}
	return dataset.Names(names, 10)
}

func (d *desk) countWards() (schemaregistry.Result, error) {
	var t tallied
	noun := d.noun(levelWard)
	t.add(capital(plural(noun)), len(d.data.Wards))
	text := fmt.Sprintf("There are %s in %s.", dataset.Plural(len(d.data.Wards), noun), d.within())
	if e := d.run.Evidence("tpr"); e != nil {
		d.used = append(d.used, "tpr")
		with := len(present(e.Table.Column("tpr").Numbers))
		t.add("With test positivity", with)
		t.add("Without", e.Table.Len()-with)
		t.addEach("Flagged ", e.Table.Column("flags").Text)
		text += fmt.Sprintf(" %s of %s %s a test positivity rate.", dataset.Thousands(with), dataset.Thousands(e.Table.Len()), agree(with, "has", "have"))
	}
	if e := d.run.Evidence("risk"); e != nil && e.Table.Column("category") != nil {
		d.used = append(d.used, "risk")
		t.addEach("Risk ", e.Table.Column("category").Text)
	}
	return t.result(text, capital(plural(noun)), len(d.data.Wards), "Counted over the wards of the dataset and of the results.")
}

// within says in how many LGAs and states the wards lie.
func (d *desk) within() string {
	states := map[string]bool{}
	for _, w := range d.data.Wards {
		if w.State != "" {
			states[w.State] = true
		}
	}
	var parts []string
	if n := len(d.lgas(nil)); n > 0 && d.noun(levelWard) == "ward" {
		parts = append(parts, dataset.Plural(n, "LGA"))
	}
	switch names := slices.Sorted(maps.Keys(states)); {
	case len(names) == 1:
		parts = append(parts, names[0])
	case len(names) > 1:
		parts = append(parts, dataset.Plural(len(names), "state"))
	}
	if len(parts) == 0 {
		return "the data"
	}
	return strings.Join(parts, " of ")
}

func (d *desk) countLGAs() (schemaregistry.Result, error) {
	places := d.lgas(nil)
	if len(places) == 0 {
		return ask(d.askLevel("The data does not tell LGAs.")), nil
	}
	var t tallied
	for _, p := range places {
		t.add(p.LGA, len(p.members))
	}
	return t.result(fmt.Sprintf("There are %s with %s.", dataset.Plural(len(places), "LGA"), dataset.Plural(len(d.data.Wards), d.noun(levelWard))),
		"Wards by LGA", len(d.data.Wards), "Counted over the wards of the dataset.")
}

func (d *desk) countFacilities() (schemaregistry.Result, error) {
	if d.data.Counts == nil || len(d.data.Counts.Facilities) == 0 {
		return ask(d.askLevel("The data does not tell facilities.")), nil
	}
	facilities := d.data.Counts.Facilities
	levels := make([]string, len(facilities))
	for i, f := range facilities {
		if levels[i] = capital(string(f.Level)); f.Level == dataset.NoLevel {
			levels[i] = "Level not told"
		}
	}
	var t tallied
	t.addEach("", levels)
	return t.result(fmt.Sprintf("There are %s in %s.", dataset.Plural(len(facilities), "facility", "facilities"), dataset.Plural(len(d.data.Wards), d.noun(levelWard))),
		"Facilities by level", d.data.Counts.Rows(), "Every facility of the files is counted once.")
}

func (t *tallied) result(text, title string, rows int, formula string) (schemaregistry.Result, error) {
	return schemaregistry.Result{
		Text: text,
		Table: &schemaregistry.Table{Title: title, Columns: []schemaregistry.Column{
			{Name: "what", Title: "What", Text: t.what}, {Name: "count", Title: "Count", Unit: "count", Numbers: t.counts},
		}},
		Receipt: &schemaregistry.Receipt{Formula: formula, Rows: rows},
	}, nil
}
