package tabular

import (
	"bytes"
	"errors"
)

var errOpenQuote = errors.New("a quoted cell is not closed")

// maxQuotedLines is how many lines a quoted cell may span before its quote
// counts as never closed.
const maxQuotedLines = 100

// A scanner cuts delimited text into cells. Its data ends in a line feed, so
// that it never has to look for the end.
type scanner struct {
	data    []byte
	delim   byte
	pos     int
	scratch []byte // holds a cell that is not one piece of data
}

// cell returns the next cell, trimmed, and whether it ends its record. It is
// valid until the next call.
func (s *scanner) cell() (cell []byte, last bool, err error) {
	if s.data[s.pos] == '"' {
		return s.quoted()
	}
	start := s.pos
	at := start
	for s.data[at] != s.delim && s.data[at] != '\n' {
		at++
	}
	s.pos = at + 1
	return trim(s.data[start:at]), s.data[at] == '\n', nil
}

// quoted reads a cell in quotes, in which a doubled quote is one quote. What
// follows the closing quote before the delimiter belongs to the cell as it is.
func (s *scanner) quoted() (cell []byte, last bool, err error) {
	at, pieces, lines := s.pos+1, 0, 0
	s.scratch = s.scratch[:0]
	for {
		length := bytes.IndexByte(s.data[at:], '"')
		if length < 0 {
			return nil, false, errOpenQuote
		}
		cell = s.data[at : at+length]
		if lines += bytes.Count(cell, []byte{'\n'}); lines > maxQuotedLines {
			return nil, false, errOpenQuote
		}
		if pieces > 0 {
			if len(s.scratch) <= maxCellBytes { // more is not read anyway
				s.scratch = append(s.scratch, cell...)
			}
			cell = s.scratch
		}
		at += length + 1
		if s.data[at] != '"' {
			break
		}
		if pieces == 0 {
			s.scratch = append(s.scratch, cell...)
		}
		s.scratch = append(s.scratch, '"')
		at++
		pieces++
	}
	start := at
	for s.data[at] != s.delim && s.data[at] != '\n' {
		at++
	}
	if rest := trim(s.data[start:at]); len(rest) > 0 {
		s.scratch = append(append(s.scratch[:0], cell...), rest...)
		cell = s.scratch
	}
	s.pos = at + 1
	return trim(cell), s.data[at] == '\n', nil
}

// trim cuts ASCII blanks; others are left to clean.
func trim(cell []byte) []byte {
	for len(cell) > 0 && blankByte(cell[len(cell)-1]) {
		cell = cell[:len(cell)-1]
	}
	for len(cell) > 0 && blankByte(cell[0]) {
		cell = cell[1:]
	}
	return cell
}

func blankByte(c byte) bool { return c == ' ' || c == '\r' || c == '\t' || c == '\n' }

// A record is one row as it stands in the file.
type record struct {
	row    int // as a spreadsheet numbers it
	cells  []string
	end    int // where the next record starts in delimited text
	mended damage
}

// add appends a cell. Cells that no table can have are left out: their number
// alone is enough to refuse the file.
func (r *record) add(cell []byte) {
	if len(r.cells) > maxSheetColumns {
		return
	}
	text, mended := clean(string(cell[:min(len(cell), maxCellBytes+1)]))
	r.cells = append(r.cells, text)
	r.mended |= mended
}

func (r record) filled() int {
	n := 0
	for _, cell := range r.cells {
		if cell != "" {
			n++
		}
	}
	return n
}

// records reads at most max records. An open quote ends them early.
func (s *scanner) records(max int) []record {
	var all []record
	for row := 1; s.pos < len(s.data) && row <= max; row++ {
		r := record{row: row}
		for last := false; !last; {
			cell, end, err := s.cell()
			if err != nil {
				return all
			}
			r.add(cell)
			last = end
		}
		r.end = s.pos
		all = append(all, r)
	}
	return all
}
