package tabular

import (
	"bytes"
	"strconv"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// A sheet walks over the cells of one worksheet.
type sheet struct {
	book *workbook
	xml  []byte

	uncomputed      int // formulas without a saved result, of the last walk
	uncomputedRows  int
	firstUncomputed int

	merges  []merge
	carried carrier

	row   int
	cells [][]byte
	arena []byte // holds the bytes of cells that are computed, such as dates
}

// walk calls yield for every row with cells. The sheet has to be whole: one that
// ends before its last row is an error.
func (s *sheet) walk(yield func(row int, cells [][]byte) bool) error {
	x := xmlScanner{data: s.xml}
	s.row, s.uncomputed, s.uncomputedRows, s.firstUncomputed = 0, 0, 0, 0
	s.carried = carrier{waiting: s.merges}
	inside := false
	for {
		t, ok, err := x.next()
		switch {
		case err != nil:
			return s.damaged(err)
		case !ok:
			return s.damaged(errXMLEnds)
		case t.name == "sheetData" && (t.end || t.alone):
			return nil
		case t.name == "sheetData":
			inside = true
		case !inside || t.end:
		case t.name == "row":
			if err := s.startRow(t); err != nil {
				return err
			}
			if t.alone {
				continue
			}
			if err := s.readRow(&x); err != nil {
				return err
			}
			if len(s.cells) == 0 {
				continue
			}
			if s.cells = s.carried.fill(s.row, s.cells); !yield(s.row, s.cells) {
				return nil
			}
		}
	}
}

func (s *sheet) damaged(err error) error {
	if s.row > 0 {
		return schemaregistry.Fail("damaged_file",
			"%s is damaged or was cut short: it cannot be read beyond row %d. Open it in a spreadsheet program and save it again as XLSX.",
			s.book.name, s.row).Because(err)
	}
	return damaged(s.book.name, err)
}

func (s *sheet) startRow(t tag) error {
	before := s.row
	s.row++
	s.cells, s.arena = s.cells[:0], s.arena[:0]
	for name, value, rest := attr(t.attrs); name != nil; name, value, rest = attr(rest) {
		if string(name) == "r" {
			row, err := strconv.Atoi(string(value))
			if err != nil || row <= before || row > maxSheetRows {
				return s.damaged(strconv.ErrRange)
			}
			s.row = row
		}
	}
	return nil
}

// maxSheetRows and maxSheetColumns are what a worksheet can have.
const (
	maxSheetRows    = 1 << 20
	maxSheetColumns = 1 << 14
)

// readRow reads the cells up to the end of the row.
func (s *sheet) readRow(x *xmlScanner) error {
	before, column := s.uncomputed, 0
	for {
		t, ok, err := x.next()
		switch {
		case err != nil:
			return s.damaged(err)
		case !ok || (t.name == "sheetData" && t.end):
			return s.damaged(errXMLEnds)
		case t.name == "row" && t.end:
			if s.uncomputed > before {
				s.uncomputedRows++
			}
			return nil
		case t.name == "c" && !t.end:
			if column, err = s.readCell(x, t, column); err != nil {
				return s.damaged(err)
			}
		}
	}
}

// readCell reads one cell into its place and returns the column after it.
func (s *sheet) readCell(x *xmlScanner, t tag, column int) (int, error) {
	kind, style := byte('n'), 0
	for name, value, rest := attr(t.attrs); name != nil; name, value, rest = attr(rest) {
		switch string(name) {
		case "r":
			if at := columnOf(value); at >= 0 {
				column = at
			}
		case "s":
			style, _ = strconv.Atoi(string(value))
		case "t":
			kind = cellKind(value)
		}
	}
	if column >= maxSheetColumns {
		return 0, strconv.ErrRange
	}
	if t.alone {
		return column + 1, nil
	}
	value, formula, err := readValue(x)
	if err != nil {
		return 0, err
	}
	// An empty text is a result, an empty number is none.
	if formula && (value == nil || (kind == 'n' && len(value) == 0)) {
		if s.uncomputed++; s.firstUncomputed == 0 {
			s.firstUncomputed = s.row
		}
	}
	if cell := trim(s.resolve(kind, style, value)); len(cell) > 0 {
		for len(s.cells) <= column {
			s.cells = append(s.cells, nil)
		}
		s.cells[column] = cell
	}
	return column + 1, nil
}

// readValue reads up to the end of the cell: its value or its own text (nil when
// it has neither), and whether it has a formula.
func readValue(x *xmlScanner) (value []byte, formula bool, err error) {
	hint := false
	for {
		t, ok, err := x.next()
		switch {
		case err != nil:
			return nil, false, err
		case !ok:
			return nil, false, errXMLEnds
		case t.name == "c" && t.end:
			return value, formula, nil
		case t.name == "f":
			formula = true
		case t.name == "rPh":
			hint = !t.end && !t.alone
		case (t.name == "v" || t.name == "t") && t.alone && value == nil:
			value = []byte{}
		case (t.name == "v" || t.name == "t") && !t.end && !t.alone && !hint:
			text, err := x.text()
			if err != nil {
				return nil, false, err
			}
			if len(value) == 0 {
				value = text
			} else {
				value = append(value, text...)
			}
		}
	}
}

// cellKind shortens a cell's type: n number, s shared text, b boolean, d date,
// t any other text, error values among them.
func cellKind(name []byte) byte {
	switch string(name) {
	case "n", "s", "b", "d":
		return name[0]
	}
	return 't'
}

// resolve gives the text of a cell: numbers as they are stored, dates as ISO dates.
func (s *sheet) resolve(kind byte, style int, value []byte) []byte {
	switch kind {
	case 's':
		if i, err := strconv.Atoi(string(value)); err == nil && i >= 0 && i < len(s.book.shared) {
			return s.book.shared[i]
		}
		return nil
	case 'b':
		if string(value) == "1" {
			return []byte("TRUE")
		}
		return []byte("FALSE")
	case 'd':
		return bytes.TrimSuffix(value, []byte("T00:00:00"))
	case 'n':
		if style > 0 && style < len(s.book.dates) && s.book.dates[style] {
			return s.date(value)
		}
		return value
	}
	return unescapeControl(value)
}

// date writes a day number as a date, in the arena.
func (s *sheet) date(value []byte) []byte {
	day, err := strconv.ParseFloat(string(value), 64)
	if err != nil {
		return value
	}
	start := len(s.arena)
	out, ok := appendDate(s.arena, day, s.book.from1904)
	if !ok {
		return value
	}
	s.arena = out
	return out[start:]
}

// columnOf is the 0-based column of a reference such as BC12, or -1.
func columnOf(reference []byte) int {
	column := 0
	for _, c := range reference {
		if c < 'A' || c > 'Z' || column > maxSheetColumns {
			break
		}
		column = column*26 + int(c-'A') + 1
	}
	return column - 1
}
