package schemaregistry

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/invopop/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v5"
)

// DefaultTimeout bounds a tool that declares no Timeout of its own.
const DefaultTimeout = 12 * time.Second

// A Tool is a declared tool: its definition, its schema and its handler.
type Tool struct {
	Def
	Schema json.RawMessage // JSON Schema 2020-12 of the arguments
	Args   []Arg           // in the order of the Go struct

	compiled *validator.Schema
	tagLine  *regexp.Regexp
	handle   func(ctx context.Context, run *Run, args []byte) (Result, error)
}

// Define makes a tool of a declaration and a typed handler. The struct A gives
// the JSON Schema: `json` names the field (omitempty makes it optional),
// `jsonschema` gives title, description, enum, bounds and default, and
// `jsonschema_extras` the x-unit and x-values of Arg.
//
// A declaration that cannot work is a mistake of the programmer, found at start:
// Define panics.
func Define[A any](def Def, handler Handler[A]) *Tool {
	tool := &Tool{Def: def}
	if tool.Effect == "" {
		tool.Effect = EffectRead
	}
	if tool.Title == "" {
		tool.Title = strings.ReplaceAll(def.Name, "_", " ")
	}
	if tool.Short == "" {
		tool.Short = cmp.Or(def.Gives, tool.Title)
	}
	if tool.Timeout == 0 {
		tool.Timeout = DefaultTimeout
	}
	if err := tool.reflect(new(A)); err != nil {
		panic(fmt.Sprintf("schemaregistry: tool %q: %v", def.Name, err))
	}
	tool.handle = func(ctx context.Context, run *Run, raw []byte) (Result, error) {
		var args A
		if err := json.Unmarshal(raw, &args); err != nil {
			return Result{}, &Invalid{Tool: def.Name, Problems: []Problem{{Message: err.Error()}}}
		}
		return handler(ctx, run, args)
	}
	return tool
}

// Arg returns the named argument, or nil.
func (t *Tool) Arg(name string) *Arg {
	for i := range t.Args {
		if t.Args[i].Name == name {
			return &t.Args[i]
		}
	}
	return nil
}

func (t *Tool) reflect(args any) error {
	if t.Name == "" || t.Description == "" {
		return errors.New("a name and a description are needed")
	}
	reflector := jsonschema.Reflector{DoNotReference: true, ExpandedStruct: true, Anonymous: true}
	schema := reflector.Reflect(args)
	for pair := schema.Properties.Oldest(); pair != nil; pair = pair.Next() {
		arg, err := readArg(pair.Key, pair.Value, slices.Contains(schema.Required, pair.Key))
		if err != nil {
			return err
		}
		arg.Labels = t.Labels[arg.Name]
		t.Args = append(t.Args, arg)
	}
	for name := range t.Labels {
		if t.Arg(name) == nil {
			return fmt.Errorf("labels for %q, which is no argument", name)
		}
	}
	raw, err := json.Marshal(schema)
	if err != nil {
		return err
	}
	t.Schema = raw
	compiler := validator.NewCompiler()
	if err := compiler.AddResource(t.Name+".json", bytes.NewReader(raw)); err != nil {
		return err
	}
	if t.compiled, err = compiler.Compile(t.Name + ".json"); err != nil {
		return err
	}
	return errors.Join(t.checkExamples(), t.readPolicies())
}

func readArg(name string, s *jsonschema.Schema, required bool) (Arg, error) {
	arg := Arg{
		Name: name, Title: s.Title, Description: s.Description, Type: s.Type,
		Required: required, Default: s.Default,
		Minimum: bound(s.Minimum), Maximum: bound(s.Maximum),
	}
	if arg.Title == "" {
		arg.Title = strings.ReplaceAll(name, "_", " ")
	}
	values := s
	if s.Items != nil {
		arg.ItemType = s.Items.Type
		values = s.Items
	}
	for _, v := range values.Enum {
		text, ok := v.(string)
		if !ok {
			return arg, fmt.Errorf("argument %q: enumerations are of strings", name)
		}
		arg.Enum = append(arg.Enum, text)
	}
	arg.Unit, _ = s.Extras["x-unit"].(string)
	arg.Values, _ = s.Extras["x-values"].(string)
	return arg, nil
}

func bound(n json.Number) *float64 {
	v, err := strconv.ParseFloat(string(n), 64)
	if err != nil {
		return nil
	}
	return &v
}

func (t *Tool) checkExamples() error {
	for _, example := range t.Examples {
		if err := t.CheckPartial(example.Args); err != nil {
			return fmt.Errorf("example %q: %w", example.Text, err)
		}
	}
	return nil
}
