package ingest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/chatmrpt/chatmrpt/flows/dataset/ingest/geofile"
	"github.com/paulmach/orb"
)

// The kinds of File.
const (
	fileFacility   = "facility"
	fileLong       = "long"
	fileWard       = "ward"
	fileBoundaries = "boundaries"
)

// A sheet is one table with the meaning of each column, or one layer of polygons
// with that of its attributes.
type sheet struct {
	file    int // index into Dataset.Files
	kind    string
	table   *dataset.Table
	columns []meaning // by column of the table
	shapes  []orb.MultiPolygon
	invalid []string
}

// readSheet decides what each column of a table means, and from that what kind
// of table it is. The analyst's corrections win over the grammar.
func readSheet(file int, t *dataset.Table, edits schemaregistry.Edits) *sheet {
	s := &sheet{file: file, table: t, columns: make([]meaning, len(t.Columns))}
	s.readColumns(edits)
	s.kind = s.decideKind()
	s.settleVariables()
	return s
}

// readLayer does the same for a layer of polygons.
func readLayer(file int, l geofile.Layer, edits schemaregistry.Edits) *sheet {
	s := &sheet{file: file, kind: fileBoundaries, table: l.Attributes, shapes: l.Shapes, invalid: l.Invalid}
	s.columns = make([]meaning, len(s.table.Columns))
	s.readColumns(edits)
	for i := range s.columns {
		switch s.columns[i].kind {
		case kindPeriod, kindYear, kindMonth, kindFacility, kindLevel, kindData, kindValue, kindIndicator:
			s.columns[i] = meaning{} // when a boundary was drawn says nothing of the ward
		}
	}
	s.settleVariables()
	return s
}

func (s *sheet) readColumns(edits schemaregistry.Edits) {
	t := s.table
	for i, c := range t.Columns {
		s.columns[i] = readHeading(baseHeading(t, c.Heading))
		if m, ok := readEdit(edits[columnEdit(c.Heading)]); ok {
			s.columns[i] = m
		}
	}
	s.settleTotalColumn()
	s.settleUnit()
	s.settleDeepest()
}

// columnEdit is the key of a correction of a column.
func columnEdit(heading string) string { return "column:" + heading }

var repeated = regexp.MustCompile(`^(.*)\.\d+$`)

// baseHeading takes off the ".1" that a second column of the same heading got.
func baseHeading(t *dataset.Table, heading string) string {
	if m := repeated.FindStringSubmatch(heading); m != nil && t.Column(m[1]) != nil {
		return m[1]
	}
	return heading
}

func (s *sheet) has(k kind) bool { return s.find(k) >= 0 }

// find is the first column of a kind, or -1.
func (s *sheet) find(k kind) int {
	return slices.IndexFunc(s.columns, func(m meaning) bool { return m.kind == k })
}

func (s *sheet) all(k kind) []int {
	var at []int
	for i := range s.columns {
		if s.columns[i].kind == k {
			at = append(at, i)
		}
	}
	return at
}

// settleTotalColumn takes a bare "Total" beside columns by sex or age for the population.
func (s *sheet) settleTotalColumn() {
	groups, total := 0, -1
	for i, c := range s.table.Columns {
		toks := tokens(c.Heading)
		switch {
		case len(toks) == 1 && toks[0] == "total" && !s.columns[i].corrected:
			total = i
		case anyWord(toks, "female", "male", "females", "males"), len(toks) == 3 && toks[0] == "t":
			groups++
		}
	}
	if total >= 0 && groups >= 2 && !s.has(kindIndicator) {
		s.columns[total] = variableNamed("population")
	}
}

// settleUnit makes an organisation unit the facility where the table tells the
// ward or LGA beside it, else the ward.
func (s *sheet) settleUnit() {
	for i := range s.columns {
		if s.columns[i].kind != kindUnit {
			continue
		}
		switch {
		case (s.has(kindWard) || s.has(kindLGA)) && !s.has(kindFacility):
			s.columns[i].kind = kindFacility
		case !s.has(kindWard):
			s.columns[i].kind = kindWard
		default:
			s.columns[i].kind = kindIgnored
		}
	}
}

var nigerianLevel = regexp.MustCompile(`(?i)state|lga|local`)

// settleDeepest puts the unit of a country that has other levels than Nigeria's
// into the ward: provinces or districts when they are the deepest there is.
func (s *sheet) settleDeepest() {
	if s.has(kindWard) {
		return
	}
	for _, level := range []struct{ name, code kind }{{kindLGA, kindLGACode}, {kindState, kindStateCode}} {
		at := s.find(level.name)
		if at < 0 {
			continue
		}
		if nigerianLevel.MatchString(s.table.Columns[at].Heading) || s.inNigeria() {
			return
		}
		s.columns[at].kind = kindWard
		if code := s.find(level.code); code >= 0 && !s.has(kindCode) {
			s.columns[code].kind = kindCode
		}
		return
	}
}

func (s *sheet) inNigeria() bool {
	at := s.find(kindState)
	if at < 0 || !s.table.Columns[at].IsText() {
		return false
	}
	known, all := 0, 0
	before := prefixesOf(s.table.Columns[at].Dict)
	for _, name := range s.table.Columns[at].Dict[1:] {
		_, rest, _ := before.split(name)
		all++
		if isNigerian(tidyName(rest, kindState)) {
			known++
		}
	}
	return known*2 > all
}

func (s *sheet) decideKind() string {
	switch {
	case s.has(kindData) && s.has(kindValue) && s.hasPlace():
		return fileLong
	case s.has(kindFacility), s.has(kindIndicator) && (s.has(kindPeriod) || s.has(kindMonth) || s.has(kindYear)):
		return fileFacility
	}
	return fileWard
}

// hasPlace reports whether the table says where its rows belong.
func (s *sheet) hasPlace() bool {
	return s.has(kindWard) || s.has(kindLGA) || s.has(kindState) || s.has(kindFacility) || s.has(kindCode)
}

// settleVariables keeps every other number column of a ward table as a variable
// under its own name; elsewhere variables are not used.
func (s *sheet) settleVariables() {
	taken := map[string]bool{}
	for i, c := range s.table.Columns {
		m := &s.columns[i]
		switch {
		case s.kind != fileWard && s.kind != fileBoundaries && m.kind == kindVariable && !m.corrected:
			*m = meaning{}
		case s.kind == fileWard && m.kind == kindIgnored && !m.corrected && m.depth == 0 && !c.IsText() && !isIdentifier(c.Heading):
			*m = meaning{kind: kindVariable, name: snake(c.Heading)}
		case s.kind == fileWard && m.kind == kindIndicator && m.indicator.Role == dataset.RoleRate:
			*m = meaning{kind: kindVariable, name: snake(c.Heading), corrected: m.corrected}
		}
		if m.kind == kindVariable {
			for base, n := m.name, 2; taken[m.name] || m.name == ""; n++ {
				m.name = strings.TrimPrefix(fmt.Sprintf("%s_%d", base, n), "_")
			}
			taken[m.name] = true
		}
	}
}

// isIdentifier is true for number columns that count or measure nothing.
func isIdentifier(heading string) bool {
	toks := tokens(heading)
	return anyWord(toks, "id", "fid", "objectid", "gid", "uid", "index", "code", "pcode", "serial", "sn", "latitude", "longitude", "lat",
		"lon", "long", "lng", "year", "shape") || strings.Join(toks, "") == "no"
}
