package telemetry_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

// did is a turn in one line: "paint colour=teal coats=2 run", with the tool ("-"
// none), its arguments and the turn's outcome. "[undo]" is a command, "[-undo]" one
// that changed nothing, "#2" before a tool an option by its number, "?" after one a
// message that is no run.
func did(t interface{ Fatal(...any) }, session string, turn int64, line string) telemetry.Event {
	var payload any
	e := telemetry.Event{ID: turn, Type: telemetry.TypeChoice, Session: session, User: "amina"}
	if action, isCommand := strings.CutPrefix(line, "["); isCommand {
		e.Type = telemetry.TypeRouter
		name, idle := strings.CutPrefix(strings.TrimSuffix(action, "]"), "-")
		payload = telemetry.RouterEvent{Intent: telemetry.IntentNavigation, Action: name, Turn: turn, Changed: !idle && name != "help" && name != "status"}
	} else {
		c := telemetry.ChoiceEvent{Turn: turn, Resolution: "run", Args: map[string]any{}, Gives: "wall"}
		words := strings.Fields(line)
		if _, err := fmt.Sscanf(words[0], "#%d", &c.Option); err == nil {
			words = words[1:]
		}
		var unsure bool
		if c.Tool, unsure = strings.CutSuffix(words[0], "?"); unsure {
			c.Resolution = "ask"
		}
		switch c.Tool {
		case "-":
			c.Tool, c.Gives, c.Resolution = "", "", "reject"
		case "look":
			c.Gives = ""
		}
		for _, word := range words[1:] {
			if name, value, isArg := strings.Cut(word, "="); isArg {
				c.Args[name] = value
			} else {
				c.Outcome = word
				c.Changed = word == "run" || word == "ask" || word == "blocked"
			}
		}
		payload = c
	}
	raw, err := json.Marshal(payload)
	if err != nil {
		t.Fatal(err)
	}
	e.Payload = raw
	return e
}

func TestJudge(t *testing.T) {
	const accepted, corrected, rephrased, abandoned = telemetry.Accepted, telemetry.Corrected, telemetry.Rephrased, telemetry.Abandoned
	for _, c := range []struct {
		name  string
		turns []string
		want  []telemetry.Verdict // of the choices, in order
	}{
		{"a result that nothing follows", []string{"paint colour=teal run"}, []telemetry.Verdict{accepted}},
		{"an answer that nothing follows", []string{"paint answer"}, []telemetry.Verdict{accepted}},
		{"another analysis follows", []string{"paint colour=teal run", "dry run"}, []telemetry.Verdict{accepted, accepted}},
		{"one argument is changed", []string{"paint colour=teal coats=2 run", "paint colour=grey run"}, []telemetry.Verdict{corrected, accepted}},
		{"another argument is added", []string{"paint colour=teal run", "paint coats=2 run"}, []telemetry.Verdict{accepted, accepted}},
		{"the same once more", []string{"paint colour=teal run", "paint colour=teal run"}, []telemetry.Verdict{accepted, accepted}},
		{"changed two turns later", []string{"paint colour=teal run", "[status]", "paint colour=grey run"}, []telemetry.Verdict{corrected, accepted}},
		{"changed much later", []string{"paint colour=teal run", "[status]", "[status]", "paint colour=grey run"}, []telemetry.Verdict{accepted, accepted}},
		{"the argument of another tool", []string{"paint colour=teal run", "dry colour=grey run"}, []telemetry.Verdict{accepted, accepted}},
		{"an unclear message changes nothing", []string{"paint colour=teal run", "paint? colour=grey ask"}, []telemetry.Verdict{accepted, abandoned}},
		{"look-ups stand side by side", []string{"look at=roof run", "look at=door run"}, []telemetry.Verdict{accepted, accepted}},
		{"but not when the first only asked", []string{"look? at=roof ask", "look at=door run"}, []telemetry.Verdict{corrected, accepted}},
		{"undone", []string{"paint colour=teal run", "[undo]"}, []telemetry.Verdict{corrected}},
		{"back", []string{"paint colour=teal ask", "[back]"}, []telemetry.Verdict{corrected}},
		{"undone too late", []string{"paint run", "[status]", "[help]", "[undo]"}, []telemetry.Verdict{accepted}},
		{"undo takes the last back", []string{"paint run", "dry run", "[undo]"}, []telemetry.Verdict{accepted, corrected}},
		{"and then the one before", []string{"paint run", "dry run", "[undo]", "[undo]"}, []telemetry.Verdict{accepted, corrected}},
		{"both, when it is soon", []string{"paint run", "[undo]", "dry run", "[undo]", "[undo]"}, []telemetry.Verdict{corrected, corrected}},
		{"undo that finds nothing", []string{"paint run", "[-undo]"}, []telemetry.Verdict{accepted}},
		{"undo of files", []string{"paint run", "[add]", "[undo]"}, []telemetry.Verdict{accepted}},
		{"undo of a cancellation", []string{"paint ask", "[cancel]", "[undo]"}, []telemetry.Verdict{abandoned}},
		{"what changed nothing is not undone", []string{"paint run", "- rephrase", "[undo]"}, []telemetry.Verdict{corrected, abandoned}},
		{"not understood, then understood", []string{"- rephrase", "paint run"}, []telemetry.Verdict{rephrased, accepted}},
		{"not understood twice", []string{"- rephrase", "- rephrase"}, []telemetry.Verdict{rephrased, abandoned}},
		{"a question that is answered by its number", []string{"paint? ask", "#1 paint colour=teal run"}, []telemetry.Verdict{accepted, accepted}},
		{"a question about the tool, answered by its number", []string{"- ask", "#1 dry run"}, []telemetry.Verdict{accepted, accepted}},
		{"the proposed value is taken", []string{"paint? colour=teal ask", "#1 paint colour=teal run"}, []telemetry.Verdict{accepted, accepted}},
		{"the other value is taken", []string{"paint? colour=teal ask", "#2 paint colour=grey run"}, []telemetry.Verdict{corrected, accepted}},
		{"a question that leads to another wish", []string{"paint ask", "dry run"}, []telemetry.Verdict{rephrased, accepted}},
		{"a question that nobody answers", []string{"paint ask"}, []telemetry.Verdict{abandoned}},
		{"a question that is dropped", []string{"paint ask", "[cancel]", "paint run"}, []telemetry.Verdict{abandoned, accepted}},
		{"starting over drops it too", []string{"paint ask", "[start_over]", "paint run"}, []telemetry.Verdict{abandoned, accepted}},
		{"help does not", []string{"paint ask", "[help]", "paint run"}, []telemetry.Verdict{accepted, accepted}},
		{"a way past a gate is taken", []string{"dry blocked", "#1 paint run"}, []telemetry.Verdict{accepted, accepted}},
		{"a gate that she leaves before", []string{"dry blocked"}, []telemetry.Verdict{abandoned}},
		{"an error that she leaves at", []string{"paint error"}, []telemetry.Verdict{abandoned}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var events []telemetry.Event
			for i, line := range c.turns {
				events = append(events, did(t, "s1", int64(i+1), line))
			}
			if diff := cmp.Diff(c.want, verdicts(t, events)); diff != "" {
				t.Errorf("verdicts (-want +got):\n%s", diff)
			}
		})
	}
}

