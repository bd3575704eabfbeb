package toolloop

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// How much of a result a model is told, in characters [001-19, 001-20].
const (
	summaryLimit = 900
	itemLimit    = 200
	mostItems    = 3
)

// summarize tells a result in at most summaryLimit characters: its text and the
// first rows of its table [001-21]. What holds less than the result says so and
// names the whole.
func summarize(tool *schemaregistry.Tool, result schemaregistry.Result) (summary string, shortened bool) {
	head := tool.Title + " results: "
	mark := " (truncated, full result " + ResultID(result) + ")"
	rows := items(result.Table)
	shortened = result.Table.Len() > mostItems
	for i, row := range rows {
		rows[i] = cut(row, itemLimit)
		shortened = shortened || rows[i] != row
	}
	text := strings.Join(strings.Fields(strings.Join(append([]string{result.Text}, result.Warnings...), " ")), " ")
	separated := strings.Join(rows, " | ")
	if text != "" && separated != "" {
		separated = " | " + separated
	}
	room := summaryLimit - utf8.RuneCountInString(head+separated+mark)
	if short := cut(text, room); short != text {
		text, shortened = short, true
	}
	if !shortened {
		mark = ""
	}
	if text == "" && separated == "" {
		text = "done, with nothing to tell"
	}
	return head + text + separated + mark, shortened
}

// items are the first rows of a table, each "column=value, …".
func items(table *schemaregistry.Table) []string {
	var rows []string
	for row := range min(table.Len(), mostItems) {
		var cells []string
		for i := range table.Columns {
			column := &table.Columns[i]
			if value := shown(column, row); value != "" {
				cells = append(cells, column.Name+"="+value)
			}
		}
		rows = append(rows, strings.Join(strings.Fields(strings.Join(cells, ", ")), " "))
	}
	return rows
}

// shown is a cell with four decimals at most.
func shown(column *schemaregistry.Column, row int) string {
	if column.Text != nil {
		return column.Text[row]
	}
	v := column.Numbers[row]
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "missing"
	}
	const decimals = 1e4
	if math.Abs(v) < 1/decimals || math.Abs(v) > 1e15 {
		return strconv.FormatFloat(v, 'g', 6, 64)
	}
	return strconv.FormatFloat(math.Round(v*decimals)/decimals, 'f', -1, 64)
}

// ResultID names a result: by its receipt, or by its content where it has none.
func ResultID(result schemaregistry.Result) string {
	if result.Receipt != nil && result.Receipt.ID != "" {
		return result.Receipt.ID
	}
	content := result.Text
	if result.Table != nil {
		content += result.Table.Hash()
	}
	sum := sha256.Sum256([]byte(content))
	return "r_" + hex.EncodeToString(sum[:6])
}

// isForeign reports that a result carries text that somebody else wrote: pages,
// files, or the cells of a table.
func isForeign(result schemaregistry.Result) bool {
	if result.Untrusted {
		return true
	}
	if result.Table != nil {
		for i := range result.Table.Columns {
			if result.Table.Columns[i].Text != nil {
				return true
			}
		}
	}
	return false
}

// asks tells a model which choice a tool needs.
func asks(tool *schemaregistry.Tool, question *schemaregistry.Question) string {
	told := tool.Name + " needs a choice first: " + cut(question.Text, itemLimit)
	var options []string
	for _, option := range question.Options {
		if question.Arg != "" && option.Args[question.Arg] != nil {
			options = append(options, line(option.Args))
		}
	}
	if len(options) > 0 {
		told += " Arguments that would settle it: " + cut(strings.Join(options, " or "), itemLimit*mostItems)
	}
	return told
}
