package ingest

import (
	"regexp"
	"strings"
	"unicode"

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

// nameTokens cuts a name into lower-case runs of letters and of digits. An
// apostrophe inside a word does not cut it.
func nameTokens(name string) []string {
	var out []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			out = append(out, string(word))
		}
		word = word[:0]
	}
	for _, r := range plain(name) {
		switch {
		case r == '\'' || r == '’' || r == '`' || unicode.Is(unicode.Mn, r):
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			if n := len(word); n > 0 && unicode.IsDigit(word[n-1]) != unicode.IsDigit(r) {
				flush()
			}
			word = append(word, unicode.ToLower(r))
		default:
			flush()
		}
	}
	flush()
	return out
}

// plain takes accents off letters.
func plain(s string) string {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return norm.NFD.String(s)
		}
	}
	return s
}

var (
	wardWord  = regexp.MustCompile(`(?i)^(.+?)[\s,]+wards?\b\.?\s*(\d+|[ivx]+)?$`)
	lgaWords  = regexp.MustCompile(`(?i)^(.+?)[\s,]+(local government( area)?|l\.?g\.?a\.?)$`)
	stateWord = regexp.MustCompile(`(?i)^(.+?)[\s,]+state$`)
	inBracket = regexp.MustCompile(`^(.+?)\s*\(([^()]+)\)$`)
	prefix    = regexp.MustCompile(`^([A-Za-z]{2})\s+(\S.*)$`)
	storeWord = regexp.MustCompile(`(?i)\b(cold stores?|cold chain stores?|central (medical )?stores?|medical stores|(zonal|state) stores?)\b`)
	spaces    = regexp.MustCompile(`\s+`)
)

// tidyName takes off what an export puts around a place's name: " Ward",
// " Local Government Area", " State", doubled spaces, and the "0" for "na".
func tidyName(name string, level kind) string {
	name = spaces.ReplaceAllString(strings.TrimSpace(restoreNA(name)), " ")
	switch level {
	case kindWard, kindUnit:
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

// splitPrefix takes "kw Afon Ward" apart; ok is false without a state's code in front.
func splitPrefix(name string) (state, rest string, ok bool) {
	m := prefix.FindStringSubmatch(name)
	if m == nil {
		return "", name, false
	}
	state, ok = stateCodes[strings.ToLower(m[1])]
	if !ok {
		return "", name, false
	}
	return state, m[2], true
}

// carriesPrefix reports whether the names of a column come with the state's code
// in front: most of them, so that a name like "So Ward" alone is left whole.
func carriesPrefix(dict []string) bool {
	with, all := 0, 0
	for _, name := range dict {
		if isUnknown(name) {
			continue
		}
		all++
		if _, _, ok := splitPrefix(name); ok {
			with++
		}
	}
	return with > 0 && with*10 >= all*6
}

// isUnknown is true for what stands where a name is missing.
func isUnknown(name string) bool {
	switch fold(name) {
	case "", "unknown", "unknownward", "notknown", "unassigned", "none", "nil", "notavailable", "nan", "null", "missing", "unspecified":
		return true
	}
	return false
}

func isStore(name string) bool { return storeWord.MatchString(name) }
