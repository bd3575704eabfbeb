package toolloop

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// envelope lets a model write one JSON object {"tool","args"} [001-24]. It also
// understands the ways in which models write calls that they were trained on.
type envelope struct {
	registry *schemaregistry.Registry
	nl       bool // tell which tools take plain English
}

func (envelope) offer([]*schemaregistry.Tool) []llm.Tool { return nil }

func (c envelope) instructions(tools []*schemaregistry.Tool) string {
	return schemaregistry.EnvelopePrompt(tools) + inPlainEnglish(tools, c.nl)
}

const noJSON = "an answer to the analyst is plain sentences without JSON, and a call is one JSON object {\"tool\", \"args\"}"

func (c envelope) read(response llm.Response, _ []*schemaregistry.Tool) reading {
	text := strings.TrimSpace(response.Text)
	raw, err := llm.RecoverCalls(text)
	if err != nil {
		var quoted string
		if json.Unmarshal([]byte(text), &quoted) == nil {
			return reading{text: strings.TrimSpace(quoted)}
		}
		if looksLikeJSON.MatchString(text) || strings.HasPrefix(text, "[") && json.Valid([]byte(text)) {
			return reading{problem: "it looks like JSON and cannot be read as a call; " + noJSON}
		}
		return reading{text: text}
	}
	calls := c.callsIn(raw)
	if len(calls) > 0 {
		return reading{calls: calls}
	}
	if answer := answerIn(raw); answer != "" {
		return reading{text: answer}
	}
	return reading{problem: noJSON}
}

// looksLikeJSON recognises what was meant to be JSON: what a person must not be shown.
var looksLikeJSON = regexp.MustCompile("^(?:```\\w*\\s*)?(?:\\{|\\[\\s*[\"{\\[\\]])|<tool_call>|\"tool\"\\s*:|\"arguments\"\\s*:")

// callsIn reads one object or an array of them as calls; none when it holds
// anything else.
func (c envelope) callsIn(raw json.RawMessage) []written {
	items := []json.RawMessage{raw}
	if raw[0] == '[' {
		items = nil
		if json.Unmarshal(raw, &items) != nil {
			return nil
		}
	}
	var calls []written
	for _, item := range items {
		calls = append(calls, c.callIn(item)...)
	}
	return calls
}

// callIn reads one object in any of the known ways:
//
//	{"tool": "t", "args": {…}}
//	{"name": "t", "arguments": {…}}, also as "parameters" or as text of JSON
//	{"type": "function", "function": {"name": "t", "arguments": {…}}}
//	{"tool_calls": [{…}]}
//	{"action": "t", "action_input": {…}}
//	{"t": {…}}, of a tool that exists
func (c envelope) callIn(raw json.RawMessage) []written {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		return nil
	}
	if _, found := fields["tool"]; found {
		return []written{c.enveloped(raw, fields)}
	}
	if list, found := fields["tool_calls"]; found && len(list) > 0 {
		return c.callsIn(list)
	}
	if inner, found := fields["function"]; found && len(inner) > 0 && inner[0] == '{' {
		return c.callIn(inner)
	}
	for _, way := range ways {
		var name string
		arguments, found := fields[way.args]
		if found && json.Unmarshal(fields[way.name], &name) == nil {
			return []written{withArguments(name, arguments)}
		}
	}
	if len(fields) == 1 {
		for name, arguments := range fields {
			if c.registry.Tool(name) != nil {
				return []written{withArguments(name, arguments)}
			}
		}
	}
	return nil
}

// ways are the names under which models write a tool and its arguments.
var ways = []struct{ name, args string }{
	{"name", "arguments"}, {"name", "parameters"}, {"name", "args"}, {"function", "arguments"},
	{"tool_name", "arguments"}, {"tool_name", "parameters"}, {"action", "action_input"},
}

// enveloped reads the form that was asked for; what deviates from it is objected to
// in the words of the protocol [001-08..10].
func (c envelope) enveloped(raw json.RawMessage, fields map[string]json.RawMessage) written {
	var name string
	arguments, hasArgs := fields["args"]
	if len(fields) == 2 && hasArgs && json.Unmarshal(fields["tool"], &name) == nil {
		return withArguments(name, arguments)
	}
	call, err := c.registry.Validate(raw)
	return written{name: call.Tool, err: err}
}

// withArguments reads arguments that are an object, or text that holds one.
func withArguments(name string, arguments json.RawMessage) written {
	w := written{name: name}
	var text string
	if json.Unmarshal(arguments, &text) == nil {
		w.args, w.err = readArgs(text)
	} else {
		w.args, w.err = object(arguments)
	}
	return w
}

// answerIn is the answer of a model that wraps it into an object of one text.
func answerIn(raw json.RawMessage) string {
	var fields map[string]string
	if json.Unmarshal(raw, &fields) != nil || len(fields) != 1 {
		return ""
	}
	for name, text := range fields {
		switch name {
		case "answer", "final_answer", "response", "text", "content", "message":
			return strings.TrimSpace(text)
		}
	}
	return ""
}
