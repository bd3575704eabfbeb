package tabular

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// cells shows a table as text: headings first, then the rows, each with its
// spreadsheet row. A missing number is "·", an unreadable one is in brackets.
func cells(t *dataset.Table) []string {
	var lines []string
	var headings []string
	for _, c := range t.Columns {
		headings = append(headings, c.Heading)
	}
	lines = append(lines, strings.Join(headings, "|"))
	for row := range t.Rows {
		var line []string
		for _, c := range t.Columns {
			line = append(line, cell(c, row))
		}
		lines = append(lines, fmt.Sprintf("%d: %s", t.RowNumber(row), strings.Join(line, "|")))
	}
	return lines
}

func cell(c *dataset.Column, row int) string {
	if c.IsText() {
		return c.Text(row)
	}
	if v, ok := c.Number(row); ok {
		return fmt.Sprintf("#%v", v)
	}
	for _, bad := range c.Bad {
		if bad.Row == row {
			return "[" + bad.Text + "]"
		}
	}
	return "·"
}

func checks(findings []dataset.Finding) []string {
	var names []string
	for _, f := range findings {
		names = append(names, f.Check)
	}
	return names
}

func TestReadDelimited(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
		checks   []string
	}{
		{"plain", "ward,tested\nAfon,12\nAkanbi,7\n",
			[]string{"ward|tested", "2: Afon|#12", "3: Akanbi|#7"}, nil},
		{"no line end at the end", "ward,tested\r\nAfon,12\r\nAkanbi,7",
			[]string{"ward|tested", "2: Afon|#12", "3: Akanbi|#7"}, nil},
		{"old Macintosh line ends", "ward,tested\rAfon,12\rAkanbi,7",
			[]string{"ward|tested", "2: Afon|#12", "3: Akanbi|#7"}, nil},
		{"semicolons with decimal commas", "ward;rate;n\nAfon;1,5;3\nAkanbi;2,25;4\n",
			[]string{"ward|rate|n", "2: Afon|#1.5|#3", "3: Akanbi|#2.25|#4"}, []string{"decimal_comma"}},
		{"a separator line", "sep=;\nward;n\nAfon, South;3\nOke, North;4\n",
			[]string{"ward|n", "3: Afon, South|#3", "4: Oke, North|#4"}, nil},
		{"tabs", "ward\tn\nAfon, South\t3\n", []string{"ward|n", "2: Afon, South|#3"}, nil},
		{"a comma decides for its table", "ward;rate;share\nAfon;1,5;1,234\nOke;2;2,345\n",
			[]string{"ward|rate|share", "2: Afon|#1.5|#1.234", "3: Oke|#2|#2.345"}, []string{"decimal_comma", "decimal_comma"}},
		{"pipes", "ward|n|m\nAfon|3|4\n", []string{"ward|n|m", "2: Afon|#3|#4"}, nil},
		{"quotes, doubled quotes, lines in a cell", "ward,n\n\"Afon \"\"New\"\", A\",3\n\"two\nlines\",4\nOke,5\n",
			[]string{"ward|n", "2: Afon \"New\", A|#3", "3: two lines|#4", "4: Oke|#5"}, nil},
		{"a stray quote is a letter", "ward,n\nAfon 5\" pipe,3\n", []string{"ward|n", "2: Afon 5\" pipe|#3"}, nil},
		{"blank rows before, between and after", "\n,\nward,n\n\nAfon,3\n,\nOke,4\n,,\n\n",
			[]string{"ward|n", "5: Afon|#3", "7: Oke|#4"}, nil},
		{"blanks in quotes are blank", "ward,n\n\" \",\n\" \",\nAfon,3\n", []string{"ward|n", "4: Afon|#3"}, nil},
		{"codes are said", "ward,code\nAfon,001\nOke,002\n", []string{"ward|code", "2: Afon|001", "3: Oke|002"}, []string{"codes"}},
		{"thousands are said", "ward,n\nAfon,\"1,200\"\nOke,7\n", []string{"ward|n", "2: Afon|#1200", "3: Oke|#7"}, []string{"thousands"}},
		{"headings once more", "ward,n,m\nAfon,3,x\nward,n,m\nOke,,7\nward,1,2\nward,n,m\nEgbe,4,8\nward,n,m\n",
			[]string{"ward|n|m", "2: Afon|#3|[x]", "4: Oke|·|#7", "5: ward|#1|#2", "7: Egbe|#4|#8"}, []string{"repeated_headings", "not_a_number"}},
		{"damaged letters and headings once more", "ward,n\nAfon,3\nward,n\nOkÃ©,4\n",
			[]string{"ward|n", "2: Afon|#3", "4: Oké|#4"}, []string{"repeated_headings", "mojibake"}},
		{"headings over nothing but headings, at the end", "ward,n\nAfon,3\nOke,4\nward,n\n",
			[]string{"ward|n", "2: Afon|#3", "3: Oke|#4"}, []string{"repeated_headings"}},
		{"title rows", "Malaria report 2024,,\nmade by the state office,,\n,,\nward,tested,positive\nAfon,3,1\nOke,4,2\n",
			[]string{"ward|tested|positive", "5: Afon|#3|#1", "6: Oke|#4|#2"}, []string{"title_rows"}},
		{"groups above the headings", ",,RDT,,Microscopy,\nlga,ward,tested,positive,tested,positive\nAsa,Afon,3,1,5,2\nAsa,Oke,4,2,6,3\n",
			[]string{"lga|ward|RDT tested|RDT positive|Microscopy tested|Microscopy positive",
				"3: Asa|Afon|#3|#1|#5|#2", "4: Asa|Oke|#4|#2|#6|#3"}, []string{"two_row_headings"}},
		{"headings that go on in the second row", "lga,ward,RDT,,Microscopy,\n,,tested,positive,tested,positive\nAsa,Afon,3,1,5,2\n",
			[]string{"lga|ward|RDT tested|RDT positive|Microscopy tested|Microscopy positive", "3: Asa|Afon|#3|#1|#5|#2"},
			[]string{"two_row_headings"}},
		{"months as headings", "ward,202401,202402\nAfon,3,4\n", []string{"ward|202401|202402", "2: Afon|#3|#4"}, nil},
		{"row names of R", "\"\",\"ward\",\"n\"\n\"1\",\"Afon\",3\n\"2\",\"Oke\",4\n",
			[]string{"ward|n", "2: Afon|#3", "3: Oke|#4"}, []string{"row_index"}},
		{"row names of R without a heading", "\"ward\",\"n\"\n\"1\",\"Afon\",3\n\"2\",\"Oke\",4\n",
			[]string{"ward|n", "2: Afon|#3", "3: Oke|#4"}, []string{"row_index"}},
		{"named rows of R without a heading", "\"n\",\"m\"\n\"Afon\",3,1\n\"Oke\",4,2\n",
			[]string{"Column A|n|m", "2: Afon|#3|#1", "3: Oke|#4|#2"}, []string{"unnamed_column"}},
		{"a separator at the end of each row", "ward,n\nAfon,3,\nOke,4,\n", []string{"ward|n", "2: Afon|#3", "3: Oke|#4"}, nil},
		{"a title of two cells over a sparse table", "State:,Kwara,,,,\nlga,ward,a,b,c,d\nAsa,Afon,1,,,\nAsa,Oke,,2,,\n",
			[]string{"lga|ward|a|b|c|d", "3: Asa|Afon|#1|·|·|·", "4: Asa|Oke|·|#2|·|·"}, []string{"title_rows"}},
		{"a nameless column with values", "ward,,n\nAfon,x,3\n", []string{"ward|Column B|n", "2: Afon|x|#3"}, []string{"unnamed_column"}},
		{"a nameless column without values", "ward,,n,\nAfon,,3,\n", []string{"ward|n", "2: Afon|#3"}, nil},
		{"repeated headings", "ward,n,n,n.1,n\nAfon,1,2,3,4\n", []string{"ward|n|n.2|n.1|n.3", "2: Afon|#1|#2|#3|#4"},
			[]string{"duplicate_heading", "duplicate_heading"}},
		{"short and long rows", "ward,n,m\nAfon,1\nOke,1,2,,\nEgbe,1,2,lost\n",
			[]string{"ward|n|m", "2: Afon|#1|·", "3: Oke|#1|#2", "4: Egbe|#1|#2"}, []string{"extra_cells"}},
		{"damaged letters", "ward,tested â‰¥5yrs\nOkÃ© Odo,3\n", []string{"ward|tested ≥5yrs", "2: Oké Odo|#3"}, []string{"mojibake", "mojibake"}},
		{"Windows-1252", "ward,n\nOk\xe9,3\n", []string{"ward|n", "2: Oké|#3"}, []string{"encoding"}},
		{"byte order mark", "\xef\xbb\xbfward,n\nAfon,3\n", []string{"ward|n", "2: Afon|#3"}, nil},
		{"UTF-16", "\xff\xfew\x00,\x00n\x00\n\x00a\x00,\x001\x00\n\x00", []string{"w|n", "2: a|#1"}, nil},
		{"a quoted separator is no separator the next time", "ward,lga\nx,a\n\"y,z\",b\nx,c\ny,z\nx,d\n\"\"\"q\",e\nx,f\n\"q\",g\n",
			[]string{"ward|lga", "2: x|a", "3: y,z|b", "4: x|c", "5: y|z", "6: x|d", "7: \"q|e", "8: x|f", "9: q|g"}, nil},
		{"formula text stays text", "ward,n\n=1+1,3\n", []string{"ward|n", "2: =1+1|#3"}, nil},
		{"what a terminal would act on", "ward and LGA,n\x1b\n\x1b[31mAfon\x1b[0m of Asa,3\n\u202eOke Odo of Asa,4\nEg\x00be of Ilorin East,\a5\nIlemona of Oyun,6\n",
			[]string{"ward and LGA|n", "2: [31mAfon[0m of Asa|#3", "3: Oke Odo of Asa|#4", "4: Egbe of Ilorin East|#5", "5: Ilemona of Oyun|#6"}, []string{"invisible_characters", "invisible_characters", "invisible_characters"}},
		{"path as a ward", "ward,n\n../../etc,3\n", []string{"ward|n", "2: ../../etc|#3"}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tables, findings, err := Read("f.csv", []byte(test.in), DefaultLimits)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, cells(tables[0])); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(test.checks, checks(findings)); diff != "" {
				t.Error(diff, findings)
			}
		})
	}
}

