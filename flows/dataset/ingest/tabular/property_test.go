package tabular

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A file that encoding/csv writes from any cells reads back to those cells.
func TestWrittenCellsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.IntRange(2, 6).Draw(t, "columns")
		cell := rapid.StringMatching(`[a-z"',;|\t\n é≥0-9 ]{0,12}`)
		rows := rapid.SliceOfN(rapid.SliceOfN(cell, columns, columns), 1, 30).Draw(t, "rows")
		var out bytes.Buffer
		writer := csv.NewWriter(&out)
		heading := make([]string, columns)
		for i := range heading {
			heading[i] = "heading " + string(rune('a'+i))
		}
		_ = writer.Write(heading)
		_ = writer.WriteAll(rows)

		var want [][]string
		for _, row := range rows {
			filled := false
			for i := range row {
				row[i], _ = dataset.Visible(row[i])
				row[i] = strings.TrimSpace(row[i])
				filled = filled || row[i] != ""
			}
			if filled {
				want = append(want, row)
			}
		}
		source := &delimited{name: "f.csv", text: out.Bytes(), delim: ',', limits: DefaultLimits}
		modes := make([]mode, columns)
		for i := range modes {
			modes[i] = asText
		}
		first, _, err := source.head(1)
		if err != nil {
			t.Fatal(err)
		}
		got, err := source.gather(first[0], modes)
		if err != nil {
			t.Fatal(err)
		}
		if got.rows != len(want) {
			t.Fatalf("%d rows, want %d", got.rows, len(want))
		}
		for r, row := range want {
			for c, text := range row {
				if have := got.columns[c].dict.texts[got.columns[c].codes[r]]; have != text {
					t.Fatalf("row %d, column %d: %q, want %q", r, c, have, text)
				}
			}
		}
	})
}

// Every way of reading a number gives what strconv gives.
func TestNumbersAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Float64().Draw(t, "value")
		format := rapid.SampledFrom([]byte{'f', 'e', 'g'}).Draw(t, "format")
		text := strconv.FormatFloat(value, format, rapid.IntRange(-1, 20).Draw(t, "precision"), 64)
		want, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsInf(want, 0) {
			return
		}
		if n, ok := readNumber([]byte(text)); ok && n.value != want {
			t.Fatalf("%s: %v", text, n.value)
		}
		if v, ok := pointNotation.parse(text); !ok || v != want {
			t.Fatalf("%s: %v, %v", text, v, ok)
		}
		if v, ok := commaNotation.parse(strings.Replace(text, ".", ",", 1)); !ok || v != want {
			t.Fatalf("%s with a comma: %v, %v", text, v, ok)
		}
	})
}

// messy is a file longer than several chunks, with quotes over lines, blank and
// long rows, and cells of every kind.
func messy(rows int) []byte {
	var out bytes.Buffer
	out.WriteString("ward,note,tested,mixed,code\n")
	for i := range rows {
		fmt.Fprintf(&out, "Ward %d,", i*7919%190)
		switch {
		case i%5_000 == 17:
			fmt.Fprintf(&out, "\"two\nlines, \"\"%d\"\"\"", i%3)
		case i%11 == 0:
			out.WriteString("\"quoted\"")
		default:
			out.WriteString("plain note that makes the file longer")
		}
		fmt.Fprintf(&out, ",%d,", i%977)
		if i > rows/2 && i%3 == 0 {
			out.WriteString("text")
		} else {
			fmt.Fprint(&out, i%50)
		}
		fmt.Fprintf(&out, ",%04d", i%1000)
		if i%40_000 == 3 {
			out.WriteString(",beyond")
		}
		out.WriteByte('\n')
		if i%30_000 == 5 {
			out.WriteString(",,\n")
		}
	}
	return out.Bytes()
}

// One core, two cores and one single piece give the same table and findings.
func TestAnswerDoesNotDependOnCores(t *testing.T) {
	content := messy(250_000)
	read := func(procs int) ([]*dataset.Table, []dataset.Finding) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		tables, findings, err := Read("f.csv", content, DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		return tables, findings
	}
	one, oneFindings := read(1)
	four, fourFindings := read(4)
	if !reflect.DeepEqual(one, four) || !cmp.Equal(oneFindings, fourFindings) {
		t.Error("the number of cores changes the answer")
	}
	source := newDelimited("f.csv", content, DefaultLimits)
	first, _, _ := source.head(1)
	modes := []mode{asText, asText, asNumbers, asText, asText}
	pieces, err := source.gatherChunks(cut(content[first[0].end:], chunkSize), 1, modes)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := source.gatherChunks([][]byte{content[first[0].end:]}, 1, modes)
	if err != nil {
		t.Fatal(err)
	}
	for i := range modes {
		a, b := pieces.columns[i], whole.columns[i]
		if !reflect.DeepEqual(a.codes, b.codes) || !reflect.DeepEqual(a.numbers, b.numbers) ||
			!reflect.DeepEqual(a.dict.texts, b.dict.texts) || a.tally != b.tally {
			t.Errorf("column %d differs", i)
		}
	}
	if pieces.rows != 250_000 || !reflect.DeepEqual(pieces.numbers, whole.numbers) || !reflect.DeepEqual(pieces.extra, whole.extra) {
		t.Errorf("rows %d, extra %+v and %+v", pieces.rows, pieces.extra, whole.extra)
	}
	mixed := one[0].Column("mixed")
	if !mixed.IsText() || mixed.Text(0) != "0" || one[0].Column("code").Text(7) != "0007" {
		t.Error("a column that turns into text later lost its first cells")
	}
	if got := one[0].RowNumber(100); got != 103 { // a blank row lies above it; a line break inside a cell makes no row
		t.Errorf("row 100 stands in row %d", got)
	}
}

