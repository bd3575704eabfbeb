package query

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A place is a ward, an LGA or a facility.
type place struct {
	dataset.Ward        // an LGA has no ward name
	facility     string // "" unless it is a facility
	members      []int  // wards of an LGA
}

func (p place) label() string {
	if p.facility != "" {
		return p.facility + " (" + strings.Join(nonEmpty(p.Name, p.LGA), ", ") + ")"
	}
	return p.Label()
}

// A field is a variable at a level: one value for each place.
type field struct {
	variable
	level   string
	noun    string // singular
	places  []place
	values  []float64               // by place, NaN where missing
	extras  []schemaregistry.Column // by place: what is worth seeing beside the value
	assumed []string
	formula string // how the values came about, for the receipt
	rows    int    // rows of counts or wards that went in
}

// noun is what a level is called; the units of the data may go no deeper than LGAs.
func (d *desk) noun(level string) string {
	switch level {
	case levelFacility:
		return "facility"
	case levelLGA:
		return "LGA"
	}
	return dataset.UnitNoun(d.data.Wards)
}

func plural(noun string) string {
	if noun == "facility" {
		return "facilities"
	}
	return noun + "s"
}

func (f *field) some(n int) string { return dataset.Plural(n, f.noun, plural(f.noun)) }

// field finds the variable at the level asked for, or the question that is open.
func (d *desk) field(name string) (*field, *schemaregistry.Question) {
	if name == "" {
		if name = d.usual(); name == "" {
			return nil, d.askVariable()
		}
	}
	if d.args.Level == levelFacility {
		return d.atFacilities(name)
	}
	v, ok := d.find(name)
	if !ok {
		return nil, d.askFor(name)
	}
	if d.args.Level == levelLGA {
		return d.atLGAs(v)
	}
	v, said := d.scored(v)
	f := d.atWards(v)
	f.assumed = nonEmpty(said)
	return f, nil
}

// usual is what "top 10 wards" is about when no variable is named: risk where it
// is known, else test positivity.
func (d *desk) usual() string {
	ranked := d.args.Operation == opTop || d.args.Operation == opBottom
	if risk := d.run.Evidence("risk"); ranked && risk != nil && d.args.Level == levelWard {
		if risk.Args["method"] == "pca" {
			return "pca_rank"
		}
		return "composite_rank"
	}
	if ranked && (d.run.Evidence("tpr") != nil || d.data.Column("tpr") != nil) {
		return "tpr"
	}
	return ""
}

func (d *desk) atWards(v variable) *field {
	f := &field{variable: v, level: levelWard, noun: d.noun(levelWard), formula: "Values as they stand in the " + v.source + "."}
	for w, ward := range d.data.Wards {
		if v.scope == nil || v.scope[w] {
			f.places = append(f.places, place{Ward: ward, members: []int{w}})
			f.values = append(f.values, v.values[w])
		}
	}
	f.rows = len(present(f.values))
	f.extras = d.beside(v, f.places)
	return f
}

// besides are the columns of the same result that help to read a value.
var besides = map[string][]string{
	"tpr": {"tested", "positive"}, "composite_rank": {"composite_score", "category"}, "composite_score": {"composite_rank", "category"},
	"pca_rank": {"pca_score"}, "pca_score": {"pca_rank"}, "nets_allocated": {"nets_needed", "coverage"}, "coverage": {"nets_allocated", "reason"},
}

// beside takes the columns that belong to a result's variable along.
func (d *desk) beside(v variable, places []place) []schemaregistry.Column {
	e := d.run.Evidence(v.kind)
	if e == nil {
		return nil
	}
	rows := d.data.Align(e.Table)
	var extras []schemaregistry.Column
	for _, name := range besides[v.name] {
		from := e.Table.Column(name)
		if from == nil || from.Text == nil && len(present(from.Numbers)) == 0 {
			continue
		}
		to := *from
		to.Text, to.Numbers = nil, nil
		for _, p := range places {
			if row := rows[p.members[0]]; from.Text != nil {
				to.Text = append(to.Text, from.Text[row])
			} else {
				to.Numbers = append(to.Numbers, from.Numbers[row])
			}
		}
		extras = append(extras, to)
	}
	return extras
}

// columnsOf are the leading columns of a table of places, without those that say
// nothing or the same everywhere.
func columnsOf(places []place) []schemaregistry.Column {
	text := func(of func(place) string) []string {
		out := make([]string, len(places))
		for i, p := range places {
			out[i] = of(p)
		}
		return out
	}
	all := []schemaregistry.Column{
		{Name: "facility", Title: "Facility", Text: text(func(p place) string { return p.facility })},
		{Name: "ward", Title: "Ward", Text: text(func(p place) string { return p.Name })},
		{Name: "lga", Title: "LGA", Text: text(func(p place) string { return p.LGA })},
		{Name: "state", Title: "State", Text: text(func(p place) string { return p.State })},
	}
	return slices.DeleteFunc(all, func(c schemaregistry.Column) bool {
		return !slices.ContainsFunc(c.Text, func(s string) bool { return s != "" })
	})
}

// missing says how many places have no value, "" when all have.
func (f *field) missing() string {
	n := len(f.values) - len(present(f.values))
	if n == 0 {
		return ""
	}
	verb := "have"
	if n == 1 {
		verb = "has"
	}
	return fmt.Sprintf("%s of %s %s no value and %s left out.", dataset.Thousands(n), f.some(len(f.values)), verb,
		map[bool]string{true: "is", false: "are"}[n == 1])
}
