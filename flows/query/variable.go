package query

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/lithammer/fuzzysearch/fuzzy"
)

// A variable is one number for every ward, wherever it comes from.
type variable struct {
	name      string
	title     string // as a sentence names it
	unit      string
	direction int       // +1 higher is riskier, -1 higher is safer
	values    []float64 // by ward of the dataset, NaN where missing
	scope     []bool    // by ward: is it part of the result; nil all
	kind      string    // of the evidence it comes from, "" a column of a file
	source    string    // where it comes from, for the receipt
}

// proved are the numbers in the evidence tables, and the tool that makes them.
var proved = []struct {
	kind, tool, doing string
	names             []string // numbers
	words             []string
}{
	{"tpr", "run_tpr_step", "Work out test positivity first", []string{"tpr", "tested", "positive", "ci_low", "ci_high", "facilities"}, []string{"flags"}},
	{"risk", "run_risk_analysis", "Rank the wards by risk first", []string{"composite_score", "composite_rank", "pca_score", "pca_rank"}, []string{"category"}},
	{"itn", "plan_itn", "Plan the nets first", []string{"nets_needed", "nets_allocated", "coverage"}, []string{"tier", "reason"}},
}

// otherNames are second names that the map and the files of the programme use.
var otherNames = map[string]string{
	"testpositivity": "tpr", "testpositivityrate": "tpr", "positivity": "tpr",
	"vulnerability": "composite_score", "risk": "composite_rank", "malariarisk": "composite_rank", "riskscore": "composite_score", "rank": "composite_rank",
	"itncoverage": "coverage", "netcoverage": "coverage", "nets": "nets_allocated",
}

var titles = map[string]string{
	"tpr": "test positivity", "tested": "tests", "positive": "positives",
	"ci_low": "the lower end of the 95% interval", "ci_high": "the upper end of the 95% interval",
	"facilities": "reporting facilities", "composite_score": "composite risk score", "composite_rank": "composite risk rank",
	"pca_score": "PCA risk score", "pca_rank": "PCA risk rank",
	"nets_needed": "needed nets", "nets_allocated": "allocated nets", "coverage": "net coverage",
}

// fold makes "Test positivity", "test_positivity" and "TEST-POSITIVITY" one.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// canonical is the name that a proved variable is stored under, else the name
// folded.
func canonical(name string) string {
	folded := fold(name)
	if other, ok := otherNames[folded]; ok {
		return other
	}
	for _, p := range proved {
		for _, n := range p.names {
			if fold(n) == folded {
				return n
			}
		}
	}
	return folded
}

// find looks a variable up in the results, then among the columns of the files.
func (d *desk) find(name string) (variable, bool) {
	wanted := d.ranked(name)
	for _, p := range proved {
		if e := d.run.Evidence(p.kind); slices.Contains(p.names, wanted) && e != nil && e.Table.Column(wanted) != nil {
			return d.fromEvidence(e, wanted), true
		}
	}
	for i := range d.data.Columns {
		if c := &d.data.Columns[i]; isCalled(c, wanted) || isCalled(c, fold(name)) {
			return fromColumn(c), true
		}
	}
	return variable{}, false
}

func isCalled(c *dataset.WardColumn, folded string) bool {
	return fold(c.Name) == fold(folded) || fold(c.Heading) == folded ||
		slices.ContainsFunc(c.Aliases, func(a string) bool { return fold(a) == folded })
}

func (d *desk) fromEvidence(e *schemaregistry.Evidence, name string) variable {
	d.used = append(d.used, e.Kind)
	column := e.Table.Column(name)
	v := variable{
		name: name, title: titles[name], unit: column.Unit, direction: column.Direction, kind: e.Kind,
		values: make([]float64, len(d.data.Wards)), scope: make([]bool, len(d.data.Wards)),
		source: "column " + name + " of the " + strings.ToUpper(e.Kind) + " result",
	}
	if strings.HasSuffix(name, "_rank") {
		v.unit = "rank"
	}
	for w, row := range d.data.Align(e.Table) {
		v.values[w] = math.NaN()
		if v.scope[w] = row >= 0; v.scope[w] && row < len(column.Numbers) {
			v.values[w] = column.Numbers[row]
		}
	}
	return v
}

func fromColumn(c *dataset.WardColumn) variable {
	return variable{
		name: c.Name, title: spoken(c.Name), unit: c.Unit, direction: c.Direction, values: c.Values,
		source: "column " + c.Heading + " of " + c.File,
	}
}

// spoken is how a sentence names a column: EVI, distance to water.
func spoken(name string) string {
	switch name {
	case "evi", "ndvi", "ndwi", "ndmi":
		return strings.ToUpper(name)
	case "pfpr":
		return "PfPR"
	}
	return strings.ReplaceAll(name, "_", " ")
}

// toolFor is the tool that proves a variable which does not exist yet.
func toolFor(name string) (tool, doing string) {
	for _, p := range proved {
		if slices.Contains(p.names, canonical(name)) || slices.Contains(p.words, canonical(name)) {
			return p.tool, p.doing
		}
	}
	return "", ""
}

// titleOf is how a sentence names a variable of the results.
func titleOf(name string) string {
	if title, ok := titles[canonical(name)]; ok {
		return title
	}
	return spoken(name)
}

// available lists the variables at hand, results first.
func (d *desk) available() []string {
	var names []string
	for _, p := range proved {
		if e := d.run.Evidence(p.kind); e != nil {
			for _, n := range p.names {
				if c := e.Table.Column(n); c != nil && len(present(c.Numbers)) > 0 && n != "ci_low" && n != "ci_high" {
					names = append(names, n)
				}
			}
		}
	}
	columns := slices.Clone(d.data.Columns)
	slices.SortStableFunc(columns, func(a, b dataset.WardColumn) int { return importance(b) - importance(a) })
	for _, c := range columns {
		if !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}

// importance puts what drives malaria first, then people, then all the rest.
func importance(c dataset.WardColumn) int {
	switch {
	case c.Direction != 0:
		return 2
	case c.Name == "population":
		return 1
	}
	return 0
}

// nearest orders the available variables by likeness to a name.
func (d *desk) nearest(name string) []string {
	names := d.available()
	slices.SortStableFunc(names, func(a, b string) int {
		return fuzzy.LevenshteinDistance(fold(a), fold(name)) - fuzzy.LevenshteinDistance(fold(b), fold(name))
	})
	return names
}

// evidenceNames is what a reply calls the results.
var evidenceNames = map[string]string{"tpr": "TPR result", "risk": "risk ranking", "itn": "net plan"}

// stale warns of results that something has changed under.
func (d *desk) stale() []string {
	var said []string
	for _, p := range proved {
		if slices.Contains(d.used, p.kind) && schemaregistry.IsStale(p.kind, d.run.State.Evidence, d.run.State.Dataset()) {
			said = append(said, "The "+evidenceNames[p.kind]+" is outdated: something it was computed from has changed since.")
		}
	}
	return said
}
