package prompted_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp/prompted"
)

func TestFind(t *testing.T) {
	for _, c := range []struct{ text, quote, want string }{
		{"Go with Primary, please", "primary", "Primary"},
		{"les zones à risque élevé", "A RISQUE eleve", "à risque élevé"},
		{"don’t use the PCA", "dont use", "don’t use"},
		{"map distance_to_water", "distance to water", "distance_to_water"},
		{"map distance to water", "distance_to_water", "distance to water"},
		{"add 10% on top", "10", "10%"},
		{"it costs ₦500 each", "500", "₦500"},
		{"half ½ half", "½", "½"},
		{"under-fives  only", "under fives", "under-fives"},
		{"call the tall hall", "all", ""},
		{"make it 200k", "200", ""},
		{"secondary", "second", ""},
		{"rapid tests", "rapid blood tests", ""},
		{"rapid tests", "", ""},
		{"", "rapid", ""},
		{"rapid", "...", ""},
	} {
		if got := prompted.Find(c.text, c.quote); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.quote, c.text, got, c.want)
		}
	}
}

// Any unbroken run of whole words is found, in any case.
func TestFindEveryRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zé0-9]{1,8}`).Filter(func(w string) bool { return !strings.Contains(w, "e") }), 1, 10).Draw(t, "words")
		from := rapid.IntRange(0, len(words)-1).Draw(t, "from")
		to := rapid.IntRange(from+1, len(words)).Draw(t, "to")
		run := strings.Join(words[from:to], " ")
		if got := prompted.Find(strings.Join(words, " "), strings.ToUpper(run)); got != run {
			t.Fatalf("%q is found as %q", run, got)
		}
	})
}
