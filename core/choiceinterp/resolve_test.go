package choiceinterp

import (
	"context"
	"encoding/json"
	"reflect"
	"sync"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// A restaurant's tool: another domain, known from its declaration alone.
type order struct {
	Dish     string   `json:"dish,omitempty" jsonschema:"title=dish,enum=jollof,enum=suya,enum=moimoi" jsonschema_description:"Which dish would you like?"`
	Size     string   `json:"size,omitempty" jsonschema:"title=portion size,enum=small,enum=large" jsonschema_description:"Which size?"`
	Portions int      `json:"portions,omitempty" jsonschema:"title=portions,minimum=1,maximum=50" jsonschema_description:"How many portions?" jsonschema_extras:"x-unit=portions"`
	Spice    string   `json:"spice,omitempty" jsonschema:"title=spice,enum=mild,enum=hot,enum=both" jsonschema_description:"How spicy?"`
	Tip      float64  `json:"tip,omitempty" jsonschema:"title=tip,minimum=0,maximum=100" jsonschema_description:"How much tip?" jsonschema_extras:"x-unit=percent"`
	Extras   []string `json:"extras,omitempty" jsonschema:"title=extras" jsonschema_extras:"x-values=columns"`
}

var restaurant = sync.OnceValue(func() *schemaregistry.Tool {
	type args = map[string]any
	return schemaregistry.Define(schemaregistry.Def{
		Name: "order_food", Title: "Order food", Description: "Takes an order of food: dish, size, portions and spice.",
		Effect: schemaregistry.EffectRun,
		Labels: map[string]map[string]string{"dish": {"jollof": "Jollof rice", "suya": "Suya skewers", "moimoi": "Moi moi (bean pudding)"}},
		Examples: []schemaregistry.Example{
			{Text: "I'd like the rice", Args: args{"dish": "jollof"}},
			{Text: "grilled meat on a stick", Args: args{"dish": "suya"}},
			{Text: "steamed beans please", Args: args{"dish": "moimoi"}},
			{Text: "make it a big one", Args: args{"size": "large"}},
			{Text: "the little one", Args: args{"size": "small"}},
			{Text: "four portions of jollof", Args: args{"portions": 4, "dish": "jollof"}},
			{Text: "no pepper", Args: args{"spice": "mild"}},
			{Text: "very peppery", Args: args{"spice": "hot"}},
			{Text: "10% tip", Args: args{"tip": 10}},
			{Text: "take my order", Args: args{}},
		},
	}, func(context.Context, *schemaregistry.Run, order) (schemaregistry.Result, error) {
		return schemaregistry.Result{}, nil
	})
})

func options(labels ...string) []Option {
	out := make([]Option, len(labels))
	for i, l := range labels {
		out[i].Label = l
	}
	return out
}

// An interpreter for a tool nobody trained it for works from the declaration.
func TestAnotherDomain(t *testing.T) {
	in := New(Options{})
	dishes := options("Jollof rice", "Suya skewers", "Moi moi (bean pudding)")
	for _, c := range []struct {
		req     Request
		outcome Outcome
		args    string
	}{
		{Request{Text: "suya"}, OutcomeRun, `{"dish":"suya"}`},
		{Request{Text: "please give me jollof rice"}, OutcomeRun, `{"dish":"jollof"}`},
		{Request{Text: "large suya, 3 portions"}, OutcomeRun, `{"dish":"suya","portions":3,"size":"large"}`},
		{Request{Text: "jolof"}, OutcomeRun, `{"dish":"jollof"}`},
		{Request{Text: "not small"}, OutcomeRun, `{"size":"large"}`},
		{Request{Text: "jollof - sorry, suya"}, OutcomeRun, `{"dish":"suya"}`},
		{Request{Text: "mild and hot"}, OutcomeRun, `{"spice":"both"}`},
		{Request{Text: "the second one", Asked: "dish", Visible: dishes}, OutcomeRun, `{"dish":"suya"}`},
		{Request{Text: "3", Asked: "dish", Visible: dishes}, OutcomeRun, `{"dish":"moimoi"}`},
		{Request{Text: "Jollof rice.", Asked: "dish", Visible: dishes}, OutcomeRun, `{"dish":"jollof"}`},
		{Request{Text: "the last but one", Asked: "dish", Visible: dishes}, OutcomeRun, `{"dish":"suya"}`},
		{Request{Text: "not the first, the third", Asked: "dish", Visible: dishes}, OutcomeRun, `{"dish":"moimoi"}`},
		{Request{Text: "same as before", Memory: Memory{Last: map[string]any{"dish": "suya", "portions": 2}}}, OutcomeRun, `{"dish":"suya","portions":2}`},
		{Request{Text: "again but large", Memory: Memory{Last: map[string]any{"dish": "suya", "size": "small"}}}, OutcomeRun, `{"dish":"suya","size":"large"}`},
		{Request{Text: "double it", Memory: Memory{Last: map[string]any{"portions": 3}}}, OutcomeRun, `{"portions":6}`},
		{Request{Text: "go ahead"}, OutcomeRun, `{}`},
		{Request{Text: "the second one"}, OutcomeAsk, `{}`},
		{Request{Text: "jollof or suya"}, OutcomeAsk, `{}`},
		{Request{Text: "not jollof"}, OutcomeAsk, `{}`},
		{Request{Text: "seven", Asked: "dish", Visible: dishes}, OutcomeAsk, `{}`},
		{Request{Text: "what is moimoi?"}, OutcomeQuestion, `{}`},
		{Request{Text: "no idea"}, OutcomeReject, `{}`},
		{Request{Text: "???"}, OutcomeReject, `{}`},
		{Request{Text: ""}, OutcomeReject, `{}`},
	} {
		c.req.Tool = restaurant()
		got := in.Resolve(t.Context(), c.req)
		raw, err := json.Marshal(got.Args)
		if err != nil {
			t.Fatal(err)
		}
		if got.Outcome != c.outcome || c.outcome == OutcomeRun && string(raw) != c.args {
			t.Errorf("%q: %s %s %.2f (%s), want %s %s", c.req.Text, got.Outcome, raw, got.Confidence, got.Reason, c.outcome, c.args)
		}
		if got.Outcome == OutcomeAsk && (got.Clarifier == nil || len(got.Clarifier.Chips) > maxChips) {
			t.Errorf("%q: clarifier %+v", c.req.Text, got.Clarifier)
		}
	}
}

// A recommended option is taken by consent, and only then.
func TestRecommended(t *testing.T) {
	in := New(Options{})
	req := Request{Tool: restaurant(), Asked: "spice", Visible: options("Hot", "Mild (recommended)", "Both")}
	for _, text := range []string{"yes", "go ahead", "what you recommend", "the recommended one"} {
		req.Text = text
		got := in.Resolve(t.Context(), req)
		if got.Outcome != OutcomeRun || got.Args["spice"] != "mild" || got.Option != 2 {
			t.Errorf("%q: %s %v option %d", text, got.Outcome, got.Args, got.Option)
		}
	}
	req.Visible = options("Hot", "Mild")
	req.Text = "yes"
	if got := in.Resolve(t.Context(), req); got.Outcome != OutcomeAsk {
		t.Errorf("yes to two options: %s %v", got.Outcome, got.Args)
	}
}

func TestResolveWithoutTool(t *testing.T) {
	if got := New(Options{}).Resolve(t.Context(), Request{Text: "hello"}); got.Outcome != OutcomeReject {
		t.Errorf("got %+v", got)
	}
}

// Whatever is said: no panic, legal arguments, the same answer twice, a
// confidence in the band of the outcome.
func FuzzResolve(f *testing.F) {
	for _, seed := range []string{"suya", "not not jollof or 5 portions", "second to last from the", "double it 1/0", "from a to b", "\xff\xfe", "«½ million», no, wait", "i mean"} {
		f.Add(seed, "dish")
		f.Add(seed, "")
	}
	in := New(Options{})
	f.Fuzz(func(t *testing.T, text, asked string) {
		req := Request{
			Text: text, Tool: restaurant(), Asked: asked, Visible: options("Jollof rice", "Suya", "x"),
			Memory:  Memory{Last: map[string]any{"portions": 2, "dish": "suya"}},
			Context: Context{Columns: []Column{{Name: "chili_oil"}, {Name: "fried_plantain", Aliases: []string{"dodo"}}}},
		}
		got := in.Resolve(t.Context(), req)
		if err := req.Tool.CheckPartial(got.Args); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if got.Outcome == OutcomeRun && BandOf(got.Confidence) != BandRun {
			t.Fatalf("%q runs at %v", text, got.Confidence)
		}
		if again := in.Resolve(t.Context(), req); !reflect.DeepEqual(got, again) {
			t.Fatalf("%q: %+v then %+v", text, got, again)
		}
	})
}

func TestPickTool(t *testing.T) {
	in := New(Options{})
	bank := schemaregistry.Define(schemaregistry.Def{
		Name: "send_money", Title: "Send money", Description: "Transfers money from your account to somebody.",
		Examples: []schemaregistry.Example{{Text: "transfer 5000 naira to my sister", Args: map[string]any{}}, {Text: "pay the rent", Args: map[string]any{}}},
	}, func(context.Context, *schemaregistry.Run, struct{}) (schemaregistry.Result, error) {
		return schemaregistry.Result{}, nil
	})
	tools := []*schemaregistry.Tool{bank, restaurant()}
	for text, want := range map[string]string{
		"I want to order some suya": "order_food", "transfer money to my brother": "send_money", "jollof rice for two": "order_food",
	} {
		scores, kind := in.PickTool(t.Context(), text, tools, Context{})
		if len(scores) != 2 || scores[0].Tool.Name != want || kind != OutcomeRun {
			t.Errorf("%q: %v %v", text, kind, scores)
		}
	}
	if _, kind := in.PickTool(t.Context(), "thank you so much", tools, Context{}); kind != OutcomeReject {
		t.Errorf("thanks are %v", kind)
	}
}

func BenchmarkResolve(b *testing.B) {
	in := New(Options{})
	req := Request{Tool: restaurant(), Text: "please make it three large portions of jollof, not too hot"}
	in.Resolve(b.Context(), req)
	for b.Loop() {
		in.Resolve(b.Context(), req)
	}
}
