package maps

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// How the choices behind a positivity rate read under a title.
var (
	ageWords = map[string]string{
		"u5": "children under five", "o5": "people aged five and over", "pw": "pregnant women", "all": "all ages",
	}
	methodWords = map[string]string{"rdt": "RDT", "microscopy": "microscopy", "both": "RDT and microscopy"}
	levelWords  = map[string]string{
		"primary": "primary facilities", "secondary": "secondary facilities", "tertiary": "tertiary facilities", "all": "all facilities",
	}
)

// planned says which net plan is drawn, "" when it is none.
func (sh *sheet) planned() string {
	e := sh.evidence
	if e == nil || e.Kind != "itn" {
		return ""
	}
	total, err := strconv.ParseFloat(fmt.Sprint(e.Args["total_nets"]), 64)
	if err != nil {
		return ""
	}
	said := "Plan of " + dataset.Thousands(total) + " nets"
	if strategy, _ := e.Args["strategy"].(string); strategy != "" {
		said += ", " + strategy + " strategy"
	}
	return said
}

// about says which tests the positivity counts. "All" is said of what the data
// hold: all ages of a file of under-fives are children under five.
func (sh *sheet) about() string {
	e := sh.run.Evidence("tpr")
	if e == nil || sh.evidence != e || sh.supplied {
		return ""
	}
	var parts []string
	add := func(arg string, held string, words map[string]string) {
		chosen, _ := e.Args[arg].(string)
		if chosen == "" || chosen == "all" || chosen == "both" {
			chosen = cmp.Or(held, chosen)
		}
		if words[chosen] != "" {
			parts = append(parts, words[chosen])
		}
	}
	age, method, level := held(sh.data.Counts)
	add("age_group", age, ageWords)
	add("test_method", method, methodWords)
	add("facility_level", level, levelWords)
	return sentence(strings.Join(parts, ", "))
}

// held gives the one age, method and level that the counts hold: "" where they
// hold several, "untold" where they do not tell.
func held(c *dataset.Counts) (age, method, level string) {
	if c == nil {
		return "", "", ""
	}
	ages, methods, levels := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, s := range c.Series {
		if s.Role == dataset.RoleTested || s.Role == dataset.RolePositive {
			ages[string(s.Age)], methods[string(s.Method)] = true, true
		}
	}
	for _, f := range c.Facilities {
		levels[string(f.Level)] = true
	}
	return single(ages), single(methods), single(levels)
}

func single(values map[string]bool) string {
	if len(values) != 1 {
		return ""
	}
	for value := range values {
		return cmp.Or(value, "untold")
	}
	return ""
}
