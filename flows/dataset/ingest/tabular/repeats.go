package tabular

import (
	"slices"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// repeatedHeadings lists the gathered rows that say the headings once more, as
// they stand in files that were pasted together.
func (h *harvest) repeatedHeadings(headings []string) []int {
	var rows []int
	found := false
	for i, column := range h.columns {
		if headings[i] == "" {
			continue
		}
		here := column.rowsOf(headings[i])
		if found {
			here = slices.DeleteFunc(here, func(row int) bool {
				_, both := slices.BinarySearch(rows, row)
				return !both
			})
		}
		if rows, found = here, true; len(rows) == 0 {
			return nil
		}
	}
	return rows
}

// rowsOf lists the rows, in order, whose cell is a text that is no plain number.
func (f *filler) rowsOf(text string) []int {
	code, known := f.dict.index[text]
	if !known {
		return nil
	}
	var rows []int
	for row, c := range f.codes {
		if c == code {
			rows = append(rows, row)
		}
	}
	for _, odd := range f.odd {
		if odd.code == code {
			rows = append(rows, int(odd.row))
		}
	}
	return rows
}

// drop takes rows, given in order, out of a column and its dictionary.
func (f *filler) drop(rows []int) {
	f.codes, f.numbers = without(f.codes, rows), without(f.numbers, rows)
	kept := f.odd[:0]
	for _, odd := range f.odd {
		above, gone := slices.BinarySearch(rows, int(odd.row))
		if !gone {
			kept = append(kept, oddCell{odd.row - int32(above), odd.code})
		}
	}
	f.odd = kept
	if f.mode != asText {
		return
	}
	texts := f.dict.texts
	f.dict = newDictionary()
	for row, code := range f.codes {
		f.codes[row] = f.dict.codeOf(texts[code])
	}
}

// without closes the gaps that rows, given in order, leave in a column.
func without[T any](cells []T, rows []int) []T {
	if len(cells) == 0 {
		return cells
	}
	to := rows[0]
	for i, row := range rows {
		end := len(cells)
		if i+1 < len(rows) {
			end = rows[i+1]
		}
		to += copy(cells[to:], cells[row+1:end])
	}
	return cells[:to:to]
}

// dropRepeats takes repeated headings out of the harvest and reports them.
func (h *harvest) dropRepeats(headings []string, notes *notes) {
	h.repeats = h.repeatedHeadings(headings)
	if len(h.repeats) == 0 {
		return
	}
	n := len(h.repeats)
	notes.rows(dataset.Info, "repeated_headings", n, "%s %s the headings once more (%s %s); %s left out.",
		dataset.Plural(n, "row"), pick(n, "says", "say"), pick(n, "row", "the first in row"),
		dataset.Thousands(h.spreadsheetRow(h.repeats[0])), pick(n, "it was", "they were"))
	numbers := make([]int32, h.rows)
	for row := range numbers {
		numbers[row] = int32(h.spreadsheetRow(row))
	}
	h.first, h.numbers = inOrder(without(numbers, h.repeats))
	for _, column := range h.columns {
		column.drop(h.repeats)
	}
	h.rows -= n
}
