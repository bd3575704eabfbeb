package export

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// A table is a stored CSV: its heading row and the rest.
type table struct {
	names   []string
	rows    [][]string
	numeric []bool // by column: every cell is a number or empty, and not all are empty
}

// readTable reads what schemaregistry.Table.WriteCSV wrote.
func readTable(content []byte) (table, error) {
	records, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil || len(records) == 0 {
		return table{}, fmt.Errorf("read the stored table: %w", err)
	}
	t := table{names: records[0], rows: records[1:]}
	t.numeric = make([]bool, len(t.names))
	for i, name := range t.names {
		t.names[i] = asItWas(name)
		t.numeric[i] = t.isNumeric(i)
		for _, row := range t.rows {
			row[i] = asItWas(row[i])
		}
	}
	return t, nil
}

// asItWas takes away the apostrophe that kept a spreadsheet from running a text:
// a cell that is marked as text needs none.
func asItWas(cell string) string {
	if bare, marked := strings.CutPrefix(cell, "'"); marked && schemaregistry.NeutraliseFormula(bare) == cell {
		return bare
	}
	return cell
}

// isNumeric tells numbers from codes: 007 and +5 are no numbers.
func (t table) isNumeric(column int) bool {
	found := false
	for _, row := range t.rows {
		cell := row[column]
		if cell == "" {
			continue
		}
		if _, err := strconv.ParseFloat(cell, 64); err != nil || strings.ContainsAny(cell, "+xXnN_") || isCode(cell) {
			return false
		}
		found = true
	}
	return found
}

func isCode(cell string) bool {
	digits := strings.TrimPrefix(cell, "-")
	return len(digits) > 1 && digits[0] == '0' && digits[1] != '.'
}

// value is a cell as text, number or, when missing, nil.
func (t table) value(row []string, column int) any {
	cell := row[column]
	switch {
	case cell == "":
		return nil
	case !t.numeric[column]:
		return cell
	}
	number, err := strconv.ParseFloat(cell, 64)
	if err != nil { // isNumeric has read it
		panic(err)
	}
	return number
}

// column is the place of a column, -1 when there is none.
func (t table) column(name string) int {
	for i, n := range t.names {
		if n == name {
			return i
		}
	}
	return -1
}
