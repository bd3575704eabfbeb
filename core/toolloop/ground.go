package toolloop

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// notFound marks a number that stands in no result.
const notFound = " [not in the results]"

// maxGroundRows bounds how many rows of a table numbers are looked for in.
const maxGroundRows = 20_000

// mark checks the numbers of an answer against what this question found, and marks
// those that stand nowhere: a model may quote a number and round it, and no more
// than that. Numbers in words ("three wards") and the marks of a list are left alone.
func mark(text string, known numbers) (marked string, unproven []string) {
	var b strings.Builder
	at := 0
	for _, q := range choiceinterp.FindQuantities(text) {
		written := text[q.Start:q.End]
		if !strings.ContainsAny(written, "0123456789") || isListMark(text, q) || known.hold(q, written) {
			continue
		}
		b.WriteString(text[at:q.End] + notFound)
		at = q.End
		if !slices.Contains(unproven, written) {
			unproven = append(unproven, written)
		}
	}
	return b.String() + text[at:], unproven
}

var listMark = regexp.MustCompile(`^[.)]\s`)

// isListMark recognises the "2." that a line begins with.
func isListMark(text string, q choiceinterp.Quantity) bool {
	before := text[strings.LastIndexByte(text[:q.Start], '\n')+1 : q.Start]
	return strings.TrimSpace(before) == "" && listMark.MatchString(text[q.End:])
}

// numbers are those that an answer may use, sorted.
type numbers []float64

// numbersIn collects what stands in the question and the session, which the analyst
// knows, and in the results.
func (r *run) numbersIn() numbers {
	var known numbers
	for _, text := range append([]string{r.Text, r.Context}, r.Found...) {
		known = known.withText(text)
	}
	for _, use := range r.uses {
		known = known.withResult(use)
	}
	slices.Sort(known)
	return slices.Compact(known)
}

func (n numbers) withText(texts ...string) numbers {
	for _, text := range texts {
		for _, q := range choiceinterp.FindQuantities(text) {
			n = append(n, q.Value)
			if !math.IsNaN(q.Alt) {
				n = append(n, q.Alt)
			}
		}
	}
	return n
}

func (n numbers) withResult(use Use) numbers {
	n = n.withText(use.Result.Text).withText(use.Result.Warnings...).withText(use.Result.Assumed...)
	for _, value := range use.Args {
		if number, ok := choiceinterp.AsFloat(value); ok {
			n = append(n, number)
		}
	}
	if use.Result.Table == nil {
		return n
	}
	n = append(n, float64(use.Result.Table.Len())).withText(use.Result.Table.Title)
	for i := range use.Result.Table.Columns {
		n = n.withColumn(&use.Result.Table.Columns[i])
	}
	return n
}

func (n numbers) withColumn(column *schemaregistry.Column) numbers {
	n = n.withText(column.Title)
	for _, value := range column.Numbers[:min(len(column.Numbers), maxGroundRows)] {
		if math.IsNaN(value) {
			continue
		}
		n = append(n, value)
		if column.Unit == "fraction" {
			n = append(n, 100*value)
		}
	}
	for _, cell := range column.Text[:min(len(column.Text), maxGroundRows)] {
		if strings.ContainsAny(cell, "0123456789") {
			n = n.withText(cell)
		}
	}
	return n
}

// hold reports whether a number, as precise as it is written, is one of these.
func (n numbers) hold(q choiceinterp.Quantity, written string) bool {
	half := half(q.Value, written)
	readings := []float64{q.Value}
	if !math.IsNaN(q.Alt) {
		readings = append(readings, q.Alt)
	}
	if q.Percent { // of a share
		readings = append(readings, q.Value/100, q.Value*100)
	}
	for i, value := range readings {
		tolerance := half
		if i > 0 && value != 0 && q.Value != 0 {
			tolerance = half * math.Abs(value/q.Value)
		}
		if n.near(value, tolerance) || n.near(-value, tolerance) {
			return true
		}
	}
	return false
}

func (n numbers) near(value, tolerance float64) bool {
	tolerance += 1e-9 * math.Max(1, math.Abs(value))
	from, _ := slices.BinarySearch(n, value-tolerance)
	return from < len(n) && n[from] <= value+tolerance
}

var figure = regexp.MustCompile(`[0-9]+(?:[.,  ][0-9]+)*`)

// half is half a unit of the last digit that was written: 0.05 for "41.2", 50,000
// for "1.2 million".
func half(value float64, written string) float64 {
	digits := figure.FindString(written)
	decimals := 0
	if point := strings.LastIndexAny(digits, ".,"); point >= 0 {
		decimals = len(digits) - point - 1
		if grouped := decimals == 3; grouped && math.Abs(value) >= 1000 {
			decimals = 0
		}
	}
	unit := math.Pow10(-decimals)
	if mantissa, ok := choiceinterp.ParseQuantity(digits); ok && mantissa.Value != 0 {
		unit *= math.Abs(value / mantissa.Value)
	}
	return unit / 2
}
