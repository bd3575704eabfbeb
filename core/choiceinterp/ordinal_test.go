package choiceinterp

import "testing"

func TestOrdinalIn(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want int
	}{
		{"second one", 4, 2}, {"2nd", 4, 2}, {"the first", 3, 1}, {"last", 4, 4}, {"the last but one", 4, 3},
		{"second to last", 4, 3}, {"third from the end", 4, 2}, {"the middle one", 3, 2}, {"the middle one", 4, 0},
		{"number three", 3, 3}, {"option b", 3, 2}, {"#2", 3, 2}, {"option iii", 3, 3}, {"fifth", 3, 0},
		{"the one before the last", 5, 4}, {"twenty-first", 30, 21}, {"deuxième", 3, 2},
	} {
		o, ok := ParseOrdinal(c.text)
		if got := o.In(c.n); !ok || got != c.want {
			t.Errorf("%q of %d is %d (%v), want %d", c.text, c.n, got, ok, c.want)
		}
	}
	for _, text := range []string{"secondary", "last time", "no primary", "a third of that", "wait a second", "nobody"} {
		if o, ok := ParseOrdinal(text); ok {
			t.Errorf("%q is no ordinal, got %+v", text, o)
		}
	}
}
