package risk

import (
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// outcomes are what the ranking itself makes. Who says "rank by risk" names the
// aim and no variable.
var outcomes = []string{"composite_score", "composite_rank", "pca_score", "pca_rank"}

// resolveAll finds the columns of names; those of the outcome are left out.
func (a *analysis) resolveAll(names []string) ([]string, error) {
	resolved := make([]string, 0, len(names)+1)
	for _, name := range names {
		if slices.Contains(outcomes, name) {
			continue
		}
		canonical, err := a.resolve(name)
		if err != nil {
			return nil, err
		}
		resolved = append(resolved, canonical)
	}
	return resolved, nil
}

// resolve finds the canonical name of a column as somebody named it.
func (a *analysis) resolve(name string) (string, error) {
	wanted := fold(name)
	if wanted == "tpr" {
		return "tpr", nil
	}
	for _, column := range a.data.Columns {
		if fold(column.Name) == wanted || fold(column.Heading) == wanted ||
			slices.ContainsFunc(column.Aliases, func(alias string) bool { return fold(alias) == wanted }) {
			return column.Name, nil
		}
	}
	have := []string{"TPR"}
	for _, column := range a.data.Columns {
		if column.Name != "tpr" {
			have = append(have, title(column.Name))
		}
	}
	return "", schemaregistry.Fail("unknown_variable", "There is no column %q in your files. There are: %s.", name, dataset.Names(have, 15))
}

// fold makes names comparable: letters and digits in lower case.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' || r == '-' || r == '.' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// title is how a reply names a variable.
func title(name string) string {
	switch name {
	case "tpr", "evi", "ndvi", "ndwi", "ndmi":
		return strings.ToUpper(name)
	case "pfpr":
		return "PfPR"
	}
	return strings.ReplaceAll(name, "_", " ")
}
