package toolloop

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// A codec is a way in which a model calls tools. What every codec reads ends as
// the same written call.
type codec interface {
	// offer returns the tools for the request itself; none where instructions tell
	// of them.
	offer(tools []*schemaregistry.Tool) []llm.Tool
	// instructions tell the model in words which tools there are.
	instructions(tools []*schemaregistry.Tool) string
	// read finds calls in an answer, or the plain text that it is.
	read(response llm.Response, tools []*schemaregistry.Tool) reading
}

// A reading is what a model's answer comes to: calls, plain text, or a problem with
// which it can be neither. Beside calls, text is what stood around them.
type reading struct {
	text    string
	calls   []written
	problem string
}

// A written call is as the model wrote it: nobody has validated it.
type written struct {
	id   string // of a native call
	name string
	args map[string]any
	err  error // why it could not be read
}

// codec picks the strongest way that the backend is known to take: native calls,
// else JSON, else tags.
func (l *Loop) codec() codec {
	if able, known := l.client.Capabilities(llm.RoleAgent); known && !able.Tools {
		return l.inWords()
	}
	return native{l.tools, l.options.Reader != nil}
}

// inWords is the codec for a backend without native calls.
func (l *Loop) inWords() codec {
	if able, known := l.client.Capabilities(llm.RoleAgent); known && able.Format == llm.FormatText {
		return tags{l.tools, l.options.Reader != nil}
	}
	return envelope{l.tools, l.options.Reader != nil}
}

// native uses the function calls of the interface.
type native struct {
	registry *schemaregistry.Registry
	nl       bool // offer the tools that may be called in plain English so
}

func (c native) offer(tools []*schemaregistry.Tool) []llm.Tool {
	var nl []string
	for _, tool := range tools {
		if c.nl && tool.NL {
			nl = append(nl, tool.Name)
		}
	}
	var offered []llm.Tool
	for _, f := range schemaregistry.Functions(tools, nl) {
		offered = append(offered, llm.Tool{Name: f.Name, Description: f.Description, Parameters: f.Parameters})
	}
	return offered
}

func (native) instructions([]*schemaregistry.Tool) string { return "" }

// read takes native calls; a model that writes them into its text is understood too.
func (c native) read(response llm.Response, tools []*schemaregistry.Tool) reading {
	if len(response.ToolCalls) == 0 {
		return envelope(c).read(response, tools)
	}
	read := reading{text: response.Text}
	for _, call := range response.ToolCalls {
		w := written{id: call.ID, name: call.Name}
		w.args, w.err = readArgs(call.Arguments)
		read.calls = append(read.calls, w)
	}
	return read
}

// readArgs reads the arguments of a call, of which none may be no text at all.
func readArgs(text string) (map[string]any, error) {
	if said := strings.TrimSpace(text); said == "" || said == "null" {
		return map[string]any{}, nil
	}
	raw, err := llm.RecoverObject(text)
	if err != nil {
		return nil, schemaregistry.Objection("'args' must be an object")
	}
	return object(raw)
}

// object reads a JSON object and keeps its numbers as they are written, so that 10.0
// is no whole number [3.2].
func object(raw []byte) (args map[string]any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err := decoder.Decode(&args); err != nil || args == nil {
		return nil, schemaregistry.Objection("'args' must be an object")
	}
	return args, nil
}

// plain gives checked arguments the number types that JSON has without a schema.
func plain(args map[string]any) map[string]any {
	raw, err := json.Marshal(args)
	if err != nil { // they came from JSON
		panic(err)
	}
	var out map[string]any
	if err := json.Unmarshal(raw, &out); err != nil {
		panic(err)
	}
	return out
}

// identity is the same for the same call.
func identity(call schemaregistry.Call) string {
	raw, err := json.Marshal(call.Args) // sorts the keys
	if err != nil {
		panic(err)
	}
	return call.Tool + string(raw)
}
