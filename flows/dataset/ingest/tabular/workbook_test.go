package tabular

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// workbookOf writes sheets with a library that is not ours.
func workbookOf(t testing.TB, fill func(f *excelize.File)) []byte {
	t.Helper()
	f := excelize.NewFile()
	fill(f)
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func set(t testing.TB, f *excelize.File, sheet, at string, values ...any) {
	t.Helper()
	if err := f.SetSheetRow(sheet, at, &values); err != nil {
		t.Fatal(err)
	}
}

func TestReadWorkbook(t *testing.T) {
	content := workbookOf(t, func(f *excelize.File) {
		day, _ := f.NewStyle(&excelize.Style{NumFmt: 14})
		rounded, _ := f.NewStyle(&excelize.Style{NumFmt: 1})
		set(t, f, "Sheet1", "B2", "orgunitlevel2", "Ward", "date", "tested â‰¥5yrs", "rate", "done")
		set(t, f, "Sheet1", "B3", "kw Kwara State", " kw Afon Ward ", time.Date(2024, 1, 31, 0, 0, 0, 0, time.UTC), 1234, 0.123456789, true)
		set(t, f, "Sheet1", "B6", "kw Kwara State", "R&D <ward>", time.Date(2024, 2, 29, 10, 30, 0, 0, time.UTC), "NA", 2.5, false)
		_ = f.SetCellStyle("Sheet1", "D3", "D6", day)
		_ = f.SetCellStyle("Sheet1", "F3", "F6", rounded)
		_, _ = f.NewSheet("notes")
		set(t, f, "notes", "A1", "Made by the state office")
		_, _ = f.NewSheet("population")
		set(t, f, "population", "A1", "ward", "population")
		set(t, f, "population", "A2", "Afon", 12_000)
		_ = f.SetSheetVisible("population", false)
	})
	tables, findings, err := Read("book.xls", content, DefaultLimits) // the name does not decide
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"orgunitlevel2|Ward|date|tested ≥5yrs|rate|done",
			"3: kw Kwara State|kw Afon Ward|2024-01-31|#1234|#0.123456789|TRUE",
			"6: kw Kwara State|R&D <ward>|2024-02-29 10:30:00|·|#2.5|FALSE"},
		{"ward|population", "2: Afon|#12000"},
	}
	var got [][]string
	for _, table := range tables {
		got = append(got, cells(table))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"mojibake", "missing_word", "sheet_without_table", "hidden_sheet"}, checks(findings)); diff != "" {
		t.Error(diff)
	}
	if tables[0].Columns[0].Index != 1 || tables[1].Sheet != "population" {
		t.Errorf("index %d, sheet %q", tables[0].Columns[0].Index, tables[1].Sheet)
	}
}

func TestFormulaWithoutValue(t *testing.T) {
	content := workbookOf(t, func(f *excelize.File) {
		set(t, f, "Sheet1", "A1", "ward", "n")
		set(t, f, "Sheet1", "A2", "Afon", 3)
		set(t, f, "Sheet1", "A3", "Oke")
		_ = f.SetCellFormula("Sheet1", "B3", "1+1")
	})
	tables, findings, err := Read("book.xlsx", content, DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"ward|n", "2: Afon|#3", "3: Oke|·"}, cells(tables[0])); diff != "" {
		t.Error(diff)
	}
	if len(findings) != 1 || findings[0].Check != "formula_without_value" || findings[0].Rows != 1 {
		t.Errorf("%+v", findings)
	}
}

// A stored 1.234 stays what it is beside texts with a decimal comma.
func TestStoredNumbersKeepTheirPoint(t *testing.T) {
	content := workbookOf(t, func(f *excelize.File) {
		set(t, f, "Sheet1", "A1", "ward", "stored", "typed in")
		set(t, f, "Sheet1", "A2", "Afon", 1.234, "1,5")
		set(t, f, "Sheet1", "A3", "Oke", 2.345, "2,25")
	})
	tables, _, err := Read("book.xlsx", content, DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"ward|stored|typed in", "2: Afon|#1.234|#1.5", "3: Oke|#2.345|#2.25"}, cells(tables[0])); diff != "" {
		t.Error(diff)
	}
}

