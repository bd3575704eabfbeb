package ingest

import (
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// QualityTable is the report of quality.csv: a row per finding, worst first.
func QualityTable(findings []dataset.Finding) *schemaregistry.Table {
	n := len(findings)
	severity, check, level := make([]string, n), make([]string, n), make([]string, n)
	unit, column, effect := make([]string, n), make([]string, n), make([]string, n)
	rows := make(schemaregistry.Numbers, n)
	sorted := append([]dataset.Finding(nil), findings...)
	sortFindings(sorted)
	for i, f := range sorted {
		severity[i], check[i], level[i] = string(f.Severity), f.Check, f.Level
		unit[i], column[i], rows[i], effect[i] = f.Unit, f.Column, float64(f.Rows), f.Effect
	}
	return &schemaregistry.Table{Title: "What I noticed in the files", Columns: []schemaregistry.Column{
		{Name: "severity", Title: "Severity", Text: severity},
		{Name: "check", Title: "Check", Text: check},
		{Name: "level", Title: "Level", Text: level},
		{Name: "unit", Title: "Where", Text: unit},
		{Name: "column", Title: "Column", Text: column},
		{Name: "rows", Title: "Rows", Unit: "count", Numbers: rows},
		{Name: "effect", Title: "Effect", Text: effect},
	}}
}

// columnsTable shows what each column was taken for.
func columnsTable(d *dataset.Dataset) *schemaregistry.Table {
	n := len(d.Recognised)
	file, column, as, by := make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	for i, r := range d.Recognised {
		file[i], column[i], as[i] = r.File, r.Column, r.As
		if r.Corrected {
			by[i] = "you"
		}
	}
	return &schemaregistry.Table{Title: "What each column was taken for", Columns: []schemaregistry.Column{
		{Name: "file", Title: "File", Text: file},
		{Name: "column", Title: "Column", Text: column},
		{Name: "taken_as", Title: "Taken as", Text: as},
		{Name: "said_by", Title: "Said by", Text: by},
	}}
}

// matchesTable shows how wards were matched in the ways given, in their order.
func matchesTable(d *dataset.Dataset, classes []dataset.MatchClass) *schemaregistry.Table {
	t := &schemaregistry.Table{Title: "How ward names were matched", Columns: []schemaregistry.Column{
		{Name: "file", Title: "File", Text: []string{}},
		{Name: "name", Title: "In the file", Text: []string{}},
		{Name: "ward", Title: "Taken for", Text: []string{}},
		{Name: "class", Title: "How", Text: []string{}},
		{Name: "score", Title: "Score", Unit: "fraction", Numbers: schemaregistry.Numbers{}},
		{Name: "runner_up", Title: "Next best", Text: []string{}},
	}}
	for _, class := range classes {
		for _, m := range d.Matches {
			if m.Class != class {
				continue
			}
			ward := ""
			if m.Ward >= 0 {
				ward = d.Wards[m.Ward].Label()
			}
			for i, text := range []string{m.File, m.From.Label(), ward, string(m.Class)} {
				t.Columns[i].Text = append(t.Columns[i].Text, text)
			}
			t.Columns[4].Numbers = append(t.Columns[4].Numbers, score(m))
			t.Columns[5].Text = append(t.Columns[5].Text, m.RunnerUp)
		}
	}
	return t
}

func score(m dataset.Match) float64 {
	if m.Class != dataset.MatchProbable {
		return missing(1)[0]
	}
	return m.Score
}

// doubtful are the ways that an analyst should look at, the least certain first;
// matchOrder has all.
var doubtful = matchOrder[:4]

var matchOrder = []dataset.MatchClass{dataset.MatchProbable, dataset.MatchAmbiguous, dataset.MatchUnmatched, dataset.MatchAlias,
	dataset.MatchNameOnly, dataset.MatchExact, dataset.MatchCode}
