package schemaregistry

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files again")

type orderArgs struct {
	Drink  string   `json:"drink" jsonschema:"description=Which drink?,enum=tea,enum=coffee"`
	Cups   int      `json:"cups,omitempty" jsonschema:"description=How many | cups?,minimum=1,maximum=12,default=1"`
	Sugar  float64  `json:"sugar,omitempty" jsonschema:"description=Spoons of it.,minimum=0"`
	Warm   bool     `json:"warm,omitempty"`
	With   []string `json:"with,omitempty" jsonschema:"enum=milk,enum=lemon,uniqueItems=true"`
	Guests []guest  `json:"guests,omitempty" jsonschema:"description=Who drinks it."`
}

type guest struct {
	Name string `json:"name" jsonschema:"minLength=1"`
	Late bool   `json:"late,omitempty"`
}

type sharesArgs struct {
	Shares map[string]float64 `json:"shares"`
}

// teahouse has a tool of every kind.
func teahouse() []*Tool {
	return append(notebook(),
		Define(Def{
			Name: "order", Title: "Order", Description: "Orders drinks for a table.", Category: "question", Effect: EffectRun,
			Needs: []string{"water"}, Gives: "drinks", Aliases: []string{"buy"}, Timeout: 30 * time.Second,
			Examples: []Example{
				{Text: "a tea", Args: map[string]any{"drink": "tea"}},
				{Text: "two teas with milk", Args: map[string]any{"drink": "tea", "cups": 2, "with": []any{"milk"}}},
			},
		}, silent[orderArgs]),
		Define(Def{
			Name: "split_bill", Title: "Split the bill", Description: "Shares out what was drunk, by guest.", Effect: EffectWrite,
			Cost: CostExpensive, Cooldown: time.Minute, DailyLimit: 2, Irreversible: true,
		}, silent[sharesArgs]),
		Define(Def{Name: "ring_bell", Description: "Calls the waiter.", Effect: EffectSend}, silent[struct{}]),
		// [000-08..11]: the simplified tools of source 000, in its words.
		Define(Def{
			Name: "set_reminder", Description: "Schedules a reminder or a recurring task.", Effect: EffectSchedule, NL: true,
			Guide: Guide{
				Summary: "Schedule a reminder or recurring task. Describe what you want in natural language — include when, how often, and what action to take or message to send.",
				Description: "What to schedule, such as 'daily at 09:00 to check email', 'every Monday at 14:00 to review pulse', 'once on 2026-03-15 at 10:00 — dentist appointment', " +
					"'every 3600 seconds between 08:00-18:00 to check server status'. Include the ai_prompt if an autonomous action should run instead of just a notification.",
			},
		}, silent[noteArgs]),
		Define(Def{
			Name: "spawn_sub_session", Description: "Starts a worker.", Effect: EffectSchedule, NL: true,
			Guide: Guide{
				Summary: "Spawn an autonomous background worker. Describe the task in natural language — the worker will have no conversation access, " +
					"so be specific about what it should do and what the success condition is.",
				Description: `What to do, what to produce, any ordering constraints ("after the previous session finishes"), and a timeout if relevant.`,
			},
		}, silent[noteArgs]),
	)
}

// Every export is made of the same declarations: [002-08], [002-17], [002-25],
// [003-01], [000-06], [000-09].
func TestGoldenExports(t *testing.T) {
	r, _ := registryOf(t, teahouse()...)
	tools := r.Tools()
	names, strict, mcp := make([]string, len(tools)), make([]Function, len(tools)), make([]MCPTool, len(tools))
	for i, tool := range tools {
		names[i], strict[i], mcp[i] = tool.Name, tool.StrictFunction(), tool.MCP()
	}
	for name, got := range map[string]any{
		"openai.json": Functions(tools, nil), "plain-english.json": Functions(tools, names), "strict.json": strict, "mcp.json": mcp,
		"tags.txt": PromptBlock(tools), "envelope.txt": EnvelopePrompt(tools), "page.md": MarkdownPage(tools),
	} {
		t.Run(name, func(t *testing.T) { golden(t, name, got) })
	}
}

func golden(t *testing.T, name string, value any) {
	t.Helper()
	var got bytes.Buffer
	if text, isText := value.(string); isText {
		got.WriteString(text)
	} else {
		encoder := json.NewEncoder(&got)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(value); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// What a model writes in strict mode, with null for what was not said, is a call.
func TestStrictCallsRun(t *testing.T) {
	r, _ := registryOf(t, teahouse()...)
	call, err := r.Validate([]byte(`{"tool":"order","args":{"drink":"tea","cups":null,"sugar":null,"warm":null,"with":null,"guests":[{"name":"Bola","late":null}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	result, err := r.Execute(t.Context(), call, State{Evidence: map[string]*Evidence{"water": {Kind: "water"}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]any{"drink": "tea", "cups": json.Number("1"), "guests": []any{map[string]any{"name": "Bola"}}}, result.Args); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
