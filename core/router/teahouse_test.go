package router_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/router"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/store/blob"
	"github.com/chatmrpt/chatmrpt/store/sqlite"
)

// The router knows no domain, so its tests speak of a tea house: boil water, then
// brew, then serve. Serving needs tea and tea needs water.

type boilArgs struct {
	Kettle string `json:"kettle,omitempty" jsonschema:"title=Kettle,description=Which kettle?,enum=copper,enum=steel"`
	Heat   string `json:"heat,omitempty" jsonschema:"title=Heat,description=How hot?,enum=gentle,enum=rolling"`
}

type serveArgs struct {
	Cups int    `json:"cups" jsonschema:"title=Cups,description=How many cups shall be served?,minimum=1,maximum=1000000" jsonschema_extras:"x-unit=cups"`
	Tray string `json:"tray,omitempty" jsonschema:"title=Tray,enum=wooden,enum=silver,default=wooden"`
}

func option(arg, value string, recommended bool) schemaregistry.Option {
	return schemaregistry.Option{Label: value, Say: value, Recommended: recommended, Args: map[string]any{arg: value}}
}

func column(values ...string) *schemaregistry.Table {
	return &schemaregistry.Table{Columns: []schemaregistry.Column{{Name: "cup", Text: values}}}
}

func boil(_ context.Context, run *schemaregistry.Run, args boilArgs) (schemaregistry.Result, error) {
	if run.State.Edits["tap"] == "" {
		return schemaregistry.Result{Ask: &schemaregistry.Question{ID: "tap", Text: "Which tap has drinking water?", Options: []schemaregistry.Option{
			{Label: "the left tap", Recommended: true, Edits: schemaregistry.Edits{"tap": "left"}},
			{Label: "the right tap", Edits: schemaregistry.Edits{"tap": "right"}},
		}}}, nil
	}
	if args.Kettle == "" {
		return schemaregistry.Result{Ask: &schemaregistry.Question{ID: "kettle", Arg: "kettle", Text: "Which kettle?", Options: []schemaregistry.Option{
			option("kettle", "copper", false), option("kettle", "steel", true),
		}}}, nil
	}
	if args.Heat == "" {
		return schemaregistry.Result{Ask: &schemaregistry.Question{ID: "heat", Arg: "heat", Text: "How hot?", Options: []schemaregistry.Option{
			option("heat", "gentle", true), option("heat", "rolling", false),
		}}}, nil
	}
	return schemaregistry.Result{
		Text:     fmt.Sprintf("Water boiled in %s at %s heat from the %s tap.", args.Kettle, args.Heat, run.State.Edits["tap"]),
		Evidence: &schemaregistry.Evidence{Kind: "water", Table: column(args.Kettle, args.Heat)},
		Receipt:  &schemaregistry.Receipt{Formula: "heat x time", Rows: 1},
	}, nil
}

func brew(_ context.Context, run *schemaregistry.Run, _ struct{}) (schemaregistry.Result, error) {
	kettle := run.Evidence("water").Table.Column("cup").Text[0]
	return schemaregistry.Result{
		Text:      "Tea brewed with water of the " + kettle + " kettle.",
		Evidence:  &schemaregistry.Evidence{Kind: "tea", Table: column("tea", kettle)},
		Artifacts: []schemaregistry.Artifact{{Name: "tea.csv", Kind: "table", MIME: "text/csv", Data: []byte("tea\n" + kettle)}},
	}, nil
}

func serve(_ context.Context, _ *schemaregistry.Run, args serveArgs) (schemaregistry.Result, error) {
	return schemaregistry.Result{
		Text:     fmt.Sprintf("Served %d cups on the %s tray.", args.Cups, args.Tray),
		Evidence: &schemaregistry.Evidence{Kind: "service", Table: column(fmt.Sprint(args.Cups))},
	}, nil
}

func review(_ context.Context, run *schemaregistry.Run, _ struct{}) (schemaregistry.Result, error) {
	for _, input := range run.State.Inputs {
		if input.Name == "mud.csv" {
			return schemaregistry.Result{}, schemaregistry.Fail("undrinkable", "mud.csv holds no water.")
		}
	}
	return schemaregistry.Result{
		Text:       fmt.Sprintf("%d sources of water.", len(run.State.Inputs)),
		Vocabulary: map[string][]schemaregistry.Term{"columns": {{Name: "mint"}}},
	}, nil
}

