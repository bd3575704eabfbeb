package query

import (
	"fmt"
	"math"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// correlate says how two variables go together, by Pearson and by Spearman.
func (d *desk) correlate() (schemaregistry.Result, error) {
	first, question := d.field(d.args.Variable)
	if question != nil {
		return ask(question), nil
	}
	if d.args.OtherVariable == "" {
		return ask(d.askOther(first)), nil
	}
	second, question := d.field(d.args.OtherVariable)
	if question != nil {
		if question.Arg == "variable" {
			question = d.askArg("other_variable", d.args.OtherVariable)
		}
		return ask(question), nil
	}
	x, y := paired(first, second)
	if len(x) < 3 {
		return schemaregistry.Result{}, schemaregistry.Fail("too_few", "Only %s %s both %s and %s; at least 3 are needed for a correlation.",
			first.some(len(x)), agree(len(x), "has", "have"), first.title, second.title)
	}
	r, rho := pearson(x, y), spearman(x, y)
	if math.IsNaN(r) {
		return schemaregistry.Result{}, schemaregistry.Fail("constant", "%s or %s is the same everywhere, so there is nothing to correlate.", capital(first.title), second.title)
	}
	low, high := fisher(r, len(x))
	table := &schemaregistry.Table{Title: fmt.Sprintf("%s and %s over %s", capital(first.title), second.title, first.some(len(x))), Columns: []schemaregistry.Column{
		{Name: "coefficient", Title: "Coefficient", Text: []string{"Pearson r", "Spearman rho"}},
		{Name: "value", Title: "Value", Unit: "score", Numbers: schemaregistry.Numbers{r, rho}},
		{Name: "ci_low", Title: "95% from", Unit: "score", Numbers: schemaregistry.Numbers{low, math.NaN()}},
		{Name: "ci_high", Title: "95% to", Unit: "score", Numbers: schemaregistry.Numbers{high, math.NaN()}},
		{Name: "n", Title: "n", Unit: "count", Numbers: schemaregistry.Numbers{float64(len(x)), float64(len(x))}},
	}}
	return schemaregistry.Result{
		Text: fmt.Sprintf("%s Pearson r is %.2f (95%% interval %s) and Spearman rho %.2f over %s. Going together does not mean that one causes the other.",
			together(first, second, rho), r, interval(low, high), rho, first.some(len(x))),
		Table:    table,
		Assumed:  nonEmpty(append(append(first.assumed, second.assumed...), leftOut(first, len(x)))...),
		Warnings: nonEmpty(chance(low, high), disagree(r, rho)),
		Chips:    []schemaregistry.Chip{histogramChip(first), histogramChip(second)},
		Receipt: &schemaregistry.Receipt{
			Formula: "Pearson r = sum((x-mx)(y-my)) / sqrt(sum((x-mx)^2) sum((y-my)^2)); Spearman rho is r of the mid-ranks; interval by Fisher's z (1921). " + strings.Join(nonEmpty(first.formula, second.formula), " "),
			Rows:    len(x),
			Steps:   []string{fmt.Sprintf("%s with both values.", first.some(len(x)))},
		},
	}, nil
}

func histogramChip(f *field) schemaregistry.Chip {
	return schemaregistry.Chip{Label: "Histogram of " + f.title, Say: "histogram of " + f.title}
}

// paired are the values of the places that have both.
func paired(a, b *field) (x, y []float64) {
	type key struct{ state, lga, ward, code, facility string }
	of := func(p place) key { return key{p.State, p.LGA, p.Name, p.Code, p.facility} }
	other := make(map[key]float64, len(b.places))
	for i, p := range b.places {
		other[of(p)] = b.values[i]
	}
	for i, p := range a.places {
		if v, ok := other[of(p)]; ok && !math.IsNaN(v) && !math.IsNaN(a.values[i]) {
			x, y = append(x, a.values[i]), append(y, v)
		}
	}
	return x, y
}

// fisher is the 95 % interval of a correlation; NaN below four pairs or at +-1.
func fisher(r float64, n int) (low, high float64) {
	if n < 4 || math.Abs(r) == 1 {
		return math.NaN(), math.NaN()
	}
	z, half := math.Atanh(r), 1.959963984540054/math.Sqrt(float64(n-3))
	return math.Tanh(z - half), math.Tanh(z + half)
}

func interval(low, high float64) string {
	if math.IsNaN(low) {
		return "not known"
	}
	return fmt.Sprintf("%.2f to %.2f", low, high)
}

// together puts the rank correlation in words (Evans 1996 for the strengths).
func together(a, b *field, rho float64) string {
	strength := "hardly"
	for _, s := range []struct {
		from float64
		word string
	}{{0.2, "weakly"}, {0.4, "moderately"}, {0.6, "strongly"}, {0.8, "very strongly"}} {
		if math.Abs(rho) >= s.from {
			strength = s.word
		}
	}
	switch {
	case strength == "hardly":
		return fmt.Sprintf("%s and %s hardly go together.", capital(a.title), b.title)
	case rho > 0:
		return fmt.Sprintf("%s and %s rise together %s.", capital(a.title), b.title, strength)
	}
	return fmt.Sprintf("Where %s is higher, %s tends to be lower (%s).", a.title, b.title, strength)
}

func chance(low, high float64) string {
	if !(low < 0 && high > 0) {
		return ""
	}
	return "The 95% interval includes zero, so this may well be chance."
}

func disagree(r, rho float64) string {
	if math.Abs(r-rho) < 0.2 {
		return ""
	}
	return "Pearson and Spearman differ noticeably: a few extreme places or a curved relation may be behind it, so look at the histogram first."
}

func leftOut(f *field, n int) string {
	if n == len(f.values) {
		return ""
	}
	return fmt.Sprintf("%s without both values %s left out.", f.some(len(f.values)-n), agree(len(f.values)-n, "is", "are"))
}

func (d *desk) askOther(first *field) *schemaregistry.Question {
	var others []string
	for _, name := range d.available() {
		if name != first.name {
			others = append(others, name)
		}
	}
	return recommendFirst(&schemaregistry.Question{
		ID: "other_variable", Arg: "other_variable", Text: fmt.Sprintf("Compare %s with which other variable?", first.title),
		Options: variableOptions("other_variable", others),
	})
}
