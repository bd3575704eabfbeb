package prompted

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A word is a run of letters and digits of a text with its place in bytes.
type word struct {
	folded     string
	start, end int
}

// split finds the words of a text. Underscores and every other sign part them,
// inner apostrophes do not.
func split(text string) []word {
	var out []word
	start := -1
	flush := func(end int) {
		if start >= 0 {
			out = append(out, word{fold(text[start:end]), start, end})
			start = -1
		}
	}
	for at, r := range text {
		switch {
		case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
			if start < 0 {
				start = at
			}
		case start >= 0 && isApostrophe(r):
		default:
			flush(at)
		}
	}
	flush(len(text))
	return out
}

func isApostrophe(r rune) bool { return r == '\'' || r == '’' || r == '‘' || r == 'ʼ' }

// fold lowers the case and takes off accents and apostrophes.
func fold(text string) string {
	if isPlain(text) {
		return strings.ToLower(text)
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsMark(r) || isApostrophe(r) {
			return -1
		}
		return r
	}, norm.NFKD.String(strings.ToLower(text)))
}

func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf || text[i] == '\'' {
			return false
		}
	}
	return true
}

// words are the folded words of a text.
func words(text string) []string {
	found := split(text)
	out := make([]string, len(found))
	for i, w := range found {
		out[i] = w.folded
	}
	return out
}

// A span is a part of a text, in bytes.
type span struct{ start, end int }

func (s span) of(text string) string { return text[s.start:s.end] }

// find returns where the words of the quote first stand in the text, unbroken and
// whole, whatever their case, accents and punctuation. A percent sign behind and
// a currency sign before them belong to the span.
func find(text, quote string) (span, bool) {
	found := occurrences(text, quote)
	if len(found) == 0 {
		return span{}, false
	}
	return found[0], true
}

func occurrences(text, quote string) []span {
	wanted := words(quote)
	if len(wanted) == 0 {
		return nil
	}
	var found []span
	all := split(text)
	for i := range len(all) - len(wanted) + 1 {
		part := all[i : i+len(wanted)]
		if slices.EqualFunc(part, wanted, func(w word, folded string) bool { return w.folded == folded }) {
			found = append(found, widen(text, span{part[0].start, part[len(part)-1].end}))
		}
	}
	return found
}

func widen(text string, s span) span {
	if r, size := utf8.DecodeRuneInString(text[s.end:]); r == '%' {
		s.end += size
	}
	if r, size := utf8.DecodeLastRuneInString(text[:s.start]); unicode.Is(unicode.Sc, r) {
		s.start -= size
	}
	return s
}

// contains reports whether the words of a phrase stand in the text, unbroken.
func contains(text, phrase string) bool {
	_, found := find(text, phrase)
	return found
}

// cut shortens a text to at most n bytes at a letter's end.
func cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}
