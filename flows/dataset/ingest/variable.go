package ingest

import (
	"slices"
	"strings"
)

// A variable is a ward-level column that is known by name.
type variable struct {
	name      string
	direction int // +1 higher is riskier, -1 higher is safer (domain.md, Risk)
	unit      string
	aliases   []string
	is        func(toks []string) bool
}

// words makes a test that every given group of alternatives occurs.
func words(groups ...string) func([]string) bool {
	return func(toks []string) bool {
		for _, group := range groups {
			if !anyStem(toks, strings.Split(group, "|")...) {
				return false
			}
		}
		return true
	}
}

var variables = []variable{
	{"tpr", 1, "fraction", []string{"test positivity", "positivity"}, func(t []string) bool {
		return anyWord(t, "tpr", "positivity")
	}},
	{"pfpr", 1, "", []string{"parasite rate", "parasite prevalence"}, isPfPR},
	{"rainfall", 1, "mm", []string{"rain", "precipitation"}, words("rain|precip|chirps")},
	{"evi", 1, "", []string{"vegetation", "enhanced vegetation index"}, whole("evi")},
	{"ndvi", 1, "", []string{"vegetation index"}, whole("ndvi")},
	{"ndwi", 1, "", []string{"water index"}, whole("ndwi")},
	{"ndmi", 1, "", []string{"moisture index"}, whole("ndmi")},
	{"soil_wetness", 1, "", []string{"soil moisture"}, words("soil", "wet|moist")},
	{"flood", 1, "", []string{"flooding"}, words("flood")},
	{"temperature", 1, "°C", []string{"temp", "heat"}, func(t []string) bool {
		return anyStem(t, "temperature") || anyWord(t, "temp", "lst")
	}},
	{"distance_to_water", -1, "m", []string{"distance to water bodies", "water distance"}, words("dist", "water")},
	{"elevation", -1, "m", []string{"altitude", "height"}, words("elev|altitude")},
	{"housing_quality", -1, "", []string{"housing", "improved housing"}, words("housing")},
	{"nighttime_lights", -1, "", []string{"night lights", "ntl"}, func(t []string) bool {
		return anyWord(t, "ntl", "viirs") || words("night", "light")(t)
	}},
	{"existing_nets", 0, "nets", []string{"nets in place", "existing llins"}, words("net|llin|itn", "exist|avail|already")},
	{"households", 0, "households", []string{"number of households"}, isHouseholds},
	{"urban_percentage", -1, "percent", []string{"urban", "urbanisation"}, isUrban},
	{"population", 0, "people", []string{"people", "total population"}, isPopulation},
}

func whole(word string) func([]string) bool {
	return func(toks []string) bool { return anyWord(toks, word) }
}

// readVariable recognises a ward-level variable by its heading; ok is false for
// a heading that is none of the known ones.
func readVariable(toks []string) (m meaning, ok bool) {
	for _, v := range variables {
		if v.is(toks) {
			return meaning{kind: kindVariable, name: v.name, direction: v.direction, unit: v.unit}, true
		}
	}
	return meaning{}, false
}

// variableNamed returns the meaning of a canonical name, known or not.
func variableNamed(name string) meaning {
	for _, v := range variables {
		if v.name == name {
			return meaning{kind: kindVariable, name: name, direction: v.direction, unit: v.unit}
		}
	}
	return meaning{kind: kindVariable, name: name}
}

// aliasesOf lists what else an analyst may call a variable.
func aliasesOf(name, heading string) []string {
	aliases := []string{}
	for _, v := range variables {
		if v.name == name {
			aliases = append(aliases, v.aliases...)
		}
	}
	for _, a := range []string{strings.ReplaceAll(name, "_", " "), heading, strings.Join(tokens(heading), " ")} {
		if a != name && a != "" && !slices.Contains(aliases, a) {
			aliases = append(aliases, a)
		}
	}
	return aliases
}

func isPfPR(toks []string) bool {
	return strings.Contains(strings.Join(toks, ""), "pfpr") || anyStem(toks, "parasit") && anyWord(toks, "rate", "prevalence")
}

func isHouseholds(toks []string) bool {
	return !anyWord(toks, "size") && (anyWord(toks, "households", "hh", "hhs") || anyWord(toks, "household") && anyWord(toks, "number", "count", "total"))
}

func isUrban(toks []string) bool {
	if !anyStem(toks, "urban") {
		return false
	}
	for _, t := range toks {
		if !slices.Contains([]string{"urban", "urbanicity", "urbanization", "urbanisation", "percentage", "percent", "pct", "%", "prop",
			"proportion", "share", "extent", "is", "area", "mean"}, t) {
			return false
		}
	}
	return true
}

// isPopulation takes headings that say population and nothing that narrows it,
// such as an age group or a density.
func isPopulation(toks []string) bool {
	if !anyWord(toks, "pop", "population", "popn", "inhabitants") {
		return false
	}
	for _, t := range toks {
		if !isYearNumber(t) && !slices.Contains([]string{"pop", "population", "popn", "inhabitants", "total", "estimated", "estimate", "est",
			"projected", "projection", "ward", "of", "the", "size", "worldpop", "census", "sum", "number", "people"}, t) {
			return false
		}
	}
	return true
}

func isYearNumber(t string) bool {
	return len(t) == 4 && (strings.HasPrefix(t, "19") || strings.HasPrefix(t, "20"))
}
