package query

import (
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// scoreOf is the score behind a rank.
var scoreOf = map[string]string{"composite_rank": "composite_score", "pca_rank": "pca_score"}

// ranked is the name of a risk variable that the ranking at hand has: PCA's where
// it was made by PCA alone.
func (d *desk) ranked(name string) string {
	name = canonical(name)
	e := d.run.Evidence("risk")
	if e == nil || !strings.HasPrefix(name, "composite_") {
		return name
	}
	if c := e.Table.Column(name); c != nil && len(present(c.Numbers)) > 0 {
		return name
	}
	return "pca_" + strings.TrimPrefix(name, "composite_")
}

// scored takes the score for a rank where places in a list would say nothing: in
// a description, a histogram or a correlation.
func (d *desk) scored(v variable) (variable, string) {
	score, ok := scoreOf[v.name]
	if !ok || d.args.Operation == opTop || d.args.Operation == opBottom {
		return v, ""
	}
	found, ok := d.find(score)
	if !ok {
		return v, ""
	}
	return found, "A rank is only a place in a list, so the " + found.title + " is used."
}

// categories is the column of risk categories, when it is the risk that is to be
// counted and the wards are ranked.
func (d *desk) categories(name string) *schemaregistry.Column {
	if _, isRank := scoreOf[d.ranked(name)]; !isRank || d.run.Evidence("risk") == nil {
		return nil
	}
	column, _ := d.words("category")
	return column
}
