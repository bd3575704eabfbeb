package schemaregistry

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type imageArgs struct {
	Prompt   string  `json:"prompt"`
	Width    int     `json:"width,omitempty" jsonschema:"default=1024,minimum=64"`
	Guidance float64 `json:"guidance_scale,omitempty" jsonschema:"default=3.5"`
	Tiled    bool    `json:"tiled,omitempty" jsonschema:"default=false"`
}

// [001-07..15]: what a model wrote becomes a call, or a literal sentence about what
// is wrong with it.
func TestValidate(t *testing.T) {
	r, _ := registryOf(t,
		Define(Def{Name: "search_web", Aliases: []string{"web_search"}, Description: "d"}, silent[searchArgs]),
		Define(Def{Name: "generate_image", Description: "d"}, silent[imageArgs]),
		Define(Def{Name: "system_stats", Description: "d"}, silent[struct{}]),
		pour(EffectRun, served),
	)
	number := func(text string) json.Number { return json.Number(text) }
	for _, c := range []struct {
		payload string
		tool    string
		args    map[string]any
		err     string
	}{
		{`{"tool":"web_search","args":{"query":"python async"}}`, "search_web", map[string]any{"query": "python async", "max_results": number("5")}, ""}, // [001-14]
		{`{"args":{"query":"q","max_results":3},"tool":"search_web"}`, "search_web", map[string]any{"query": "q", "max_results": number("3")}, ""},
		{`{"tool":"system_stats","args":{}}`, "system_stats", map[string]any{}, ""},
		{`{"tool":"system_stats","args":{"verbose":true}}`, "system_stats", map[string]any{}, ""}, // [001-13]
		{`{"tool":"generate_image","args":{"prompt":"a net","guidance_scale":4}}`, "generate_image", map[string]any{
			"prompt": "a net", "width": number("1024"), "guidance_scale": number("4"), "tiled": false,
		}, ""}, // an int is a float
		{`{"tool":"search_web","args":{"query":"q","max_results":null}}`, "search_web", map[string]any{"query": "q", "max_results": number("5")}, ""},

		{``, "", nil, "Payload must be an object"},
		{`null`, "", nil, "Payload must be an object"},
		{`"search_web"`, "", nil, "Payload must be an object"},
		{`[{"tool":"system_stats","args":{}}]`, "", nil, "Payload must be an object"},
		{`{"tool":"system_stats","args":{}} and so on`, "", nil, "Payload must be an object"},
		{`{}`, "", nil, "Payload must contain exactly 'tool' and 'args' keys"},
		{`{"tool":"system_stats"}`, "", nil, "Payload must contain exactly 'tool' and 'args' keys"},
		{`{"name":"system_stats","args":{}}`, "", nil, "Payload must contain exactly 'tool' and 'args' keys"},
		{`{"tool":"system_stats","args":{},"why":"I like it"}`, "", nil, "Payload must contain exactly 'tool' and 'args' keys"},
		{`{"tool":7,"args":{}}`, "", nil, "'tool' must be a string"},
		{`{"tool":null,"args":{}}`, "", nil, "'tool' must be a string"},
		{`{"tool":"fly","args":{}}`, "fly", nil, "Unknown tool 'fly'"},
		{`{"tool":"fly","args":[]}`, "fly", nil, "Unknown tool 'fly'"},
		{`{"tool":"system_stats","args":[]}`, "system_stats", nil, "'args' must be an object"},
		{`{"tool":"system_stats","args":null}`, "system_stats", nil, "'args' must be an object"},
		{`{"tool":"search_web","args":{"max_results":3}}`, "search_web", nil, "Missing required arg 'query'"},
		{`{"tool":"search_web","args":{"query":null}}`, "search_web", nil, "Missing required arg 'query'"},
		{`{"tool":"search_web","args":{"query":7}}`, "search_web", nil, "query must be string"},
		{`{"tool":"search_web","args":{"query":"q","max_results":"5"}}`, "search_web", nil, "max_results must be int"},
		{`{"tool":"search_web","args":{"query":"q","max_results":true}}`, "search_web", nil, "max_results must be int"}, // no bool→int
		{`{"tool":"search_web","args":{"query":"q","max_results":5.0}}`, "search_web", nil, "max_results must be int"},
		{`{"tool":"generate_image","args":{"prompt":"a","guidance_scale":false}}`, "generate_image", nil, "guidance_scale must be float"},
		{`{"tool":"generate_image","args":{"prompt":"a","guidance_scale":"3"}}`, "generate_image", nil, "guidance_scale must be float"},
		{`{"tool":"generate_image","args":{"prompt":"a","tiled":1}}`, "generate_image", nil, "tiled must be bool"},
		{`{"tool":"generate_image","args":{"prompt":"a","tiled":"true"}}`, "generate_image", nil, "tiled must be bool"},
		{`{"tool":"generate_image","args":{"prompt":"a","width":8}}`, "generate_image", nil, "width: must be >= 64 but found 8"},
		{`{"tool":"pour","args":{"cups":1,"with":"milk"}}`, "pour", nil, "with must be list"},
		{`{"tool":"pour","args":{"cups":1,"with":[1]}}`, "pour", nil, "with/0: expected string, but got number"},
		{`{"tool":"pour","args":{"cups":1,"mug":"blue"}}`, "pour", nil, "additionalProperties 'mug' not allowed"}, // resolution 3.1
	} {
		call, err := r.Validate([]byte(c.payload))
		said := ""
		var objection Objection
		if errors.As(err, &objection) {
			said = string(objection)
		} else if err != nil {
			t.Fatal(err)
		}
		if said != c.err || call.Tool != c.tool {
			t.Errorf("%s: %q of tool %q, want %q of %q", c.payload, said, call.Tool, c.err, c.tool)
		}
		if diff := cmp.Diff(c.args, call.Args); c.err == "" && diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.payload, diff)
		}
	}
}

// Resolution 3.1: what is left out of a call is in the result and in the audit, also
// when it was left out before Execute.
func TestValidateLeavesOutVisibly(t *testing.T) {
	r, records := registryOf(t, pour(EffectRead, served))
	call, err := r.Validate([]byte(`{"tool":"pour","args":{"cups":1,"mug":"blue"}}`))
	if err != nil {
		t.Fatal(err)
	}
	result, err := r.Execute(t.Context(), call, State{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]string{{"mug"}, {"mug"}}, [][]string{result.Dropped, (*records)[0].Dropped}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Whatever a model writes becomes a call that the tool's schema takes, or an
// objection.
func FuzzValidate(f *testing.F) {
	f.Add([]byte(`{"tool":"pour","args":{"cups":1e0,"with":["milk",null]}}`))
	f.Add([]byte(`{"tool":"search_web","args":{"query":"q","max_results":99999999999999999999}}`))
	f.Add([]byte(`{"tool":"fly","args":{}}`))
	r := New(Options{})
	if err := r.Register(pour(EffectRun, served), Define(Def{Name: "search_web", Description: "d"}, silent[searchArgs])); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		call, err := r.Validate(payload)
		var objection Objection
		if err != nil {
			if !errors.As(err, &objection) {
				t.Error(err)
			}
			return
		}
		if err := r.Tool(call.Tool).Check(call.Args); err != nil {
			t.Errorf("%s became an illegal call: %v", payload, err)
		}
	})
}
