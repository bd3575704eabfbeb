package tabular

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
)

// FuzzCSV also counts rows: every record with a cell is in the table, apart from
// headings and titles.
func FuzzCSV(f *testing.F) {
	for _, seed := range []string{
		"ward,n\nAfon,3\n", "a;b\n\"x;\"\"y\"\"\";1,5\n", "\xef\xbb\xbfa\tb\r\n1\t2", "a,b\n\"open,1\n",
		"title,,\n\nlga,ward,n\nx,y,1\n,,2\n", "sep=|\na|b\n1|NA\n", "\xff\xfea\x00,\x00b\x00\n\x001\x00,\x002\x00", "a,a,a.1\n007,1e5,-\n",
		"a\x1b,b\n\u202ex\u200b,1e308\n\"y,z\",-5\nx,1e-320\ny,z\n", "a\rb\r1\r", "a,b\n\"\n\n\"\"\",Inf\n", "a,b\n=1+1,@x\n../..,#DIV/0!\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		tables := check(t, "f.csv", content)
		if len(tables) != 1 || strings.ContainsAny(string(content), "\r\x00") || !isASCII(string(content)) {
			return
		}
		reader := csv.NewReader(strings.NewReader(string(content)))
		reader.FieldsPerRecord = -1
		reader.Comma = rune(newDelimited("f.csv", content, DefaultLimits).delim)
		records, err := reader.ReadAll()
		if err != nil {
			return // a stray quote, which is a letter to us
		}
		rows, seen := 0, map[string]int{}
		for _, record := range records {
			if strings.TrimSpace(strings.Join(record, "")) != "" {
				rows++
			}
			seen[strings.Join(record, "\x00")]++
		}
		for _, times := range seen { // repeated headings are left out
			if times > 1 {
				return
			}
		}
		if above := rows - tables[0].Rows; above < 0 || above > headRows {
			t.Fatalf("%d records, %d rows in the table", rows, tables[0].Rows)
		}
	})
}

// packed is a workbook of the smallest kind, its parts not compressed.
func packed(cells, shared []byte) []byte {
	var out bytes.Buffer
	writer := zip.NewWriter(&out)
	for _, part := range []struct{ name, text string }{
		{"xl/workbook.xml", `<workbook><sheets><sheet name="S" id="r1"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r1" Type="/worksheet" Target="s.xml"/>` +
			`<Relationship Type="/sharedStrings" Target="t.xml"/><Relationship Type="/styles" Target="y.xml"/></Relationships>`},
		{"xl/s.xml", string(cells)},
		{"xl/t.xml", string(shared)},
		{"xl/y.xml", `<styleSheet><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>`},
	} {
		to, _ := writer.CreateHeader(&zip.FileHeader{Name: part.name, Method: zip.Store})
		_, _ = to.Write([]byte(part.text))
	}
	_ = writer.Close()
	return out.Bytes()
}

func FuzzXLSX(f *testing.F) {
	f.Add([]byte(`<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>`), []byte(`<sst><si><t>ward</t></si></sst>`))
	f.Add([]byte(`<sheetData><row><c t="inlineStr"><is><t>a</t></is></c><c><f>1</f></c></row><row r="9"><c s="1"><v>45000</v></c></row></sheetData>`), []byte(`<sst/>`))
	f.Add([]byte(`<sheetData/>`), []byte(`<si><t>&#x41;<![CDATA[x]]></t><rPh><t>y</t></rPh></si>`))
	f.Add([]byte(`<sheetData><row r="1"><c r="A1"><v>1</v></c><c t="str"><v>x</v></c></row><row r="3"><c r="C3"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="B1:B9"/></mergeCells>`), []byte(``))
	f.Add([]byte(`<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]><sheetData><row><c t="inlineStr"><is><t>&x;</t></is></c></row><row r="1048576"><c r="XFD1048576"/></row></sheetData>`), []byte(`<!DOCTYPE s [<!ENTITY a "aa">]><sst><si/><si><t>&a;</t></si></sst>`))
	f.Fuzz(func(t *testing.T, cells, shared []byte) {
		check(t, "f.xlsx", packed(cells, shared))
		check(t, "f.xlsx", append([]byte("PK\x03\x04"), cells...))
	})
}

func FuzzHTML(f *testing.F) {
	f.Add([]byte("<table><tr><th>ward<th>n<tr><td>Afon<td>3</table>"))
	f.Add([]byte("<html><table><tr><td rowspan=2 colspan=999>a</td></tr><tr><td>b<table><tr><td>c</table></table><table>"))
	f.Add([]byte("<table><tr><td>a<script>x</script><td>b<style>y<tr><td><textarea><td>1"))
	f.Fuzz(func(t *testing.T, content []byte) {
		check(t, "f.xls", append([]byte("<table>"), content...))
		check(t, "f.xls", content)
	})
}
