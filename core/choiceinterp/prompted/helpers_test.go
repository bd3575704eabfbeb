package prompted_test

import (
	"context"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/choiceinterp/prompted"
	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

var update = flag.Bool("update", false, "write the golden files again")

const key = "key-of-the-test-0815"

// order is what somebody says in a restaurant: a tool of another domain.
type order struct {
	Dish     string            `json:"dish,omitempty" jsonschema:"enum=soup,enum=rice,enum=fish,enum=all" jsonschema_description:"Which dish?"`
	Portions int               `json:"portions,omitempty" jsonschema:"minimum=1,maximum=500" jsonschema_description:"How many portions?" jsonschema_extras:"x-unit=portions"`
	Tip      float64           `json:"tip,omitempty" jsonschema:"minimum=0,maximum=100" jsonschema_description:"How much tip in percent of the bill?" jsonschema_extras:"x-unit=percent"`
	Sides    []string          `json:"sides,omitempty" jsonschema:"uniqueItems=true" jsonschema_description:"Which sides?" jsonschema_extras:"x-values=columns"`
	Heat     map[string]string `json:"heat,omitempty" jsonschema_description:"How hot is each side?"`
	When     string            `json:"when,omitempty" jsonschema_description:"When?" jsonschema_extras:"x-values=periods"`
	Table    string            `json:"table,omitempty" jsonschema_description:"At which table?" jsonschema_extras:"x-values=states"`
	Note     string            `json:"note,omitempty" jsonschema_description:"A note for the kitchen, in the guest's words."`
	Takeaway bool              `json:"takeaway,omitempty" jsonschema_description:"To take away?"`
	Extra    string            `json:"extra,omitempty" jsonschema_description:"What is left over from the menu?" jsonschema_extras:"x-values=headings"`
}

func define(name string, effect schemaregistry.Effect) *schemaregistry.Tool {
	return schemaregistry.Define(schemaregistry.Def{
		Name: name, Description: "Takes an order.", Effect: effect, Aliases: []string{"order"},
		Labels: map[string]map[string]string{"dish": {"soup": "Pepper soup", "rice": "Jollof rice", "fish": "Grilled fish", "all": "One of each"}},
		Examples: []schemaregistry.Example{
			{Text: "we would like to eat", Args: map[string]any{}},
			{Text: "the jollof for me", Args: map[string]any{"dish": "rice"}},
			{Text: "the second one", Args: map[string]any{"dish": "rice"}},
			{Text: "the third option for 12 of us", Args: map[string]any{"dish": "fish", "portions": 12}},
			{Text: "a dozen of the grilled ones", Args: map[string]any{"dish": "fish", "portions": 12}},
			{Text: "with fried plantain", Args: map[string]any{"sides": []string{"dodo"}}},
		},
	}, func(context.Context, *schemaregistry.Run, order) (schemaregistry.Result, error) {
		return schemaregistry.Result{}, nil
	})
}

var (
	restaurant = define("take_order", schemaregistry.EffectRun)
	menu       = define("read_menu", schemaregistry.EffectRead)
)

// reader asks the scripted server in place of a model.
func reader(t testing.TB, server http.RoundTripper, o prompted.Options) *prompted.Reader {
	t.Helper()
	return prompted.New(dial(t, "http://model.test", server), o)
}

// dial returns a client of one model, over the network unless told otherwise.
func dial(t testing.TB, url string, over http.RoundTripper) *llm.Client {
	t.Helper()
	client, err := llm.New([]llm.Backend{{BaseURL: url, Model: "m", APIKey: llm.NewSecret(key)}}, llm.Options{Transport: over})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// said is one argument as a model writes it.
func said(value any, quote string) map[string]any {
	return map[string]any{"value": value, "quote": quote, "source": "said"}
}

func from(source string, value any, quote string) map[string]any {
	return map[string]any{"value": value, "quote": quote, "source": source}
}

type args = map[string]any

// choice is a model's whole answer that chooses.
func choice(given args) llmtest.Step {
	return llmtest.JSON(map[string]any{"tool": "take_order", "args": given, "confidence": 0.9, "reason": "they say so", "kind": "choice"})
}

// seated is a session with something of everything.
func seated(text string) choiceinterp.Request {
	return choiceinterp.Request{
		Text: text, Tool: restaurant, Asked: "dish",
		Visible: []choiceinterp.Option{{Label: "Grilled fish (recommended)", Value: "fish"}, {Label: "Pepper soup", Value: "soup"}, {Label: "Jollof rice", Value: "rice"}},
		Memory: choiceinterp.Memory{
			Last:        args{"dish": "soup", "portions": 4, "sides": []any{"dodo"}},
			Previous:    args{"dish": "rice"},
			Recommended: args{"dish": "fish"},
		},
		Context: choiceinterp.Context{
			Columns: []choiceinterp.Column{{Name: "dodo", Aliases: []string{"fried plantain"}}, {Name: "coleslaw"}, {Name: "moin_moin", Aliases: []string{"bean pudding"}}},
			States:  []string{"Terrace", "Window"},
			Flags:   map[string]any{"open": true},
		},
	}
}

// golden compares a text with testdata/name, or writes it with -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; go test -update writes it again):\n%s", file, diff)
	}
}

// plain takes arguments through JSON, so that numbers compare.
func plain(t *testing.T, given args) args {
	t.Helper()
	raw, err := json.Marshal(given)
	if err != nil {
		t.Fatal(err)
	}
	out := args{}
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}
