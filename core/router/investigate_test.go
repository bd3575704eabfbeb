package router_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
	"github.com/chatmrpt/chatmrpt/core/router"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/toolloop"
)

// employ gives the house a model that plays these steps.
func (h *house) employ(steps ...llmtest.Step) *llmtest.Server {
	h.Helper()
	server := llmtest.New(steps...).Capable()
	client, err := llm.New([]llm.Backend{{BaseURL: "http://model.invalid", Model: "m"}}, llm.Options{Transport: server})
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(client.Close)
	if h.router.Loop, err = toolloop.New(client, h.router.Tools, toolloop.Options{Steps: 2}); err != nil {
		h.Fatal(err)
	}
	return server
}

// openQuestion is asked of no tool and answered by no topic.
const openQuestion = "why do the guests in the garden prefer what was poured before noon?"

var (
	checkSources = llmtest.Calls("review_sources", map[string]any{})
	brewTea      = llmtest.Calls("brew_tea", map[string]any{})
)

// What no tool and no topic answers goes to the model; its answer stands on results
// that are kept as those of any other turn [001-31].
func TestOpenQuestions(t *testing.T) {
	h := openHouse(t)
	server := h.employ(llmtest.Say("They like it fresh."))
	h.bring("spring.csv")
	reply := h.say(openQuestion)
	if reply.Outcome != router.Answered || reply.Answer != "They like it fresh." || reply.MatchedBy != "llm" {
		t.Errorf("%s by %s: %s", reply.Outcome, reply.MatchedBy, reply.Answer)
	}
	told := server.Requests()[0].Last()
	for _, want := range []string{openQuestion, `"files":["spring.csv"]`, `"columns":["mint"]`, `"last_reply":"1 sources of water."`} {
		if !strings.Contains(told, want) {
			t.Errorf("the model is not told %q:\n%s", want, told)
		}
	}
}

// Without a model, and with one that is of no use, everything else stays as it was.
func TestOpenQuestionsWithoutAModel(t *testing.T) {
	plain := openHouse(t)
	plain.bring("spring.csv")
	want := plain.say(openQuestion)
	if want.Outcome != router.Answered || !strings.Contains(want.Answer, "I cannot answer that") {
		t.Fatalf("%s: %s", want.Outcome, want.Answer)
	}
	for name, step := range map[string]llmtest.Step{
		"away": llmtest.Fail(503, "overloaded"), "useless": llmtest.JSON([]int{1}),
	} {
		t.Run(name, func(t *testing.T) {
			h := openHouse(t)
			h.employ(step)
			var faults []error
			h.router.OnFault = func(_, _ string, err error) { faults = append(faults, err) }
			h.bring("spring.csv")
			reply := h.say(openQuestion)
			if reply.Outcome != router.Answered || !strings.Contains(reply.Answer, "gives no answer now; everything else works") {
				t.Errorf("%s: %s", reply.Outcome, reply.Answer)
			}
			if diff := cmp.Diff(want.Chips, reply.Chips); diff != "" {
				t.Errorf("chips (-want +got):\n%s", diff)
			}
			if len(faults) != 1 {
				t.Errorf("told to the log: %v", faults)
			}
			if reply := h.say("boil some water"); reply.Outcome != router.Asked {
				t.Errorf("then: %s", reply.Outcome)
			}
		})
	}
}

// Topics and look-ups are answered without the model, also where there is one.
func TestWhatTheModelIsNotAsked(t *testing.T) {
	h := openHouse(t)
	server := h.employ(llmtest.Say("never said"))
	h.bring("spring.csv")
	for _, text := range []string{"what is a rolling boil?", "check the sources", "help", "status", "xqzt wvvk"} {
		h.say(text)
	}
	if asked := len(server.Requests()); asked > 0 {
		t.Errorf("the model was asked %d times", asked)
	}
}

// A closed gate is as closed for a model as for everybody.
func TestTheModelPassesNoGate(t *testing.T) {
	h := openHouse(t) // without files nothing foreign is told
	server := h.employ(brewTea, llmtest.Say("There is no tea."))
	reply := h.say(openQuestion)
	if reply.Answer != "There is no tea." || reply.Question != nil {
		t.Errorf("%s, question %v", reply.Answer, reply.Question)
	}
	if told := server.Requests()[1].Last(); !strings.Contains(told, "brew_tea failed: brew_tea needs water first") {
		t.Errorf("told %q", told)
	}
}

