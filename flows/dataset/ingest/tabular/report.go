package tabular

import (
	"slices"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// reportColumn says what was repaired or could not be read in a column.
func reportColumn(c *dataset.Column, got *harvest, at int, v verdict, notes *notes) {
	f := got.columns[at]
	if repaired := slices.Compact(slices.Sorted(slices.Values(f.repaired))); len(repaired) > 0 {
		notes.column(dataset.Info, "mojibake", c.Heading, 0, "Damaged letters in %s were repaired (such as %q).",
			dataset.Plural(len(repaired), "text"), shorten(repaired[0]))
	}
	if hid := slices.Compact(slices.Sorted(slices.Values(f.hid))); len(hid) > 0 {
		notes.column(dataset.Info, "invisible_characters", c.Heading, 0, "Characters that cannot be seen (control or direction marks) were taken out of %s (such as %q).",
			dataset.Plural(len(hid), "text"), shorten(hid[0]))
	}
	if !v.numbers {
		reportText(c, v, notes)
		return
	}
	if n := c.BadRows; n > 0 {
		notes.column(dataset.Warning, "not_a_number", c.Heading, n,
			"%s %s (%s), %s %s; %s as missing.",
			dataset.Plural(n, "cell"), pick(n, "is not a number", "are not numbers"), dataset.Names(examples(c), 3),
			pick(n, "in row", "the first in row"), dataset.Thousands(got.spreadsheetRow(c.Bad[0].Row)), pick(n, "it counts", "they count"))
	}
	if n := v.missing; n > 0 {
		notes.column(dataset.Info, "missing_word", c.Heading, n, "%s %s that there is no value (such as NA or -); %s as missing.",
			dataset.Plural(n, "cell"), pick(n, "says", "say"), pick(n, "it counts", "they count"))
	}
	if n := v.percent; n > 0 {
		notes.column(dataset.Info, "percent_sign", c.Heading, n, "%s %s a percent sign and %s read as fractions: 12%% is 0.12.",
			dataset.Plural(n, "cell"), pick(n, "has", "have"), pick(n, "is", "are"))
	}
	if n := v.grouped; n > 0 {
		notes.column(dataset.Info, "thousands", c.Heading, n, "%s %s separators between the thousands and %s read without them.",
			dataset.Plural(n, "cell"), pick(n, "has", "have"), pick(n, "is", "are"))
	}
	if v.notation == commaNotation && v.separated {
		notes.column(dataset.Info, "decimal_comma", c.Heading, 0, "The numbers were read with a decimal comma: 1,5 is one and a half.")
	}
}

// reportText says why a column with many numbers in it is read as text.
func reportText(c *dataset.Column, v verdict, notes *notes) {
	if v.codes {
		notes.column(dataset.Info, "codes", c.Heading, 0, "The values are codes (such as %s), not figures; they are read as text.", shorten(c.Dict[1]))
		return
	}
	if all := v.readable + v.bad; v.bad > 0 && v.readable*2 >= all {
		notes.column(dataset.Warning, "mixed_column", c.Heading, v.bad,
			"%s of %s values are numbers and the others are not; the column is read as text.",
			dataset.Thousands(v.readable), dataset.Thousands(all))
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
		"%s %s more cells than the %s under the headings: row %s has %d. What is beyond (such as %q) is not used; a comma inside a name may have shifted the cells.",
		dataset.Plural(extra.rows, "row"), pick(extra.rows, "has", "have"), dataset.Plural(columns, "column"),
		dataset.Thousands(where.row), where.cells, shorten(where.text))
}

func reportMerged(cells int, notes *notes) {
	notes.file(dataset.Info, "merged_cells", "%s covered by a merged cell above got its text.", dataset.Plural(cells, "cell"))
}

// pick chooses the form of a verb.
func pick(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
