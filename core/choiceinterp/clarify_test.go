package choiceinterp

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// What the words leave open comes first, and what they exclude last; at most four
// values are shown [004-07].
func TestLikeliestChipsComeFirst(t *testing.T) {
	in := New(Options{})
	for text, want := range map[string][]string{
		"jollof or suya": {"jollof", "suya"},
		"suya or moimoi": {"suya", "moimoi"},
		"not jollof":     {"suya", "moimoi"},
	} {
		got := in.Resolve(t.Context(), Request{Tool: restaurant(), Text: text, Asked: "dish"})
		if got.Outcome != OutcomeAsk || len(got.Clarifier.Chips) < leastChips || len(got.Clarifier.Chips) > maxChips {
			t.Errorf("%q: %s %+v", text, got.Outcome, got.Clarifier)
			continue
		}
		first := []string{got.Clarifier.Chips[0].Say, got.Clarifier.Chips[1].Say}
		if diff := cmp.Diff(want, first); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

// Shares are ordered and make one, and nothing that can be meant is lost.
func TestRankIsADistribution(t *testing.T) {
	in := New(Options{})
	k, err := in.knowledge(restaurant())
	if err != nil {
		t.Fatal(err)
	}
	dish := k.argIndex("dish")
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`((not|or|and|jollof|suya|moimoi|please|x) ){1,6}`).Draw(t, "text")
		r := k.read(&Request{Tool: k.tool, Text: text})
		r.findMentions()
		r.prepare()
		ranked := r.gather().rank(dish)
		sum := 0.
		for i, l := range ranked {
			sum += l.share
			if l.share <= 0 || i > 0 && l.step() > ranked[i-1].step() {
				t.Fatalf("%q: %v", text, ranked)
			}
		}
		if len(ranked) != len(k.tool.Args[dish].Enum) || sum < 0.999 || sum > 1.001 {
			t.Fatalf("%q: %v", text, ranked)
		}
	})
}
