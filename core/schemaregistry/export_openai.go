package schemaregistry

import (
	"encoding/json"
	"slices"

	"github.com/invopop/jsonschema"
)

// A Function is a tool in the form of OpenAI's function calling, which every
// compatible server takes [003-01].
type Function struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Strict      bool            `json:"strict,omitempty"` // the server holds the model to Parameters
	Parameters  json.RawMessage `json:"parameters"`
}

// MarshalJSON writes {"type":"function","function":{…}}.
func (f Function) MarshalJSON() ([]byte, error) {
	type plain Function
	return json.Marshal(struct {
		Type     string `json:"type"`
		Function plain  `json:"function"`
	}{"function", plain(f)})
}

// Functions exports tools for native calls, in their order. Of the names in nl
// those that are declared with NL take the form of one plain-English field
// [000-54].
func Functions(tools []*Tool, nl []string) []Function {
	exported := make([]Function, len(tools))
	for i, t := range tools {
		if t.NL && slices.Contains(nl, t.Name) {
			exported[i] = t.Simplified()
		} else {
			exported[i] = t.Function()
		}
	}
	return exported
}

// Function is the tool with its arguments as they are declared.
func (t *Tool) Function() Function {
	return Function{Name: t.Name, Description: t.Description, Parameters: t.rewrite(tidy)}
}

// StrictFunction is the tool in the subset of JSON Schema that OpenAI's strict mode
// takes: every argument is required, and null says that it was not said, which
// Execute understands. A tool with an argument of free keys has no such form; it
// comes as it is declared and not Strict.
func (t *Tool) StrictFunction() Function {
	possible := true
	parameters := t.rewrite(func(s *jsonschema.Schema) {
		tidy(s)
		s.Default, s.MinLength, s.MaxLength, s.UniqueItems = nil, nil, nil, false
		if s.Type == "" || s.Type == "object" && s.Properties == nil {
			possible = false
		}
		declared := s.Required
		s.Required = nil
		for pair := s.Properties.Oldest(); pair != nil; pair = pair.Next() {
			s.Required = append(s.Required, pair.Key)
			if !slices.Contains(declared, pair.Key) {
				pair.Value = &jsonschema.Schema{AnyOf: []*jsonschema.Schema{pair.Value, {Type: "null"}}}
			}
		}
	})
	if !possible {
		return t.Function()
	}
	return Function{Name: t.Name, Description: t.Description, Strict: true, Parameters: parameters}
}

// tidy removes what a model does not need.
func tidy(s *jsonschema.Schema) { s.Version, s.Title, s.Extras = "", "", nil }

// rewrite applies a change to the schema of the arguments and to every schema in
// it, inner ones first.
func (t *Tool) rewrite(change func(*jsonschema.Schema)) json.RawMessage {
	var schema jsonschema.Schema
	if err := json.Unmarshal(t.Schema, &schema); err != nil { // Define made it
		panic(err)
	}
	var walk func(*jsonschema.Schema)
	walk = func(s *jsonschema.Schema) {
		if s == nil {
			return
		}
		walk(s.Items)
		for pair := s.Properties.Oldest(); pair != nil; pair = pair.Next() {
			walk(pair.Value)
		}
		change(s)
	}
	walk(&schema)
	raw, err := json.Marshal(&schema)
	if err != nil {
		panic(err)
	}
	return raw
}
