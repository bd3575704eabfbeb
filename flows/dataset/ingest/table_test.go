package ingest

import (
	"math"
	"strconv"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

type column struct {
	heading string
	cells   []string
}

// textTable makes a table as a reader would: number columns where every cell is
// a number or empty.
func textTable(file string, columns ...*column) *dataset.Table {
	t := &dataset.Table{File: file, FirstRow: 2}
	for i, c := range columns {
		t.Rows = len(c.cells)
		t.Columns = append(t.Columns, readerColumn(i, c))
	}
	return t
}

func readerColumn(index int, c *column) *dataset.Column {
	out := &dataset.Column{Heading: c.heading, Index: index}
	numbers := make([]float64, len(c.cells))
	wrong := 0
	for i, cell := range c.cells {
		v, err := strconv.ParseFloat(cell, 64)
		if err != nil {
			v = math.NaN()
			if cell != "" {
				wrong++
				out.Bad = append(out.Bad, dataset.BadCell{Row: i, Text: cell})
			}
		}
		numbers[i] = v
	}
	if wrong*4 <= len(c.cells) {
		out.Numbers, out.BadRows = numbers, wrong
		return out
	}
	out.Bad = nil
	out.Dict, out.Codes = []string{""}, make([]uint32, len(c.cells))
	codes := map[string]uint32{"": 0}
	for i, cell := range c.cells {
		code, known := codes[cell]
		if !known {
			code = uint32(len(out.Dict))
			codes[cell] = code
			out.Dict = append(out.Dict, cell)
		}
		out.Codes[i] = code
	}
	return out
}

// rowsTable makes a table of a heading row and rows.
func rowsTable(file string, rows ...[]string) *dataset.Table {
	columns := make([]*column, len(rows[0]))
	for i, heading := range rows[0] {
		columns[i] = &column{heading: heading}
		for _, row := range rows[1:] {
			columns[i].cells = append(columns[i].cells, row[i])
		}
	}
	return textTable(file, columns...)
}

// understandTables understands tables as one file each.
func understandTables(t testing.TB, edits schemaregistry.Edits, tables ...*dataset.Table) *dataset.Dataset {
	t.Helper()
	var sources []Source
	for _, table := range tables {
		sources = append(sources, Source{Name: table.File, Hash: table.File, Tables: []*dataset.Table{table}})
	}
	d, err := Understand(sources, edits)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// total adds up an indicator over all rows.
func total(d *dataset.Dataset, i dataset.Indicator) float64 {
	sum := 0.0
	for _, s := range d.Counts.Series {
		if s.Indicator == i {
			for _, v := range s.Values {
				if !math.IsNaN(v) {
					sum += v
				}
			}
		}
	}
	return sum
}

func indicator(role dataset.Role, method dataset.Method, age dataset.Age) dataset.Indicator {
	return dataset.Indicator{Role: role, Method: method, Age: age}
}

// finding returns the first finding of a check, or nil.
func finding(d *dataset.Dataset, check string) *dataset.Finding {
	for i := range d.Findings {
		if d.Findings[i].Check == check {
			return &d.Findings[i]
		}
	}
	return nil
}
