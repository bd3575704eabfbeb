package ingest

import (
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/chatmrpt/chatmrpt/flows/dataset/ingest/geofile"
)

// A Source is one file as its reader gave it: tables, or layers of polygons.
type Source struct {
	Name     string
	Hash     string
	Tables   []*dataset.Table
	Layers   []geofile.Layer
	Findings []dataset.Finding // of the reader
}

// A builder gathers what is understood of a set of files.
type builder struct {
	edits      schemaregistry.Edits
	files      []dataset.File
	findings   []dataset.Finding
	questions  []dataset.Question
	recognised []dataset.Recognised
	keys       []string // by ward, as corrections name it
	counted    string   // the files that hold counts, for findings about them
}

// Understand makes a dataset of files that were read and the analyst's
// corrections. The same input gives the same dataset. The sources are not changed.
// It fails, with a sentence for a person, when no file names a place.
func Understand(sources []Source, edits schemaregistry.Edits) (*dataset.Dataset, error) {
	b := &builder{edits: edits}
	sheets := b.readSheets(sources)
	for _, s := range sheets {
		if err := b.checkNames(s); err != nil {
			return nil, err
		}
	}
	parts := b.readParts(sheets)
	if len(parts) == 0 {
		return nil, b.noPlaces(sources)
	}
	for _, p := range parts {
		if len(p.units) > maxUnits {
			return nil, b.tooManyPlaces(p.sheet, p.wardHeading(), len(p.units))
		}
	}
	var blocks []*block
	for _, p := range parts {
		if k := b.readBlock(p); k != nil {
			blocks = append(blocks, k)
		}
	}
	wards, joins := b.joinAll(parts)
	d := &dataset.Dataset{Files: b.files, Wards: wards, Matches: flatten(joins)}
	d.Counts = b.readCounts(parts, blocks, joins, d)
	d.Columns = b.readWardColumns(parts, joins, len(wards))
	d.Boundary = b.readBoundary(parts, joins)
	b.ask(d)
	sortFindings(b.findings)
	d.Findings, d.Questions, d.Recognised = b.findings, b.questions, b.recognised
	return d, nil
}

func (b *builder) readSheets(sources []Source) []*sheet {
	var sheets []*sheet
	for i, src := range sources {
		b.files = append(b.files, dataset.File{Name: src.Name, Hash: src.Hash})
		b.findings = append(b.findings, src.Findings...)
		for _, t := range src.Tables {
			sheets = append(sheets, readSheet(i, t, b.edits))
		}
		for _, l := range src.Layers {
			sheets = append(sheets, readLayer(i, l, b.edits))
		}
	}
	return sheets
}

// readParts keeps the sheets that name places; of a workbook the others are
// notes, of a file that has none of them the analyst is told.
func (b *builder) readParts(sheets []*sheet) []*part {
	useful := map[int]bool{}
	for _, s := range sheets {
		if s.hasPlace() {
			useful[s.file] = true
		}
	}
	var parts []*part
	for _, s := range sheets {
		if !s.hasPlace() {
			severity := dataset.Info
			if !useful[s.file] {
				severity = dataset.Warning
			}
			b.find(severity, "no_place", "file", b.fileName(s), "", s.table.Rows,
				"No column names a ward, an LGA, a state or a facility, so this %s is not used. Say \"column X is the ward\" if one does.", sheetWord(s))
			continue
		}
		wardColumn := b.chooseWardColumn(s, sheets)
		b.recogniseSheet(s, wardColumn)
		p := readUnits(s, wardColumn)
		b.reportLostNA(p)
		parts = append(parts, p)
		b.files[s.file].Kind = s.kind
		b.files[s.file].Rows += s.table.Rows
	}
	return parts
}

func sheetWord(s *sheet) string {
	if s.table.Sheet != "" {
		return "sheet"
	}
	return "file"
}

