package router_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/router"
	"github.com/chatmrpt/chatmrpt/flags"
)

// switches are flags of a file, which set rewrites.
func switches(t *testing.T) (s *flags.Source, set func(flag string, value any)) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "flags.json")
	s, err := flags.Open(flags.Options{File: file, Env: func(string) (string, bool) { return "", false }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, func(flag string, value any) {
		t.Helper()
		content := fmt.Sprintf(`{%q: {"variations": {"all": %v}, "defaultRule": {"variation": "all"}}}`, flag, value)
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// [004-19]: a flag that is changed while the program runs counts from the next
// message on. With the resolver off no model is asked, and what points at an option
// is decided as before.
func TestTheResolverIsTurnedOffWhileItRuns(t *testing.T) {
	model := &mute{}
	h := openHouse(t)
	h.router.Interpreter = choiceinterp.New(choiceinterp.Options{Model: model})
	var set func(string, any)
	h.router.Flags, set = switches(t)
	h.bring("leaves.txt")
	say := func(text string) (reply router.Reply, asked int) {
		t.Helper()
		model.asked = 0
		reply, err := h.router.Turn(t.Context(), h.id, text, router.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return reply, model.asked
	}
	if _, asked := say("brew the tea in the copper kettle, somehow"); asked != 1 {
		t.Errorf("with the resolver on the model was asked %d times", asked)
	}
	set("choice_resolver", false)
	if _, asked := say("brew the tea in the copper kettle, somehow"); asked != 0 {
		t.Errorf("with the resolver off the model was asked %d times", asked)
	}
	say("start over")
	opened, _ := say("boil water")
	if opened.Outcome != router.Asked || opened.Question == nil {
		t.Fatalf("no question is open: %+v", opened)
	}
	picked, asked := say("1")
	if asked != 0 || picked.MatchedBy != string(choiceinterp.ByOrdinal) || picked.Confidence < 0.9 {
		t.Errorf("an option by its number, %d calls: %+v", asked, picked)
	}
	set("choice_resolver", true)
	if _, asked := say("well, in whichever kettle you like best"); asked != 1 {
		t.Errorf("on again, the model was asked %d times", asked)
	}
}

// In strict order the model is asked about an option in view too [3.14].
func TestTheFastPathIsTurnedOffWhileItRuns(t *testing.T) {
	model := &mute{}
	h := openHouse(t)
	h.router.Interpreter = choiceinterp.New(choiceinterp.Options{Model: model})
	var set func(string, any)
	h.router.Flags, set = switches(t)
	h.bring("leaves.txt")
	h.say("boil water", "the left tap")
	if model.asked = 0; h.say("1").MatchedBy != string(choiceinterp.ByOrdinal) || model.asked != 0 {
		t.Errorf("asked %d times about a number", model.asked)
	}
	set("choice_fastpath", false)
	if model.asked = 0; h.say("1").MatchedBy != string(choiceinterp.ByOrdinal) || model.asked != 1 {
		t.Errorf("in strict order asked %d times about a number", model.asked)
	}
}
