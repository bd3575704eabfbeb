package dataset

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible returns the text as a person sees it: a line break becomes a space, and
// characters that show nothing but act on a terminal or on the order of letters
// (control characters, direction marks, zero-width marks) are taken out. Blanks and
// the two joiners, which shape letters, stay. Changed is true when a character was
// taken out.
func Visible(text string) (visible string, changed bool) {
	if isPlain(text) {
		return text, false
	}
	var out strings.Builder
	out.Grow(len(text))
	var before rune
	for _, r := range text {
		switch {
		case isBreak(r):
			if before != '\r' || r != '\n' {
				out.WriteByte(' ')
			}
		case isInvisible(r):
			changed = true
		default:
			out.WriteRune(r)
		}
		before = r
	}
	return out.String(), changed
}

// isPlain recognises the commonest texts, in which nothing is hidden.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= 0x7F {
			return c >= utf8.RuneSelf && !strings.ContainsFunc(text, func(r rune) bool { return isBreak(r) || isInvisible(r) || r == utf8.RuneError })
		}
	}
	return true
}

func isBreak(r rune) bool {
	return (r >= '\t' && r <= '\r') || r == '\u0085' || r == '\u2028' || r == '\u2029'
}

func isInvisible(r rune) bool {
	const nonJoiner, joiner = '\u200C', '\u200D'
	return unicode.IsControl(r) || (unicode.Is(unicode.Cf, r) && r != nonJoiner && r != joiner)
}