// Rows that repeat the headings leave without a trace, whatever lies between them.
func TestRepeatedHeadingsLeave(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cells := rapid.SampledFrom([]string{"Afon,3", "Oke,4", "ward,5", "Egbe,about 6", ",7", "Asa,NA"})
		plain, repeated := "ward,n\nAfon,1\n", "ward,n\nAfon,1\n"
		for _, row := range rapid.SliceOfN(cells, 1, 40).Draw(t, "rows") {
			plain += row + "\n"
			repeated += strings.Repeat("ward,n\n", rapid.IntRange(0, 2).Draw(t, "times")) + row + "\n"
		}
		want, _, err := Read("f.csv", []byte(plain), DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := Read("f.csv", []byte(repeated), DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want[0].Columns, got[0].Columns, cmpopts.EquateNaNs()); diff != "" {
			t.Fatal(diff)
		}
	})
}

// However a text is cut, the pieces give what the whole gives, or say that a
// quoted cell was cut.
func TestCutsAreSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(rapid.StringMatching(`([a-c1-3",\n ]{0,6}[,\n]){1,20}`).Draw(t, "text"))
		d := &delimited{name: "f.csv", text: text, delim: ',', limits: DefaultLimits}
		modes := []mode{asText, asNumbers, asText}
		whole, wholeErr := d.gatherChunks([][]byte{closed(text)}, 0, modes)
		parts, err := d.gatherChunks(cut(text, rapid.IntRange(1, 12).Draw(t, "size")), 0, modes)
		if errors.Is(err, errOpenQuote) {
			return
		}
		if (err == nil) != (wholeErr == nil) {
			t.Fatalf("pieces: %v, whole: %v", err, wholeErr)
		}
		if parts.rows != whole.rows || parts.first != whole.first || !reflect.DeepEqual(parts.extra, whole.extra) ||
			!reflect.DeepEqual(parts.numbers, whole.numbers) {
			t.Fatalf("pieces: %+v, whole: %+v", parts, whole)
		}
		for i := range modes {
			a, b := parts.columns[i], whole.columns[i]
			if !reflect.DeepEqual(a.codes, b.codes) || !cmp.Equal(a.numbers, b.numbers, cmpopts.EquateNaNs()) ||
				!reflect.DeepEqual(a.dict.texts, b.dict.texts) || !reflect.DeepEqual(a.odd, b.odd) {
				t.Fatalf("column %d: %+v, whole %+v", i, a, b)
			}
		}
	})
}

// check reads any bytes: no panic, errors are for people, tables are well formed.
func check(t *testing.T, name string, content []byte) []*dataset.Table {
	t.Helper()
	limits := Limits{Bytes: 1 << 20, UnzippedBytes: 4 << 20, Columns: 200, Rows: 10_000, Cells: 200_000, Texts: 20_000}
	tables, _, err := Read(name, content, limits)
	if err != nil {
		var own *schemaregistry.Error
		if !errors.As(err, &own) {
			t.Fatalf("an error that is not for people: %v", err)
		}
		return nil
	}
	for _, table := range tables {
		wellFormed(t, table)
	}
	return tables
}

func wellFormed(t *testing.T, table *dataset.Table) {
	t.Helper()
	seen := map[string]bool{}
	before := 0
	for row := range table.Rows {
		if n := table.RowNumber(row); n <= before {
			t.Fatalf("row %d stands in row %d after %d", row, n, before)
		} else {
			before = n
		}
	}
	for _, c := range table.Columns {
		if seen[c.Heading] || c.Heading == "" {
			t.Fatalf("heading %q twice or empty", c.Heading)
		}
		seen[c.Heading] = true
		if len(c.Codes)+len(c.Numbers) != table.Rows || (c.Codes == nil) == (c.Numbers == nil) {
			t.Fatalf("column %q: %d codes, %d numbers, %d rows", c.Heading, len(c.Codes), len(c.Numbers), table.Rows)
		}
		for row := range c.Codes {
			_ = c.Text(row)
		}
		for i, text := range c.Dict {
			if (i == 0) != (text == "") {
				t.Fatalf("column %q: text %d is %q", c.Heading, i, text)
			}
		}
	}
}
