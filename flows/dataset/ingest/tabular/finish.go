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
