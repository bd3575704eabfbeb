package tabular

import (
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// readTable reads one sheet: it finds the headings, guesses each column's type
// from a sample, gathers all cells, and decides the type on all of them. A column
// whose cells are not what the sample promised is gathered again.
func readTable(from source, name, sheet string, limits Limits, notes *notes) (*dataset.Table, error) {
	first, later, err := from.head(headRows)
	if err != nil {
		return nil, err
	}
	plan, err := findLayout(name, first, notes)
	if err != nil {
		return nil, err
	}
	if err := limits.checkSize(name, 0, len(plan.headings)); err != nil {
		return nil, err
	}
	sample := append(after(first, plan.last.row), later...)
	modes := make([]mode, len(plan.headings))
	for i := range modes {
		modes[i] = guess(sample, i)
	}
	got, err := from.gather(plan.last, modes)
	if err != nil {
		return nil, err
	}
	got.dropRepeats(plan.headings, notes)
	if err := got.checkCells(name, plan.headings); err != nil {
		return nil, err
	}
	if got.rows == 0 {
		return nil, schemaregistry.Fail("headings_only",
			"%s has headings in row %d and no rows below them.", name, plan.last.row)
	}
	verdicts, err := settle(from, plan.last, got)
	if err != nil {
		return nil, err
	}
	table := &dataset.Table{File: name, Sheet: sheet, Rows: got.rows, RowNumbers: got.numbers, FirstRow: got.first}
	table.Columns = build(plan, got, verdicts, notes)
	reportExtra(got.extra, len(plan.headings), notes)
	return table, nil
}

// after returns the records below a spreadsheet row.
func after(records []record, row int) []record {
	for i, r := range records {
		if r.row > row {
			return records[i:]
		}
	}
	return nil
}

// guess is how a column is best gathered, by a sample of its cells.
func guess(sample []record, column int) mode {
	var s survey
	for _, r := range sample {
		text := cellAt(r.cells, column)
		if n, ok := readNumber([]byte(text)); ok {
			s.add(n, 1)
		} else if text != "" {
			s.words = append(s.words, word{text, 1})
		}
	}
	if v := decide(s, pointNotation); s.plain*2 > v.readable && v.numbers {
		return asNumbers
	}
	return asText
}

// settle decides every column on all of its cells. Columns that were gathered as
// numbers and cannot be kept so are gathered again as text.
func settle(from source, last record, got *harvest) ([]verdict, error) {
	surveys := make([]survey, len(got.columns))
	for i, column := range got.columns {
		surveys[i] = surveyOf(column, got.typed)
	}
	rest := tableNotation(surveys)
	verdicts := make([]verdict, len(surveys))
	again, any := make([]mode, len(surveys)), false
	for i, column := range got.columns {
		verdicts[i] = decide(surveys[i], rest)
		if column.mode == asNumbers {
			misread := verdicts[i].notation == commaNotation && column.tally.decimals > 0
			if !verdicts[i].numbers || misread {
				again[i], any = asText, true
			}
		} else if column.neverNumbers() {
			verdicts[i] = verdict{}
		}
	}
	if !any {
		return verdicts, nil
	}
	repeat, err := from.gather(last, again)
	if err != nil {
		return nil, err
	}
	for i, m := range again {
		if m == asText {
			got.columns[i] = repeat.columns[i]
			if len(got.repeats) > 0 {
				got.columns[i].drop(got.repeats)
			}
			verdicts[i] = decide(surveyOf(got.columns[i], got.typed), rest)
		}
	}
	return verdicts, nil
}

func surveyOf(column *filler, typed bool) (s survey) {
	switch {
	case column.mode == asNumbers:
		s = surveyNumbers(column)
	case !column.neverNumbers():
		s = surveyText(column)
	}
	if typed {
		s.clear = s.decimals
	}
	return s
}

// build makes the table's columns, leaving out nameless ones without content and
// the row numbers that a statistics program wrote.
func build(plan layout, got *harvest, verdicts []verdict, notes *notes) []*dataset.Column {
	var columns []*dataset.Column
	kept := make(map[*dataset.Column]int, len(plan.headings))
	for i, heading := range plan.headings {
		c := finish(got.columns[i], verdicts[i])
		c.Heading, c.Index = oneLine(heading), i
		switch {
		case c.Heading == "" && isVoid(c):
			continue
		case isRowIndex(c):
			notes.column(dataset.Info, "row_index", letters(i), 0, "Column %s only counts the rows; it was left out.", letters(i))
			continue
		}
		kept[c] = i
		columns = append(columns, c)
	}
	nameColumns(columns, notes)
	for _, c := range columns {
		reportColumn(c, got, kept[c], verdicts[kept[c]], notes)
	}
	return columns
}

// isVoid reports whether no cell of a column holds anything.
func isVoid(c *dataset.Column) bool {
	if c.IsText() {
		return len(c.Dict) == 1
	}
	for row := range c.Numbers {
		if _, ok := c.Number(row); ok {
			return false
		}
	}
	return c.BadRows == 0
}

// isRowIndex reports whether a column is the row names of R or the index of
// pandas: first, without a real heading, whole numbers that only grow.
func isRowIndex(c *dataset.Column) bool {
	nameless := c.Heading == "" || c.Heading == "Unnamed: 0" || c.Heading == "...1"
	if c.Index != 0 || !nameless || c.IsText() || c.BadRows > 0 {
		return false
	}
	before := -1.0
	for row := range c.Numbers {
		n, ok := c.Number(row)
		if !ok || n != float64(int64(n)) || n <= before {
			return false
		}
		before = n
	}
	return true
}
