package toolloop_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp/prompted"
	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
	"github.com/chatmrpt/chatmrpt/core/toolloop"
)

// speaking is a model that describes a watch in plain English, and a translator, both
// behind one server; what the translator says comes in turn.
func speaking(t *testing.T, description map[string]any, translator ...llmtest.Step) *harbour {
	t.Helper()
	described, translated := false, 0
	server := llmtest.Play(func(_ int, request llmtest.Request) llmtest.Step {
		if strings.HasPrefix(request.Messages[0].Content, "You answer questions") {
			if described {
				return llmtest.Say("So be it.")
			}
			described = true
			return llmtest.Calls("set_watch", description)
		}
		translated++
		return translator[min(translated, len(translator))-1]
	})
	return open(t, toolloop.Options{Reader: &prompted.Reader{}}, server.Capable())
}

var watch = map[string]any{"hour": "06:00", "what": "the fog"}

// A call in plain English is translated before it is validated, and the validation
// sees what it was translated to [000-04, 000-05, 000-55, 000-56, 000-69, 003-34]; every row of the error table comes out as its own sentence [000-57..68].
func TestPlainEnglish(t *testing.T) {
	describe := map[string]any{"description": "watch the fog at six"}
	tests := []struct {
		name       string
		said       map[string]any
		translator []llmtest.Step
		told       string // in the history
		ran        int
	}{
		{"translated and run, with what it was translated to [000-62, 003-31]", describe, []llmtest.Step{llmtest.JSON(watch)},
			"[Translated to: hour='06:00', what='the fog']\nTool 1 [set_watch]: Watch results: A watch is set at 06:00.", 1},
		{"several, each executed, in one message [000-45, 003-32]", describe, []llmtest.Step{llmtest.JSON([]any{watch, map[string]any{"hour": "07:00", "what": "the tide"}})},
			"A watch is set at 06:00.\n---\n[Translated to: hour='07:00', what='the tide']\nTool 2 [set_watch]: Watch results: A watch is set at 07:00.", 2},
		{"a bad one is skipped and named [000-66]", describe, []llmtest.Step{llmtest.JSON([]any{watch, map[string]any{"hour": 7, "what": "the tide"}})},
			"A watch is set at 06:00.\n---\n[TRANSLATION ERROR] Skipped item 2 of 2: hour: ", 1},
		{"a question back [000-58, 000-65, 003-33]", describe, []llmtest.Step{llmtest.JSON(map[string]string{"error": "missing_info", "clarification_needed": "At which hour?"})},
			"[TRANSLATION AMBIGUITY] At which hour?", 0},
		{"a question without words [000-58]", describe, []llmtest.Step{llmtest.JSON(map[string]string{"error": "missing_info"})},
			"[TRANSLATION AMBIGUITY] Please provide more detail.", 0},
		{"the translator is away [000-57, 000-63]", describe, []llmtest.Step{llmtest.Declined("no")},
			"[TRANSLATION ERROR] Failed to translate your natural-language description for 'set_watch'. Please try again with more detail, or call the tool with explicit arguments.", 0},
		{"no JSON, with what it wrote [000-64]", describe, []llmtest.Step{llmtest.Say("six o'clock")},
			"\nThe translator wrote: six o'clock", 0},
		{"arguments that do not fit [000-68]", describe, []llmtest.Step{llmtest.JSON(map[string]any{"hour": "06:00"})},
			"[TRANSLATION ERROR] Failed to translate", 0},
		{"arguments beside it win [3.11]", map[string]any{"description": "watch the fog at six", "hour": "05:30", "mood": "grim"}, []llmtest.Step{llmtest.JSON(watch)},
			"[Translated to: hour='05:30', what='the fog']\nTool 1 [set_watch]: Watch results: A watch is set at 05:30.\n(not used beside the description: mood)", 1},
		{"explicit arguments are no description", watch, nil,
			"Tool 1 [set_watch]: Watch results: A watch is set at 06:00.", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := speaking(t, test.said, test.translator...)
			answer := h.ask(h.question("Watch the fog at 6, please, and the tide at 7."))
			if told := h.told(); !strings.Contains(told, test.told) {
				t.Errorf("lacks %q:\n%s", test.told, told)
			}
			if diff := cmp.Diff(test.ran, len(h.ran)); diff != "" {
				t.Errorf("runs (-want +got):\n%s", diff)
			}
			if !strings.HasPrefix(answer.Text, "So be it.") {
				t.Errorf("text %q", answer.Text)
			}
		})
	}
}

// Where it is switched on the model sees one field [000-06, 000-09]; where not, the
// arguments, and a description is none [000-47].
func TestPlainEnglishIsOffByDefault(t *testing.T) {
	on := speaking(t, watch)
	on.ask(on.question("Watch."))
	if body := string(on.server.Requests()[0].Body); !strings.Contains(body, `"required":["description"]`) {
		t.Error("the simplified form is not offered")
	}
	off := play(t, llmtest.Calls("set_watch", map[string]any{"description": "at six"}), llmtest.Say("Well."))
	off.ask(off.question("Watch."))
	if body := string(off.server.Requests()[0].Body); strings.Contains(body, `"required":["description"]`) {
		t.Error("the simplified form is offered")
	}
	if told := off.told(); !strings.Contains(told, "Missing required arg 'hour'") {
		t.Errorf("told:\n%s", told)
	}
}

// A model without native calls is told of it in words, and may use a tag for it [000-02].
func TestPlainEnglishOfAWeakModel(t *testing.T) {
	server := llmtest.Play(func(turn int, request llmtest.Request) llmtest.Step {
		switch {
		case !strings.HasPrefix(request.Messages[0].Content, "You answer questions"):
			return llmtest.JSON(watch)
		case turn == 0:
			return llmtest.Say(`SET_WATCH: {"description": "watch the fog at six"}`)
		}
		return llmtest.Say("So be it.")
	}).Capable().Refuse(llmtest.Tools, llmtest.Schema, llmtest.JSONObject)
	h := open(t, toolloop.Options{Reader: &prompted.Reader{}}, server)
	h.ask(h.question("Watch the fog at 6."))
	if rules := server.Requests()[0].Messages[0].Content; !strings.Contains(rules, "with every detail>\"}: set_watch.") {
		t.Errorf("rules:\n%s", rules)
	}
	if told := h.told(); !strings.Contains(told, "[Translated to: hour='06:00', what='the fog']") {
		t.Errorf("told:\n%s", told)
	}
}

// The strict mode takes a description for one only when it stands alone [000-23].
func TestStrictPlainEnglish(t *testing.T) {
	server := llmtest.New(llmtest.Calls("set_watch", map[string]any{"description": "at six", "what": "the fog"}), llmtest.Say("Well.")).Capable()
	h := open(t, toolloop.Options{Reader: &prompted.Reader{}, StrictNL: true}, server)
	h.ask(h.question("Watch."))
	if told := h.told(); !strings.Contains(told, "Missing required arg 'hour'") {
		t.Errorf("told:\n%s", told)
	}
}