func teaTools() []*schemaregistry.Tool {
	return []*schemaregistry.Tool{
		schemaregistry.Define(schemaregistry.Def{
			Name: "review_sources", Title: "Water sources", Description: "Reports on the sources of water.", Effect: schemaregistry.EffectRun,
			Examples: []schemaregistry.Example{{Text: "check the sources"}, {Text: "how good is the water we have"}},
		}, review),
		schemaregistry.Define(schemaregistry.Def{
			Name: "boil_water", Title: "Boiling", Description: "Boils water in a kettle, before any tea.", Effect: schemaregistry.EffectRun, Gives: "water",
			Examples: []schemaregistry.Example{
				{Text: "boil some water"}, {Text: "put the kettle on"},
				{Text: "use the copper kettle", Args: map[string]any{"kettle": "copper"}},
				{Text: "boil it gently in steel", Args: map[string]any{"kettle": "steel", "heat": "gentle"}},
				{Text: "a rolling boil", Args: map[string]any{"heat": "rolling"}},
			},
			Topics: []schemaregistry.Topic{{Question: "what is a rolling boil?", Answer: "A rolling boil keeps bubbling when stirred."}},
		}, boil),
		schemaregistry.Define(schemaregistry.Def{
			Name: "brew_tea", Title: "Brewing", Description: "Brews tea from the boiled water.", Effect: schemaregistry.EffectRun, Needs: []string{"water"}, Gives: "tea",
			Examples: []schemaregistry.Example{{Text: "brew the tea"}, {Text: "make tea from it"}},
		}, brew),
		schemaregistry.Define(schemaregistry.Def{
			Name: "serve_cups", Title: "Serving", Description: "Serves cups of tea to the guests.", Effect: schemaregistry.EffectRun, Needs: []string{"tea"}, Gives: "service",
			Examples: []schemaregistry.Example{
				{Text: "serve 20 cups", Args: map[string]any{"cups": 20}}, {Text: "serve the guests"},
				{Text: "200 cups on the silver tray", Args: map[string]any{"cups": 200, "tray": "silver"}},
				{Text: "bring a wooden tray", Args: map[string]any{"tray": "wooden"}},
			},
		}, serve),
	}
}

// house is a tea house open for one guest.
type house struct {
	testing.TB
	router *router.Router
	id     string
}

// staff are the tools and who understands them; all houses share them, because to
// learn tools takes long.
var staff = sync.OnceValues(func() ([]*schemaregistry.Tool, *choiceinterp.Interpreter) {
	return teaTools(), choiceinterp.New(choiceinterp.Options{})
})

func openHouse(t testing.TB) *house {
	t.Helper()
	shared, interpreter := staff()
	h := &house{TB: t}
	tools := schemaregistry.New(schemaregistry.Options{Version: "test", Audit: func(_ context.Context, a schemaregistry.Audit) { h.router.Telemetry.Tool(a) }})
	if err := tools.Register(shared...); err != nil {
		t.Fatal(err)
	}
	tools.Freeze()
	dir := t.TempDir()
	sessions, err := sqlite.Open(t.Context(), filepath.Join(dir, "tea.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := sessions.Close(); err != nil {
			t.Error(err)
		}
	})
	blobs, err := blob.Open(filepath.Join(dir, "blobs"))
	if err != nil {
		t.Fatal(err)
	}
	ids := 0
	h.router = &router.Router{
		Tools: tools, Interpreter: interpreter, Sessions: sessions, Blobs: blobs, Review: "review_sources",
		Now:   func() time.Time { return time.Date(2024, 5, 1, 8, 0, 0, 0, time.UTC) },
		NewID: func() string { ids++; return fmt.Sprintf("id%d", ids) },
	}
	s, err := h.router.Start(t.Context(), "guest")
	if err != nil {
		t.Fatal(err)
	}
	h.id = s.ID
	return h
}

func (h *house) bring(names ...string) router.Reply {
	h.Helper()
	var uploads []router.Upload
	for _, name := range names {
		uploads = append(uploads, router.Upload{Name: name, Content: []byte(name)})
	}
	reply, err := h.router.AddFiles(h.Context(), h.id, uploads, router.Options{})
	if err != nil {
		h.Fatal(err)
	}
	return reply
}

// say says several things and returns the last reply.
func (h *house) say(texts ...string) router.Reply {
	h.Helper()
	var reply router.Reply
	for _, text := range texts {
		var err error
		if reply, err = h.router.Turn(h.Context(), h.id, text, router.Options{}); err != nil {
			h.Fatalf("%q: %v", text, err)
		}
	}
	return reply
}
