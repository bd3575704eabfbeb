package schemaregistry

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type pourArgs struct {
	Drink  string   `json:"drink,omitempty" jsonschema:"title=Drink,description=Which drink?,enum=tea,enum=coffee"`
	Cups   int      `json:"cups" jsonschema:"description=How many cups?,minimum=1,maximum=12" jsonschema_extras:"x-unit=cups"`
	Sugar  float64  `json:"sugar,omitempty" jsonschema:"default=0.5,minimum=0"`
	Strong bool     `json:"strong,omitempty"`
	With   []string `json:"with,omitempty" jsonschema_extras:"x-values=extras"`
}

func pour(effect Effect, handler Handler[pourArgs]) *Tool {
	return Define(Def{
		Name: "pour", Description: "Pours a drink.", Effect: effect,
		Labels:   map[string]map[string]string{"drink": {"tea": "a cup of tea"}},
		Examples: []Example{{Text: "two teas", Args: map[string]any{"drink": "tea", "cups": 2}}},
	}, handler)
}

func served(_ context.Context, _ *Run, args pourArgs) (Result, error) {
	raw, err := json.Marshal(args)
	return Result{Text: string(raw)}, err
}

// [001-02], [004-09]
func TestDefineReadsArgumentsFromTheStruct(t *testing.T) {
	one, twelve, none := 1.0, 12.0, 0.0
	want := []Arg{
		{Name: "drink", Title: "Drink", Description: "Which drink?", Type: "string", Enum: []string{"tea", "coffee"}, Labels: map[string]string{"tea": "a cup of tea"}},
		{Name: "cups", Title: "cups", Description: "How many cups?", Type: "integer", Required: true, Minimum: &one, Maximum: &twelve, Unit: "cups"},
		{Name: "sugar", Title: "sugar", Type: "number", Default: json.Number("0.5"), Minimum: &none},
		{Name: "strong", Title: "strong", Type: "boolean"},
		{Name: "with", Title: "with", Type: "array", ItemType: "string", Values: "extras"},
	}
	if diff := cmp.Diff(want, pour(EffectRead, served).Args); diff != "" {
		t.Error(diff)
	}
}

func TestDefineRefusesWhatCannotWork(t *testing.T) {
	tests := map[string]func(){
		"no description": func() { Define(Def{Name: "x"}, served) },
		"an illegal example": func() {
			Define(Def{Name: "x", Description: "d", Examples: []Example{{Args: map[string]any{"cups": 99}}}}, served)
		},
		"labels for no argument": func() {
			Define(Def{Name: "x", Description: "d", Labels: map[string]map[string]string{"mug": {}}}, served)
		},
	}
	for name, define := range tests {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("accepted")
				}
			}()
			define()
		})
	}
}

// [001-09..13], resolutions 3.1 and 3.2: types are checked without coercion.
func TestCheck(t *testing.T) {
	tests := []struct {
		name string
		args map[string]any
		want []string // pointers of the problems
	}{
		{"complete", map[string]any{"cups": 3}, nil},
		{"required is missing", map[string]any{"drink": "tea"}, []string{""}},
		{"text for a number", map[string]any{"cups": "5"}, []string{"/cups"}},
		{"a bool is no number", map[string]any{"cups": true}, []string{"/cups"}},
		{"a number is no bool", map[string]any{"cups": 1, "strong": 1}, []string{"/strong"}},
		{"an integer is a number", map[string]any{"cups": 1, "sugar": 2}, nil},
		{"10.0 is not written as an integer", map[string]any{"cups": json.Number("10.0")}, []string{"/cups"}},
		{"1e1 neither", map[string]any{"cups": json.Number("1e1")}, []string{"/cups"}},
		{"out of range", map[string]any{"cups": 13}, []string{"/cups"}},
		{"unknown value", map[string]any{"cups": 1, "drink": "beer"}, []string{"/drink"}},
		{"unknown argument", map[string]any{"cups": 1, "mug": "blue"}, []string{""}},
		{"wrong item", map[string]any{"cups": 1, "with": []any{"milk", 2}}, []string{"/with/1"}},
		{"two problems in order", map[string]any{"cups": 0, "drink": 7}, []string{"/cups", "/drink"}},
	}
	tool := pour(EffectRun, served)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			var invalid *Invalid
			if err := tool.Check(test.args); errors.As(err, &invalid) {
				for _, problem := range invalid.Problems {
					got = append(got, problem.Pointer)
				}
			} else if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	if err := tool.CheckPartial(map[string]any{"drink": "tea"}); err != nil {
		t.Errorf("partial arguments: %v", err)
	}
}
