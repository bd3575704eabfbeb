package memory_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/chatmrpt/chatmrpt/core/memory"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"What is the TPR of wards?", "tpr ward"},
		{"Ọ̀ṣun: pluïes, MASS class", "osun pluie mass class"},
		{"200,000 nets by 1 June", "200 000 net 1 june"},
		{`a"b' OR c*`, "b c"},
	} {
		if diff := cmp.Diff(strings.Fields(c.want), memory.Words(c.text)); diff != "" && c.want != "" {
			t.Errorf("%q (-want +got):\n%s", c.text, diff)
		}
	}
}

// What a database is given as a query is of letters and digits, whatever was typed.
func TestWordsAreHarmless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, word := range memory.Words(rapid.String().Draw(t, "text")) {
			if word == "" || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
				t.Errorf("the word %q", word)
			}
		}
	})
}

// Notes are folded when they say the same [003-28].
func TestSaysTheSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"We count nets in bales of 50", "we count the nets in bales of 50!", true},
		{"Kano's wards follow the 2021 list", "The wards of Kano follow the 2021 list", true},
		{"Use the 2021 ward list of Kano State", "Use the 2021 ward lists of Kano state.", true},
		{"We received 100,000 nets", "We received 200,000 nets", false},
		{"Use microscopy in the ranking of LGAs", "Do not use microscopy in the ranking of LGAs", false},
		{"Prefer maps with five classes", "The campaign starts in June", false},
		{"", "", true},
	} {
		if got := memory.SaysTheSame(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %t", c.a, c.b, got)
		}
		if memory.SaysTheSame(c.a, c.b) != memory.SaysTheSame(c.b, c.a) {
			t.Errorf("%q and %q: not symmetric", c.a, c.b)
		}
	}
}

func TestANoteSaysTheSameAsItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z0-9]{1,8}`), 1, 12).Draw(t, "words")
		text := strings.Join(words, " ")
		if !memory.SaysTheSame(text, strings.ToUpper(text)+".") {
			t.Errorf("%q is not like itself in capitals", text)
		}
		if changed := slices.Concat(words, []string{"99999999999"}); memory.SaysTheSame(text, strings.Join(changed, " ")) {
			t.Errorf("%q is like itself with another number", text)
		}
	})
}
