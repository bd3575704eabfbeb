package tabular

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"golang.org/x/text/encoding/charmap"
)

// strayGreater is the sign ≥ after a trip through other code pages (437, 850, Mac Roman).
var strayGreater = strings.NewReplacer("ΓëÑ", "≥", "ÔëÑ", "≥", "‚â•", "≥")

// A damage says what clean mended in a text.
type damage uint8

const (
	mangled   damage = 1 << iota // letters were shown in another code page
	invisible                    // characters that cannot be seen were in it
)

// clean trims a text, wide spaces included, repairs UTF-8 that was once read as
// Windows-1252 ("â‰¥" for "≥"), puts it on one line and takes out characters that
// cannot be seen.
func clean(text string) (cleaned string, mended damage) {
	if !isASCII(text) {
		text = strings.TrimFunc(text, isBlank)
		repaired := text
		for range 2 { // the damage is sometimes done twice
			repaired = strayGreater.Replace(repairOnce(repaired))
		}
		if repaired != text {
			text, mended = repaired, mangled
		}
	}
	text, hidden := dataset.Visible(text)
	if hidden {
		mended |= invisible
	}
	return strings.TrimFunc(text, isBlank), mended
}

// repairOnce replaces each sequence of characters whose Windows-1252 bytes make
// one UTF-8 character by that character.
func repairOnce(text string) string {
	var out strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		if r >= utf8.RuneSelf {
			if whole, size := hidden(text); size > 0 {
				r, n = whole, size
			}
		}
		if r == utf8.RuneError && n == 1 {
			out.WriteString(text[:1])
		} else {
			out.WriteRune(r)
		}
		text = text[n:]
	}
	return out.String()
}

// hidden returns the character whose UTF-8 bytes the text starts with, each byte
// shown as its Windows-1252 character, and how long that is in the text; 0 if none.
func hidden(text string) (rune, int) {
	var raw [utf8.UTFMax]byte
	at, have, want := 0, 0, 1
	for have < want {
		r, n := utf8.DecodeRuneInString(text[at:])
		b, ok := asByte(r)
		if n == 0 || !ok || (have > 0 && b&0xC0 != 0x80) {
			return 0, 0
		}
		if have == 0 {
			if want = sequenceLength(b); want == 0 {
				return 0, 0
			}
		}
		raw[have] = b
		have++
		at += n
	}
	whole, n := utf8.DecodeRune(raw[:have])
	if n != have || whole == utf8.RuneError {
		return 0, 0
	}
	return whole, at
}

func sequenceLength(first byte) int {
	switch {
	case first >= 0xC2 && first <= 0xDF:
		return 2
	case first >= 0xE0 && first <= 0xEF:
		return 3
	case first >= 0xF0 && first <= 0xF4:
		return 4
	}
	return 0
}

// asByte is the byte that Windows-1252 shows as the character; bytes that it does
// not define appear as control characters of the same number.
func asByte(r rune) (byte, bool) {
	if r >= 0x80 && r < 0xA0 {
		return byte(r), true
	}
	return charmap.Windows1252.EncodeRune(r)
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// isBlank also takes the byte order mark and zero-width characters for blanks.
func isBlank(r rune) bool {
	return unicode.IsSpace(r) || r == '\uFEFF' || (r >= '\u200B' && r <= '\u200D')
}