// In a session with files a model only reads; what it would do beyond that is
// proposed, and done upon a yes.
func TestTheModelProposes(t *testing.T) {
	for _, test := range []struct {
		answer  string
		outcome router.Outcome
		brewed  bool
	}{{"1", router.Ran, true}, {"yes", router.Ran, true}, {"2", router.Answered, false}, {"no", router.Answered, false}, {"no, leave it", router.Answered, false}} {
		t.Run(test.answer, func(t *testing.T) {
			h := openHouse(t)
			h.employ(brewTea, llmtest.Say("Tea would help."))
			h.bring("spring.csv")
			h.say("boil it gently in steel", "1")
			reply := h.say(openQuestion)
			if reply.Question == nil || !strings.HasPrefix(reply.Question.Text, "You did not ask for this, so it was not done: Brewing") {
				t.Fatalf("question %+v", reply.Question)
			}
			if status := h.say("status"); !strings.Contains(status.Answer, "Brewing: not done") {
				t.Fatalf("before the yes: %s", status.Answer)
			}
			if reply := h.say(test.answer); reply.Outcome != test.outcome {
				t.Errorf("outcome %s: %s", reply.Outcome, reply.Text())
			}
			if brewed := !strings.Contains(h.say("status").Answer, "Brewing: not done"); brewed != test.brewed {
				t.Errorf("brewed %v", brewed)
			}
		})
	}
}

// What a model ran is named, stored, and taken back by one undo.
func TestWhatTheModelRanIsKept(t *testing.T) {
	h := openHouse(t)
	h.employ(checkSources, llmtest.Say("There are 0 of them."))
	reply := h.say(openQuestion)
	if !strings.HasSuffix(reply.Answer, "\n\nSources: review_sources") {
		t.Errorf("answer %q", reply.Answer)
	}
	if !slices.Contains(reply.Assumed, "Done for this answer: Water sources. Undo takes it back.") {
		t.Errorf("assumed %v", reply.Assumed)
	}
	audits, err := h.router.Sessions.Audits(t.Context(), h.id)
	if err != nil {
		t.Fatal(err)
	}
	for _, audit := range audits {
		if audit.Origin != schemaregistry.OriginModel {
			t.Errorf("origin %s", audit.Origin)
		}
	}
	if reply := h.say("undo"); !strings.Contains(reply.Answer, "Took back") {
		t.Errorf("undo: %s", reply.Answer)
	}
}

// A question in the middle of another one is answered, and the open one put again.
func TestOpenQuestionInTheMiddle(t *testing.T) {
	h := openHouse(t)
	h.employ(llmtest.Say("They like it fresh."))
	h.bring("spring.csv")
	reply := h.say("boil some water", "1", openQuestion)
	if !strings.Contains(reply.Text(), "They like it fresh.\n\nWhich kettle?") {
		t.Errorf("reply:\n%s", reply.Text())
	}
	if reply := h.say("copper"); reply.Outcome != router.Asked || reply.Question.ID != "heat" {
		t.Errorf("then: %s", reply.Text())
	}
}

// At the cap there is a chip to go on, and the next turn goes on from what was found;
// any other turn forgets it [3.24].
func TestKeepLooking(t *testing.T) {
	for name, test := range map[string]struct {
		before []string // said in between
		goesOn bool
	}{"at once": {goesOn: true}, "after something else": {before: []string{"status"}}} {
		t.Run(name, func(t *testing.T) {
			h := openHouse(t)
			server := h.employ(checkSources, brewTea, llmtest.Say("So far nothing."), llmtest.Say("They are thirsty."))
			reply := h.say(openQuestion)
			if !slices.Contains(reply.Chips, schemaregistry.Chip{Label: "Keep looking", Say: "keep looking"}) {
				t.Fatalf("chips %v", reply.Chips)
			}
			asked := len(server.Requests())
			h.say(test.before...)
			reply = h.say("keep looking")
			if goesOn := len(server.Requests()) > asked; goesOn != test.goesOn {
				t.Fatalf("goes on %v: %s", goesOn, reply.Text())
			}
			if !test.goesOn {
				return
			}
			if told := server.Requests()[asked].Last(); !strings.Contains(told, openQuestion) || !strings.Contains(told, "Tool 1 [review_sources]: ") {
				t.Errorf("told:\n%s", told)
			}
			if reply.Answer != "They are thirsty." {
				t.Errorf("answer %q", reply.Answer)
			}
		})
	}
}

