package main

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
)

// The settings lead to a model, and CHATMRPT_CHOICE_RESOLVER=0 away from it [004-19].
func TestInterpretAsksTheModelOfTheSettings(t *testing.T) {
	server := llmtest.Play(func(int, llmtest.Request) llmtest.Step {
		return llmtest.Say(`{"tool":"run_tpr_step","kind":"choice","confidence":0.9,"reason":"kids","args":{` +
			`"facility_level":null,"age_group":{"value":"u5","quote":"the wee bairns","source":"said"},"test_method":null,"state":null,"period":null,"fill":null}}`)
	})
	t.Setenv("CHATMRPT_LLM_BASE_URL", server.Start(t))
	t.Setenv("CHATMRPT_LLM_MODEL", "scripted")
	message := []string{"interpret", "--tool", "run_tpr_step", "take the wee bairns"}
	if got := interpreted(t, message); got.MatchedBy != choiceinterp.ByLLM || got.Args["age_group"] != "u5" {
		t.Errorf("with the model: %s %v", got.MatchedBy, got.Args)
	}
	t.Setenv("CHATMRPT_CHOICE_RESOLVER", "0")
	before := len(server.Requests())
	if got := interpreted(t, message); got.MatchedBy == choiceinterp.ByLLM || len(server.Requests()) != before {
		t.Errorf("with the resolver off: %s, %d calls", got.MatchedBy, len(server.Requests())-before)
	}
}

func interpreted(t *testing.T, args []string) choiceinterp.Resolution {
	t.Helper()
	var out bytes.Buffer
	if code := run(args, streams{nil, &out, os.Stderr}); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	var resolution choiceinterp.Resolution
	if err := json.Unmarshal(out.Bytes(), &resolution); err != nil {
		t.Fatal(err)
	}
	return resolution
}
