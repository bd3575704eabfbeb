package tabular

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
)

// A merge is a cell that reaches over rows below it.
type merge struct {
	column      int
	first, last int // spreadsheet rows
	text        []byte
}

// maxMerges is how many merged cells a worksheet may have.
const maxMerges = 200_000

var errTooManyMerges = errors.New("more merged cells than any table has")

// readMerges lists the merged cells of a worksheet that span rows, by first row.
// They stand behind the rows; what cannot be read is left out.
func readMerges(xml []byte) ([]merge, error) {
	var merges []merge
	x := xmlScanner{data: xml, pos: max(0, bytes.LastIndex(xml, []byte("sheetData")))}
	for t, ok, err := x.next(); ok && err == nil; t, ok, err = x.next() {
		if t.name != "mergeCell" || t.end {
			continue
		}
		if len(merges) > maxMerges {
			return nil, errTooManyMerges
		}
		for name, value, rest := attr(t.attrs); name != nil; name, value, rest = attr(rest) {
			if m, ok := parseMerge(value); ok && string(name) == "ref" {
				merges = append(merges, m)
			}
		}
	}
	slices.SortStableFunc(merges, func(a, b merge) int { return a.first - b.first })
	return merges, nil
}

// parseMerge reads a reference such as B4:B9; ok is false when it spans one row.
func parseMerge(reference []byte) (m merge, ok bool) {
	from, to, found := bytes.Cut(reference, []byte{':'})
	if !found {
		return m, false
	}
	m = merge{column: columnOf(from), first: rowOf(from), last: rowOf(to)}
	return m, m.column >= 0 && m.first > 0 && m.last > m.first
}

func rowOf(reference []byte) int {
	row, err := strconv.Atoi(string(bytes.TrimLeft(reference, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")))
	if err != nil {
		return 0
	}
	return row
}

// A carrier takes the text of merged cells down into the rows that they cover. A
// number is left where it stands: copied, it would count more than once.
type carrier struct {
	waiting []merge // by first row
	active  []merge
	filled  int // cells that got a text from above
}

func (c *carrier) fill(row int, cells [][]byte) [][]byte {
	kept := c.active[:0]
	for _, m := range c.active {
		if row > m.last {
			continue
		}
		kept = append(kept, m)
		for len(cells) <= m.column {
			cells = append(cells, nil)
		}
		if len(cells[m.column]) == 0 {
			cells[m.column] = m.text
			c.filled++
		}
	}
	c.active = kept
	for len(c.waiting) > 0 && c.waiting[0].first <= row {
		m := c.waiting[0]
		c.waiting = c.waiting[1:]
		if m.first != row || m.column >= len(cells) || len(cells[m.column]) == 0 || isNumber(string(cells[m.column])) {
			continue
		}
		m.text = bytes.Clone(cells[m.column])
		c.active = append(c.active, m)
	}
	return cells
}
