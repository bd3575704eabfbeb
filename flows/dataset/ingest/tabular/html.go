package tabular

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxHTMLTables is how many tables of a page are looked at.
const maxHTMLTables = 100

// readHTML reads the tables of a web page, which is what many systems export
// under the name .xls.
func readHTML(name string, content []byte, limits Limits) ([]*dataset.Table, []dataset.Finding, error) {
	encoding := &notes{unit: name}
	text, err := toUTF8(name, content, encoding)
	if err != nil {
		return nil, nil, err
	}
	starts := tableStarts(text)
	if len(starts) == 0 {
		return nil, nil, schemaregistry.Fail("not_a_table", "%s is a web page without a table. Export the data as CSV or XLSX.", name)
	}
	if len(starts) > maxHTMLTables {
		encoding.file(dataset.Warning, "many_tables", "The page has %s tables; only the first %d were looked at.",
			dataset.Thousands(len(starts)), maxHTMLTables)
		starts = starts[:maxHTMLTables]
	}
	results := make([]sheetResult, len(starts))
	for i, start := range starts {
		r := &results[i]
		r.notes = &notes{unit: name}
		where := name
		if len(starts) > 1 {
			r.sheet = fmt.Sprintf("table %d", i+1)
			r.notes.unit = name + ", " + r.sheet
			where = fmt.Sprintf("Table %d of %s", i+1, name)
		}
		page := &htmlTable{text: text[start:]}
		r.table, r.err = readTable(&grid{name: where, limits: limits, walk: page.walk}, name, r.sheet, limits, r.notes)
		if page.filled > 0 {
			reportMerged(page.filled, r.notes)
		}
	}
	tables, findings, err := gatherSheets(name, results)
	return tables, append(encoding.findings, findings...), err
}

// tableStarts lists where the tables that lie in no other begin.
func tableStarts(text []byte) []int {
	var starts []int
	z := html.NewTokenizer(bytes.NewReader(text))
	depth, at := 0, 0
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return starts
		}
		size := len(z.Raw())
		if name, _ := z.TagName(); atom.Lookup(name) == atom.Table {
			switch kind {
			case html.StartTagToken:
				if depth == 0 {
					starts = append(starts, at)
				}
				depth++
			case html.EndTagToken:
				depth = max(0, depth-1)
			}
		}
		at += size
	}
}

// An htmlTable walks over the rows of one table.
type htmlTable struct {
	text []byte // from the table's start tag on

	row    int
	cells  [][]byte
	within bool   // a cell is open
	cell   []byte // its text so far
	span   int    // columns of the open cell
	down   int    // rows of the open cell
	below  []hanging
	filled int // cells that got a text from above
}

// hanging says, for a column, how many more rows a cell from above covers.
type hanging struct {
	rows int
	text []byte
}

// walk calls yield for every row. End tags may be missing, as HTML allows.
func (h *htmlTable) walk(yield func(row int, cells [][]byte) bool) error {
	z := html.NewTokenizer(bytes.NewReader(h.text))
	*h = htmlTable{text: h.text}
	depth, unseen := 0, false
	for {
		kind := z.Next()
		switch kind {
		case html.ErrorToken:
			if err := z.Err(); !errors.Is(err, io.EOF) {
				return err
			}
			h.endRow(yield)
			return nil
		case html.TextToken:
			if h.within && !unseen {
				h.cell = append(h.cell, z.Text()...)
			}
			continue
		}
		raw, hasAttrs := z.TagName()
		name := atom.Lookup(raw)
		unseen = kind == html.StartTagToken && (name == atom.Script || name == atom.Style)
		if name == atom.Table {
			if depth += step(kind); depth <= 0 {
				h.endRow(yield)
				return nil
			}
		}
		if depth == 1 && !h.tag(z, name, kind, hasAttrs, yield) {
			return nil
		}
	}
}

func step(kind html.TokenType) int {
	switch kind {
	case html.StartTagToken:
		return 1
	case html.EndTagToken:
		return -1
	}
	return 0
}

// tag handles a tag of the table itself and reports whether to go on.
func (h *htmlTable) tag(z *html.Tokenizer, name atom.Atom, kind html.TokenType, hasAttrs bool, yield func(int, [][]byte) bool) bool {
	switch name {
	case atom.Tr:
		if !h.endRow(yield) {
			return false
		}
		if kind == html.StartTagToken {
			h.row++
		}
	case atom.Td, atom.Th:
		h.endCell()
		if kind == html.StartTagToken {
			h.startCell(z, hasAttrs)
		}
	case atom.Br, atom.P, atom.Div:
		if h.within {
			h.cell = append(h.cell, ' ')
		}
	}
	return true
}

func (h *htmlTable) startCell(z *html.Tokenizer, more bool) {
	h.hang(0)
	h.within, h.cell, h.span, h.down = true, nil, 1, 1
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		switch string(key) {
		case "colspan":
			h.span = spanOf(value, 1000)
		case "rowspan":
			h.down = spanOf(value, 65534)
		}
	}
}

// hang places the cells from above that come next in the row, and all that come
// before column until.
func (h *htmlTable) hang(until int) {
	for at := len(h.cells); at < len(h.below) && (h.below[at].rows > 0 || at < until); at++ {
		var text []byte
		if h.below[at].rows > 0 {
			h.below[at].rows--
			if text = h.below[at].text; len(text) > 0 {
				h.filled++
			}
		}
		h.cells = append(h.cells, text)
	}
}

// spanOf reads a span, which HTML bounds.
func spanOf(value []byte, most int) int {
	n, err := strconv.Atoi(string(value))
	if err != nil || n < 1 {
		return 1
	}
	return min(n, most)
}

func (h *htmlTable) endCell() {
	if !h.within {
		return
	}
	h.within = false
	text := bytes.Join(bytes.Fields(bytes.TrimFunc(h.cell, isBlank)), []byte{' '})
	for i := 0; i < h.span && len(h.cells) < maxSheetColumns; i++ {
		if h.down > 1 {
			h.cover(len(h.cells), text)
		}
		h.cells = append(h.cells, text)
		text = nil
	}
}

// cover notes that the open cell reaches down. As in a workbook, a number is not
// repeated.
func (h *htmlTable) cover(column int, text []byte) {
	for len(h.below) <= column {
		h.below = append(h.below, hanging{})
	}
	if isNumber(string(text)) {
		text = nil
	}
	h.below[column] = hanging{h.down - 1, text}
}

// endRow passes the open row on and reports whether to go on.
func (h *htmlTable) endRow(yield func(int, [][]byte) bool) bool {
	h.endCell()
	if len(h.cells) == 0 {
		return true
	}
	h.hang(len(h.below))
	more := yield(max(1, h.row), h.cells)
	h.cells = h.cells[:0]
	return more
}
