package tabular

import (
	"fmt"
	"strings"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// isGroupRow reports whether the row above the headings groups them, as merged
// cells do ("RDT" over "tested" and "positive"), and is not a title.
func isGroupRow(above, headings record) bool {
	groups := above.filled()
	if groups == 0 || figureCells(above) > 0 {
		return false
	}
	if repeats(headings.cells) {
		return true
	}
	return groups >= 2 && above.cells[0] == ""
}

func repeats(cells []string) bool {
	seen := map[string]bool{}
	for _, cell := range cells {
		if cell != "" && seen[cell] {
			return true
		}
		seen[cell] = true
	}
	return false
}

// continues reports whether the second row goes on with the headings: it is text
// in the gaps of the first row, over columns that hold figures further down.
func continues(headings, second record, below []record) bool {
	gaps, overFigures := 0, false
	for at, cell := range second.cells {
		if cell == "" {
			continue
		}
		if isMissing(cell) || isNumber(cell) {
			return false
		}
		if at >= len(headings.cells) || headings.cells[at] == "" {
			gaps++
		}
		overFigures = overFigures || holdsFigures(below, at)
	}
	return gaps > 0 && overFigures && hasGap(headings.cells)
}

// hasGap reports whether an empty cell lies between or after filled ones.
func hasGap(cells []string) bool {
	seen := false
	for _, cell := range cells {
		if cell == "" && seen {
			return true
		}
		seen = seen || cell != ""
	}
	return false
}

func holdsFigures(records []record, column int) bool {
	figures, texts := 0, 0
	for _, r := range records {
		if column >= len(r.cells) || isMissing(r.cells[column]) {
			continue
		}
		if isNumber(r.cells[column]) {
			figures++
		} else {
			texts++
		}
	}
	return figures > texts
}

func isNumber(text string) bool {
	_, ok := pointNotation.parse(text)
	return ok
}

// joinHeadings makes one row of headings of one or two. A group's heading also
// stands for the empty cells to its right, as long as there are headings below.
func joinHeadings(rows [][]string) []string {
	if len(rows) == 1 {
		return rows[0][:lastFilled(rows[0])]
	}
	groups, below := rows[0], rows[1]
	headings := make([]string, max(lastFilled(groups), lastFilled(below)))
	group := ""
	for at := range headings {
		top, bottom := cellAt(groups, at), cellAt(below, at)
		switch {
		case bottom == "":
			headings[at], group = top, ""
			continue
		case top == bottom: // merged over both rows
			headings[at], group = top, ""
			continue
		case top != "":
			group = top
		}
		headings[at] = strings.TrimSpace(group + " " + bottom)
	}
	return headings
}

func cellAt(cells []string, at int) string {
	if at < len(cells) {
		return cells[at]
	}
	return ""
}

// nameColumns gives every column a heading of its own: a nameless one is called
// by its letter, a repeated heading gets .1, .2 behind it.
func nameColumns(columns []*dataset.Column, notes *notes) {
	taken := map[string]bool{}
	for _, c := range columns {
		taken[c.Heading] = true
	}
	seen := map[string]int{}
	for _, c := range columns {
		if c.Heading == "" {
			c.Heading = free("Column "+letters(c.Index), taken)
			notes.column(dataset.Warning, "unnamed_column", c.Heading, 0,
				"Column %s has values but no heading; it is called %q here.", letters(c.Index), c.Heading)
			continue
		}
		heading := c.Heading
		for n := seen[heading]; n > 0; n++ {
			if name := fmt.Sprintf("%s.%d", heading, n); !taken[name] {
				c.Heading, seen[heading] = name, n
				taken[name] = true
				notes.column(dataset.Warning, "duplicate_heading", name, 0,
					"The heading %q stands over more than one column; in column %s it got .%d behind it.",
					shorten(heading), letters(c.Index), n)
				break
			}
		}
		seen[heading]++
	}
}

func free(name string, taken map[string]bool) string {
	for taken[name] {
		name += "_"
	}
	taken[name] = true
	return name
}
