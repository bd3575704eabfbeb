package prompted

import (
	"bytes"
	"encoding/json"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// fields is a JSON object whose keys keep their order: models write them in the
// order of the schema, and the same tool must give the same bytes.
type fields []field

type field struct {
	name  string
	value any
}

// MarshalJSON writes the fields in order.
func (f fields) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, each := range f {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(each.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(each.value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// OutputSchema is what an answer about the tool must look like, in the subset of
// JSON Schema that OpenAI's strict mode takes: every field required, null for
// "not said", nothing else allowed. Bounds are left to the tool's own schema.
func OutputSchema(tool *schemaregistry.Tool) json.RawMessage {
	declared := properties(tool)
	args := make(fields, len(tool.Args))
	for i, arg := range tool.Args {
		value, sources := declared[arg.Name].strict(), []string{sourceSaid, sourceMemory}
		if isNumeric(&arg) { // an altered number has no value yet
			value, sources = fields{{"type", []string{arg.Type, "null"}}}, append(sources, sourceChange)
		}
		args[i] = field{arg.Name, nullable(object(fields{{"value", value}, {"quote", text()}, {"source", choice(sources...)}}))}
	}
	raw, err := json.Marshal(object(fields{
		{"tool", choice(tool.Name)},
		{"args", object(args)},
		{"confidence", fields{{"type", "number"}}},
		{"reason", text()},
		{"kind", choice(kindChoice, kindQuestion, kindNone)},
	}))
	if err != nil {
		return nil
	}
	return raw
}

// properties are the declared schemas of the arguments, by name.
func properties(tool *schemaregistry.Tool) map[string]property {
	var declared struct {
		Properties map[string]property `json:"properties"`
	}
	if err := json.Unmarshal(tool.Schema, &declared); err != nil {
		return nil // Define made the schema
	}
	return declared.Properties
}

// property is what is read of an argument's declared schema.
type property struct {
	Type                 string          `json:"type"`
	Enum                 []string        `json:"enum"`
	Items                *property       `json:"items"`
	AdditionalProperties json.RawMessage `json:"additionalProperties"`
}

// strict rewrites a declared schema. An object with free keys, which the strict
// mode refuses, becomes a list of pairs (see mapOfPairs).
func (p property) strict() fields {
	switch {
	case len(p.Enum) > 0:
		return choice(p.Enum...)
	case p.Type == "array" && p.Items != nil:
		return fields{{"type", "array"}, {"items", p.Items.strict()}}
	case p.Type == "object":
		return fields{{"type", "array"}, {"items", object(fields{{"name", text()}, {"value", p.values().strict()}})}}
	case p.Type == "":
		return text()
	}
	return fields{{"type", p.Type}}
}

// values is the schema of the values of an object with free keys.
func (p property) values() property {
	var values property
	if json.Unmarshal(p.AdditionalProperties, &values) != nil || values.Type == "" {
		return property{Type: "string"}
	}
	return values
}

func text() fields { return fields{{"type", "string"}} }

func choice(values ...string) fields { return fields{{"type", "string"}, {"enum", values}} }

func object(properties fields) fields {
	names := make([]string, len(properties))
	for i, each := range properties {
		names[i] = each.name
	}
	return fields{{"type", "object"}, {"properties", properties}, {"required", names}, {"additionalProperties", false}}
}

func nullable(schema fields) fields {
	return fields{{"anyOf", []fields{schema, {{"type", "null"}}}}}
}