func TestMergedCells(t *testing.T) {
	content := workbookOf(t, func(f *excelize.File) {
		set(t, f, "Sheet1", "A1", "Malaria 2024")
		set(t, f, "Sheet1", "A2", "LGA", "Ward", "RDT", nil, "Population")
		set(t, f, "Sheet1", "A3", nil, nil, "tested", "positive")
		set(t, f, "Sheet1", "A4", "Asa", "Afon", 3, 1, 900)
		set(t, f, "Sheet1", "A5", nil, "Oke", 4, 2)
		set(t, f, "Sheet1", "A6", "Moro", "Egbe", 5, 3, 800)
		for _, m := range [][2]string{{"A1", "E1"}, {"A2", "A3"}, {"B2", "B3"}, {"C2", "D2"}, {"E2", "E3"}, {"A4", "A5"}, {"E4", "E5"}} {
			if err := f.MergeCell("Sheet1", m[0], m[1]); err != nil {
				t.Fatal(err)
			}
		}
	})
	tables, findings, err := Read("book.xlsx", content, DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"LGA|Ward|RDT tested|RDT positive|Population",
		"4: Asa|Afon|#3|#1|#900", "5: Asa|Oke|#4|#2|·", "6: Moro|Egbe|#5|#3|#800"}
	if diff := cmp.Diff(want, cells(tables[0])); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"two_row_headings", "title_rows", "merged_cells"}, checks(findings)); diff != "" {
		t.Error(diff)
	}
}

// rewrite changes one part of a workbook.
func rewrite(t testing.TB, content []byte, part string, change func([]byte) []byte) []byte {
	t.Helper()
	reader, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	writer := zip.NewWriter(&out)
	for _, file := range reader.File {
		stream, _ := file.Open()
		raw, _ := io.ReadAll(stream)
		if file.Name == part {
			raw = change(raw)
		}
		to, _ := writer.Create(file.Name)
		_, _ = to.Write(raw)
	}
	_ = writer.Close()
	return out.Bytes()
}

