package choiceinterp

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A token is one word, run of digits or symbol of a message, with its place in
// the original bytes.
type token struct {
	norm   string // folded: lower case, no accents, no apostrophes
	start  int
	end    int
	kind   tokenKind
	spaced bool // white space, or nothing, stands before it
}

type tokenKind uint8

const (
	wordToken tokenKind = iota
	digitsToken
	symbolToken
)

// maxTokens bounds the work on one message; what is beyond it is not read.
const maxTokens = 200

// tokenize splits a message. A word is a run of letters and the digits behind
// them (u5); digits that stand first are a token of their own (200 k, 2 nd).
func tokenize(text string) []token {
	tokens := make([]token, 0, 16)
	spaced := true
	for at := 0; at < len(text) && len(tokens) < maxTokens; {
		r, size := utf8.DecodeRuneInString(text[at:])
		end := at + size
		switch {
		case unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff':
			spaced = true
			at = end
			continue
		case r >= '0' && r <= '9':
			for end < len(text) && text[end] >= '0' && text[end] <= '9' {
				end++
			}
			tokens = append(tokens, token{norm: text[at:end], start: at, end: end, kind: digitsToken, spaced: spaced})
		case unicode.IsLetter(r):
			end = wordEnd(text, end)
			tokens = append(tokens, token{norm: fold(text[at:end]), start: at, end: end, kind: wordToken, spaced: spaced})
		default:
			tokens = append(tokens, token{norm: foldSymbol(r), start: at, end: end, kind: symbolToken, spaced: spaced})
		}
		spaced = false
		at = end
	}
	return tokens
}

// wordEnd extends a word over letters, marks, inner apostrophes and the digits
// that follow the letters.
func wordEnd(text string, at int) int {
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if isApostrophe(r) {
			next, _ := utf8.DecodeRuneInString(text[at+size:])
			if !unicode.IsLetter(next) {
				return at
			}
		} else if !unicode.IsLetter(r) && !unicode.IsMark(r) && (r < '0' || r > '9') {
			return at
		}
		at += size
	}
	return at
}

func isApostrophe(r rune) bool { return r == '\'' || r == '’' || r == '‘' || r == 'ʼ' }

// fold lowers the case and takes off accents and apostrophes.
func fold(s string) string {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		c := s[i]
		plain = c < utf8.RuneSelf && c != '\'' && (c < 'A' || c > 'Z')
	}
	if plain {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range norm.NFKD.String(strings.ToLower(s)) {
		if !unicode.IsMark(r) && !isApostrophe(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// foldSymbol gives every dash, bracket and comparison sign one spelling.
func foldSymbol(r rune) string {
	switch r {
	case '–', '—', '−', '‐', '‑', '―':
		return "-"
	case '≥':
		return ">"
	case '≤':
		return "<"
	case '…':
		return "."
	case '“', '”', '«', '»', '"':
		return `"`
	case '⇒', '→':
		return ">"
	}
	return string(r)
}

// words are the folded words and numbers of a name, without symbols:
// "distance_to_water" is distance, to, water.
func words(name string) []string {
	var out []string
	for _, t := range tokenize(name) {
		if t.kind != symbolToken {
			out = append(out, t.norm)
		}
	}
	return out
}

// foldPhrase is a phrase as its folded words, single-spaced.
func foldPhrase(s string) string { return strings.Join(words(s), " ") }

// stem takes off the commonest English endings, so that a plural meets its singular.
func stem(w string) string {
	switch {
	case len(w) > 2 && w[len(w)-1] == 's' && w[len(w)-2] >= '0' && w[len(w)-2] <= '9': // A4s
		return w[:len(w)-1]
	case len(w) > 4 && strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case len(w) > 4 && (strings.HasSuffix(w, "sses") || strings.HasSuffix(w, "xes") || strings.HasSuffix(w, "ches")):
		return w[:len(w)-2]
	case len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		return w[:len(w)-1]
	}
	return w
}
