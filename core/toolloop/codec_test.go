package toolloop_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
	"github.com/chatmrpt/chatmrpt/core/toolloop"
)

// A tag is a call at the beginning of its own line, outside of code and quotations,
// and never over lines; each one in a text is carried out [002-18, 002-19, 3.6].
func TestTags(t *testing.T) {
	tests := []struct {
		name, say string
		ran       []string
	}{
		{name: "a line of its own", say: "GAUGE: north", ran: []string{"read_gauge"}},
		{name: "between sentences", say: "I look it up.\nGAUGE:\tsouth  \r\nThen I answer.", ran: []string{"read_gauge"}},
		{name: "two", say: "GAUGE: north\nGAUGE: south", ran: []string{"read_gauge", "read_gauge"}},
		{name: "the default form takes JSON", say: "READ_GAUGE is not it.\nSHIP_LOG: {}", ran: []string{"ship_log"}},
		{name: "in a code block", say: "```\nGAUGE: north\n```\nThat is how."},
		{name: "in a code block of tildes that is never closed", say: "~~~ text\nGAUGE: north"},
		{name: "indented, as code", say: "So:\n    GAUGE: north"},
		{name: "in code within a line", say: "`GAUGE: north`"},
		{name: "cited", say: "> GAUGE: north"},
		{name: "in a quotation", say: "He wrote \"first\nGAUGE: north\nlast\"."},
		{name: "in a typographic quotation", say: "He wrote “first\nGAUGE: north\nlast”."},
		{name: "a quotation ends with its paragraph", say: "A 5\" gauge.\n\nGAUGE: north", ran: []string{"read_gauge"}},
		{name: "inside a sentence", say: "Use GAUGE: north for that."},
		{name: "over lines", say: "GAUGE:\nnorth"},
		{name: "no space behind the colon", say: "GAUGE:north"},
		{name: "small letters are no tag", say: "gauge: north"},
		{name: "a value that does not exist", say: "GAUGE: east"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := weak(t, llmtest.Say(test.say), llmtest.Say("That is all."))
			h.ask(h.question("Which?"))
			if diff := cmp.Diff(test.ran, h.ran); diff != "" {
				t.Errorf("ran (-want +got):\n%s", diff)
			}
		})
	}
}

// What follows from the format of a tag is told in the rules, and calls are not left
// in what people read [002-08, 002-17, 002-29].
func TestTagsInThePrompt(t *testing.T) {
	h := weak(t, llmtest.Say("Just a moment.\nGAUGE: north"), llmtest.Say("High."))
	if answer := h.ask(h.question("Which?")); strings.Contains(answer.Text, "GAUGE") {
		t.Errorf("text %q", answer.Text)
	}
	rules := h.server.Requests()[0].Messages[0].Content
	for _, want := range []string{"GAUGE: [pier]", "SHIP_LOG: {}", "Moors boats."} {
		if !strings.Contains(rules, want) {
			t.Errorf("the rules lack %q:\n%s", want, rules)
		}
	}
}

