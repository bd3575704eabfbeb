package choiceinterp

import (
	"testing"

	"pgregory.net/rapid"
)

// Misspelt words mean a carrier; real words of another meaning never do.
func TestCorrect(t *testing.T) {
	k := &knowledge{words: map[string]bool{"second": true}, carriers: map[string]bool{"secondary": true, "tertiary": true, "all": true, "microscopy": true}}
	for said, want := range map[string]string{
		"secondry": "secondary", "seccondary": "secondary", "tetriary": "tertiary", "microscpy": "microscopy", "micorscopy": "microscopy",
		"call": "call", "tall": "tall", "fall": "fall", "second": "second", "banana": "banana",
	} {
		if got, _ := k.correct(said); got != want {
			t.Errorf("%q is read as %q, want %q", said, got, want)
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
