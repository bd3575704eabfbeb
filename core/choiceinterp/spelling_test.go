package choiceinterp

import (
	"testing"

	"pgregory.net/rapid"
)

// A misspelt word means the nearest known one, the most used of several [004-14];
// real words, and short ones of another meaning, stay.
func TestCorrect(t *testing.T) {
	uses := map[string]int{
		"jasmine": 12, "jasmin": 1, "camomile": 3, "oolong": 4, "pots": 20, "cup": 30, "water": 15, "wafer": 9, "kettle": 40, "kettel": 2,
	}
	k := &knowledge{trained: true, words: map[string]bool{}, carriers: map[string]bool{"jasmine": true, "camomile": true, "oolong": true}, loose: uses}
	for w := range uses {
		k.words[w] = true
	}
	k.learnSpelling()
	for said, want := range map[string]string{
		"jasmyne": "jasmine", "jsmne": "jasmine", "camomille": "camomile", "cammomille": "camomile", "olong": "oolong", "kettl": "kettle",
		"potts": "pots", "post": "pots", "jasmin": "jasmine", "kettel": "kettle", "watr": "water", // slips
		"cop": "cop", "potz": "potz", "wafer": "wafer", "banana": "banana", "second": "second", // words of their own
	} {
		got, typo := k.correct(said)
		if got != want || typo != (said != want) {
			t.Errorf("%q is read as %q (misspelt: %v), want %q", said, got, typo, want)
		}
	}
}

func TestEditDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-e]{0,12}`)
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := editDistance(a, b, 20)
		if d != editDistance(b, a, 20) {
			t.Fatalf("%q %q: not symmetric", a, b)
		}
		if (d == 0) != (a == b) || d > max(len(a), len(b)) || d < abs(len(a)-len(b)) {
			t.Fatalf("%q %q: %d", a, b, d)
		}
		if limited := editDistance(a, b, 2); limited != min(d, 3) {
			t.Fatalf("%q %q: %d within 2 is %d", a, b, d, limited)
		}
	})
}

func abs(n int) int { return max(n, -n) }
