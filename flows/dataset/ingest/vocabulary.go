package ingest

import (
	"maps"
	"slices"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// vocabulary is what the words of the data are, by the x-values of arguments.
func vocabulary(d *dataset.Dataset) map[string][]schemaregistry.Term {
	return map[string][]schemaregistry.Term{
		"columns":  columnTerms(d),
		"headings": headingTerms(d),
		"states":   distinctTerms(d, func(w dataset.Ward) string { return w.State }),
		"wards":    wardTerms(d),
		"periods":  periodTerms(d),
	}
}

func columnTerms(d *dataset.Dataset) []schemaregistry.Term {
	var terms []schemaregistry.Term
	if d.Column("tpr") == nil && d.Counts != nil {
		terms = append(terms, schemaregistry.Term{Name: "tpr", Aliases: aliasesOf("tpr", "")})
	}
	for _, c := range d.Columns {
		terms = append(terms, schemaregistry.Term{Name: c.Name, Aliases: c.Aliases})
	}
	for _, r := range results {
		if d.Column(r.Name) == nil && (d.Counts != nil || r.Name != "tested" && r.Name != "positive") {
			terms = append(terms, r)
		}
	}
	return terms
}

// results are what the flows make of the data; an analyst names them like columns.
var results = []schemaregistry.Term{
	{Name: "tested", Aliases: []string{"tests", "tests done", "number tested"}},
	{Name: "positive", Aliases: []string{"positives", "confirmed cases", "malaria cases"}},
	{Name: "composite_rank", Aliases: []string{"risk rank", "composite rank"}},
	{Name: "composite_score", Aliases: []string{"risk score", "composite score", "composite risk score", "vulnerability"}},
	{Name: "pca_score", Aliases: []string{"pca score", "pca risk score"}},
	{Name: "coverage", Aliases: []string{"net coverage", "itn coverage"}},
	{Name: "nets_allocated", Aliases: []string{"allocated nets", "nets allocated"}},
}

// everyday are headings that are words of every second message; as names of
// columns they would be heard in "rank the wards".
var everyday = []string{"ward", "wards", "state", "lga", "province", "district", "facility", "year", "month", "period", "data", "value"}

// headingTerms lists the headings that are not the name of a variable already.
func headingTerms(d *dataset.Dataset) []schemaregistry.Term {
	seen := map[string]bool{}
	for _, c := range d.Columns {
		for _, name := range append([]string{c.Name}, c.Aliases...) {
			seen[looseKey(name)] = true
		}
	}
	var terms []schemaregistry.Term
	for _, r := range d.Recognised {
		key := looseKey(r.Column)
		if !seen[key] && !slices.Contains(everyday, key) {
			terms = append(terms, schemaregistry.Term{Name: r.Column})
		}
		seen[key] = true
	}
	return terms
}

func distinctTerms(d *dataset.Dataset, of func(dataset.Ward) string) []schemaregistry.Term {
	distinct := map[string]bool{}
	for _, w := range d.Wards {
		if name := of(w); name != "" {
			distinct[name] = true
		}
	}
	names := slices.Sorted(maps.Keys(distinct))
	terms := make([]schemaregistry.Term, len(names))
	for i, name := range names {
		terms[i].Name = name
	}
	return terms
}

func wardTerms(d *dataset.Dataset) []schemaregistry.Term {
	terms := make([]schemaregistry.Term, len(d.Wards))
	for i, w := range d.Wards {
		terms[i].Name = w.Label()
		if w.Name != "" && w.Name != w.Label() {
			terms[i].Aliases = []string{w.Name}
		}
	}
	return terms
}

// periodTerms lists the months of the data and their years.
func periodTerms(d *dataset.Dataset) []schemaregistry.Term {
	if d.Counts == nil || d.Counts.Periods == nil {
		return nil
	}
	distinct := distinctPeriods(d.Counts.Periods)
	slices.SortFunc(distinct, func(a, b dataset.Period) int { return int(a.First - b.First) })
	var terms []schemaregistry.Term
	years := map[int32]bool{}
	for _, p := range distinct {
		if year := p.First / 12; !years[year] && p.Months != 12 {
			years[year] = true
			terms = append(terms, schemaregistry.Term{Name: dataset.Period{First: year * 12, Months: 12}.String()})
		}
		terms = append(terms, schemaregistry.Term{Name: p.String(), Aliases: []string{p.Words()}})
	}
	return terms
}
