package ingest

import (
	"strings"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// kind is what a column is for.
type kind string

const (
	kindIgnored   kind = ""
	kindIndicator kind = "indicator"
	kindState     kind = "state"
	kindLGA       kind = "lga"
	kindWard      kind = "ward"
	kindUnit      kind = "unit" // an organisation unit of a level not told
	kindFacility  kind = "facility"
	kindLevel     kind = "level"
	kindCode      kind = "code" // of the ward
	kindStateCode kind = "state code"
	kindLGACode   kind = "lga code"
	kindPeriod    kind = "period"
	kindYear      kind = "year"
	kindMonth     kind = "month"
	kindData      kind = "data"  // names the indicator of a long export's row
	kindValue     kind = "value" // of a long export
	kindVariable  kind = "variable"
)

// A meaning is what a column was taken for.
type meaning struct {
	kind
	indicator dataset.Indicator
	total     bool   // the heading itself says that it sums others
	name      string // canonical name of a variable
	direction int    // of a variable
	unit      string // of a variable
	depth     int    // of an administrative level by number; 0 by name
	corrected bool   // by the analyst
}

var (
	roleNames = map[dataset.Role]string{
		dataset.RoleAttendance: "attendance", dataset.RoleSuspected: "suspected", dataset.RoleTested: "tested",
		dataset.RolePositive: "positive", dataset.RoleTreated: "treated", dataset.RoleRate: "a rate (never added up)",
	}
	methodNames = map[dataset.Method]string{dataset.RDT: "RDT", dataset.Microscopy: "microscopy"}
	ageNames    = map[dataset.Age]string{dataset.U5: "under five", dataset.O5: "five and over", dataset.PW: "pregnant women"}
)

// String says the meaning to the analyst: "positive, RDT, under five".
func (m meaning) String() string {
	switch m.kind {
	case kindIgnored:
		return "not used"
	case kindIndicator:
		return sayIndicator(m.indicator)
	case kindVariable:
		return m.name + sayDirection(m.direction)
	case kindUnit:
		return "reporting unit"
	case kindCode:
		return "ward code"
	case kindLGA:
		return "LGA"
	case kindLGACode:
		return "LGA code"
	case kindLevel:
		return "facility level"
	case kindData:
		return "name of the indicator"
	}
	return string(m.kind)
}

func sayDirection(direction int) string {
	switch {
	case direction > 0:
		return " (higher is riskier)"
	case direction < 0:
		return " (higher is safer)"
	}
	return ""
}

func sayIndicator(i dataset.Indicator) string {
	parts := []string{roleNames[i.Role]}
	if m := methodNames[i.Method]; m != "" {
		parts = append(parts, m)
	}
	if a := ageNames[i.Age]; a != "" {
		parts = append(parts, a)
	}
	return strings.Join(parts, ", ")
}

// edit writes the meaning as the value of a "column:" correction; readEdit reads it.
func (m meaning) edit() string {
	switch m.kind {
	case kindIgnored:
		return "ignored"
	case kindIndicator:
		words := []string{string(m.indicator.Role)}
		if m.indicator.Method != "" {
			words = append(words, string(m.indicator.Method))
		}
		if m.indicator.Age != "" {
			words = append(words, string(m.indicator.Age))
		}
		return strings.Join(words, " ")
	case kindVariable:
		switch m.direction {
		case 1:
			return "variable " + m.name + " up"
		case -1:
			return "variable " + m.name + " down"
		}
		if variableNamed(m.name).direction != 0 {
			return "variable " + m.name + " none"
		}
		return "variable " + m.name
	}
	return string(m.kind)
}

// readEdit reads a correction such as "positive rdt u5", "lga", "ignored" or
// "variable rainfall up".
func readEdit(text string) (m meaning, ok bool) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return meaning{}, false
	}
	switch k := kind(text); k {
	case "ignored":
		return meaning{corrected: true}, true
	case kindState, kindLGA, kindWard, kindUnit, kindFacility, kindLevel, kindCode, kindStateCode, kindLGACode,
		kindPeriod, kindYear, kindMonth, kindData, kindValue:
		return meaning{kind: k, corrected: true}, true
	}
	if words[0] == string(kindVariable) {
		return readVariableEdit(words[1:])
	}
	return readIndicatorEdit(words)
}

func readVariableEdit(words []string) (meaning, bool) {
	if len(words) == 0 {
		return meaning{}, false
	}
	m := variableNamed(words[0])
	m.corrected = true
	if len(words) > 1 {
		m.direction = map[string]int{"up": 1, "down": -1}[words[1]]
	}
	return m, true
}

func readIndicatorEdit(words []string) (meaning, bool) {
	role := dataset.Role(words[0])
	if roleNames[role] == "" {
		return meaning{}, false
	}
	m := meaning{kind: kindIndicator, indicator: dataset.Indicator{Role: role}, corrected: true}
	for _, w := range words[1:] {
		switch {
		case methodNames[dataset.Method(w)] != "":
			m.indicator.Method = dataset.Method(w)
		case ageNames[dataset.Age(w)] != "":
			m.indicator.Age = dataset.Age(w)
		default:
			return meaning{}, false
		}
	}
	return m, true
}
