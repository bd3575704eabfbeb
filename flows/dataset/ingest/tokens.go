package ingest

import (
	"regexp"
	"strings"
	"unicode"
)

// lostNA is a "0" where "na" stood: a field export replaces "na" (not available)
// by zero inside of words: organisationunit0me, Gwa0be.
var lostNA = regexp.MustCompile(`(\p{Ll})0(\p{Ll})`)

// restoreNA puts back the "na" that an export turned into "0".
func restoreNA(s string) string {
	if !strings.Contains(s, "0") {
		return s
	}
	return lostNA.ReplaceAllString(s, "${1}na${2}")
}

// tokens cuts a heading into lower-case words, numbers and signs. Words are cut
// at case changes as well: meanEVI is mean, evi; LGACode is lga, code.
func tokens(heading string) []string {
	runes := []rune(restoreNA(heading))
	var out []string
	start := -1
	flush := func(end int) {
		if start >= 0 {
			out = append(out, strings.ToLower(string(runes[start:end])))
		}
		start = -1
	}
	for i, r := range runes {
		if start >= 0 && breaksWord(runes, start, i) {
			flush(i)
		}
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if start < 0 {
				start = i
			}
		case strings.ContainsRune("<>≥≤=+%&", r):
			out = appendSign(out, r)
		}
	}
	flush(len(runes))
	return out
}

// breaksWord reports whether a new token begins at i inside of the word that
// began at start.
func breaksWord(runes []rune, start, i int) bool {
	before, at := runes[i-1], runes[i]
	switch {
	case !unicode.IsLetter(at) && !unicode.IsDigit(at):
		return true
	case unicode.IsDigit(before) != unicode.IsDigit(at):
		return true
	case unicode.IsLower(before) && unicode.IsUpper(at):
		return true
	}
	// LGACode: the last capital of a run begins the next word; RDTs stays whole.
	next := i + 1
	return i > start && unicode.IsUpper(before) && unicode.IsUpper(at) &&
		next+1 < len(runes) && unicode.IsLower(runes[next]) && unicode.IsLower(runes[next+1])
}

func appendSign(out []string, r rune) []string {
	if r == '=' {
		if n := len(out); n > 0 && out[n-1] == ">" {
			out[n-1] = "≥"
		} else if n > 0 && out[n-1] == "<" {
			out[n-1] = "≤"
		}
		return out
	}
	return append(out, string(r))
}

// anyWord reports whether a token is one of the words.
func anyWord(toks []string, words ...string) bool {
	for _, t := range toks {
		for _, w := range words {
			if t == w {
				return true
			}
		}
	}
	return false
}

// anyStem reports whether a token begins with one of the stems.
func anyStem(toks []string, stems ...string) bool {
	for _, t := range toks {
		for _, s := range stems {
			if strings.HasPrefix(t, s) {
				return true
			}
		}
	}
	return false
}

var (
	caseChange = regexp.MustCompile(`(\p{Ll})(\p{Lu})`)
	notWord    = regexp.MustCompile(`[^\p{L}\p{N}]+`)
)

// snake writes a heading as a snake_case name: U5_ITN_use is u5_itn_use.
func snake(heading string) string {
	name := strings.ReplaceAll(restoreNA(heading), "%", " percent ")
	name = caseChange.ReplaceAllString(name, "${1}_${2}")
	return strings.Trim(strings.ToLower(notWord.ReplaceAllString(name, "_")), "_")
}
