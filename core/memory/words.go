package memory

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// stopWords stand in every text and tell none from another. They are as fold leaves
// them.
var stopWords = func() map[string]bool {
	stop := map[string]bool{}
	for word := range strings.FieldsSeq(`a an the of in on at to by for from with and or is are was were be been do did doe
		what which who whom how when where why that this these those it we you i he she they our my your their me us
		have has had about there here can could should would will all any some
		le la les un une de des du et ou est sont que qui quoi dan pour par sur avec ce cette nou vou ils elle`) {
		stop[word] = true
	}
	return stop
}()

// Words are the words of a text in its order, in the form in which they are compared:
// in small letters, without accents and the s of a plural, and without those that
// stand in every text. Each is of letters and digits only.
func Words(text string) []string {
	words := strings.FieldsFunc(fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, word := range words {
		if len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") {
			words[i] = strings.TrimSuffix(word, "s")
		}
	}
	return slices.DeleteFunc(words, func(word string) bool { return stopWords[word] })
}

// fold writes a text in small letters and without accents.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(text))
}

// alike is the share of their words that two notes have in common which say the same.
const alike = 0.8

// SaysTheSame reports that two notes are near-duplicates: most of their words are
// the same, and so are all numbers and every "not", because "100,000 nets" is not
// "200,000 nets".
func SaysTheSame(a, b string) bool {
	x, y := Words(a), Words(b)
	if !slices.Equal(decisive(x), decisive(y)) {
		return false
	}
	x, y = distinct(x), distinct(y)
	common := 0
	for _, word := range x {
		if _, found := slices.BinarySearch(y, word); found {
			common++
		}
	}
	all := len(x) + len(y) - common
	return float64(common) >= alike*float64(all)
}

var negations = []string{"not", "no", "never", "none", "without", "except", "cannot", "dont", "don", "isn", "won", "pa", "ne", "jamai", "san"}

// decisive are the words that must be the same, in order.
func decisive(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool {
		return !strings.ContainsFunc(word, unicode.IsDigit) && !slices.Contains(negations, word)
	})
}

func distinct(words []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(words)))
}
