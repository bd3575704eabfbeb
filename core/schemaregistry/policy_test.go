package schemaregistry

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

type noteArgs struct {
	Text string `json:"text" jsonschema:"description=What to note?"`
}

type lessonArgs struct {
	Category string `json:"category" jsonschema:"enum=factual,enum=communication,enum=structured_data"`
	Content  string `json:"content"`
}

type searchArgs struct {
	Query      string `json:"query" jsonschema:"description=What to look for?"`
	MaxResults int    `json:"max_results,omitempty" jsonschema:"default=5"`
}

func silent[A any](context.Context, *Run, A) (Result, error) { return Result{}, nil }

// The tools of source 002 as it declares them [002-02], [002-13..16], [002-25].
func notebook() []*Tool {
	return []*Tool{
		Define(Def{
			Name: "research", Description: "Search X for recent posts on a topic. Results sent back to chat.", Cost: CostCheap, DailyLimit: 3,
			Tag: Tag{Prefix: "RESEARCH", Example: "RESEARCH: [search query]"},
		}, silent[searchArgs]),
		Define(Def{
			Name: "source", Description: "Archive source material contributed by a user.",
			Tag: Tag{Prefix: "SOURCE", Example: "SOURCE: [description]"},
		}, silent[noteArgs]),
		Define(Def{
			Name: "claim", Description: "Draft a KB claim from a user's assertion.",
			Tag: Tag{Prefix: "CLAIM", Example: "CLAIM: [specific assertion]"},
		}, silent[noteArgs]),
		Define(Def{
			Name: "learning", Description: "Record a correction or new fact from conversation.",
			Tag: Tag{
				Prefix: "LEARNING", Pattern: `(factual|communication|structured_data)\s+(.+)`, Groups: []string{"category", "content"},
				Example: "LEARNING: [category] [what was learned]",
			},
		}, silent[lessonArgs]),
		Define(Def{
			Name: "summarize", Description: "Sums the conversation up.", Cost: CostCheap, RequiresGate: true, Tag: Tag{Prefix: "SUMMARIZE", Visible: true},
		}, silent[noteArgs]),
	}
}

// [002-02], [002-28], [002-29]
func TestPoliciesHaveDefaults(t *testing.T) {
	plain := Define(Def{Name: "brew_tea", Description: "d"}, silent[noteArgs])
	want := Def{
		Name: "brew_tea", Title: "brew tea", Short: "brew tea", Description: "d", Effect: EffectRead, Timeout: 12 * time.Second,
		Cost: CostFree, Tag: Tag{Prefix: "BREW_TEA", Pattern: `(\{.*\})`},
	}
	if diff := cmp.Diff(want, plain.Def); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	tagged := Define(Def{Name: "x", Description: "d", Tag: Tag{Prefix: "X"}}, silent[searchArgs])
	if diff := cmp.Diff(Tag{Prefix: "X", Pattern: "(.+)", Groups: []string{"query"}}, tagged.Tag); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if final := Define(Def{Name: "x", Description: "d", Irreversible: true}, silent[noteArgs]); !final.RequiresGate {
		t.Error("what cannot be undone is not reviewed")
	}
}

func TestPoliciesThatCannotWork(t *testing.T) {
	for name, def := range map[string]Def{
		"an unknown cost":         {Cost: "dear"},
		"a cooldown before now":   {Cooldown: -1},
		"fewer than no runs":      {DailyLimit: -1},
		"a pattern and no prefix": {Tag: Tag{Pattern: "(.+)"}},
		"a prefix that is words":  {Tag: Tag{Prefix: "Look up"}},
		"a broken pattern":        {Tag: Tag{Prefix: "X", Pattern: "(.+", Groups: []string{"text"}}},
		"a group of no argument":  {Tag: Tag{Prefix: "X", Groups: []string{"colour"}}},
		"more groups than names":  {Tag: Tag{Prefix: "X", Pattern: `(\w+) (.+)`, Groups: []string{"text"}}},
	} {
		t.Run(name, func(t *testing.T) {
			def.Name, def.Description = "x", "d"
			refused(t, func() { Define(def, silent[noteArgs]) })
		})
	}
	t.Run("a tag without an argument", func(t *testing.T) {
		refused(t, func() { Define(Def{Name: "x", Description: "d", Tag: Tag{Prefix: "X"}}, silent[struct{}]) })
	})
	t.Run("plain English beside an argument of its name", func(t *testing.T) { // resolution 3.11
		type described struct {
			Description string `json:"description"`
		}
		refused(t, func() { Define(Def{Name: "x", Description: "d", NL: true}, silent[described]) })
	})
}

func refused(t *testing.T, define func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Error("accepted")
		}
	}()
	define()
}

// [002-18], [002-28]: the regular expression of a line comes from the fields.
func TestReadTag(t *testing.T) {
	r, _ := registryOf(t, append(notebook(), pour(EffectRun, served),
		Define(Def{Name: "count", Description: "d", Tag: Tag{Prefix: "COUNT", Pattern: `(\S+) to (\S+)`, Groups: []string{"cups", "drink"}}}, served))...)
	for _, c := range []struct {
		tool, line string
		want       map[string]any // nil: no call
	}{
		{"research", "RESEARCH: nets in Kano", map[string]any{"query": "nets in Kano"}},
		{"research", "RESEARCH:\t nets in Kano  \r", map[string]any{"query": "nets in Kano"}},
		{"research", "RESEARCH:nets", nil},
		{"research", "RESEARCH:", nil},
		{"research", " RESEARCH: nets", nil},
		{"research", "> RESEARCH: nets", nil},
		{"research", "RESEARCHER: nets", nil},
		{"research", "research: nets", nil},
		{"research", "RESEARCH: nets\nCLAIM: two", nil}, // never across lines
		{"learning", "LEARNING: factual Kano has 44 LGAs", map[string]any{"category": "factual", "content": "Kano has 44 LGAs"}},
		{"learning", "LEARNING: gossip Kano has 44 LGAs", nil},
		{"pour", `POUR: {"cups": 2, "with": ["milk"]}`, map[string]any{"cups": json.Number("2"), "with": []any{"milk"}}},
		{"pour", `POUR: {}`, map[string]any{}},
		{"pour", `POUR: {"cups": 2} please`, nil},
		{"pour", `POUR: {"cups": 2}, {"cups": 3}`, nil},
		{"pour", `POUR: two cups`, nil},
		{"count", "COUNT: 3 to tea", map[string]any{"cups": json.Number("3"), "drink": "tea"}},
		{"count", "COUNT: three to 5", map[string]any{"cups": "three", "drink": "5"}}, // which validation refuses
	} {
		got, ok := r.Tool(c.tool).ReadTag(c.line)
		if diff := cmp.Diff(c.want, got); diff != "" || ok != (c.want != nil) {
			t.Errorf("%q: %t (-want +got):\n%s", c.line, ok, diff)
		}
	}
}

func FuzzReadTag(f *testing.F) {
	f.Add("RESEARCH: nets in Kano")
	f.Add(`POUR: {"cups": 1e400}`)
	f.Add("LEARNING: factual \xff\x00")
	tools := append(notebook(), pour(EffectRun, served))
	f.Fuzz(func(t *testing.T, line string) {
		for _, tool := range tools {
			if args, ok := tool.ReadTag(line); ok {
				for name := range args {
					if len(tool.Tag.Groups) > 0 && tool.Arg(name) == nil {
						t.Errorf("%q became an argument %q of %s", line, name, tool.Name)
					}
				}
			}
		}
	})
}
