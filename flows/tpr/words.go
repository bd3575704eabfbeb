package tpr

import (
	"fmt"
	"math"
	"strings"
)

// The arguments and the values that several of them share.
const (
	argState  = "state"
	argLevel  = "facility_level"
	argAge    = "age_group"
	argMethod = "test_method"
	argPeriod = "period"
	argFill   = "fill"

	valueAll        = "all"
	valueBoth       = "both"
	valueNeighbours = "neighbours"
)

// Labels of the values, as options and chips show them.
var labels = map[string]map[string]string{
	argLevel: {
		"primary": "Primary", "secondary": "Secondary", "tertiary": "Tertiary", valueAll: "All facilities",
	},
	argAge: {
		"u5": "Under five", "o5": "Five and over", "pw": "Pregnant women", valueAll: "All ages",
	},
	argMethod: {
		"rdt": "RDT", "microscopy": "Microscopy", valueBoth: "Both methods",
	},
	argFill: {
		"none": "Leave them empty", valueNeighbours: "Fill from neighbours",
	},
}

// How the values read inside a sentence.
var (
	levelWords = map[string]string{
		"primary": "primary facilities", "secondary": "secondary facilities",
		"tertiary": "tertiary facilities", valueAll: "all facilities",
	}
	ageWords = map[string]string{
		"u5": "under-fives", "o5": "people aged five and over", "pw": "pregnant women", valueAll: "all ages",
	}
	methodWords = map[string]string{
		"rdt": "RDT", "microscopy": "microscopy", valueBoth: "RDT and microscopy",
	}
)

// words says what a dimension came to: the value she chose, or the only one the
// data has, or nothing where the data does not tell.
func (d *dimension) words(value string, names map[string]string) string {
	switch {
	case value == d.all && len(d.told) == 0:
		return ""
	case value == d.all && d.settled():
		return names[d.told[0]]
	}
	return names[value]
}

// share writes a part of a whole as whole percent, never 0% or 100% for a true part.
func share(part, whole float64) string {
	percent := math.Round(100 * part / whole)
	switch {
	case whole <= 0:
		return "0%"
	case percent == 0 && part > 0:
		return "under 1%"
	case percent == 100 && part < whole:
		return "over 99%"
	}
	return fmt.Sprintf("%.0f%%", percent)
}

// verb agrees with a number.
func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// join puts the parts that are not empty together with commas.
func join(parts ...string) string {
	var said []string
	for _, p := range parts {
		if p != "" {
			said = append(said, p)
		}
	}
	return strings.Join(said, ", ")
}
