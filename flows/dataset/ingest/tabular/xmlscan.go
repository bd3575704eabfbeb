package tabular

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

var errXMLEnds = errors.New("the XML ends too early")

// An xmlScanner walks over the tags of a workbook part. It knows the XML that
// spreadsheets write (no entities of its own, UTF-8) and checks no more than it needs.
type xmlScanner struct {
	data []byte
	pos  int
}

// A tag is one start or end of an element.
type tag struct {
	name  string // without namespace prefix
	attrs []byte
	end   bool // </name>
	alone bool // <name/>
}

// next returns the next tag; ok is false at the end of the data.
func (x *xmlScanner) next() (t tag, ok bool, err error) {
	for {
		open := bytes.IndexByte(x.data[x.pos:], '<')
		if open < 0 {
			return t, false, nil
		}
		x.pos += open
		skipped, err := x.skipMarkup()
		if err != nil {
			return t, false, err
		}
		if !skipped {
			break
		}
	}
	size := tagEnd(x.data[x.pos:])
	if size < 0 {
		return t, false, errXMLEnds
	}
	inner := x.data[x.pos+1 : x.pos+size]
	x.pos += size + 1
	if len(inner) > 0 && inner[0] == '/' {
		t.end, inner = true, inner[1:]
	} else if len(inner) > 0 && inner[len(inner)-1] == '/' {
		t.alone, inner = true, inner[:len(inner)-1]
	}
	t.name, t.attrs = splitName(inner)
	return t, true, nil
}

// skipMarkup passes over a comment, an instruction, a declaration or CDATA.
func (x *xmlScanner) skipMarkup() (bool, error) {
	rest := x.data[x.pos:]
	for _, m := range []struct{ open, close string }{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}} {
		if !bytes.HasPrefix(rest, []byte(m.open)) {
			continue
		}
		end := bytes.Index(rest[len(m.open):], []byte(m.close))
		if end < 0 {
			return false, errXMLEnds
		}
		x.pos += len(m.open) + end + len(m.close)
		return true, nil
	}
	return false, nil
}

// tagEnd is the position of the > that ends the tag; one in quotes does not.
func tagEnd(data []byte) int {
	quote := byte(0)
	for at, c := range data {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return at
		}
	}
	return -1
}

func splitName(inner []byte) (name string, attrs []byte) {
	end := 0
	for end < len(inner) && !blankByte(inner[end]) {
		end++
	}
	whole := inner[:end]
	if colon := bytes.IndexByte(whole, ':'); colon >= 0 {
		whole = whole[colon+1:]
	}
	return known(whole), inner[end:]
}

// known returns the name as a string, without a new one for the commonest.
func known(name []byte) string {
	switch string(name) {
	case "c":
		return "c"
	case "v":
		return "v"
	case "row":
		return "row"
	case "t":
		return "t"
	case "si":
		return "si"
	}
	return string(name)
}

// text returns the characters up to the end of the element that was just opened.
// Appending to it does not touch the data.
func (x *xmlScanner) text() ([]byte, error) {
	open := bytes.IndexByte(x.data[x.pos:], '<')
	if open < 0 {
		return nil, errXMLEnds
	}
	text := unescape(x.data[x.pos : x.pos+open])
	text = text[:len(text):len(text)] // what follows is appended to a copy
	x.pos += open
	for bytes.HasPrefix(x.data[x.pos:], []byte("<!")) {
		start := x.pos
		if _, err := x.skipMarkup(); err != nil {
			return nil, err
		}
		if raw, ok := bytes.CutPrefix(x.data[start:x.pos], []byte("<![CDATA[")); ok {
			text = append(text, raw[:len(raw)-3]...)
		}
		if open = bytes.IndexByte(x.data[x.pos:], '<'); open < 0 {
			return nil, errXMLEnds
		}
		text = append(text, unescape(x.data[x.pos:x.pos+open])...)
		x.pos += open
	}
	return text, nil
}

// attr takes the next attribute off the list; name is "" at its end.
func attr(attrs []byte) (name, value, rest []byte) {
	equals := bytes.IndexByte(attrs, '=')
	if equals < 0 {
		return nil, nil, nil
	}
	name = trim(attrs[:equals])
	rest = trim(attrs[equals+1:])
	if len(rest) == 0 || (rest[0] != '"' && rest[0] != '\'') {
		return nil, nil, nil
	}
	end := bytes.IndexByte(rest[1:], rest[0])
	if end < 0 {
		return nil, nil, nil
	}
	return name, rest[1 : 1+end], rest[end+2:]
}

var entities = map[string]rune{"lt": '<', "gt": '>', "amp": '&', "quot": '"', "apos": '\''}

// unescape resolves entities; text without one is returned as it is.
func unescape(text []byte) []byte {
	if bytes.IndexByte(text, '&') < 0 {
		return text
	}
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		start := bytes.IndexByte(text, '&')
		if start < 0 {
			return append(out, text...)
		}
		out, text = append(out, text[:start]...), text[start:]
		end := bytes.IndexByte(text[:min(len(text), 12)], ';')
		r, ok := rune(0), false
		if end > 0 {
			r, ok = entity(string(text[1:end]))
		}
		if !ok {
			out, text = append(out, '&'), text[1:]
			continue
		}
		out, text = utf8.AppendRune(out, r), text[end+1:]
	}
	return out
}

func entity(name string) (rune, bool) {
	if r, ok := entities[name]; ok {
		return r, true
	}
	digits, numeric := strings.CutPrefix(name, "#")
	if !numeric {
		return 0, false
	}
	base := 10
	if hex, ok := strings.CutPrefix(strings.ToLower(digits), "x"); ok {
		digits, base = hex, 16
	}
	code, err := strconv.ParseUint(digits, base, 21)
	return rune(code), err == nil && utf8.ValidRune(rune(code))
}
