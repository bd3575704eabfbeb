package tabular

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"golang.org/x/text/encoding/charmap"
)

// toUTF8 returns the text of a file in UTF-8 without a byte order mark. UTF-8 is
// tested first; what is neither it nor UTF-16 is taken as Windows-1252, reported.
func toUTF8(name string, content []byte, notes *notes) ([]byte, error) {
	if order, wide := wideOrder(content); wide {
		return narrow(content, order), nil
	}
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	if utf8.Valid(content) {
		return content, nil
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(content)
	if err != nil {
		return nil, schemaregistry.Fail("bad_encoding", "The text of %s cannot be decoded.", name).Because(err)
	}
	notes.file(dataset.Info, "encoding", "The file is not UTF-8; its letters were read as Windows-1252.")
	return text, nil
}

// wideOrder reports whether the content is UTF-16, by its byte order mark or by
// the zeros that Latin letters leave, and in which order the bytes stand.
func wideOrder(content []byte) (binary.ByteOrder, bool) {
	switch {
	case bytes.HasPrefix(content, []byte("\xff\xfe")):
		return binary.LittleEndian, true
	case bytes.HasPrefix(content, []byte("\xfe\xff")):
		return binary.BigEndian, true
	}
	sample := content[:min(len(content), 1024)&^1]
	zeros := [2]int{}
	for i, c := range sample {
		if c == 0 {
			zeros[i&1]++
		}
	}
	switch half := len(sample) / 2; {
	case half < 4:
	case zeros[1]*10 > half*7 && zeros[0]*20 < half:
		return binary.LittleEndian, true
	case zeros[0]*10 > half*7 && zeros[1]*20 < half:
		return binary.BigEndian, true
	}
	return nil, false
}

func narrow(content []byte, order binary.ByteOrder) []byte {
	text := make([]byte, 0, len(content)/2+len(content)/8)
	for at := 0; at+1 < len(content); at += 2 {
		r := rune(order.Uint16(content[at:]))
		if utf16.IsSurrogate(r) && at+3 < len(content) {
			if pair := utf16.DecodeRune(r, rune(order.Uint16(content[at+2:]))); pair != utf8.RuneError {
				r = pair
				at += 2
			}
		}
		if r != 0xFEFF {
			text = utf8.AppendRune(text, r)
		}
	}
	return text
}
