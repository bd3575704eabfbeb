package tabular

import (
	"slices"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// headRows is how many records are looked at to find the row of headings.
const headRows = 60

// A layout says where a table's headings and rows are.
type layout struct {
	headings []string // one a column, "" where there is none
	last     record   // the last record of headings; rows follow it
}

// findLayout looks for the row of headings: the first that fills at least half as
// many cells as the table is wide. Sparser rows above it are titles.
func findLayout(name string, first []record, notes *notes) (layout, error) {
	width := tableWidth(first)
	at := 0
	for at < len(first) && first[at].filled() < max(1, (width+1)/2) {
		at++
	}
	if at == len(first) {
		return layout{}, schemaregistry.Fail("empty_file", "%s has no cell with content.", name)
	}
	at = widerHeadings(first, at)
	if figures := figureCells(first[at]); figures*3 >= first[at].filled() && figures > 0 {
		return layout{}, noHeadings(name, first[at])
	}
	rows := [][]string{first[at].cells}
	if at > 0 && isGroupRow(first[at-1], first[at]) {
		rows = [][]string{first[at-1].cells, first[at].cells}
	} else if at+1 < len(first) && continues(first[at], first[at+1], first[at+2:]) {
		rows = append(rows, first[at+1].cells)
		at++
	}
	body := first[at+1:]
	headings := joinHeadings(rows)
	if lacksRowNames(first[at], body) {
		headings = append([]string{""}, headings...)
	}
	for len(headings) < bodyWidth(body) {
		headings = append(headings, "")
	}
	reportLayout(first, at, len(rows), notes)
	return layout{headings: headings, last: first[at]}, nil
}

// widerHeadings goes on to a row of words that follows soon and is at least twice
// as wide: what was found before is then a title of several cells over a table
// with many empty ones.
func widerHeadings(first []record, at int) int {
	for next := at + 1; next < min(len(first), at+8); next++ {
		r := first[next]
		if r.filled() >= 2*first[at].filled() && !slices.ContainsFunc(r.cells, isNumber) {
			return next
		}
	}
	return at
}

// tableWidth is the greatest number of filled cells that at least two records
// have: one overlong row does not make the table wider.
func tableWidth(records []record) int {
	widest, second := 0, 0
	for _, r := range records {
		switch n := r.filled(); {
		case n > widest:
			widest, second = n, widest
		case n > second:
			second = n
		}
	}
	if second == 0 {
		return widest
	}
	return second
}

// bodyWidth is how many columns at least half of the rows fill.
func bodyWidth(body []record) int {
	reach, rows := map[int]int{}, 0
	widest := 0
	for _, r := range body {
		if n := lastFilled(r.cells); n > 0 {
			reach[n]++
			rows++
			widest = max(widest, n)
		}
	}
	for width, beyond := widest, 0; width > 0; width-- {
		if beyond += reach[width]; beyond*2 >= rows {
			return width
		}
	}
	return 0
}

// lastFilled is the number of cells up to the last that holds something.
func lastFilled(cells []string) int {
	for n := len(cells); n > 0; n-- {
		if cells[n-1] != "" {
			return n
		}
	}
	return 0
}

// figureCells counts cells that are figures and cannot be headings: months
// (202401), years and small numbers such as ages head columns too.
func figureCells(r record) int {
	figures := 0
	for _, cell := range r.cells {
		value, ok := pointNotation.parse(cell)
		whole := value == float64(int(value)) && value > 0
		month := value >= 190001 && value <= 210012 && int(value)%100 >= 1 && int(value)%100 <= 12
		if ok && !(whole && (value <= 31 || month || (value >= 1900 && value <= 2100))) {
			figures++
		}
	}
	return figures
}

func noHeadings(name string, r record) error {
	for _, cell := range r.cells {
		if _, ok := pointNotation.parse(cell); ok {
			return schemaregistry.Fail("no_headings",
				"%s has no row of headings: the first full row holds figures such as %s. Put the name of each column above its values.",
				name, shorten(cell)).At(r.row, "")
		}
	}
	return nil
}

// lacksRowNames reports whether delimited text has row names without a heading,
// as R writes them: every row then has one cell more than there are headings, and
// that cell is not just the end of the row.
func lacksRowNames(headings record, body []record) bool {
	rows, filled := 0, 0
	for _, r := range body {
		if r.filled() == 0 {
			continue
		}
		if rows++; r.end == 0 || len(r.cells) != len(headings.cells)+1 {
			return false
		}
		if r.cells[len(r.cells)-1] != "" {
			filled++
		}
	}
	return filled > 0 && filled*2 >= rows && lastFilled(headings.cells) == len(headings.cells)
}

func reportLayout(first []record, last, headingRows int, notes *notes) {
	if headingRows == 2 {
		notes.file(dataset.Info, "two_row_headings", "The headings stand in rows %d and %d; they were joined.",
			first[last-1].row, first[last].row)
	}
	for _, r := range first[last+1-headingRows : last+1] {
		if r.mended&mangled != 0 {
			notes.rows(dataset.Info, "mojibake", 1, "Damaged letters in the headings in row %d were repaired.", r.row)
		}
		if r.mended&invisible != 0 {
			notes.rows(dataset.Info, "invisible_characters", 1, "Characters that cannot be seen were taken out of the headings in row %d.", r.row)
		}
	}
	titles := 0
	for _, r := range first[:last+1-headingRows] {
		if r.filled() > 0 {
			titles++
		}
	}
	if titles > 0 {
		notes.file(dataset.Info, "title_rows", "%s above the headings in row %d %s taken for a title and not read.",
			dataset.Plural(titles, "row"), first[last].row, pick(titles, "was", "were"))
	}
}
