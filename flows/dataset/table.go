package dataset

import "math"

// A Table is one sheet or file as it was read: named columns of equal length,
// nothing repaired yet.
type Table struct {
	File    string // as the analyst named it
	Sheet   string // of a workbook; "" elsewhere
	Columns []*Column
	Rows    int
	// RowNumbers are the 1-based spreadsheet rows of the table's rows. Nil means
	// that row i stands in row FirstRow+i.
	RowNumbers []int32
	FirstRow   int
}

// RowNumber is the row as a spreadsheet shows it.
func (t *Table) RowNumber(row int) int {
	if t.RowNumbers != nil {
		return int(t.RowNumbers[row])
	}
	return t.FirstRow + row
}

// Column returns the column with that heading, or nil.
func (t *Table) Column(heading string) *Column {
	for _, c := range t.Columns {
		if c.Heading == heading {
			return c
		}
	}
	return nil
}

// A Column is text by dictionary (Codes into Dict) or numbers (NaN where the
// cell is empty or not a number). A number column remembers cells that were not
// numbers in Bad.
type Column struct {
	Heading string // as in the file after trimming and repair of encoding damage
	Index   int    // 0-based position in the file

	Dict  []string // distinct trimmed texts; Dict[0] is "" and means empty
	Codes []uint32

	Numbers []float64
	Bad     []BadCell // at most MaxBadCells of them
	BadRows int       // how many there are in all
}

// MaxBadCells is how many unreadable cells of a column are kept with their text.
const MaxBadCells = 100

// A BadCell is a cell of a number column that holds something else.
type BadCell struct {
	Row  int // index into the table's rows
	Text string
}

// IsText reports whether the column holds text.
func (c *Column) IsText() bool { return c.Codes != nil }

// Text is the trimmed text of a cell of a text column.
func (c *Column) Text(row int) string { return c.Dict[c.Codes[row]] }

// Number is the value of a cell of a number column; ok is false when missing.
func (c *Column) Number(row int) (value float64, ok bool) {
	v := c.Numbers[row]
	return v, !math.IsNaN(v)
}
