// Package tabular reads files of rows (CSV and its relatives, XLSX, HTML tables
// saved as .xls) into dataset tables.
//
// It decides by content what a file is, finds the row of headings, and keeps
// every cell: what it repairs, skips or cannot read is reported as a finding.
// It is pure: bytes in, tables out. What the columns mean is not decided here.
package tabular

import (
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// Limits bound what one file may cost.
type Limits struct {
	Bytes         int64 // size of the file
	UnzippedBytes int64 // size of a workbook's parts once unzipped, together
	Columns       int   // of one table
	Rows          int   // of one table
	Cells         int   // of one table: rows times columns
	Texts         int   // of one table: different texts in a column, all columns together
}

// DefaultLimits are far above any facility file and keep memory under 1 GiB.
var DefaultLimits = Limits{
	Bytes:         200 << 20,
	UnzippedBytes: 512 << 20,
	Columns:       2_000,
	Rows:          5_000_000,
	Cells:         50_000_000,
	Texts:         4_000_000,
}

// Read returns a table for every sheet that holds one, in the order of the file,
// and what was noticed on the way. A file that cannot be used is a
// *schemaregistry.Error with a sentence for the analyst.
//
// A column is numbers when nearly all of its values are, unless they are codes
// such as 007 (see decide); a column without a value is numbers, all missing.
func Read(name string, content []byte, limits Limits) ([]*dataset.Table, []dataset.Finding, error) {
	if int64(len(content)) > limits.Bytes {
		return nil, nil, schemaregistry.Fail("file_too_large",
			"%s is %s; at most %s can be read. Leave out what is not needed, or split it.",
			name, size(int64(len(content))), size(limits.Bytes))
	}
	kind, err := detect(name, content)
	if err != nil {
		return nil, nil, err
	}
	switch kind {
	case kindXLSX:
		return readXLSX(name, content, limits)
	case kindHTML:
		return readHTML(name, content, limits)
	}
	return readDelimited(name, content, limits)
}

func readDelimited(name string, content []byte, limits Limits) ([]*dataset.Table, []dataset.Finding, error) {
	notes := &notes{unit: name}
	text, err := toUTF8(name, content, notes)
	if err != nil {
		return nil, nil, err
	}
	table, err := readTable(newDelimited(name, text, limits), name, "", limits, notes)
	if err != nil {
		return nil, nil, err
	}
	return []*dataset.Table{table}, notes.findings, nil
}
