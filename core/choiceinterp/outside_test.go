package choiceinterp

import "testing"

// A value told of the past gives way to the one of now; two of now are asked.
func TestPastGivesWay(t *testing.T) {
	in := New(Options{})
	for text, want := range map[string]any{
		"small was last week, large now":       "large",
		"yesterday it was small but now large": "large",
		"I said large but meant small":         "small",
		"small was fine and large was fine":    nil,
	} {
		res := in.Resolve(t.Context(), Request{Tool: restaurant(), Text: text})
		if got := res.Args["size"]; got != want {
			t.Errorf("%q: %v (%s), want %v", text, got, res.Reason, want)
		}
	}
}
