package maps

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A variable is what one map shows: a value for every ward of the dataset.
type variable struct {
	file      string // of the artifact, between "map-" and ".svg"
	title     string // heading of the map
	noun      string // inside a sentence: "the test positivity rate"
	unit      unit
	direction int       // +1 higher is riskier, -1 higher is safer, 0 neither
	values    []float64 // by ward, NaN without a value
	rank      []float64 // by ward, 1 = highest risk; nil: ranked here by value
	category  []string  // by ward; nil none
	note      []string  // by ward: what is to be known of its value, or why it has none
	evidence  *schemaregistry.Evidence
	stale     bool
	supplied  bool // brought by a file in place of a computed value
	computed  string
}

// A source is where the variables of one run come from.
type source struct {
	data *dataset.Dataset
	run  *schemaregistry.Run
}

// derived are the columns of evidence that can be mapped, by the name under which
// they are asked for.
var derived = map[string]struct {
	kind, column string
	variable     variable
}{
	mapTPR: {"tpr", "tpr", variable{
		file: "tpr", title: "Test positivity rate (TPR)", noun: "the test positivity rate", unit: "fraction", direction: 1}},
	"tested": {"tpr", "tested", variable{
		file: "tested", title: "People tested", noun: "the number of people tested", unit: "tests"}},
	"positive": {"tpr", "positive", variable{
		file: "positive", title: "Positive tests", noun: "the number of positive tests", unit: "tests"}},
	methodComposite: {"risk", "composite_score", variable{
		file: "vulnerability-composite", title: "Vulnerability (composite score)", noun: "vulnerability by the composite score", unit: "score", direction: 1}},
	methodPCA: {"risk", "pca_score", variable{
		file: "vulnerability-pca", title: "Vulnerability (PCA score)", noun: "vulnerability by PCA", unit: "score", direction: 1}},
	mapCoverage: {"itn", "coverage", variable{
		file: "itn_coverage", title: "Planned net coverage", noun: "the share of people who would have a net", unit: "fraction", direction: -1}},
	"nets_needed": {"itn", "nets_needed", variable{
		file: "nets_needed", title: "Nets needed", noun: "the number of nets needed", unit: "nets"}},
	"nets_allocated": {"itn", "nets_allocated", variable{
		file: "nets_allocated", title: "Nets allocated", noun: "the number of nets allocated", unit: "nets"}},
}

// aliases are other names of derived variables: the columns of the result files.
var aliases = map[string]string{
	"composite_score": methodComposite, "pca_score": methodPCA, "coverage": mapCoverage,
}

// derive reads a variable from its evidence, or returns nil where there is none.
func (s source) derive(name string) *variable {
	d, known := derived[name]
	e := s.run.Evidence(d.kind)
	if !known || e == nil || e.Table.Column(d.column) == nil {
		return nil
	}
	v := d.variable
	v.evidence, v.supplied = e, e.Supplied
	v.stale = schemaregistry.IsStale(d.kind, s.run.State.Evidence, s.run.State.Dataset())
	rows := s.data.Align(e.Table)
	v.values = numbers(e.Table.Column(d.column), rows)
	if !slices.ContainsFunc(v.values, present) {
		return nil
	}
	v.note = s.notes(d.kind, e.Table, rows)
	switch name {
	case methodComposite:
		v.rank, v.category = numbers(e.Table.Column("composite_rank"), rows), texts(e.Table.Column("category"), rows)
	case methodPCA:
		v.rank = numbers(e.Table.Column("pca_rank"), rows)
		if !slices.ContainsFunc(numbers(e.Table.Column("composite_rank"), rows), present) {
			v.category = texts(e.Table.Column("category"), rows) // it follows the only rank there is
		}
	}
	return &v
}

