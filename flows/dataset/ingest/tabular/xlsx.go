package tabular

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"io"
	"strings"
	"sync/atomic"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// readXLSX reads every sheet of a workbook that holds a table. A library exists
// for that (the tests write with it), but its streaming reader stops without a
// word where a sheet is cut short, gives numbers either rounded to their display
// format or without telling dates, and takes many times as long.
func readXLSX(name string, content []byte, limits Limits) ([]*dataset.Table, []dataset.Finding, error) {
	book, err := openWorkbook(name, content, limits)
	if err != nil {
		return nil, nil, err
	}
	results := make([]sheetResult, len(book.sheets))
	parallel(len(results), func(i int) { results[i] = book.read(i, limits) })
	return gatherSheets(name, results)
}

// A sheetResult is what became of one sheet.
type sheetResult struct {
	sheet string
	table *dataset.Table
	notes *notes
	err   error
}

// gatherSheets keeps the sheets that hold a table and says which do not. A
// workbook without any is refused with the first sheet's reason.
func gatherSheets(name string, results []sheetResult) ([]*dataset.Table, []dataset.Finding, error) {
	var tables []*dataset.Table
	var findings []dataset.Finding
	var refusal error
	for _, r := range results {
		var own *schemaregistry.Error
		switch {
		case r.err == nil:
			tables = append(tables, r.table)
			findings = append(findings, r.notes.findings...)
		case !errors.As(r.err, &own) || !noTable[own.Code]:
			return nil, nil, r.err
		default:
			// A sheet with some content says more than an empty one.
			if refusal == nil || own.Code != "empty_file" {
				refusal = cmp.Or(refusal, r.err)
			}
			note := notes{unit: r.notes.unit}
			note.file(dataset.Info, "sheet_without_table", "The sheet %q holds no table and was not read.", shorten(r.sheet))
			findings = append(findings, note.findings...)
		}
	}
	if len(tables) > 0 {
		return tables, findings, nil
	}
	if refusal == nil {
		refusal = schemaregistry.Fail("empty_file", "%s has no sheet with a table.", name)
	}
	return nil, nil, refusal
}

// noTable are the refusals that leave the other sheets of a file readable.
var noTable = map[string]bool{"empty_file": true, "headings_only": true, "no_headings": true}

// An archive gives the parts of a zip file while they fit the limit together.
type archive struct {
	name   string
	parts  map[string]*zip.File
	left   atomic.Int64 // bytes that may still be unzipped
	limits Limits
}

// maxParts bounds the parts of an archive: each takes memory before any is looked at.
const maxParts = 20_000

func openArchive(name string, content []byte, limits Limits) (*archive, error) {
	if bytes.Count(content, []byte("PK\x01\x02")) > maxParts {
		return nil, damaged(name, errors.New("too many parts"))
	}
	reader, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, damaged(name, err)
	}
	a := &archive{name: name, parts: map[string]*zip.File{}, limits: limits}
	a.left.Store(limits.UnzippedBytes)
	total := uint64(0)
	for _, part := range reader.File {
		a.parts[strings.ToLower(strings.TrimPrefix(part.Name, "/"))] = part
		if total += part.UncompressedSize64; total > uint64(limits.UnzippedBytes) || part.UncompressedSize64 > uint64(limits.UnzippedBytes) {
			return nil, a.tooLarge()
		}
	}
	return a, nil
}

func (a *archive) tooLarge() error {
	return schemaregistry.Fail("file_too_large",
		"%s unpacks to more than %s, which is the most that can be read. Save only the sheet you need.", a.name, size(a.limits.UnzippedBytes))
}

func damaged(name string, err error) error {
	return schemaregistry.Fail("damaged_file",
		"%s is damaged or was cut short, perhaps while it was copied. Open it in a spreadsheet program and save it again as XLSX.", name).Because(err)
}

// sizeOf is what the archive says of a part's size; 0 when there is no such part.
func (a *archive) sizeOf(path string) uint64 {
	if file := a.parts[strings.ToLower(path)]; file != nil {
		return file.UncompressedSize64
	}
	return 0
}

// has reports whether there is such a part.
func (a *archive) has(path string) bool { return a.parts[strings.ToLower(path)] != nil }

// part unzips one part; a part that is not there is nil. What the header says of
// its size is not trusted.
func (a *archive) part(path string) ([]byte, error) {
	file := a.parts[strings.ToLower(path)]
	if file == nil {
		return nil, nil
	}
	stream, err := file.Open()
	if err != nil {
		return nil, damaged(a.name, err)
	}
	defer stream.Close()
	var out bytes.Buffer
	// Deflate packs at most about a thousandfold: no more room than that is promised.
	out.Grow(int(min(file.UncompressedSize64, file.CompressedSize64*1040)) + bytes.MinRead)
	left := a.left.Load()
	n, err := io.Copy(&out, io.LimitReader(stream, left+1))
	if a.left.Add(-n) < 0 {
		return nil, a.tooLarge()
	}
	if err != nil {
		return nil, damaged(a.name, err)
	}
	return out.Bytes(), nil
}
