package router_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.uber.org/zap"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
	"github.com/chatmrpt/chatmrpt/core/router"
	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
	"github.com/chatmrpt/chatmrpt/flags"
)

// observed opens a house of which every event is kept; events ends the recording
// and returns those of a type.
func observed(t *testing.T) (h *house, events func(kind string) []telemetry.Event) {
	t.Helper()
	h = openHouse(t)
	store := h.router.Sessions.(telemetry.Store)
	h.router.Telemetry = telemetry.NewRecorder(store, zap.NewNop(), telemetry.Options{Flags: func(string) flags.Set { return flags.Set{LogText: true, RouterObs: true} }})
	return h, func(kind string) []telemetry.Event {
		t.Helper()
		if err := h.router.Telemetry.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		all, err := store.Events(t.Context(), telemetry.Filter{Type: kind, Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
}

// words stands for every way to match but pointing into a list.
const words = "llm, regex or fuzzy"

// [004-17], resolution 3.31: every door through which words come emits exactly one
// choice_event.
func TestEveryDoorIsObserved(t *testing.T) {
	for _, c := range []struct {
		door   string
		before []string
		said   string
		want   telemetry.ChoiceEvent
	}{
		{"free text", nil, "boil it gently in steel", telemetry.ChoiceEvent{
			Tool: "boil_water", Gives: "water", Args: map[string]any{"kettle": "steel", "heat": "gentle"},
			Resolution: "run", Outcome: "ask", Band: "run",
		}},
		{"free text as an answer", []string{"boil some water", "1"}, "copper please", telemetry.ChoiceEvent{
			Tool: "boil_water", Gives: "water", Args: map[string]any{"kettle": "copper"}, Asked: "kettle",
			Resolution: "run", Outcome: "ask", Band: "run",
		}},
		{"an option's number", []string{"boil some water", "1"}, "2", telemetry.ChoiceEvent{
			Tool: "boil_water", Gives: "water", Args: map[string]any{"kettle": "steel"}, Asked: "kettle", Option: 2,
			MatchedBy: "ordinal", Resolution: "run", Outcome: "ask", Band: "run",
		}},
		{"a chip under a question", []string{"boil some water"}, "the right tap", telemetry.ChoiceEvent{
			Tool: "boil_water", Gives: "water", Option: 2, Resolution: "run", Outcome: "ask", Band: "run",
		}},
		{"a chip that was suggested", []string{"status"}, "boil some water", telemetry.ChoiceEvent{
			Tool: "boil_water", Gives: "water", Option: 1, MatchedBy: "ordinal", Resolution: "run", Outcome: "ask", Band: "run",
		}},
		{"a closed gate", nil, "serve 20 cups", telemetry.ChoiceEvent{
			Tool: "serve_cups", Gives: "service", Args: map[string]any{"cups": 20.0},
			Resolution: "run", Outcome: "blocked", Band: "run",
		}},
		{"a way past the gate", []string{"brew the tea"}, "finish water with defaults", telemetry.ChoiceEvent{
			Tool: "boil_water", Gives: "water", Option: 1, Resolution: "run", Outcome: "ask", Band: "run",
		}},
		{"agreeing to what is recommended", []string{"brew the tea"}, "go ahead", telemetry.ChoiceEvent{
			Tool: "boil_water", Gives: "water", Option: 1, Resolution: "run", Outcome: "ask", Band: "run",
		}},
		{"two values for one argument", []string{"boil it gently in steel", "1"}, "copper or steel", telemetry.ChoiceEvent{
			Tool: "boil_water", Gives: "water", Resolution: "ask", Outcome: "ask", Band: "ask",
		}},
		{"a question", nil, "what is a rolling boil?", telemetry.ChoiceEvent{
			Resolution: "question", Outcome: "answer", Band: "rephrase",
		}},
		{"a number without a list", []string{"boil it gently in steel", "1", "brew the tea"}, "3", telemetry.ChoiceEvent{
			MatchedBy: "ordinal", Resolution: "ask", Outcome: "rephrase", Band: "rephrase",
		}},
		{"nothing that is understood", nil, "xqzt wvvk", telemetry.ChoiceEvent{
			Resolution: "reject", Outcome: "rephrase", Band: "rephrase",
		}},
	} {
		t.Run(c.door, func(t *testing.T) {
			h, events := observed(t)
			h.bring("spring.csv")
			h.say(c.before...)
			reply := h.say(c.said)
			turn := int64(len(c.before) + 2) // after the files
			c.want.SessionID, c.want.Turn, c.want.UserText, c.want.TextLength = h.id, turn, c.said, len(c.said)
			if c.want.MatchedBy == "" {
				c.want.MatchedBy = words
			}
			c.want.Changed = reply.Outcome == router.Ran || reply.Outcome == router.Asked || reply.Outcome == router.IsBlocked
			c.want.Type, c.want.At = "choice_event", h.router.Now()
			var got []telemetry.ChoiceEvent
			for _, e := range events(telemetry.TypeChoice) {
				var choice telemetry.ChoiceEvent
				if err := json.Unmarshal(e.Payload, &choice); err != nil {
					t.Fatal(err)
				}
				if choice.Turn != turn {
					continue
				}
				if slices.Contains([]string{"llm", "regex", "fuzzy"}, choice.MatchedBy) {
					choice.MatchedBy = words
				}
				got = append(got, choice)
			}
			unsteady := cmpopts.IgnoreFields(telemetry.ChoiceEvent{}, "Confidence", "Reason", "Features")
			if diff := cmp.Diff([]telemetry.ChoiceEvent{c.want}, got, unsteady, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("events of the turn (-want +got):\n%s\nreply: %s", diff, reply.Text())
			}
		})
	}
}

func routes(t *testing.T, events []telemetry.Event) []telemetry.RouterEvent {
	t.Helper()
	list := make([]telemetry.RouterEvent, len(events))
	for i, e := range events {
		if err := json.Unmarshal(e.Payload, &list[i]); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// [004-C1]: every turn leaves one router_event, with what it was taken to ask for,
// what that needs and what there was.
func TestEveryTurnIsRouted(t *testing.T) {
	h, events := observed(t)
	h.employ(checkSources, llmtest.Say("The garden drinks what was poured first."))
	h.bring("spring.csv")
	h.say("boil it gently in steel", "1", "brew the tea", "serve 20 cups", "what is a rolling boil?", "undo", "xqzt wvvk")
	h.say(openQuestion)
	type route struct{ Intent, Action string }
	var got []route
	for i, r := range routes(t, events(telemetry.TypeRouter)) {
		got = append(got, route{r.Intent, r.Action})
		if r.Turn != int64(i+1) || r.SessionID != h.id || r.Type != "router_event" {
			t.Errorf("event %d is %+v", i+1, r)
		}
	}
	want := []route{
		{"files", "add"}, {"water", "ask"}, {"water", "run"}, {"tea", "run"}, {"service", "run"}, {"concept_help", "answer"},
		{"navigation", "undo"}, {"off_domain", "rephrase"}, {"concept_help", "answer"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("routes (-want +got):\n%s", diff)
	}
}

// [004-C2]: every execution leaves a tool_event, by whichever door it comes: text, a
// number or chip, files, and a model with tools.
func TestEveryExecutionIsObserved(t *testing.T) {
	h, events := observed(t)
	h.employ(checkSources, brewTea, llmtest.Say("The garden drinks what was poured first."))
	h.say(openQuestion)
	h.bring("mud.csv")
	h.bring("spring.csv")
	h.say("boil it gently in steel", "1")
	type execution struct {
		Tool, Origin, Status, Result string
		Errors                       []string
	}
	var got []execution
	for _, e := range events(telemetry.TypeTool) {
		var tool telemetry.ToolEvent
		if err := json.Unmarshal(e.Payload, &tool); err != nil {
			t.Fatal(err)
		}
		if tool.SessionID != h.id || e.User != "guest" {
			t.Errorf("%s is of %s, %s", tool.Tool, tool.SessionID, e.User)
		}
		got = append(got, execution{tool.Tool, tool.Origin, tool.Status, tool.Result, tool.Errors})
	}
	want := []execution{
		{"review_sources", "model", "success", "success", []string{}},
		{"brew_tea", "model", "error", "blocked", []string{"gate_closed"}},
		{"review_sources", "text", "error", "error", []string{"undrinkable"}},
		{"review_sources", "text", "success", "success", []string{}},
		{"boil_water", "text", "success", "ask", []string{}},
		{"review_sources", "text", "success", "success", []string{}}, // the tap corrects how files are read
		{"boil_water", "chip", "success", "success", []string{}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("executions (-want +got):\n%s", diff)
	}
}

// Commands and files are observed as such, with whether they changed anything, and
// silence not at all.
func TestCommandsAreNoChoices(t *testing.T) {
	h, events := observed(t)
	h.bring("spring.csv")
	h.say("boil some water", "Undo that, please!", "go back", "undo", "never mind", "menu", "where am i", "restart", "  ")
	var got []string
	for _, routed := range routes(t, events(telemetry.TypeRouter)) {
		if routed.Intent != telemetry.IntentNavigation && routed.Intent != telemetry.IntentFiles {
			continue
		}
		got = append(got, fmt.Sprint(routed.Intent, " ", routed.Action, " ", routed.Changed))
	}
	want := []string{
		"files add true", "navigation undo true", "navigation back true", "navigation undo false", "navigation cancel false",
		"navigation help false", "navigation status false", "navigation start_over false",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

// Only what the words themselves determine is judged by features: not a number, not
// a chip.
func TestFeaturesAreThoseOfJudgedWords(t *testing.T) {
	h, events := observed(t)
	h.bring("spring.csv")
	h.say("boil it gently in steel", "1", "use the copper kettle")
	var judged []bool
	for _, e := range events(telemetry.TypeChoice) {
		var choice telemetry.ChoiceEvent
		if err := json.Unmarshal(e.Payload, &choice); err != nil {
			t.Fatal(err)
		}
		var features choiceinterp.Features
		if choice.Features != nil {
			if err := json.Unmarshal(choice.Features, &features); err != nil {
				t.Fatal(err)
			}
		}
		judged = append(judged, features != choiceinterp.Features{})
	}
	if diff := cmp.Diff([]bool{true, false, true}, judged); diff != "" {
		t.Errorf("judged (-want +got):\n%s", diff)
	}
}

// overtaken is a store in which another writer is faster once, or always.
type overtaken struct {
	session.Store
	times int
}

func (o *overtaken) SaveTurn(ctx context.Context, s *session.Session, turn session.Turn) error {
	if o.times--; o.times >= 0 {
		return session.ErrConflict
	}
	return o.Store.SaveTurn(ctx, s, turn)
}

// A turn that had to be taken again is one event, a turn that was not saved none.
func TestOnlySavedTurnsAreObserved(t *testing.T) {
	for conflicts, want := range map[int]int{0: 1, 1: 1, 100: 0} {
		h, events := observed(t)
		h.bring("spring.csv")
		h.router.Sessions = &overtaken{h.router.Sessions, conflicts}
		_, err := h.router.Turn(t.Context(), h.id, "boil some water", router.Options{})
		if saved := err == nil; saved != (want == 1) {
			t.Errorf("%d conflicts: %v", conflicts, err)
		}
		if got := len(events(telemetry.TypeChoice)); got != want {
			t.Errorf("%d conflicts: %d events, want %d", conflicts, got, want)
		}
	}
}

// Being observed must cost a turn of words less than 3 % of its time.
func BenchmarkTurnOfWords(b *testing.B) {
	for name, isObserved := range map[string]bool{"alone": false, "observed": true} {
		b.Run(name, func(b *testing.B) {
			h := openHouse(b)
			if isObserved {
				metrics, err := telemetry.NewMetrics(metric.NewMeterProvider(metric.WithReader(metric.NewManualReader())).Meter("test"))
				if err != nil {
					b.Fatal(err)
				}
				h.router.Telemetry = telemetry.NewRecorder(h.router.Sessions.(telemetry.Store), zap.NewNop(), telemetry.Options{Metrics: metrics})
				defer h.router.Telemetry.Close(context.Background()) //nolint:errcheck // a benchmark
			}
			h.bring("spring.csv")
			h.say("boil it gently in steel", "1")
			for b.Loop() {
				h.say("use the copper kettle")
			}
		})
	}
}
