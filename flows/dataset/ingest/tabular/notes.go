package tabular

import (
	"fmt"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// notes gathers what is noticed about one file or sheet.
type notes struct {
	unit     string // the file, with the sheet of a workbook
	findings []dataset.Finding
}

func (n *notes) file(severity dataset.Severity, check, format string, args ...any) {
	n.add(severity, check, "file", "", 0, format, args...)
}

func (n *notes) column(severity dataset.Severity, check, column string, rows int, format string, args ...any) {
	n.add(severity, check, "column", column, rows, format, args...)
}

func (n *notes) rows(severity dataset.Severity, check string, rows int, format string, args ...any) {
	n.add(severity, check, "row", "", rows, format, args...)
}

func (n *notes) add(severity dataset.Severity, check, level, column string, rows int, format string, args ...any) {
	n.findings = append(n.findings, dataset.Finding{
		Severity: severity, Check: check, Level: level, Unit: n.unit,
		Column: column, Rows: rows, Effect: fmt.Sprintf(format, args...),
	})
}

// size writes a number of bytes as a person says it.
func size(bytes int64) string {
	switch {
	case bytes >= 1<<20:
		return dataset.Thousands((bytes+1<<19)>>20) + " MB"
	case bytes >= 1<<10:
		return dataset.Thousands((bytes+1<<9)>>10) + " kB"
	}
	return dataset.Plural(int(bytes), "byte")
}

// letters is the name a spreadsheet gives the column at a 0-based position: A, B, ..., AA.
func letters(index int) string {
	name := ""
	for index++; index > 0; index = (index - 1) / 26 {
		name = string(rune('A'+(index-1)%26)) + name
	}
	return name
}

// shorten cuts a text for use in a sentence.
func shorten(text string) string {
	runes := []rune(text)
	if len(runes) > 40 {
		return string(runes[:39]) + "…"
	}
	return text
}
