package schemaregistry

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	validator "github.com/santhosh-tekuri/jsonschema/v5"
)

// Check validates complete arguments: required ones present, every value legal.
func (t *Tool) Check(args map[string]any) error { return t.check(args, false) }

// CheckPartial validates the arguments that are present and lets required ones
// be absent: what the interpreter found in one message.
func (t *Tool) CheckPartial(args map[string]any) error { return t.check(args, true) }

func (t *Tool) check(args map[string]any, partial bool) error {
	document, err := asNumbers(args)
	if err != nil {
		return &Invalid{Tool: t.Name, Problems: []Problem{{Message: "not JSON: " + err.Error()}}}
	}
	problems := t.wholeNumbers(document)
	var violated *validator.ValidationError
	if err := t.compiled.Validate(document); errors.As(err, &violated) {
		problems = append(problems, leaves(violated, partial)...)
	} else if err != nil {
		return err
	}
	if len(problems) == 0 {
		return nil
	}
	return &Invalid{Tool: t.Name, Problems: problems}
}

// asNumbers takes the arguments through JSON, so that every Go number type is
// checked as the literal that it is written as.
func asNumbers(args map[string]any) (map[string]any, error) {
	if args == nil {
		return map[string]any{}, nil
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	return decodeArgs(raw)
}

// decodeArgs reads a JSON object and keeps its numbers as they are written.
func decodeArgs(raw []byte) (map[string]any, error) {
	value, err := decodeJSON(raw)
	if err != nil {
		return nil, err
	}
	args, isObject := value.(map[string]any)
	if !isObject {
		return nil, errors.New("not an object")
	}
	return args, nil
}

// decodeJSON reads one JSON value, and nothing behind it.
func decodeJSON(raw []byte) (value any, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("something follows the JSON")
	}
	return value, nil
}

// wholeNumbers refuses 10.0 and 1e1 where an integer is asked for: JSON Schema
// would take them, but then two spellings of one call would exist.
func (t *Tool) wholeNumbers(args map[string]any) []Problem {
	var problems []Problem
	for _, arg := range t.Args {
		n, isNumber := args[arg.Name].(json.Number)
		if isNumber && arg.Type == "integer" && strings.ContainsAny(string(n), ".eE") {
			problems = append(problems, Problem{Pointer: "/" + arg.Name, Message: "must be a whole number"})
		}
	}
	return problems
}

// leaves flattens a validation error into its causes, ordered by pointer.
func leaves(e *validator.ValidationError, partial bool) []Problem {
	var problems []Problem
	var walk func(*validator.ValidationError)
	walk = func(e *validator.ValidationError) {
		if len(e.Causes) > 0 {
			for _, cause := range e.Causes {
				walk(cause)
			}
			return
		}
		if partial && strings.HasSuffix(e.KeywordLocation, "/required") {
			return
		}
		problems = append(problems, Problem{Pointer: e.InstanceLocation, Message: e.Message})
	}
	walk(e)
	slices.SortStableFunc(problems, func(a, b Problem) int { return strings.Compare(a.Pointer, b.Pointer) })
	return problems
}

// normalise applies the tool's defaults and its policy on unknown arguments to a
// copy: a tool that only reads drops them and says so, every other refuses them.
func (t *Tool) normalise(args map[string]any) (normalised map[string]any, dropped []string) {
	normalised = maps.Clone(args)
	if normalised == nil {
		normalised = map[string]any{}
	}
	for name, value := range args {
		if value == nil { // an explicit null is "not said"
			delete(normalised, name)
			continue
		}
		normalised[name] = withoutNulls(value)
		if t.Arg(name) == nil && t.Effect == EffectRead {
			delete(normalised, name)
			dropped = append(dropped, name)
		}
	}
	slices.Sort(dropped)
	for _, arg := range t.Args {
		if _, said := normalised[arg.Name]; !said && arg.Default != nil {
			normalised[arg.Name] = arg.Default
		}
	}
	return normalised, dropped
}

// withoutNulls leaves out what is null inside a value, too: a strict schema makes a
// model write it (see StrictFunction).
func withoutNulls(value any) any {
	switch v := value.(type) {
	case map[string]any:
		kept := make(map[string]any, len(v))
		for name, inner := range v {
			if inner != nil {
				kept[name] = withoutNulls(inner)
			}
		}
		return kept
	case []any:
		kept := make([]any, len(v))
		for i, inner := range v {
			kept[i] = withoutNulls(inner)
		}
		return kept
	}
	return value
}

// MissingArgs lists the required arguments that are absent, in schema order.
func (t *Tool) MissingArgs(args map[string]any) []string {
	var missing []string
	for _, arg := range t.Args {
		if _, said := args[arg.Name]; arg.Required && !said {
			missing = append(missing, arg.Name)
		}
	}
	return missing
}

// AskFor is the question that a missing argument leads to.
func (t *Tool) AskFor(name string) *Question {
	arg := t.Arg(name)
	q := &Question{ID: name, Arg: name, Text: arg.Description}
	for _, value := range arg.Enum {
		label := value
		if named, ok := arg.Labels[value]; ok {
			label = named
		}
		q.Options = append(q.Options, Option{Label: label, Say: value, Args: map[string]any{name: value}})
	}
	return q
}
