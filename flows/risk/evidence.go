package risk

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// flagAgainstTPR marks a PCA result that does not rise with test positivity; a
// net plan asks before it follows such an order.
const flagAgainstTPR = "pca_against_tpr"

// A row is a ward's outcome; ranks are 0 and scores NaN where it has none.
type row struct {
	ward                   dataset.Ward
	composite, pca         float64
	compositeRank, pcaRank int
	category, flags        string
}

// rank is the one that the category goes by.
func (r row) rank() int { return cmp.Or(r.compositeRank, r.pcaRank) }

// rows are the wards in order of rank, the unranked last.
func (a *analysis) rows() []row {
	rows := make([]row, len(a.wards))
	for i, ward := range a.wards {
		rows[i] = row{ward: a.data.Wards[ward], composite: math.NaN(), pca: math.NaN(), flags: a.flags[i]}
	}
	for i, position := range a.complete {
		r := &rows[position]
		if a.composite != nil {
			r.composite, r.compositeRank = a.composite.Score[i], a.composite.Rank[i]
		}
		if a.pca != nil {
			r.pca, r.pcaRank = a.pca.Score[i], a.pca.Rank[i]
		}
		r.category = dataset.Category(r.rank(), len(a.complete))
	}
	slices.SortFunc(rows, func(x, y row) int {
		return cmp.Or(
			cmp.Compare(boolToInt(x.rank() == 0), boolToInt(y.rank() == 0)), cmp.Compare(x.rank(), y.rank()),
			strings.Compare(x.ward.State, y.ward.State), strings.Compare(x.ward.LGA, y.ward.LGA),
			strings.Compare(x.ward.Name, y.ward.Name), strings.Compare(x.ward.Code, y.ward.Code),
		)
	})
	return rows
}

// table is what risk.csv holds; evidence has the code besides.
func table(rows []row) *schemaregistry.Table {
	wards := make([]dataset.Ward, len(rows))
	score := func(of func(row) float64) []float64 {
		values := make([]float64, len(rows))
		for i, r := range rows {
			values[i] = of(r)
		}
		return values
	}
	rank := func(of func(row) int) []float64 {
		return score(func(r row) float64 {
			if of(r) == 0 {
				return math.NaN()
			}
			return float64(of(r))
		})
	}
	category, flags := make([]string, len(rows)), make([]string, len(rows))
	for i, r := range rows {
		wards[i], category[i], flags[i] = r.ward, r.category, r.flags
	}
	return &schemaregistry.Table{
		Title: "Risk ranking",
		Columns: append(dataset.WardColumns(wards),
			schemaregistry.Column{Name: "composite_score", Title: "Composite score", Unit: "score", Direction: 1, Numbers: score(func(r row) float64 { return r.composite })},
			schemaregistry.Column{Name: "composite_rank", Title: "Composite rank", Unit: "rank", Direction: -1, Numbers: rank(func(r row) int { return r.compositeRank })},
			schemaregistry.Column{Name: "pca_score", Title: "PCA score", Unit: "score", Direction: 1, Numbers: score(func(r row) float64 { return r.pca })},
			schemaregistry.Column{Name: "pca_rank", Title: "PCA rank", Unit: "rank", Direction: -1, Numbers: rank(func(r row) int { return r.pcaRank })},
			schemaregistry.Column{Name: "category", Title: "Category", Text: category},
			schemaregistry.Column{Name: "flags", Title: "Flags", Text: flags},
		),
	}
}

// evidence is the table with the ward codes in the last place.
func evidence(t *schemaregistry.Table, rows []row) *schemaregistry.Evidence {
	wards := make([]dataset.Ward, len(rows))
	for i, r := range rows {
		wards[i] = r.ward
	}
	columns := append(slices.Clone(t.Columns), dataset.CodeColumn(wards))
	return &schemaregistry.Evidence{Kind: "risk", Table: &schemaregistry.Table{Title: t.Title, Columns: columns}}
}

// shown is the head of the ranking as the reply shows it.
func (a *analysis) shown(rows []row) *schemaregistry.Table {
	ranked := rows[:len(a.complete)]
	head := ranked[:min(10, len(ranked))]
	full := table(head)
	t := &schemaregistry.Table{Title: "Highest risk first: " + dataset.Thousands(len(head)) + " of " + dataset.Plural(len(ranked), "ranked ward")}
	for _, name := range []string{"composite_rank", "pca_rank", "ward", "lga", "composite_score", "pca_score", "category"} {
		c := *full.Column(name)
		absent := (a.composite == nil && strings.HasPrefix(name, "composite")) || (a.pca == nil && strings.HasPrefix(name, "pca")) ||
			(c.Text != nil && strings.Join(c.Text, "") == "")
		if absent {
			continue
		}
		if c.Unit == "score" {
			c.Numbers = rounded(c.Numbers)
		}
		t.Columns = append(t.Columns, c)
	}
	return t
}

// rounded keeps three decimals, enough to read.
func rounded(values []float64) []float64 {
	short := make([]float64, len(values))
	for i, v := range values {
		short[i] = math.Round(v*1000) / 1000
	}
	return short
}
