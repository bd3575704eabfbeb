package choiceinterp

import (
	"slices"
	"testing"
)

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

// A known word narrowed by a foreign one, or by a number that stands in no value,
// decides nothing [3.12].
func TestLeadsOutside(t *testing.T) {
	k := &knowledge{
		tool: restaurant(), trained: true, cues: map[string][]int{"dish": {0}}, domain: map[string]int{"dish": 9, "stew": 4, "aged": 1}, serving: map[string]bool{"please": true},
		numbers: map[int]map[float64]bool{0: {3: true}},
	}
	k.tagger = &tagger{k: k, index: map[tag]int{{0, "suya"}: 1}, memory: map[string]map[int]int{"stew": {1: 4}}, starts: map[string]map[int]int{}}
	for text, want := range map[string]bool{
		"klingon dish": true, "stew dish": false, "dish": false, "dish above 7": true, "dish above 3": false, "7 dish": true,
	} {
		r := k.read(&Request{Text: text, Tool: k.tool})
		at := slices.IndexFunc(r.atoms, func(a atom) bool { return a.word == "dish" })
		first := at
		if r.atoms[0].kind == quantityAtom {
			first = 0
		}
		if got := r.leadsOutside(first, at, 0, 1); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
