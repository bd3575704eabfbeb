package geofile

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
)

// decoderFor chooses the encoding of an attribute table: what the .cpg names,
// else what the header's language byte says, else UTF-8 when the text is that,
// else Windows-1252.
func decoderFor(cpg string, language byte, records []byte) func([]byte) string {
	named := namedEncoding(cpg)
	if named == nil && cpg == "" && !utf8.Valid(records) {
		named = languageEncoding(language)
	}
	if named == nil {
		named = charmap.Windows1252 // used only where the text is not UTF-8
	}
	return func(b []byte) string {
		if utf8.Valid(b) {
			return string(b)
		}
		text, err := named.NewDecoder().Bytes(b)
		if err != nil {
			return strings.ToValidUTF8(string(b), "\ufffd")
		}
		return string(text)
	}
}

// namedEncoding reads a .cpg: "UTF-8", "1252", "ANSI 1252", "ISO 88591", "CP850".
func namedEncoding(cpg string) encoding.Encoding {
	name := strings.ToLower(strings.TrimSpace(cpg))
	name = strings.NewReplacer("ansi", "", "windows", "", "cp", "", " ", "", "_", "", "-", "").Replace(name)
	switch name {
	case "", "utf8", "65001":
		return nil
	case "850":
		return charmap.CodePage850
	case "437":
		return charmap.CodePage437
	case "iso88591", "88591", "latin1":
		return charmap.ISO8859_1
	case "iso885915", "885915":
		return charmap.ISO8859_15
	}
	if found, err := htmlindex.Get("windows-" + name); err == nil {
		return found
	}
	return nil
}

// languageEncoding knows the language bytes that occur for Latin scripts.
func languageEncoding(language byte) encoding.Encoding {
	switch language {
	case 0x01, 0x09, 0x0b, 0x0d, 0x0f, 0x11, 0x15, 0x18, 0x19, 0x1b:
		return charmap.CodePage437
	case 0x02, 0x0a, 0x0e, 0x10, 0x12, 0x14, 0x16, 0x1a, 0x1d, 0x25, 0x37:
		return charmap.CodePage850
	}
	return nil
}