func TestDamagedWorkbooks(t *testing.T) {
	good := workbookOf(t, func(f *excelize.File) {
		set(t, f, "Sheet1", "A1", "ward", "n")
		set(t, f, "Sheet1", "A2", "Afon", 3)
		set(t, f, "Sheet1", "A3", "Oke", 4)
	})
	const sheet = "xl/worksheets/sheet1.xml"
	tight := DefaultLimits
	tight.UnzippedBytes = 1 << 20
	tight.Texts = 1000
	insert := func(text string) func([]byte) []byte {
		return func(raw []byte) []byte {
			at := bytes.LastIndex(raw, []byte("</"))
			return slices.Concat(raw[:at], []byte(text), raw[at:])
		}
	}
	tests := []struct {
		name    string
		content []byte
		code    string
		says    string
	}{
		{"a swarm of texts", rewrite(t, good, "xl/sharedStrings.xml", insert(strings.Repeat("<si/>", 2000))), "too_many_texts", ""},
		{"file cut short", good[:len(good)/2], "damaged_file", "cut short"},
		{"sheet cut short", rewrite(t, good, sheet, func(raw []byte) []byte { return raw[:bytes.Index(raw, []byte(`<row r="3"`))] }), "damaged_file", "beyond row 2"},
		{"sheet cut inside a tag", rewrite(t, good, sheet, func(raw []byte) []byte { return raw[:bytes.Index(raw, []byte(`r="3"`))] }), "damaged_file", "beyond row 2"},
		{"no workbook", rewrite(t, good, "xl/workbook.xml", func([]byte) []byte { return nil }), "damaged_file", ""},
		{"bomb", rewrite(t, good, sheet, func(raw []byte) []byte { return append(raw, bytes.Repeat([]byte{' '}, 8<<20)...) }), "file_too_large", "1 MB"},
		{"no sheet with rows", workbookOf(t, func(*excelize.File) {}), "empty_file", ""},
		{"headings only", workbookOf(t, func(f *excelize.File) { set(t, f, "Sheet1", "A1", "ward", "n") }), "headings_only", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := Read("book.xlsx", test.content, tight)
			var own *schemaregistry.Error
			if !errors.As(err, &own) || own.Code != test.code || !strings.Contains(own.Message, test.says) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// Small parts that swarm are refused before each takes memory.
func TestSwarmsOfParts(t *testing.T) {
	if _, err := readMerges([]byte("<sheetData/>" + strings.Repeat(`<mergeCell ref="A1:A9"/>`, maxMerges+2))); !errors.Is(err, errTooManyMerges) {
		t.Errorf("merged cells: %v", err)
	}
	many := append([]byte("PK\x03\x04"), bytes.Repeat([]byte("PK\x01\x02"), maxParts+1)...)
	if _, _, err := Read("book.xlsx", many, DefaultLimits); err == nil {
		t.Error("an archive of too many parts was read")
	}
}

func TestWorkbookOfOtherWriters(t *testing.T) {
	good := workbookOf(t, func(f *excelize.File) { set(t, f, "Sheet1", "A1", "x") })
	sheet := `<?xml version="1.0"?><x:worksheet xmlns:x="m"><!-- c --><x:sheetData>
<x:row><x:c t="inlineStr"><x:is><x:r><x:t>wa</x:t></x:r><x:r><x:t>rd</x:t></x:r></x:is></x:c><x:c t="str"><x:v>n&#x2265;5</x:v></x:c></x:row>
<x:row r='4'><x:c r='A4' t='inlineStr'><x:is><x:t><![CDATA[A & B]]>_x000D_</x:t></x:is></x:c><x:c r='B4'><x:f>1</x:f><x:v>7</x:v></x:c></x:row>
<x:row r="5"><x:c r="A5" t="e"><x:v>#REF!</x:v></x:c><x:c/><x:c r="C5" t="n"><x:v/></x:c></x:row>
</x:sheetData></x:worksheet>`
	content := rewrite(t, good, "xl/worksheets/sheet1.xml", func([]byte) []byte { return []byte(sheet) })
	tables, _, err := Read("book.xlsx", content, DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"ward|n≥5", "4: A & B|#7", "5: #REF!|·"}, cells(tables[0])); diff != "" {
		t.Error(diff)
	}
}

func TestAppendDate(t *testing.T) {
	tests := []struct {
		day      float64
		from1904 bool
		want     string
	}{
		{1, false, "1900-01-01"}, {59, false, "1900-02-28"}, {61, false, "1900-03-01"},
		{45292, false, "2024-01-01"}, {45292.5, false, "2024-01-01 12:00:00"},
		{45292.99999999, false, "2024-01-02"}, {43830, true, "2024-01-01"},
	}
	for _, test := range tests {
		if got, ok := appendDate(nil, test.day, test.from1904); !ok || string(got) != test.want {
			t.Errorf("day %v: got %s, want %s", test.day, got, test.want)
		}
	}
	for _, day := range []float64{-1, 3e6} {
		if _, ok := appendDate(nil, day, false); ok {
			t.Errorf("day %v is taken for a date", day)
		}
	}
}

func TestIsDateFormat(t *testing.T) {
	for code, want := range map[string]bool{
		"yyyy-mm-dd": true, "mmm-yy": true, "[$-409]d mmm;@": true, "mmmm": true,
		"General": false, "0.00": false, `#,##0 "days"`: false, "[Red]0": false, "h:mm": false, "[h]:mm:ss": false, `0\d`: false,
	} {
		if got := isDateFormat(code); got != want {
			t.Errorf("%s: got %v", code, got)
		}
	}
}

func TestReadHTML(t *testing.T) {
	page := `<html><head><meta charset="utf-8"><style>td{}</style></head><body><h1>Export</h1>
<table border=1><tr><th colspan="2">Kwara 2024</th></tr>
<tr><th>LGA</th><th>Ward</th><th>Tested &ge;5</th></tr>
<tr><td rowspan=2>Asa</td><td>Afon<br>South</td><td align=right>1,200</td></tr>
<tr><td>Oke<script>alert("x")</script><td>&nbsp;
<tr><td>Ilorin<td><table><tr><td>Egbe</td></tr></table><td>7</tr></table>
<table><tr><td>no table</td></tr></table></body></html>`
	tables, findings, err := Read("export.xls", []byte(page), DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"LGA|Ward|Tested ≥5", "3: Asa|Afon South|#1200", "4: Asa|Oke|·", "5: Ilorin|Egbe|#7"}
	if diff := cmp.Diff(want, cells(tables[0])); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"title_rows", "thousands", "merged_cells", "sheet_without_table"}, checks(findings)); diff != "" {
		t.Error(diff)
	}
}
