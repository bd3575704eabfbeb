package schemaregistry

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"strings"
)

// A Table is a small result table in columns: what a reply shows, what evidence
// holds, what a file is written from. Every column has the same length.
type Table struct {
	Title   string   `json:"title,omitempty"`
	Columns []Column `json:"columns"`
}

// A Column holds text or numbers, never both. A missing number is NaN (null in
// JSON, empty in CSV); it is never zero.
type Column struct {
	Name      string   `json:"name"`
	Title     string   `json:"title,omitempty"`     // heading for people; Name when empty
	Unit      string   `json:"unit,omitempty"`      // fraction | percent | people | nets | rank | score | count | free text
	Direction int      `json:"direction,omitempty"` // +1 higher is riskier, -1 higher is safer, 0 neither
	Text      []string `json:"text,omitempty"`
	Numbers   Numbers  `json:"numbers,omitempty"`
}

// Numbers are float64 values of which NaN means missing.
type Numbers []float64

// MarshalJSON writes NaN and infinities as null.
func (n Numbers) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, len(n)*8+2)
	b = append(b, '[')
	for i, v := range n {
		if i > 0 {
			b = append(b, ',')
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			b = append(b, "null"...)
		} else {
			b = strconv.AppendFloat(b, v, 'g', -1, 64)
		}
	}
	return append(b, ']'), nil
}

// UnmarshalJSON reads null as NaN.
func (n *Numbers) UnmarshalJSON(data []byte) error {
	var raw []*float64
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	*n = make(Numbers, len(raw))
	for i, p := range raw {
		(*n)[i] = math.NaN()
		if p != nil {
			(*n)[i] = *p
		}
	}
	return nil
}

// Len is the number of values in the column.
func (c *Column) Len() int {
	if c.Text != nil {
		return len(c.Text)
	}
	return len(c.Numbers)
}

// Cell returns the value as text, empty when missing.
func (c *Column) Cell(row int) string {
	if c.Text != nil {
		return c.Text[row]
	}
	if v := c.Numbers[row]; !math.IsNaN(v) && !math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// Len is the number of rows.
func (t *Table) Len() int {
	if t == nil || len(t.Columns) == 0 {
		return 0
	}
	return t.Columns[0].Len()
}

// Column returns the named column, or nil.
func (t *Table) Column(name string) *Column {
	if t == nil {
		return nil
	}
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return &t.Columns[i]
		}
	}
	return nil
}

// Hash is the SHA-256 of the columns, hexadecimal: equal tables have equal hashes.
// The title does not count.
func (t *Table) Hash() string {
	b, err := json.Marshal(t.Columns)
	if err != nil { // text and numbers always marshal
		panic(err)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// WriteCSV writes a heading row of column names and the rows. Text that a
// spreadsheet would run as a formula is neutralised with a leading apostrophe.
func (t *Table) WriteCSV(w io.Writer) error {
	cw := csv.NewWriter(w)
	record := make([]string, len(t.Columns))
	for i := range t.Columns {
		record[i] = NeutraliseFormula(t.Columns[i].Name)
	}
	if err := cw.Write(record); err != nil {
		return err
	}
	for row := range t.Len() {
		for i := range t.Columns {
			c := &t.Columns[i]
			record[i] = c.Cell(row)
			if c.Text != nil {
				record[i] = NeutraliseFormula(record[i])
			}
		}
		if err := cw.Write(record); err != nil {
			return err
		}
	}
	cw.Flush()
	return cw.Error()
}

// CSV returns the table as an artifact.
func (t *Table) CSV(name string) (Artifact, error) {
	var b bytes.Buffer
	if err := t.WriteCSV(&b); err != nil {
		return Artifact{}, err
	}
	return Artifact{Name: name, Kind: "table", MIME: "text/csv; charset=utf-8", Data: b.Bytes()}, nil
}

// NeutraliseFormula puts an apostrophe before text that a spreadsheet would take
// for a formula (OWASP, "CSV Injection").
func NeutraliseFormula(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}
