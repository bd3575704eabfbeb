package risk

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// notRisk are ward columns that size a plan and say nothing about risk; they
// count only when they are named.
var notRisk = []string{"population", "households", "existing_nets"}

// defaultDirection of TPR: a higher one is riskier.
const tprDirection = 1

// chooseVariables settles the set: TPR and the named columns, or TPR and every
// column of known direction; without what was excluded.
func (a *analysis) chooseVariables() (*schemaregistry.Question, error) {
	directions, err := a.saidDirections()
	if err != nil {
		return nil, err
	}
	chosen, err := a.resolveAll(a.args.Variables)
	if err != nil {
		return nil, err
	}
	excluded, err := a.resolveAll(a.args.Exclude)
	if err != nil {
		return nil, err
	}
	named := len(chosen) > 0
	if !named {
		chosen = a.defaultVariables(directions, excluded)
	}
	if named && !slices.Contains(chosen, "tpr") && !slices.Contains(excluded, "tpr") {
		a.assume("TPR counts besides the variables you named; say \"without TPR\" to rank on those alone.")
	}
	chosen = append(chosen, "tpr")
	slices.SortFunc(chosen, func(x, y string) int { // TPR first, the others by name: column order is irrelevant
		return cmp.Or(cmp.Compare(boolToInt(y == "tpr"), boolToInt(x == "tpr")), strings.Compare(x, y))
	})
	for _, name := range slices.Compact(chosen) {
		if slices.Contains(excluded, name) {
			continue
		}
		v := a.variable(name, directions)
		if v.direction == 0 {
			return a.askDirection(v.name), nil
		}
		a.variables = append(a.variables, v)
	}
	if len(a.variables) == 0 {
		return nil, schemaregistry.Fail("no_variables", "Nothing is left to rank by: every variable was excluded. Name at least one variable, such as TPR.")
	}
	return nil, nil
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// saidDirections reads the directions argument: canonical name -> +1 or -1.
func (a *analysis) saidDirections() (map[string]int, error) {
	said := map[string]int{}
	for _, key := range slices.Sorted(maps.Keys(a.args.Directions)) {
		name, err := a.resolve(key)
		if err != nil {
			return nil, err
		}
		said[name] = 1
		if a.args.Directions[key] == down {
			said[name] = -1
		}
	}
	return said, nil
}

// defaultVariables are the columns whose direction is known or was said; the
// others are named.
func (a *analysis) defaultVariables(directions map[string]int, excluded []string) []string {
	var known, unknown []string
	for _, column := range a.data.Columns {
		switch {
		case slices.Contains(notRisk, column.Name) || column.Name == "tpr" || slices.Contains(excluded, column.Name):
		case column.Direction != 0 || directions[column.Name] != 0:
			known = append(known, column.Name)
		default:
			unknown = append(unknown, title(column.Name))
		}
	}
	if len(known) > 0 {
		a.assume("You named no variables, so every column counts whose direction of risk is known.")
	}
	if len(unknown) > 0 {
		slices.Sort(unknown)
		a.assume(fmt.Sprintf("Not used, because it is not known whether more of it means more risk: %s. Name one to use it.", dataset.Names(unknown, 6)))
	}
	return known
}

// variable takes the values of a resolved column for the covered wards.
func (a *analysis) variable(name string, directions map[string]int) variable {
	v := variable{name: name, values: make([]float64, len(a.wards))}
	if name == "tpr" {
		v.direction = tprDirection
		v.values = a.tprColumn("tpr")
	} else {
		column := a.data.Column(name)
		v.direction = column.Direction
		for i, ward := range a.wards {
			v.values[i] = column.Values[ward]
		}
	}
	for i, value := range v.values {
		if math.IsInf(value, 0) {
			v.values[i] = math.NaN()
		}
	}
	if said := directions[name]; said != 0 {
		v.direction = said
	}
	return v
}

// tprColumn is a column of the TPR result for the covered wards, missing where
// the result has none.
func (a *analysis) tprColumn(name string) []float64 {
	aligned := a.data.Align(a.tpr.Table)
	column := a.tpr.Table.Column(name)
	values := make([]float64, len(a.wards))
	for i, ward := range a.wards {
		values[i] = math.NaN()
		if column != nil && column.Numbers != nil {
			values[i] = column.Numbers[aligned[ward]]
		}
	}
	return values
}

// askDirection asks what a higher value of a chosen variable means.
func (a *analysis) askDirection(name string) *schemaregistry.Question {
	with := func(direction Direction) map[string]any {
		said := map[string]any{name: string(direction)}
		for key, value := range a.args.Directions {
			said[key] = string(value)
		}
		return map[string]any{"directions": said}
	}
	without := map[string]any{"exclude": append(slices.Clone(a.args.Exclude), name)}
	return &schemaregistry.Question{
		ID:   "direction:" + name,
		Arg:  "directions",
		Text: fmt.Sprintf("Does a higher value of %s mean more malaria risk or less? (Rainfall, for example, counts as more, distance to water as less.)", title(name)),
		Options: []schemaregistry.Option{
			{Label: "Higher is riskier", Args: with(up)},
			{Label: "Higher is safer", Args: with(down)},
			{Label: "Leave " + title(name) + " out", Args: without},
		},
	}
}

// dropConstants takes out what has one value in all complete wards.
func (a *analysis) dropConstants() (*schemaregistry.Question, error) {
	x := a.completeValues()
	var kept []variable
	for i, v := range a.variables {
		if slices.Max(x[i]) > slices.Min(x[i]) {
			kept = append(kept, v)
		} else {
			a.drop(v, "it has the same value in every ward that is ranked")
		}
	}
	a.variables = kept
	if len(kept) == 0 {
		return nil, nothingToRank(len(a.complete))
	}
	return nil, nil
}

func nothingToRank(wards int) error {
	return schemaregistry.Fail("nothing_to_rank", "The %s do not differ in any of the variables, so there is no order among them.", dataset.Plural(wards, "ward"))
}