func TestColumnTypes(t *testing.T) {
	tests := []struct {
		name   string
		column []string
		want   []string
	}{
		{"thousands", []string{"1,234", "12", "1,234,567"}, []string{"#1234", "#12", "#1.234567e+06"}},
		{"thousands by spaces", []string{"1 234", "12", "9\u00a0000"}, []string{"#1234", "#12", "#9000"}},
		{"European", []string{"1.234,5", "12", "1.234"}, []string{"#1234.5", "#12", "#1234"}},
		{"European by one cell", []string{"1,234", "0,5"}, []string{"#1.234", "#0.5"}},
		{"no group after a zero", []string{"0,123", "0,456"}, []string{"#0.123", "#0.456"}},
		{"point decides for thousands", []string{"1,234", "0.5"}, []string{"#1234", "#0.5"}},
		{"percent", []string{"12%", "7.5 %"}, []string{"#0.12", "#0.075"}},
		{"missing words", []string{"3", "NA", "-", "n/a", "nil", ".", "NaN"}, []string{"#3", "·", "·", "·", "·", "·", "·"}},
		{"padded codes", []string{"007", "012", "123"}, []string{"007", "012", "123"}},
		{"a stray zero", []string{"12", "5", "7", "1", "2", "3", "4", "5", "6", "8", "1", "05"}, []string{"#12", "#5", "#7", "#1", "#2", "#3", "#4", "#5", "#6", "#8", "#1", "#5"}},
		{"long identifiers", []string{"1234567890123456789", "1234567890123456788"}, []string{"1234567890123456789", "1234567890123456788"}},
		{"one bad cell", []string{"1", "2", "#REF!", "3"}, []string{"#1", "#2", "[#REF!]", "#3"}},
		{"half text", []string{"1", "2", "x", "y"}, []string{"1", "2", "x", "y"}},
		{"months", []string{"202401", "202402"}, []string{"#202401", "#202402"}},
		{"decimals of programs", []string{"17.100000000000001", "1.5E-2", "-0.25", "11854.0"}, []string{"#17.1", "#0.015", "#-0.25", "#11854"}},
		{"negative", []string{"-3", "−4"}, []string{"#-3", "#-4"}},
		{"only missing words", []string{"NA", "-"}, []string{"·", "·"}},
		{"no value at all", []string{"", ""}, []string{"·", "·"}},
		{"not numbers", []string{"0x10", "1_000", "Inf"}, []string{"0x10", "1_000", "Inf"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := "key;value\n"
			for i, value := range test.column {
				text += fmt.Sprintf("k%d;%s\n", i, value)
			}
			tables, _, err := Read("f.csv", []byte(text), DefaultLimits)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for row := range tables[0].Rows {
				got = append(got, cell(tables[0].Column("value"), row))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	wide := strings.Repeat("heading,", 9_999) + "last\n" + strings.Repeat("1,", 9_999) + "1\n"
	small := DefaultLimits
	small.Bytes, small.Rows, small.Cells, small.Texts = 100, 3, 7, 5
	tests := []struct {
		name, in string
		limits   Limits
		code     string
		row      int
	}{
		{"empty", "", DefaultLimits, "empty_file", 0},
		{"blank", " \n,,\n", DefaultLimits, "empty_file", 0},
		{"headings only", "ward,n\n\n", DefaultLimits, "headings_only", 0},
		{"no headings", "Afon,1200.5,77\nOke,1300,78\n", DefaultLimits, "no_headings", 1},
		{"PDF", "%PDF-1.7\n%\xe2\xe3", DefaultLimits, "not_a_table", 0},
		{"binary", "\x00\x01\x02\x03ward,n\x00\x00\x05\x06", DefaultLimits, "not_a_table", 0},
		{"JSON", "{\"type\":\"FeatureCollection\"}", DefaultLimits, "not_a_table", 0},
		{"old workbook", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest", DefaultLimits, "old_spreadsheet", 0},
		{"rich text", "{\\rtf1 ward, n}", DefaultLimits, "not_a_table", 0},
		{"UTF-32", "\xff\xfe\x00\x00w\x00\x00\x00,\x00\x00\x00n\x00\x00\x00", DefaultLimits, "bad_encoding", 0},
		{"a cell of two megabytes", "ward,n\nAfon,1\n" + strings.Repeat("Oke", 700_000) + ",2\n", DefaultLimits, "cell_too_long", 3},
		{"a heading of two megabytes", "ward,n" + strings.Repeat("n", 2<<20) + "\nAfon,1\n", DefaultLimits, "cell_too_long", 0},
		{"page without a table", "<html><body>sign in</body></html>", DefaultLimits, "not_a_table", 0},
		{"too large", strings.Repeat("a,b\n", 30), small, "file_too_large", 0},
		{"too many rows", "a,b\nx,1\nx,2\nx,3\nx,4\n", small, "too_many_rows", 0},
		{"too many cells", "a,b,c\nx,1,1\nx,2,2\nx,3,3\n", small, "too_many_cells", 0},
		{"too many texts", "a,b\nu,v\nw,x\ny,z\n", small, "too_many_texts", 0},
		{"10,000 columns", wide, DefaultLimits, "too_many_columns", 0},
		{"nothing but separators", strings.Repeat(",", 1<<20), DefaultLimits, "empty_file", 0},
		{"a million columns", strings.Repeat("x,", 1<<20), DefaultLimits, "too_many_columns", 0},
		{"open quote", "ward,n\nAfon,1\n\"Oke,2\nEgbe,3\n", DefaultLimits, "open_quote", 3},
		{"open quote in the headings", "\"ward,n\nAfon,1\n", DefaultLimits, "open_quote", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := Read("f.csv", []byte(test.in), test.limits)
			var own *schemaregistry.Error
			if !errors.As(err, &own) {
				t.Fatalf("got %v", err)
			}
			if own.Code != test.code || own.Row != test.row {
				t.Errorf("got %s at row %d: %v", own.Code, own.Row, own)
			}
			_, sentence := schemaregistry.Sentence(err)
			t.Log(sentence)
		})
	}
}

func TestBadCellsAreCounted(t *testing.T) {
	var text strings.Builder
	text.WriteString("ward,n\n")
	for i := range 5_000 {
		if i%20 == 0 {
			fmt.Fprintf(&text, "Ward %d,about %d\n", i, i)
		} else {
			fmt.Fprintf(&text, "Ward %d,%d\n", i, i)
		}
	}
	tables, findings, err := Read("f.csv", []byte(text.String()), DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	n := tables[0].Column("n")
	if n.IsText() || n.BadRows != 250 || len(n.Bad) != dataset.MaxBadCells || !math.IsNaN(n.Numbers[20]) {
		t.Errorf("bad rows %d, kept %d", n.BadRows, len(n.Bad))
	}
	if len(findings) != 1 || findings[0].Rows != 250 {
		t.Errorf("findings: %+v", findings)
	}
}
