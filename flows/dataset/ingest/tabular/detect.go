package tabular

import (
	"bytes"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// A fileKind is what a file is, by its content.
type fileKind int

const (
	kindDelimited fileKind = iota
	kindXLSX
	kindHTML
)

// foreign are files that are no table, by their first bytes.
var foreign = []struct{ start, what string }{
	{"%PDF", "a PDF document"},
	{"\x89PNG", "a picture"},
	{"\xff\xd8\xff", "a picture"},
	{"GIF8", "a picture"},
	{"{\\rtf", "a text document"},
	{"\x1f\x8b", "a compressed archive"},
	{"7z\xbc\xaf", "a compressed archive"},
	{"Rar!", "a compressed archive"},
	{"SQLite format 3", "a database"},
	{"PAR1", "a Parquet file"},
}

// detect decides by content what the file is and refuses what holds no rows.
func detect(name string, content []byte) (fileKind, error) {
	start := bytes.TrimLeft(bytes.TrimPrefix(content, []byte("\xef\xbb\xbf")), " \t\r\n\x00")
	if len(start) == 0 {
		return 0, schemaregistry.Fail("empty_file", "%s is empty.", name)
	}
	for _, f := range foreign {
		if bytes.HasPrefix(start, []byte(f.start)) {
			return 0, schemaregistry.Fail("not_a_table",
				"%s is %s, not a table. Export the data as CSV or XLSX.", name, f.what)
		}
	}
	head := strings.ToLower(string(start[:min(len(start), 4096)]))
	switch {
	case bytes.HasPrefix(start, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return 0, refuseCompound(name, content)
	case bytes.HasPrefix(start, []byte("PK")):
		return kindXLSX, nil
	case strings.Contains(head, "progid=\"excel.sheet\"") || strings.Contains(head, "urn:schemas-microsoft-com:office:spreadsheet"):
		return 0, schemaregistry.Fail("old_spreadsheet",
			"%s is a workbook in the old XML form. Open it in a spreadsheet program and save it as XLSX.", name)
	case looksHTML(head):
		return kindHTML, nil
	case bytes.HasPrefix(content, []byte("\xff\xfe\x00\x00")) || bytes.HasPrefix(content, []byte("\x00\x00\xfe\xff")):
		return 0, schemaregistry.Fail("bad_encoding", "%s is text in UTF-32, which hardly any program writes. Save it as UTF-8.", name)
	case start[0] == '{' || (start[0] == '[' && bytes.ContainsAny(start[:min(len(start), 200)], "{[\"")) && isJSON(start):
		return 0, schemaregistry.Fail("not_a_table", "%s is JSON, but neither a table nor boundaries (GeoJSON). Export tables as CSV or XLSX.", name)
	case isBinary(content):
		return 0, schemaregistry.Fail("not_a_table",
			"%s is not a table: it holds binary data. Export the data as CSV or XLSX.", name)
	}
	return kindDelimited, nil
}

// refuseCompound tells an old binary workbook from one behind a password.
func refuseCompound(name string, content []byte) error {
	if bytes.Contains(content, []byte("E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00")) {
		return schemaregistry.Fail("protected_file",
			"%s is protected with a password. Save a copy without the password.", name)
	}
	return schemaregistry.Fail("old_spreadsheet",
		"%s is a workbook in the old binary .xls form. Open it in a spreadsheet program and save it as XLSX.", name)
}

func looksHTML(head string) bool {
	for _, tag := range []string{"<!doctype html", "<html", "<table", "<head", "<body", "<meta"} {
		if strings.HasPrefix(head, tag) {
			return true
		}
	}
	return strings.HasPrefix(head, "<") && strings.Contains(head, "<table")
}

// isJSON tells a JSON array from a row whose first cell starts with a bracket.
func isJSON(start []byte) bool {
	end := bytes.TrimRight(start, " \t\r\n")
	return end[len(end)-1] == ']'
}

// isBinary looks for more control characters than a text has by accident. UTF-16 is text.
func isBinary(content []byte) bool {
	if _, wide := wideOrder(content); wide {
		return false
	}
	sample := content[:min(len(content), 64<<10)]
	zeros, control := 0, 0
	for _, c := range sample {
		switch {
		case c == 0:
			zeros++
		case c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f':
			control++
		}
	}
	return zeros*100 > len(sample) || control*10 > len(sample)
}
