package maps

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A sheet is one map with everything that is said on it and about it.
type sheet struct {
	source
	*variable
	shapes  []dataset.Shape // the ones that are drawn
	values  []float64       // of the drawn shapes' wards, in their order
	classes Classes
	asked   int      // number of classes asked for
	digits  int      // decimals with which values are written
	states  []string // that are drawn, sorted
	hidden  []string // states of the boundary file that are not
	off     []int    // wards that have a value and no area
}

// sheet cuts the variable into classes over the wards that can be drawn.
func (s source) sheet(v *variable, args Args) (*sheet, error) {
	sh := &sheet{source: s, variable: v, asked: cmp.Or(args.Number, 5)}
	sh.pickShapes()
	for _, shape := range sh.shapes {
		sh.values = append(sh.values, v.values[shape.Ward])
	}
	drawn := make([]bool, len(s.data.Wards))
	for _, shape := range s.data.Boundary.Shapes {
		drawn[shape.Ward] = drawn[shape.Ward] || len(shape.Geometry) > 0
	}
	for ward, value := range v.values {
		if present(value) && !drawn[ward] {
			sh.off = append(sh.off, ward)
		}
	}
	sh.digits = v.unit.decimals(sh.values)
	sh.classes = Classify(sh.values, v.unit.stored(sh.digits), cmp.Or(args.Classes, classesQuantile), sh.asked)
	if sh.classes.Len() == 0 {
		return nil, schemaregistry.Fail("no_match", "None of the %s with a value for %s is in %s. Check that the names or codes of both files are of the same units.",
			dataset.Plural(len(sh.off), s.unitNoun()), v.noun, s.data.Boundary.File)
	}
	return sh, nil
}

// pickShapes draws the states in which some ward has a value: the boundaries of a
// whole country are often given for the data of one state.
func (sh *sheet) pickShapes() {
	hasValue := map[string]bool{}
	for _, shape := range sh.data.Boundary.Shapes {
		state := sh.data.Wards[shape.Ward].State
		hasValue[state] = hasValue[state] || present(sh.variable.values[shape.Ward])
	}
	for state, has := range hasValue {
		if has && state != "" {
			sh.states = append(sh.states, state)
		} else if !has && state != "" {
			sh.hidden = append(sh.hidden, state)
		}
	}
	slices.Sort(sh.states)
	slices.Sort(sh.hidden)
	for _, shape := range sh.data.Boundary.Shapes {
		if len(shape.Geometry) > 0 && hasValue[sh.data.Wards[shape.Ward].State] {
			sh.shapes = append(sh.shapes, shape)
		}
	}
}

// unitNoun is what the areas are: wards, LGAs or states.
func (s source) unitNoun() string { return dataset.UnitNoun(s.data.Wards) }

// missing counts the drawn areas without a value.
func (sh *sheet) missing() int { return len(sh.values) - countPresent(sh.values) }

// where names the states, or says how many they are.
func (sh *sheet) where() string {
	if len(sh.states) > 3 {
		return dataset.Plural(len(sh.states), "state")
	}
	return dataset.Names(sh.states, 3)
}

// when is the period that the positivity behind the map covers. A net plan is of
// no period.
func (sh *sheet) when() string {
	if sh.evidence == nil || sh.evidence.Kind == "itn" {
		return ""
	}
	whole := span(sh.data.Counts)
	if e := sh.run.Evidence("tpr"); e != nil {
		said, _ := e.Args["period"].(string)
		if chosen, err := dataset.ParsePeriods(said, whole); err == nil && len(chosen) > 0 {
			words := make([]string, len(chosen))
			for i, p := range chosen {
				words[i] = p.Words()
			}
			return dataset.Names(words, 4)
		}
	}
	return whole.Words()
}

// span is the period from the first to the last month of the counts.
func span(c *dataset.Counts) dataset.Period {
	var whole dataset.Period
	if c == nil {
		return whole
	}
	for _, p := range c.Periods {
		switch {
		case p.IsZero():
		case whole.IsZero():
			whole = p
		default:
			first, end := min(whole.First, p.First), max(whole.First+whole.Months, p.First+p.Months)
			whole = dataset.Period{First: first, Months: end - first}
		}
	}
	return whole
}

// title says what, where and when.
func (sh *sheet) title() string {
	parts := []string{sh.variable.title + " by " + sh.unitNoun()}
	for _, part := range []string{sh.where(), sh.when()} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// value writes a value of the map with its unit.
func (sh *sheet) value(v float64) string { return sh.unit.number(v, sh.digits) + sh.unit.suffix() }

// method says how the classes were made.
func (sh *sheet) method() string {
	n := dataset.Plural(sh.classes.Len(), "class", "classes")
	switch {
	case sh.classes.Method != classesEqual && sh.oneEach():
		return n + ", one for each value"
	case sh.classes.Method == classesEqual:
		return n + " of equal width"
	case sh.classes.Method == classesNatural:
		return n + " by natural breaks (Fisher-Jenks)"
	}
	return fmt.Sprintf("%s with about the same number of %ss each (quantiles)", n, sh.unitNoun())
}

// oneEach reports whether every class holds one value only.
func (sh *sheet) oneEach() bool {
	least, most := extremes(sh.classes, sh.values)
	return slices.Equal(least, most)
}

// darker says what the dark end means.
func (sh *sheet) darker() string {
	switch sh.direction {
	case 1:
		return "Darker = higher risk"
	case -1:
		return "Darker = lower value = higher risk"
	}
	return "Darker = higher value"
}