// column makes a variable of a ward-level column.
func (s source) column(c *dataset.WardColumn) *variable {
	v := &variable{
		file: fileName(c.Name), title: sentence(columnWords(c)), noun: columnWords(c),
		unit: unit(c.Unit), direction: c.Direction, values: c.Values,
	}
	if c.Name == mapTPR {
		known := derived[mapTPR].variable
		v.title, v.noun, v.direction, v.supplied = known.title, known.noun, 1, true
	}
	return v
}

// notes says for every ward what its row is flagged with.
func (s source) notes(kind string, t *schemaregistry.Table, rows []int) []string {
	flags := texts(t.Column("flags"), rows)
	tested, positive := t.Column("tested"), t.Column("positive")
	reasons := texts(t.Column("reason"), rows)
	needed, allocated := t.Column("nets_needed"), t.Column("nets_allocated")
	notes := make([]string, len(rows))
	for ward, row := range rows {
		var parts []string
		if row < 0 {
			continue
		}
		if kind == "tpr" && tested != nil && positive != nil && tested.Numbers[row] > 0 {
			parts = append(parts, dataset.Thousands(positive.Numbers[row])+" of "+dataset.Thousands(tested.Numbers[row])+" tests")
		}
		if kind == "itn" && needed != nil && allocated != nil && present(allocated.Numbers[row]) && present(needed.Numbers[row]) {
			parts = append(parts, dataset.Thousands(allocated.Numbers[row])+" of "+dataset.Thousands(needed.Numbers[row])+" nets")
		}
		for _, flag := range strings.FieldsFunc(flags[ward]+";"+reasons[ward], func(r rune) bool { return r == ';' || r == ',' }) {
			parts = append(parts, flagWords(strings.TrimSpace(flag)))
		}
		notes[ward] = strings.Join(parts, ", ")
	}
	return notes
}

// flagWords says a flag or reason of the result files in words.
func flagWords(flag string) string {
	switch flag {
	case "positive_gt_tested":
		return "more positives than tests"
	case "low_tests":
		return "fewer than 30 tests"
	case "few_months":
		return "few months reported"
	case "met_need":
		return "need met"
	case "partial":
		return "partly covered"
	}
	return strings.ReplaceAll(flag, "_", " ")
}

// numbers brings a column of evidence into the order of the wards.
func numbers(c *schemaregistry.Column, rows []int) []float64 {
	values := make([]float64, len(rows))
	for ward, row := range rows {
		values[ward] = math.NaN()
		if row >= 0 && c != nil && c.Numbers != nil {
			values[ward] = c.Numbers[row]
		}
	}
	return values
}

func texts(c *schemaregistry.Column, rows []int) []string {
	values := make([]string, len(rows))
	for ward, row := range rows {
		if row >= 0 && c != nil && c.Text != nil {
			values[ward] = c.Text[row]
		}
	}
	return values
}

func present(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// columnWords is how a column is called in a sentence: by its heading where its
// name is only that in another spelling, else by its name.
func columnWords(c *dataset.WardColumn) string {
	name := c.Name
	if fold(c.Heading) == fold(c.Name) {
		name = c.Heading
	}
	words := strings.Fields(strings.ReplaceAll(name, "_", " "))
	for i, word := range words {
		lower := strings.ToLower(word)
		switch {
		case slices.Contains(abbreviations, lower):
			words[i] = strings.ToUpper(word)
		case len(word) > 2 && word[1:] == lower[1:] && !strings.ContainsAny(word, "0123456789"):
			words[i] = lower // capitals at the start only
		}
	}
	return strings.Join(words, " ")
}

var abbreviations = []string{"evi", "ndvi", "ndwi", "ndmi", "tpr", "itn", "lga"}

// sentence begins a text with a capital.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// fileName keeps letters, digits, dashes and underscores of a column's name.
func fileName(name string) string {
	safe := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		}
		return '-'
	}, name)
	if safe = strings.Trim(safe, "-"); safe == "" {
		return "column"
	}
	return safe[:min(len(safe), 60)]
}
