package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
)

const scriptKey = "key-of-the-script-2718"

var bairns = llmtest.Say(`{"tool":"run_tpr_step","kind":"choice","confidence":0.9,"reason":"kids","args":{` +
	`"facility_level":null,"age_group":{"value":"u5","quote":"the wee bairns","source":"said"},"test_method":null,"state":null,"period":null,"fill":null}}`)

// The settings lead to a model, and CHATMRPT_CHOICE_RESOLVER=0 away from it [004-19].
func TestInterpretAsksTheModelOfTheSettings(t *testing.T) {
	server := llmtest.New(bairns)
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

// startModel starts a model for a script and sets the environment that leads to
// it. What a message says decides how it is answered.
func startModel(ts *testscript.TestScript, _ bool, _ []string) {
	fails := 0
	server := httptest.NewServer(llmtest.Play(func(_ int, request llmtest.Request) llmtest.Step {
		said := request.Last()
		switch {
		case strings.Contains(said, "busy") && fails == 0:
			fails++
			return llmtest.Busy("0")
		case strings.Contains(said, "failing"):
			return llmtest.Fail(http.StatusBadRequest, "the key "+scriptKey+" is fine, the rest is not")
		case strings.Contains(said, "garbled"):
			return llmtest.Garbage()
		case strings.Contains(said, "wee bairns"):
			return bairns
		}
		return llmtest.Say("I would rather talk about something else.")
	}))
	ts.Defer(server.Close)
	ts.Setenv("CHATMRPT_LLM_BASE_URL", server.URL+"/v1")
	ts.Setenv("CHATMRPT_LLM_MODEL", "scripted")
	ts.Setenv("CHATMRPT_LLM_API_KEY", scriptKey)
}

// sameReport compares two reports of eval, times aside.
func sameReport(ts *testscript.TestScript, _ bool, files []string) {
	reports := make([]map[string]any, len(files))
	for i, file := range files {
		ts.Check(json.Unmarshal([]byte(ts.ReadFile(file)), &reports[i]))
		delete(reports[i], "latency_ms")
	}
	if diff := cmp.Diff(reports[0], reports[1]); diff != "" {
		ts.Fatalf("%s differ:\n%s", files, diff)
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