// The ways in which models write calls into text all come to one call [3.6].
func TestWrittenCalls(t *testing.T) {
	ran := []string{"read_gauge"}
	tests := []struct {
		say string
		ran []string
	}{
		{`{"tool": "read_gauge", "args": {"pier": "north"}}`, ran},
		{"```json\n{\"tool\": \"read_gauge\", \"args\": {\"pier\": \"north\",}}\n```", ran},
		{`{"name": "read_gauge", "arguments": {"pier": "north"}}`, ran},
		{`{"name": "read_gauge", "arguments": "{\"pier\": \"north\"}"}`, ran},
		{`{"name": "read_gauge", "parameters": {"pier": "north"}}`, ran},
		{`{"type": "function", "function": {"name": "read_gauge", "arguments": {"pier": "north"}}}`, ran},
		{`{"tool_calls": [{"function": {"name": "read_gauge", "arguments": "{\"pier\":\"north\"}"}}]}`, ran},
		{`[{"name": "read_gauge", "arguments": {"pier": "north"}}]`, ran},
		{`<tool_call>{"name": "read_gauge", "arguments": {"pier": "north"}}</tool_call>`, ran},
		{`{"action": "read_gauge", "action_input": {"pier": "north"}}`, ran},
		{`{"read_gauge": {"pier": "north"}}`, ran},
		{`{"tool": "read_gauge", "args": {"pier": "north", "colour": "red"}}`, ran}, // a tool that reads drops what it does not know [001-13]
		{`{"tool": "read_gauge", "args": {"pier": "north", "hours": 6.0}}`, nil},    // no coercion [001-12, 3.2]
		{`{"tool": "read_gauge", "args": {"pier": "north", "hours": true}}`, nil},
		{`{"tool": "read_gauge", "args": {"pier": "north"}, "why": "high"}`, nil}, // exactly two keys [001-08]
		{`{"tool": 3, "args": {}}`, nil},
		{`{"tool": "read_gauge", "args": []}`, nil},
		{`{"pier": "north"}`, nil},
	}
	for _, test := range tests {
		t.Run(test.say, func(t *testing.T) {
			h := open(t, toolloop.Options{}, llmtest.New(llmtest.Say(test.say), llmtest.Say("High.")).Capable().Refuse(llmtest.Tools))
			answer := h.ask(h.question("Which?"))
			if diff := cmp.Diff(test.ran, h.ran); diff != "" {
				t.Errorf("ran (-want +got):\n%s", diff)
			}
			if !strings.HasPrefix(answer.Text, "High.") {
				t.Errorf("text %q", answer.Text)
			}
		})
	}
}

// The objection carries the question, what is wrong and the schema [001-15, 3.3].
func TestObjections(t *testing.T) {
	tests := []struct {
		name string
		step llmtest.Step
		want []string
	}{
		{"a missing argument", llmtest.Calls("read_gauge", map[string]any{}), []string{"Missing required arg 'pier'", "Which pier", `"enum":["north","south"]`}},
		{"a wrong type", llmtest.Calls("read_gauge", map[string]any{"pier": "north", "hours": "6"}), []string{"hours must be int"}},
		{"an unknown tool", llmtest.Calls("call_neptune", map[string]any{}), []string{"Unknown tool 'call_neptune'"}},
		{"arguments that are none", llmtest.Calls("read_gauge", []int{1}), []string{"'args' must be an object"}},
		{"too long", llmtest.Truncated("a"), []string{"it was too long"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := play(t, test.step, llmtest.Say("High."))
			h.ask(h.question("Which pier is high?"))
			for _, want := range test.want {
				if told := h.told(); !strings.Contains(told, want) {
					t.Errorf("lacks %q:\n%s", want, told)
				}
			}
		})
	}
}

// A backend that turns out to take no tools is told of them in words, at no step.
func TestBackendThatChanges(t *testing.T) {
	server := llmtest.New(llmtest.JSON(envelope("read_gauge", map[string]any{"pier": "north"})), llmtest.Say(high)).Capable()
	h := open(t, toolloop.Options{Steps: 1}, server)
	server.Refuse(llmtest.Tools)
	if answer := h.ask(h.question("Which?")); len(answer.Uses) != 1 {
		t.Errorf("uses %v, end %q", answer.Uses, answer.End)
	}
	if rules := server.Requests()[0].Messages[0].Content; !strings.Contains(rules, `{"tool": "<name>", "args": {<arguments>}}`) {
		t.Errorf("rules:\n%s", rules)
	}
}

// Whatever a model writes, it is read without a panic, and what a person is shown is
// never JSON.
func FuzzAnswer(f *testing.F) {
	for _, say := range []string{"GAUGE: north", `{"tool": "read_gauge", "args": {"pier": "north"}}`, "```\nx", "\"\nGAUGE: south", `[{"name": 3}]`, "<think>a", "1.2 million, 41%", "\x00\u2028"} {
		f.Add(say, true)
		f.Add(say, false)
	}
	f.Fuzz(func(t *testing.T, say string, strong bool) {
		opened := weak
		if strong {
			opened = play
		}
		h := opened(t, llmtest.Say(say), llmtest.Say("High."))
		answer, err := h.loop.Answer(t.Context(), h.question("Which?"))
		if err == nil && strings.HasPrefix(answer.Text, "{") {
			t.Errorf("%q was shown as %q", say, answer.Text)
		}
	})
}
