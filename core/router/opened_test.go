package router_test

import (
	"context"
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
	"github.com/chatmrpt/chatmrpt/core/router"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// A message that begins with a tool's own words is for that tool and the model that
// calls it, also when all the rest of it speaks of another; without a model nothing
// else is run instead.
func TestMessagesThatOpenWithATool(t *testing.T) {
	h := openHouse(t)
	var kept []string
	shelf := schemaregistry.Define(schemaregistry.Def{
		Name: "keep_recipe", Description: "Keeps a recipe.", Effect: schemaregistry.EffectWrite, Unspoken: true, Opens: []string{"jot down"},
	}, func(_ context.Context, _ *schemaregistry.Run, args struct {
		Recipe string `json:"recipe"`
	}) (schemaregistry.Result, error) {
		kept = append(kept, args.Recipe)
		return schemaregistry.Result{Text: "Kept."}, nil
	})
	h.router.Tools = schemaregistry.New(schemaregistry.Options{})
	if err := h.router.Tools.Register(append(teaTools(), shelf)...); err != nil {
		t.Fatal(err)
	}
	h.bring("spring.csv")
	const wish = "please jot down: boil water in the copper kettle, gently"
	if reply := h.say(wish); reply.Outcome != router.Rephrase || !strings.HasPrefix(reply.Answer, "Only a language model can do that") {
		t.Errorf("without a model: %s, %s", reply.Outcome, reply.Answer)
	}
	h.employ(llmtest.Calls("keep_recipe", map[string]any{"recipe": "copper, gently"}), llmtest.Say("It is written down."))
	reply := h.say(wish)
	if reply.Outcome != router.Answered || len(kept) != 1 || !strings.HasPrefix(reply.Answer, "It is written down.") {
		t.Errorf("%s, kept %q: %s", reply.Outcome, kept, reply.Text())
	}
}
