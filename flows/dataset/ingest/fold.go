package ingest

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

var romanNumerals = map[string]string{
	"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8", "ix": "9", "x": "10",
	"xi": "11", "xii": "12",
}

// fold is the key under which spellings of one place are equal: lower case,
// without accents, spaces and punctuation, roman numerals at the end as digits.
func fold(name string) string {
	toks := nameTokens(name)
	if n := len(toks); n > 1 {
		if digit, ok := romanNumerals[toks[n-1]]; ok {
			toks[n-1] = digit
		} else if trimmed := strings.TrimLeft(toks[n-1], "0"); trimmed != "" {
			toks[n-1] = trimmed
		}
	}
	return strings.Join(toks, "")
}

var apostrophes = strings.NewReplacer("'", "", "’", "", "`", "")

// nameTokens cuts a name into lower-case runs of letters and of digits. An
// apostrophe inside a word does not cut it.
func nameTokens(name string) []string {
	text := strings.ToLower(plain(name))
	if strings.ContainsAny(text, "'’`") {
		text = apostrophes.Replace(text)
	}
	out := make([]string, 0, 4)
	start, wasDigit := -1, false
	for i, r := range text {
		digit := r >= '0' && r <= '9'
		within := digit || r >= 'a' && r <= 'z' || r >= 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
		if start >= 0 && (!within || digit != wasDigit) {
			out = append(out, text[start:i])
			start = -1
		}
		if start < 0 && within {
			start = i
		}
		wasDigit = digit
	}
	if start >= 0 {
		out = append(out, text[start:])
	}
	return out
}

// plain takes accents off letters.
func plain(s string) string {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return withoutMarks(norm.NFD.String(s))
		}
	}
	return s
}

// withoutMarks removes the accents that Latin letters were taken apart into.
func withoutMarks(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x300 && r <= 0x36f {
			return -1
		}
		return r
	}, s)
}

var (
	wardWord  = regexp.MustCompile(`(?i)^(.+?)[\s,]+wards?\b\.?\s*(\d+|[ivx]+)?$`)
	lgaWords  = regexp.MustCompile(`(?i)^(.+?)[\s,]+(local government( area)?|l\.?g\.?a\.?)$`)
	stateWord = regexp.MustCompile(`(?i)^(.+?)[\s,]+state$`)
	storeWord = regexp.MustCompile(`(?i)\b(cold stores?|cold chain stores?|central (medical )?stores?|medical stores|(zonal|state) stores?)\b`)
)

// tidyName takes off what an export puts around a place's name: " Ward",
// " Local Government Area", " State", doubled spaces, and the "0" for "na".
func tidyName(name string, level kind) string {
	name = restoreNA(name)
	if strings.Contains(name, "  ") || strings.ContainsAny(name, "\t\n") || strings.Contains(name, "\u00a0") {
		name = strings.Join(strings.Fields(name), " ")
	}
	switch level {
	case kindWard, kindUnit:
		if !mentions(name, "ward") {
			return name
		}
		if m := wardWord.FindStringSubmatch(name); m != nil {
			return strings.TrimSpace(m[1] + " " + m[2])
		}
	case kindLGA:
		if m := lgaWords.FindStringSubmatch(name); m != nil {
			return m[1]
		}
	case kindState:
		if m := stateWord.FindStringSubmatch(name); m != nil {
			name = m[1]
		}
		return stateName(name)
	}
	return name
}

// mentions reports whether a lower-case ASCII word occurs in a name in any case:
// it is asked before the far slower expressions.
func mentions(name, word string) bool {
	for at := 0; at+len(word) <= len(name); at++ {
		if name[at]|0x20 == word[0] && strings.EqualFold(name[at:at+len(word)], word) {
			return true
		}
	}
	return false
}

// prefixes are the two-letter codes that an export put before the names of a column.
type prefixes map[string]bool

var (
	exported = regexp.MustCompile(`^[a-z]{2} \S.* (State|Local Government Area|Ward)$`)
	articles = []string{"al", "el", "la", "le", "de", "da", "du", "di", "do", "of"}
)

// prefixesOf finds the codes of a column: those of states when most names carry
// one, so that a name like "So Ward" alone is left whole, and any that stands
// before a name as only an export writes it ("kw Afon Ward") or before five names.
func prefixesOf(dict []string) prefixes {
	found, small := prefixes{}, map[string]int{}
	with, all := 0, 0
	for _, name := range dict {
		if isUnknown(name) {
			continue
		}
		all++
		if len(name) < 4 || name[2] != ' ' {
			continue
		}
		code := strings.ToLower(name[:2])
		if stateCodes[code] != "" {
			with++
		}
		if isLowerPair(name) && !slices.Contains(articles, code) {
			small[code]++
			found[code] = found[code] || exported.MatchString(name) || small[code] >= 5
		}
	}
	if with > 0 && with*10 >= all*6 {
		for code := range stateCodes {
			found[code] = true
		}
	}
	return found
}

// isLowerPair is true for two small letters before a capital or a digit.
func isLowerPair(name string) bool {
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(name[3:], " "))
	return name[0] >= 'a' && name[0] <= 'z' && name[1] >= 'a' && name[1] <= 'z' && !unicode.IsLower(next)
}

// split takes "kw Afon Ward" apart; the state is "" where the code is not known,
// ok is false without a code in front.
func (p prefixes) split(name string) (state, rest string, ok bool) {
	if len(name) < 4 || name[2] != ' ' {
		return "", name, false
	}
	code := strings.ToLower(name[:2])
	if !p[code] {
		return "", name, false
	}
	return stateCodes[code], strings.TrimLeft(name[3:], " "), true
}

// isUnknown is true for what stands where a name is missing.
func isUnknown(name string) bool {
	if len(name) > 20 {
		return false
	}
	switch fold(name) {
	case "", "unknown", "unknownward", "notknown", "unassigned", "none", "nil", "notavailable", "nan", "null", "missing", "unspecified":
		return true
	}
	return false
}

func isStore(name string) bool {
	return (strings.Contains(name, "tore") || strings.Contains(name, "TORE")) && storeWord.MatchString(name)
}
