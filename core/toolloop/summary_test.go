package toolloop_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
)

// A result is told in 900 characters at most, 200 for each of three rows; what was
// cut says so and names the whole [001-19, 001-20, 3.25].
func TestSummariesAreBounded(t *testing.T) {
	h := play(t, llmtest.Calls("ship_log", nil), llmtest.Say("Many."))
	answer := h.ask(h.question("Who passed?"))
	use := answer.Uses[0]
	if n := utf8.RuneCountInString(use.Summary); n > 900 {
		t.Errorf("%d characters", n)
	}
	if !use.Cut || !regexp.MustCompile(` \(truncated, full result r_[0-9a-f]{12}\)$`).MatchString(use.Summary) {
		t.Errorf("not marked: %s", use.Summary)
	}
	rows := strings.Split(use.Summary, " | ")[1:]
	if len(rows) != 3 {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows[:2] {
		if utf8.RuneCountInString(row) != 200 {
			t.Errorf("a row of %d characters", utf8.RuneCountInString(row))
		}
	}
	if !strings.HasPrefix(use.Summary, "Ship log results: Many ships passed.") { // [001-21]
		t.Errorf("summary %q", use.Summary)
	}
}

func TestSummariesOfFailures(t *testing.T) {
	h := play(t, llmtest.Calls("sound_horn", nil), llmtest.Say("No echo."))
	h.ask(h.question("Is anybody there?"))
	if told := h.told(); !strings.Contains(told, "sound_horn failed: That took longer than allowed") { // [001-22]
		t.Errorf("told:\n%s", told)
	}
}