func verdicts(t interface{ Fatal(...any) }, events []telemetry.Event) []telemetry.Verdict {
	judged, err := telemetry.Judge(events)
	if err != nil {
		t.Fatal(err)
	}
	var list []telemetry.Verdict
	for _, j := range judged {
		list = append(list, j.Verdict)
	}
	return list
}

// Sessions do not disturb each other, however their events are mixed, and every
// choice gets a verdict.
func TestJudgeKeepsSessionsApart(t *testing.T) {
	lines := []string{
		"paint colour=teal run", "paint colour=grey run", "paint? colour=teal ask", "#1 dry run", "dry blocked", "- rephrase",
		"look at=roof run", "look at=door answer", "[undo]", "[-undo]", "[back]", "[cancel]", "[add]", "[status]", "paint error",
	}
	rapid.Check(t, func(t *rapid.T) {
		var mixed []telemetry.Event
		apart := map[string][]telemetry.Event{}
		for range rapid.IntRange(0, 30).Draw(t, "turns") {
			session := rapid.SampledFrom([]string{"s1", "s2", "s3"}).Draw(t, "session")
			e := did(t, session, int64(len(apart[session])+1), rapid.SampledFrom(lines).Draw(t, "line"))
			mixed = append(mixed, e)
			apart[session] = append(apart[session], e)
		}
		alone := map[string][]telemetry.Verdict{}
		for session, events := range apart {
			alone[session] = verdicts(t, events)
		}
		together := verdicts(t, mixed)
		for _, e := range mixed {
			if e.Type != telemetry.TypeChoice {
				continue
			}
			if together[0] == "" || together[0] != alone[e.Session][0] {
				t.Fatalf("%s %d is %q among others and %q alone", e.Session, e.ID, together[0], alone[e.Session][0])
			}
			together, alone[e.Session] = together[1:], alone[e.Session][1:]
		}
	})
}

func TestJudgeSaysWhichEventItCannotRead(t *testing.T) {
	for _, kind := range []string{telemetry.TypeChoice, telemetry.TypeRouter} {
		_, err := telemetry.Judge([]telemetry.Event{{ID: 12, Type: kind, Payload: json.RawMessage(`{"turn":"three"}`)}})
		if err == nil || !strings.Contains(err.Error(), "event 12") {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if judged, err := telemetry.Judge([]telemetry.Event{{Type: "tool_event", Payload: json.RawMessage(`{}`)}}); err != nil || len(judged) != 0 {
		t.Errorf("an event of another kind: %v, %v", judged, err)
	}
}
