package tabular

import (
	"fmt"
	"sync/atomic"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A source gives the rows of one sheet, as often as asked.
type source interface {
	// head returns the first records, at most max, and a sample of later ones
	// from which the types of columns are guessed.
	head(max int) (first, later []record, err error)
	// gather collects the cells of the columns whose mode is not skipped, from the
	// record after the given one to the end. Rows without any cell are left out.
	gather(after record, modes []mode) (*harvest, error)
}

// A harvest is what was gathered: columns of equal length and where their rows stand.
type harvest struct {
	columns []*filler // codes index the dictionary of the whole column
	rows    int
	numbers []int32 // spreadsheet rows; nil when they follow one another from first
	first   int
	extra   overflow
	repeats []int // rows that were taken out because they repeat the headings
	typed   bool  // a point in a plain number is a decimal point for certain
}

// spreadsheetRow is where a gathered row stands in the file.
func (h *harvest) spreadsheetRow(row int) int {
	if h.numbers != nil {
		return int(h.numbers[row])
	}
	return h.first + row
}

// An overflow counts rows with content beyond the last column.
type overflow struct {
	rows  int
	where []extraCell // the first few
}

type extraCell struct {
	row   int // as a spreadsheet numbers it
	cells int // how many the row has
	text  string
}

// maxExtra is how many such rows are named.
const maxExtra = 3

func (o *overflow) note(row, cells int, text string) {
	if n := len(o.where); n > 0 && o.where[n-1].row == row {
		o.where[n-1].cells = cells
		return
	}
	o.rows++
	if len(o.where) < maxExtra {
		o.where = append(o.where, extraCell{row, cells, text})
	}
}

func (o *overflow) join(other overflow) {
	o.rows += other.rows
	o.where = append(o.where, other.where[:min(len(other.where), maxExtra-len(o.where))]...)
}

// checkSize refuses a table that is larger than the limits.
func (l Limits) checkSize(name string, rows, columns int) error {
	switch {
	case columns > l.Columns && columns > maxSheetColumns:
		return schemaregistry.Fail("too_many_columns", "%s has more than %s columns; at most %s can be read. Keep the ones you need.",
			name, dataset.Thousands(maxSheetColumns), dataset.Thousands(l.Columns))
	case columns > l.Columns:
		return schemaregistry.Fail("too_many_columns", "%s has %s columns; at most %s can be read. Keep the ones you need.",
			name, dataset.Thousands(columns), dataset.Thousands(l.Columns))
	case rows > l.Rows:
		return schemaregistry.Fail("too_many_rows", "%s has more than %s rows, which is the most that can be read. Split it by state or year.",
			name, dataset.Thousands(l.Rows))
	case rows*columns > l.Cells:
		return schemaregistry.Fail("too_many_cells", "%s has about %s cells; at most %s can be read. Leave out columns, or split it by state or year.",
			name, dataset.Thousands(rows*columns), dataset.Thousands(l.Cells))
	}
	return nil
}

// maxCellBytes is far above what a cell of a workbook can hold (32,767 characters).
const maxCellBytes = 1 << 20

// checkCells refuses a table with a heading or cell that no table has, such as a
// whole document behind a quotation mark.
func (h *harvest) checkCells(name string, headings []string) error {
	for i, column := range h.columns {
		if len(headings[i]) > maxCellBytes {
			return schemaregistry.Fail("cell_too_long", "The heading of column %s of %s is longer than %s, which is the most that can be read.",
				letters(i), name, size(maxCellBytes))
		}
		for _, text := range column.dict.texts {
			if len(text) > maxCellBytes {
				row := h.spreadsheetRow(column.rowsOf(text)[0])
				return schemaregistry.Fail("cell_too_long", "a cell of %s is longer than %s, which is the most that can be read. Perhaps a quotation mark is missing.",
					name, size(maxCellBytes)).At(row, shorten(headings[i]))
			}
		}
	}
	return nil
}

// checkTexts refuses a table whose texts hardly ever repeat: each takes memory.
// Left is how many it may still hold.
func (l Limits) checkTexts(name string, left int64) error {
	if left >= 0 {
		return nil
	}
	return schemaregistry.Fail("too_many_texts", "%s holds more than %s different texts, which is the most that can be read. Leave out columns of remarks or identifiers, or split it by state or year.",
		name, dataset.Thousands(l.Texts))
}

// texts is how many different texts a table may hold, to be counted down.
func (l Limits) texts() *atomic.Int64 {
	left := new(atomic.Int64)
	left.Store(int64(l.Texts))
	return left
}

// rowNumbers lists the spreadsheet rows of a stretch that starts at row first and
// has blank rows in it; nil when none lies between its rows.
func rowNumbers(first, rows int, blanks []int32) []int32 {
	if len(blanks) == 0 || int(blanks[0]) >= first+rows {
		return nil
	}
	numbers := make([]int32, 0, rows)
	for row := int32(first); len(numbers) < rows; row++ {
		if len(blanks) > 0 && blanks[0] == row {
			blanks = blanks[1:]
			continue
		}
		numbers = append(numbers, row)
	}
	return numbers
}

func openQuote(name string, row int) error {
	return schemaregistry.Fail("open_quote",
		"a cell of %s starts with a quotation mark that is never closed. Remove or close it.", name).At(row, "").
		Because(fmt.Errorf("record %d: %w", row, errOpenQuote))
}