// readBlock reads the counts of a part and leaves out what must not be added up;
// nil when the part holds no counts.
func (b *builder) readBlock(p *part) *block {
	var k *block
	switch {
	case p.kind == fileLong:
		k = b.readLong(p)
	case p.kind != fileBoundaries && p.has(kindIndicator):
		k = b.readWide(p)
	}
	if k == nil || len(k.series) == 0 {
		b.dropWardTableTotals(p)
		return nil
	}
	b.dropImpossible(k)
	b.leaveOutside(k)
	b.dropPeriodTotals(k)
	k.findTotalColumns()
	b.dropUnitTotals(k)
	if k.hasFacilities() {
		b.dropFacilityTotals(k)
	}
	b.dropTotalColumns(k)
	k.series = b.uniteSeries(k.sheet, k.series)
	b.checkReadings(k)
	return k
}

// maxUnits is how many wards a file may tell apart: five times those of Nigeria.
const maxUnits = 50_000

// checkNames refuses a column of far more names than there can be places, before
// each is looked at: several spellings of a place are one.
func (b *builder) checkNames(s *sheet) error {
	for _, k := range []kind{kindState, kindLGA, kindWard} {
		for _, at := range s.all(k) {
			if c := s.table.Columns[at]; len(c.Dict) > 4*maxUnits {
				return b.tooManyPlaces(s, c.Heading, len(c.Dict)-1)
			}
		}
	}
	return nil
}

func (b *builder) tooManyPlaces(s *sheet, heading string, n int) error {
	question := ""
	if heading != "" {
		question = fmt.Sprintf(" Does %q really name them?", heading)
	}
	return schemaregistry.Fail("too_many_wards", "%s names %s different places; at most %s can be analysed.%s",
		b.fileName(s), dataset.Thousands(n), dataset.Thousands(maxUnits), question)
}

func (b *builder) noPlaces(sources []Source) error {
	names := make([]string, len(sources))
	for i, s := range sources {
		names[i] = s.Name
	}
	return schemaregistry.Fail("no_places",
		"I found no column that names a ward, an LGA, a state or a facility in %s, so I do not know where the figures belong.", dataset.Names(names, 3))
}

// find records a finding with a formatted effect.
func (b *builder) find(severity dataset.Severity, check, level, unit, column string, rows int, effect string, args ...any) {
	b.findings = append(b.findings, dataset.Finding{
		Severity: severity, Check: check, Level: level, Unit: unit, Column: column, Rows: rows, Effect: fmt.Sprintf(effect, args...),
	})
}

func (b *builder) recognise(s *sheet, heading string, m meaning) {
	b.recognised = append(b.recognised, dataset.Recognised{
		File: b.fileName(s), Column: heading, As: m.String(), Corrected: m.corrected,
	})
}

func (b *builder) recogniseSheet(s *sheet, wardColumn int) {
	for i, c := range s.table.Columns {
		m := s.columns[i]
		if m.kind == kindWard && i != wardColumn {
			m = meaning{corrected: m.corrected}
		}
		b.recognise(s, c.Heading, m)
	}
}

// flatten lists the matches of all files but the first, which is matched to none.
func flatten(joins []*join) []dataset.Match {
	var matches []dataset.Match
	for _, j := range joins {
		for _, m := range j.matches {
			if m.Class != "" {
				matches = append(matches, m)
			}
		}
	}
	return matches
}

var severityRank = map[dataset.Severity]int{dataset.Blocking: 0, dataset.Warning: 1, dataset.Info: 2}

// sortFindings puts the worst first and keeps the order of finding otherwise.
func sortFindings(findings []dataset.Finding) {
	slices.SortStableFunc(findings, func(a, b dataset.Finding) int {
		return severityRank[a.Severity] - severityRank[b.Severity]
	})
}

// eachParallel runs f(0) to f(n-1) on all cores and waits.
func eachParallel(n int, f func(int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	if workers <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	next := make(chan int, n)
	for i := range n {
		next <- i
	}
	close(next)
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	wait.Wait()
}
