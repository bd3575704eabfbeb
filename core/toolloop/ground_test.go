package toolloop_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
)

// A number in the model's sentences stands in a result, or is marked [3.25]. The
// north gauge says 4.137 m and shares of 0.4136 and 0.2.
func TestNumbersAreChecked(t *testing.T) {
	tests := []struct{ say, want string }{
		{"It is 4.137 m.", "It is 4.137 m."},
		{"It is 4.14 m.", "It is 4.14 m."},
		{"It is 4.1 m.", "It is 4.1 m."},
		{"It is about 4 m.", "It is about 4 m."},
		{"It is 4.2 m.", "It is 4.2 [not in the results] m."},
		{"It is 4.138 m.", "It is 4.138 [not in the results] m."},
		{"A share of 41%.", "A share of 41%."},
		{"A share of 41.4 percent.", "A share of 41.4 percent."},
		{"A share of 41.5%.", "A share of 41.5% [not in the results]."},
		{"A share of 0.41.", "A share of 0.41."},
		{"It rose by 2.137 m in 6 hours.", "It rose by 2.137 [not in the results] m in 6 hours."},
		{"Two things:\n1. It is high.\n2. It is 7.77 m.", "Two things:\n1. It is high.\n2. It is 7.77 [not in the results] m."},
		{"You asked about 250 boats.", "You asked about 250 boats."},
		{"There were 251 boats and 251 more.", "There were 251 [not in the results] boats and 251 [not in the results] more."},
		{"Some 1.2 million tons.", "Some 1.2 million [not in the results] tons."},
		{"See r_0ac2b8f93e40 of the u5s.", "See r_0ac2b8f93e40 of the u5s."},
		{"The 2nd gauge of pier B7.", "The 2nd gauge of pier B7."},
		{"A 95% interval.", "A 95% [not in the results] interval."},
		{"An 80% interval, as the heading says.", "An 80% interval, as the heading says."},
		{"Three of them, all high.", "Three of them, all high."},
	}
	for _, test := range tests {
		t.Run(test.say, func(t *testing.T) {
			h := play(t, north, llmtest.Say(test.say))
			answer := h.ask(h.question("How high is it for 250 boats?"))
			if diff := cmp.Diff(test.want+"\n\nSources: read_gauge", answer.Text); diff != "" {
				t.Error(diff)
			}
			if len(answer.Unproven) > 1 {
				t.Errorf("unproven %v", answer.Unproven)
			}
		})
	}
}

// A result's number passes in every rounding, and one that is off by two of the last
// digits does not.
func TestRoundingPasses(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		decimals := rapid.IntRange(0, 3).Draw(rt, "decimals")
		right := fmt.Sprintf("%.*f", decimals, 4.137)
		h := play(t, north, llmtest.Say("It is "+right+" m."))
		if answer := h.ask(h.question("High?")); len(answer.Unproven) > 0 {
			rt.Errorf("%s was marked", right)
		}
	})
	for _, wrong := range []string{"4.3", "4.16", "4.139", "9"} {
		h := play(t, north, llmtest.Say("It is "+wrong+" m."))
		if answer := h.ask(h.question("High?")); len(answer.Unproven) != 1 {
			t.Errorf("%s was not marked", wrong)
		}
	}
}
