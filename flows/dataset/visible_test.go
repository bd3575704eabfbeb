package dataset

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestVisible(t *testing.T) {
	for _, c := range []struct {
		text, want string
		changed    bool
	}{
		{"", "", false},
		{"Gwanara", "Gwanara", false},
		{"N'Djaména  Est ≥5", "N'Djaména  Est ≥5", false},
		{"two\nlines", "two lines", false},
		{"two\r\nlines", "two lines", false},
		{"a\tb", "a b", false},
		{"\x1b[31mred\x1b[0m", "[31mred[0m", true},
		{"\x1b]0;title\a", "]0;title", true},
		{"\u009b31mred", "31mred", true},
		{"Wa\x00rd", "Ward", true},
		{"\u202efdp.csv\u202c", "fdp.csv", true},
		{"\ufeffAfon\u200b", "Afon", true},
		{"می\u200cخواهم", "می\u200cخواهم", false}, // the joiner shapes the letters
		{"del\x7f", "del", true},
	} {
		if got, changed := Visible(c.text); got != c.want || changed != c.changed {
			t.Errorf("Visible(%q) = %q, %v, want %q, %v", c.text, got, changed, c.want, c.changed)
		}
	}
}

func TestVisibleHoldsNothingThatActsOnATerminal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text") + string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		got, _ := Visible(text)
		if !utf8.ValidString(got) || strings.ContainsFunc(got, func(r rune) bool { return isBreak(r) || isInvisible(r) }) {
			t.Fatalf("%q", got)
		}
		if again, changed := Visible(got); again != got || changed {
			t.Fatalf("%q, then %q", got, again)
		}
	})
}
