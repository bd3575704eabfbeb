package schemaregistry

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// An Objection says what is wrong with a model's call, in the words of the
// protocol [001-15], so that the model can correct it.
type Objection string

func (o Objection) Error() string { return string(o) }

func objectf(format string, args ...any) error { return Objection(fmt.Sprintf(format, args...)) }

// Validate reads what a model wrote as {"tool","args"} into a call with defaults
// applied and unknown arguments left out where the tool only reads [001-07..14].
// The error is an Objection; the call has the tool's name as far as it was read.
func (r *Registry) Validate(payload []byte) (Call, error) {
	envelope, err := decodeArgs(payload)
	if err != nil {
		return Call{}, objectf("Payload must be an object")
	}
	said, hasTool := envelope["tool"]
	given, hasArgs := envelope["args"]
	if !hasTool || !hasArgs || len(envelope) != 2 {
		return Call{}, objectf("Payload must contain exactly 'tool' and 'args' keys")
	}
	name, isText := said.(string)
	if !isText {
		return Call{}, objectf("'tool' must be a string")
	}
	if r.tools[name] == nil {
		return Call{Tool: name}, objectf("Unknown tool '%s'", name)
	}
	args, isObject := given.(map[string]any)
	if !isObject {
		return Call{Tool: name}, objectf("'args' must be an object")
	}
	return r.ValidateArgs(name, args)
}

// ValidateArgs is Validate for a call whose envelope has been read: a native call,
// or a tag.
func (r *Registry) ValidateArgs(name string, args map[string]any) (Call, error) {
	tool := r.tools[name]
	if tool == nil {
		return Call{Tool: name}, objectf("Unknown tool '%s'", name)
	}
	normalised, dropped := tool.normalise(args)
	return Call{Tool: tool.Name, Args: normalised, Dropped: dropped}, tool.objection(normalised)
}

// objection is the first thing that is wrong with the arguments, in their order.
func (t *Tool) objection(args map[string]any) error {
	document, err := asNumbers(args)
	if err != nil {
		return objectf("'args' must be an object")
	}
	for _, arg := range t.Args {
		value, said := document[arg.Name]
		switch {
		case !said && arg.Required:
			return objectf("Missing required arg '%s'", arg.Name)
		case said && !arg.takes(value):
			return objectf("%s must be %s", arg.Name, protocolTypes[arg.Type])
		}
	}
	var invalid *Invalid
	if err := t.Check(args); errors.As(err, &invalid) {
		return objectf("%s", strings.TrimPrefix(invalid.Problems[0].String(), ": "))
	} else if err != nil {
		return err
	}
	return nil
}

// protocolTypes are the names of JSON Schema's types in the protocol.
var protocolTypes = map[string]string{
	"string": "string", "integer": "int", "number": "float", "boolean": "bool", "array": "list", "object": "object",
}

// takes compares types without coercion: "5" is no int and true no number, but an
// int is a float.
func (a Arg) takes(value any) bool {
	kind := kindOf(value)
	return kind == a.Type || a.Type == "" || kind == "integer" && a.Type == "number"
}

// kindOf is the type of a decoded JSON value in JSON Schema's words.
func kindOf(value any) string {
	switch v := value.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	case json.Number:
		if strings.ContainsAny(string(v), ".eE") {
			return "number"
		}
		return "integer"
	}
	return "null"
}
