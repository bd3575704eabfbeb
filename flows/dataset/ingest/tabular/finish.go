package tabular

import (
	"math"
	"strings"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// finish turns gathered cells into a column, as the verdict says.
func finish(f *filler, v verdict) *dataset.Column {
	switch {
	case f.mode == asNumbers:
		return finishNumbers(f, v)
	case v.numbers:
		return numbersOfText(f, v)
	}
	return &dataset.Column{Dict: f.dict.texts, Codes: f.codes}
}

// finishNumbers reads the cells that were put aside.
func finishNumbers(f *filler, v verdict) *dataset.Column {
	c := &dataset.Column{Numbers: f.numbers}
	values, good := v.readAll(f.dict.texts)
	for _, odd := range f.odd {
		c.Numbers[odd.row] = values[odd.code]
		if !good[odd.code] {
			addBad(c, int(odd.row), f.dict.texts[odd.code])
		}
	}
	return c
}

// numbersOfText reads every distinct text once.
func numbersOfText(f *filler, v verdict) *dataset.Column {
	c := &dataset.Column{Numbers: make([]float64, len(f.codes))}
	values, good := v.readAll(f.dict.texts)
	for row, code := range f.codes {
		c.Numbers[row] = values[code]
		if !good[code] {
			addBad(c, row, f.dict.texts[code])
		}
	}
	return c
}

// readAll reads distinct texts; a missing value is NaN and good.
func (v verdict) readAll(texts []string) (values []float64, good []bool) {
	values, good = make([]float64, len(texts)), make([]bool, len(texts))
	for i, text := range texts {
		values[i] = math.NaN()
		if good[i] = isMissing(text); !good[i] {
			if value, ok := v.notation.parse(text); ok {
				values[i], good[i] = value, true
			}
		}
	}
	return values, good
}

func addBad(c *dataset.Column, row int, text string) {
	c.BadRows++
	if len(c.Bad) < dataset.MaxBadCells {
		c.Bad = append(c.Bad, dataset.BadCell{Row: row, Text: text})
	}
}

// oneLine puts a heading that was broken over lines on one.
func oneLine(heading string) string {
	if !strings.ContainsAny(heading, "\r\n") {
		return heading
	}
	return strings.Join(strings.FieldsFunc(heading, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}

// reportColumn says what was repaired or could not be read in a column.
func reportColumn(c *dataset.Column, f *filler, v verdict, notes *notes) {
	if n := len(f.repaired); n > 0 {
		notes.column(dataset.Info, "mojibake", c.Heading, 0, "Damaged letters in %s were repaired (such as %q).",
			dataset.Plural(n, "text"), shorten(f.dict.texts[f.repaired[0]]))
	}
	if !v.numbers {
		if all := v.readable + v.bad; v.readable*2 >= all && v.bad > 0 {
			notes.column(dataset.Warning, "mixed_column", c.Heading, v.bad,
				"%s of %s cells are numbers and the others are not; the column is read as text.",
				dataset.Thousands(v.readable), dataset.Thousands(all))
		}
		return
	}
	if c.BadRows > 0 {
		notes.column(dataset.Warning, "not_a_number", c.Heading, c.BadRows,
			"%s among numbers cannot be read (%s) and count as missing.",
			dataset.Plural(c.BadRows, "cell"), dataset.Names(examples(c), 3))
	}
	if v.missing > 0 {
		notes.column(dataset.Info, "missing_word", c.Heading, v.missing,
			"%s that say there is no value (such as NA or -) count as missing.", dataset.Plural(v.missing, "cell"))
	}
	if v.percent > 0 {
		notes.column(dataset.Info, "percent_sign", c.Heading, v.percent,
			"%s have a percent sign and are read as fractions: 12%% is 0.12.", dataset.Plural(v.percent, "cell"))
	}
	if v.notation == commaNotation {
		notes.column(dataset.Info, "decimal_comma", c.Heading, 0, "The numbers have a decimal comma: 1,5 is read as one and a half.")
	}
}

// examples quotes the unreadable texts, each once.
func examples(c *dataset.Column) []string {
	var quoted []string
	seen := map[string]bool{}
	for _, bad := range c.Bad {
		if !seen[bad.Text] {
			seen[bad.Text] = true
			quoted = append(quoted, "“"+shorten(bad.Text)+"”")
		}
	}
	return quoted
}

func reportExtra(extra overflow, columns int, notes *notes) {
	if extra.rows == 0 {
		return
	}
	where := extra.where[0]
	notes.rows(dataset.Warning, "extra_cells", extra.rows,
		"%s more cells than the %s there are: row %d has %d; what is beyond (such as %q) is not used. A comma inside a name may have shifted the cells.",
		have(extra.rows), dataset.Plural(columns, "column"), where.row, where.cells, shorten(where.text))
}

func have(rows int) string {
	if rows == 1 {
		return "1 row has"
	}
	return dataset.Thousands(rows) + " rows have"
}

func reportMerged(cells int, notes *notes) {
	notes.file(dataset.Info, "merged_cells",
		"%s covered by a merged cell above got its text.", dataset.Plural(cells, "cell"))
}
