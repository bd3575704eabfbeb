package query

import (
	"fmt"
	"math"
	"slices"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// atLGAs brings a ward variable to LGAs: a rate by its counts, things by their
// sum, anything else by a mean over people, or over wards where people are unknown.
func (d *desk) atLGAs(v variable) (*field, *schemaregistry.Question) {
	var assumed []string
	if v.unit == "rank" {
		score, ok := d.find(scoreOf[v.name])
		if !ok {
			return nil, d.askLevel("Ranks are of wards and cannot be averaged.")
		}
		assumed = append(assumed, "Ranks cannot be averaged, so LGAs are compared by their "+score.title+".")
		v = score
	}
	places := d.lgas(v.scope)
	if len(places) == 0 {
		return nil, d.askLevel("The data does not tell LGAs.")
	}
	f := &field{variable: v, level: levelLGA, noun: d.noun(levelLGA), places: places, values: make([]float64, len(places)), assumed: assumed}
	combine, how := d.combine(v)
	if slices.ContainsFunc(places, func(p place) bool { return len(p.members) > 1 }) {
		f.assumed = append(f.assumed, how)
		if over := d.impossible(); v.name == "tpr" && over > 0 {
			f.assumed = append(f.assumed, fmt.Sprintf("%s more positives than tests %s in these sums; an LGA where that holds overall has no value.",
				dataset.Plural(over, "ward with", "wards with"), agree(over, "is", "are")))
		}
	}
	f.formula = how
	for i, p := range places {
		f.values[i] = combine(p.members)
		f.rows += len(p.members)
	}
	return f, nil
}

// impossible counts the wards of the TPR result that report more positives than tests.
func (d *desk) impossible() (n int) {
	if d.run.Evidence("tpr") == nil {
		return 0
	}
	tested, positive := d.counts("tested"), d.counts("positive")
	for w := range min(len(tested), len(positive)) {
		if positive[w] > tested[w] {
			n++
		}
	}
	return n
}

// lgas groups the wards in scope, in the order in which they come.
func (d *desk) lgas(scope []bool) []place {
	var places []place
	at := map[[2]string]int{}
	for w, ward := range d.data.Wards {
		if ward.LGA == "" || scope != nil && !scope[w] {
			continue
		}
		key := [2]string{ward.State, ward.LGA}
		i, seen := at[key]
		if !seen {
			i = len(places)
			at[key] = i
			places = append(places, place{Ward: dataset.Ward{State: ward.State, LGA: ward.LGA}})
		}
		places[i].members = append(places[i].members, w)
	}
	return places
}

// combine is how a variable's values of several wards become one, with a
// sentence that says so.
func (d *desk) combine(v variable) (func(wards []int) float64, string) {
	if v.name == "tpr" && v.kind == "tpr" {
		tested, positive := d.counts("tested"), d.counts("positive")
		if len(present(tested)) > 0 && len(tested) == len(positive) {
			return func(wards []int) float64 {
				return rate(total(positive, wards), total(tested, wards))
			}, "An LGA's test positivity is the sum of positives over the sum of tests of its wards."
		}
	}
	switch v.unit {
	case "count", "people", "nets":
		return func(wards []int) float64 { return total(v.values, wards) },
			"An LGA's value is the sum over its wards; wards without a value add nothing."
	}
	if population := d.data.Column("population"); population != nil && len(present(population.Values)) > 0 {
		return func(wards []int) float64 { return weighted(v.values, population.Values, wards) },
			"An LGA's value is the mean of its wards weighted by population; wards without a value or a population are left out."
	}
	return func(wards []int) float64 { return weighted(v.values, nil, wards) },
		"An LGA's value is the plain mean of its wards, because the data holds no population; wards without a value are left out."
}

func (d *desk) counts(name string) []float64 {
	v, ok := d.find(name)
	if !ok {
		return nil
	}
	return v.values
}

// total sums what is present, NaN when nothing is.
func total(values []float64, wards []int) float64 {
	sum, any := 0.0, false
	for _, w := range wards {
		if !math.IsNaN(values[w]) {
			sum += values[w]
			any = true
		}
	}
	if !any {
		return math.NaN()
	}
	return sum
}

// weighted is the mean of what is present; without weights each ward counts once.
func weighted(values, weights []float64, wards []int) float64 {
	sum, of := 0.0, 0.0
	for _, w := range wards {
		weight := 1.0
		if weights != nil {
			weight = weights[w]
		}
		if !math.IsNaN(values[w]) && weight > 0 {
			sum += weight * values[w]
			of += weight
		}
	}
	if of == 0 {
		return math.NaN()
	}
	return sum / of
}

// rate is positive over tested, NaN where that is no rate.
func rate(positive, tested float64) float64 {
	if !(tested > 0) || positive > tested {
		return math.NaN()
	}
	return positive / tested
}