// A choice that a tool needs is the analyst's: the turn ends with the question.
func TestTheModelLeavesChoices(t *testing.T) {
	h := openHouse(t)
	h.employ(llmtest.Calls("boil_water", map[string]any{"kettle": "copper"}), llmtest.Say("never said"))
	reply := h.say(openQuestion)
	if reply.Outcome != router.Asked || reply.Question == nil || reply.Question.ID != "tap" {
		t.Fatalf("%s: %s", reply.Outcome, reply.Text())
	}
	if reply := h.say("1"); reply.Outcome != router.Asked || reply.Question.ID != "heat" { // the kettle is kept
		t.Errorf("then: %s", reply.Text())
	}
}

// Whoever leaves while a model works is not answered, and nothing is saved.
func TestLeavingWhileTheModelWorks(t *testing.T) {
	h := openHouse(t)
	h.employ(llmtest.Hang())
	ctx, cancel := context.WithCancel(t.Context())
	h.router.OnFault = func(string, string, error) { t.Error("a guest who leaves is no fault") }
	done := make(chan error)
	go func() {
		_, err := h.router.Turn(ctx, h.id, openQuestion, router.Options{Progress: func(string, int, int) { cancel() }})
		done <- err
	}()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if s, err := h.router.Sessions.Load(t.Context(), h.id); err != nil || s.Version != 0 {
		t.Errorf("version %d, %v", s.Version, err)
	}
}

// A wish for a tool that only models call goes to the model, which may run it: the
// words asked for it. Other wishes go where they went.
func TestWishesForUnspokenTools(t *testing.T) {
	h := openHouse(t)
	var rung []string
	bell := schemaregistry.Define(schemaregistry.Def{
		Name: "ring_bell", Title: "Bell", Description: "Calls somebody of the kitchen.", Effect: schemaregistry.EffectSend, Unspoken: true,
		Examples: []schemaregistry.Example{{Text: "ring the bell for the gardener"}},
	}, func(context.Context, *schemaregistry.Run, struct{}) (schemaregistry.Result, error) {
		rung = append(rung, "bell")
		return schemaregistry.Result{Text: "The bell rang."}, nil
	})
	tools := schemaregistry.New(schemaregistry.Options{})
	if err := tools.Register(append(teaTools(), bell)...); err != nil {
		t.Fatal(err)
	}
	h.router.Tools = tools
	without := h.bring("spring.csv")
	if reply := h.say("please ring the bell for the gardener"); reply.Outcome == router.Answered {
		t.Errorf("without a model: %s", reply.Text())
	}
	h.employ(llmtest.Calls("ring_bell", map[string]any{}), llmtest.Say("He is coming."))
	reply := h.say("please ring the bell for the gardener")
	if reply.Outcome != router.Answered || len(rung) != 1 || !strings.HasPrefix(reply.Answer, "He is coming.") {
		t.Errorf("%s, rang %d times, after %s: %s", reply.Outcome, len(rung), without.Outcome, reply.Text())
	}
	if reply := h.say("boil it gently in steel"); reply.Outcome != router.Asked {
		t.Errorf("then: %s", reply.Text())
	}
}

// A wish that one tool fulfils stays with it, however it is put; with a judgement in it
// it goes to the model.
func TestWhatGoesToTheModel(t *testing.T) {
	tests := []struct {
		text  string
		model bool
	}{
		{"check the sources", false},
		{"summarise the sources of water we have", false},
		{"check the sources and tell me what stands out", true},
		{"why is this source better than that one?", true},
		{"what do you make of the water we have?", true},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			h := openHouse(t)
			server := h.employ(llmtest.Say("Hm."))
			h.bring("spring.csv")
			h.say(test.text)
			if asked := len(server.Requests()) > 0; asked != test.model {
				t.Errorf("asked the model %v, want %v", asked, test.model)
			}
		})
	}
}
