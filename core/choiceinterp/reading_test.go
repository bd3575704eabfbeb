package choiceinterp

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wordsOf is a message to the restaurant, taken apart.
func wordsOf(text string) *reading {
	return newKnowledge(restaurant(), nil, nil).read(&Request{Text: text, Tool: restaurant()})
}

// A number behind an argument's whole name is that argument's.
func TestCalledByName(t *testing.T) {
	for text, want := range map[string]bool{
		"tip 5": true, "tip of 5": true, "the tip should be 5": true, "tip, 5": false, "portions 5": false, "5 tip": false,
	} {
		r := wordsOf(text)
		at := slices.IndexFunc(r.atoms, func(a atom) bool { return a.kind == quantityAtom })
		if got := r.calledByName(r.k.argIndex("tip"), at); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// "At all" says nothing of all.
func TestIdioms(t *testing.T) {
	for text, want := range map[string]bool{"no pepper at all": true, "all the pepper": false, "pepper for all": false, "above all": true} {
		r := wordsOf(text)
		got := slices.ContainsFunc(r.atoms, func(a atom) bool { return r.isIdiom(a.first) })
		if got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// What stands before a clause may be denied by it.
func TestDeniedBehind(t *testing.T) {
	for clause, want := range map[string]bool{
		"does not belong in": true, "must not be in it": true, "no dey sweet": true, "never again": true,
		"": false, "no": false, "no sugar": false, "does it well": false, "is sweet": false,
	} {
		if got := deniedBehind(clause); got != want {
			t.Errorf("%q: %v, want %v", clause, got, want)
		}
	}
}

// Each of two names gets the value of its own clause.
func TestPairedWith(t *testing.T) {
	r := wordsOf("coffee is strong and tea is weak")
	strong, weak := mention{value: "strong", first: 2, last: 2}, mention{value: "weak", first: 6, last: 6}
	for name, want := range map[int]string{0: "strong", 4: "weak"} {
		if got := r.pairedWith([]mention{strong, weak}, mention{first: name, last: name}); got.value != want {
			t.Errorf("%q is %v, want %s", r.atoms[name].word, got.value, want)
		}
	}
}

// A name that the data do not have is no plain order to go ahead.
func TestStranger(t *testing.T) {
	for text, want := range map[string]string{"order food": "", "take my order for Wakanda": "Wakanda", "please": ""} {
		if got, _ := wordsOf(text).stranger(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	r := wordsOf("order honey")
	r.k.domain["honey"] = 3
	if name, _ := r.stranger(); name != "" {
		t.Error("honey is known here")
	}
	r.k.named = map[string][]string{"columns": {"honey"}}
	if name, _ := r.stranger(); name != "honey" {
		t.Error("honey is an extra that this house does not have")
	}
}

// A value that is asked about looks like one that is chosen: of a message in the
// form of a question the words as they stand are heard too.
func TestAsks(t *testing.T) {
	for _, c := range []struct {
		text            string
		replaced, plain float32
		want            bool
	}{
		{"how does suya taste", 0.4, 0.95, true},
		{"how does suya taste", 0.4, 0.5, false},
		{"how does suya taste", 0.7, 0.1, true},
		{"suya as it tastes", 0.4, 0.95, false},
		{"suya as it tastes", 0.9, 0.95, true},
		{"can you bring suya", 0.6, 0.95, false},
	} {
		r := wordsOf(c.text)
		r.kinds[kindQuestion], r.plain[kindQuestion] = c.replaced, c.plain
		if got := r.asks(); got != c.want {
			t.Errorf("%q at %v and %v: %v", c.text, c.replaced, c.plain, got)
		}
	}
}

// A word speaks for a value by the share of its uses; one never seen by those that
// begin like it.
func TestShareOf(t *testing.T) {
	tagger := &tagger{memory: map[string]map[int]int{"spicy": {0: 3, 1: 1}}, starts: map[string]map[int]int{"peppe": {2: 4}}}
	for _, c := range []struct {
		word  string
		label int
		want  float64
	}{{"spicy", 1, 0.25}, {"spicy", 2, 0}, {"peppery", 2, 1}, {"bland", 1, 0}} {
		if got := tagger.shareOf(c.word, c.label); got != c.want {
			t.Errorf("%s for %d: %v, want %v", c.word, c.label, got, c.want)
		}
	}
}

// Lines of one value stay together where whole values are unknown, and every line
// is held once where sentences are new.
func TestDivisions(t *testing.T) {
	line := func(text, value string) sample {
		return sample{text: text, spans: []span{{start: 0, end: len(text), arg: "dish", value: value}}}
	}
	samples := []sample{line("skewers", "suya"), line("meat on a stick", "suya"), line("beans", "moimoi"), {text: "hello"}}
	for by, want := range map[division][]int{byLine: {1, 1, 1, 1}, byWords: {1, 1, 1, 1}, byValue: {1, 1, 1, 0}} {
		held := make([]int, len(samples))
		for fold := range 3 {
			kept, part := split(samples, by, fold, 3)
			if len(kept)+len(part) != len(samples) {
				t.Errorf("division %d loses lines", by)
			}
			apart := 0
			for i := range samples {
				if slices.ContainsFunc(part, func(s sample) bool { return s.text == samples[i].text }) {
					held[i]++
					if i < 2 {
						apart++
					}
				}
			}
			if by == byValue && apart == 1 {
				t.Error("a value is half known")
			}
		}
		if diff := cmp.Diff(want, held); diff != "" {
			t.Errorf("division %d: %s", by, diff)
		}
	}
}

// One misspelt word in answer is taken for the value that it nearly is; beside other
// words it decides nothing.
func TestLoneWord(t *testing.T) {
	in := New(Options{})
	for text, want := range map[string]any{"suyaa": "suya", "suja": "suya", "suja for zorblax": nil, "zuyx": nil} {
		res := in.Resolve(t.Context(), Request{Tool: restaurant(), Text: text, Asked: "dish"})
		got := res.Args["dish"]
		if res.Outcome != OutcomeRun {
			got = nil
		}
		if got != want {
			t.Errorf("%q: %s %v %.2f (%s)", text, res.Outcome, res.Args, res.Confidence, res.Reason)
		}
	}
}

// Words of the tool's own name say what is wanted; they are not left over.
func TestTheToolsNameIsNotLeftOver(t *testing.T) {
	for text, want := range map[string]int{
		"the food order": 0, "order with pepper": 1, "the weather today": 2, "order the weather": 1,
	} {
		r := wordsOf(text)
		if got := r.leftOver(make([]bool, len(r.atoms))); got != want {
			t.Errorf("%q leaves %d, want %d", text, got, want)
		}
	}
}
