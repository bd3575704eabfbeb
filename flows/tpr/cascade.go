package tpr

import (
	"fmt"
	"math"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A stage is one step of the cascade with the series that make it up.
type stage struct {
	role dataset.Role
	name string
	ages map[dataset.Age]bool
	of   map[dataset.Method][]*dataset.Series
}

var stageNames = []struct {
	role dataset.Role
	name string
}{
	{dataset.RoleAttendance, "attendances"},
	{dataset.RoleSuspected, "fever cases"},
	{dataset.RoleTested, "tests"},
	{dataset.RolePositive, "positives"},
	{dataset.RoleTreated, "treatments"},
}

// cascade checks attendance >= suspected >= tested >= positive >= treated, row by
// row over the chosen counts, between the stages that the data has for the same
// people. Tests against positives are checked where they are counted.
func cascade(c *dataset.Counts, choice Choice) []string {
	stages := stagesOf(c, choice)
	plan := newPlan(c, 0, choice)
	var said []string
	for i := 1; i < len(stages); i++ {
		upper, lower := &stages[i-1], &stages[i]
		if lower.role == dataset.RolePositive && upper.role == dataset.RoleTested || !comparable(upper, lower) {
			continue
		}
		broken, compared := plan.compare(upper, lower)
		if broken > 0 {
			said = append(said, fmt.Sprintf("%s of %s have more %s than %s%s.", dataset.Thousands(broken),
				dataset.Plural(compared, "row"), lower.name, upper.name, twice(lower)))
		}
	}
	return said
}

// compare counts the chosen rows in which both stages are known, and those in
// which the lower exceeds the upper.
func (p *plan) compare(upper, lower *stage) (broken, compared int) {
	for row := range p.counts.Rows() {
		w := p.counts.Ward[row]
		if w < 0 || p.choice.Wards != nil && !p.choice.Wards[w] || !p.takes(row) {
			continue
		}
		more, less := upper.at(row), lower.at(row)
		if math.IsNaN(more) || math.IsNaN(less) {
			continue
		}
		compared++
		if less > more {
			broken++
		}
	}
	return broken, compared
}

// twice explains a harmless cause of more tests than fever cases.
func twice(s *stage) string {
	if s.role == dataset.RoleTested && len(s.of) > 1 {
		return " (patients tested with both methods may explain some)"
	}
	return ""
}

// stagesOf gathers the stages that the data has for the chosen age and method; a
// stage that does not tell the method stands for every method.
func stagesOf(c *dataset.Counts, choice Choice) []stage {
	var stages []stage
	for _, s := range stageNames {
		st := stage{role: s.role, name: s.name, ages: map[dataset.Age]bool{}, of: map[dataset.Method][]*dataset.Series{}}
		for i := range c.Series {
			series := &c.Series[i]
			if series.Role != s.role || choice.Age != dataset.AnyAge && series.Age != choice.Age {
				continue
			}
			if choice.Method != dataset.AnyMethod && series.Method != dataset.AnyMethod && series.Method != choice.Method {
				continue
			}
			st.of[series.Method] = append(st.of[series.Method], series)
			st.ages[series.Age] = true
		}
		if len(st.of) > 0 {
			stages = append(stages, st)
		}
	}
	return stages
}

// comparable reports whether two stages count the same people: the same age
// groups, or all of them on one side and a count of all ages on the other.
func comparable(a, b *stage) bool {
	whole := func(s *stage) bool {
		return len(s.ages) == 1 && s.ages[dataset.AnyAge] ||
			len(s.ages) == 3 && !s.ages[dataset.AnyAge]
	}
	if whole(a) && whole(b) {
		return true
	}
	if len(a.ages) != len(b.ages) {
		return false
	}
	for age := range a.ages {
		if !b.ages[age] {
			return false
		}
	}
	return true
}

// at is the stage's count in a row: the sum over the methods that report there,
// NaN when none does or one is incomplete.
func (s *stage) at(row int) float64 {
	sum, reporting := 0.0, false
	for _, series := range s.of {
		count, blanks := 0.0, 0
		for _, one := range series {
			if v := one.Values[row]; math.IsNaN(v) {
				blanks++
			} else {
				count += v
			}
		}
		switch blanks {
		case 0:
			sum += count
			reporting = true
		case len(series): // the method is not used there
		default:
			return math.NaN()
		}
	}
	if !reporting {
		return math.NaN()
	}
	return sum
}
