package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
	"github.com/chatmrpt/chatmrpt/core/router"
)

// an analyst's open questions over an invented state, answered by a scripted model
// that looks things up with the real tools.
func TestOpenQuestionsOfAnAnalyst(t *testing.T) {
	look := func(args map[string]any) llmtest.Step { return llmtest.Calls("query_data", args) }
	highest := look(map[string]any{"operation": "top", "variable": "tpr", "N": 2})
	tests := []struct {
		name, ask string
		steps     []llmtest.Step
		has       []string
		hasNot    []string
		outcome   router.Outcome
	}{
		{
			name: "a why about what is on screen", ask: "why is this ward above that one?",
			steps: []llmtest.Step{highest, llmtest.Say("The first of the 2 wards has the higher share of positive tests, and 99.87% is made up.")},
			has: []string{
				"The first of the 2 wards", "99.87% [not in the results]", "\n\nSources: query_data",
				"Numbers that stand in no result of this answer are marked, do not rely on them: 99.87%.",
				"- Worked out from facilities.csv, covariates.csv, wards.zip, version ",
			},
			outcome: router.Answered,
		},
		{
			name: "a comparison with a judgement", ask: "compare RDT and microscopy by LGA and tell me what stands out",
			steps: []llmtest.Step{
				look(map[string]any{"operation": "top", "variable": "tpr", "level": "lga", "N": 3}),
				llmtest.Calls("run_tpr_step", map[string]any{"facility_level": "all", "age_group": "all", "test_method": "rdt"}),
				llmtest.Say("The highest LGAs are the same; for RDT alone test positivity has to be worked out anew."),
			},
			has: []string{
				"The highest LGAs are the same", "Sources: query_data",
				"You did not ask for this, so it was not done: Test positivity rate", "1. Yes: Test positivity rate",
			},
			hasNot:  []string{"Sources: query_data, run_tpr_step"},
			outcome: router.Answered,
		},
		{
			name: "a weak model that writes JSON into prose", ask: "explain why these wards are the highest",
			steps: []llmtest.Step{
				llmtest.Prose(map[string]any{"tool": "query_data", "args": map[string]any{"operation": "describe", "variable": "rainfall"}}),
				llmtest.Say("They get more rain than most."),
			},
			has:     []string{"They get more rain than most.\n\nSources: query_data"},
			hasNot:  []string{"{"},
			outcome: router.Answered,
		},
	}
	folder := t.TempDir()
	if code := run([]string{"sample", folder}, streams{nil, &bytes.Buffer{}, os.Stderr}); code != 0 {
		t.Fatalf("sample: exit code %d", code)
	}
	files := []string{"--data", filepath.Join(folder, "facilities.csv"), "--data", filepath.Join(folder, "covariates.csv"), "--boundaries", filepath.Join(folder, "wards.zip")}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			server := llmtest.Play(asker(test.steps)).Capable()
			t.Setenv("CHATMRPT_DATA_DIR", t.TempDir())
			t.Setenv("CHATMRPT_LLM_BASE_URL", server.Start(t))
			t.Setenv("CHATMRPT_LLM_MODEL", "scripted")
			args := append([]string{"chat", "--json"}, files...)
			for _, said := range []string{"run tpr with defaults", "1", "all", "all", "both", "top 5 wards by tpr", test.ask} {
				args = append(args, "-c", said)
			}
			var out bytes.Buffer
			if code := run(args, streams{nil, &out, os.Stderr}); code != 0 {
				t.Fatalf("exit code %d", code)
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			var reply struct {
				Text    string         `json:"text"`
				Outcome router.Outcome `json:"outcome"`
			}
			if err := json.Unmarshal([]byte(lines[len(lines)-1]), &reply); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.outcome, reply.Outcome); diff != "" {
				t.Error(diff)
			}
			for _, want := range test.has {
				if !strings.Contains(reply.Text, want) {
					t.Errorf("lacks %q", want)
				}
			}
			for _, unwanted := range test.hasNot {
				if strings.Contains(reply.Text, unwanted) {
					t.Errorf("has %q", unwanted)
				}
			}
			if t.Failed() {
				t.Log(reply.Text)
			}
		})
	}
}

// asker plays the steps to whoever answers open questions, and is of no use for
// anything else.
func asker(steps []llmtest.Step) func(int, llmtest.Request) llmtest.Step {
	next := 0
	return func(_ int, request llmtest.Request) llmtest.Step {
		if !strings.HasPrefix(request.Messages[0].Content, "You answer questions of an analyst") {
			return llmtest.Say("I do not know.")
		}
		next++
		return steps[min(next, len(steps))-1]
	}
}

// The settings bound the loop, and the resolver's switch turns every model off.
func TestSettingsOfOpenQuestions(t *testing.T) {
	server := llmtest.New(llmtest.Say("An answer."))
	t.Setenv("CHATMRPT_LLM_BASE_URL", server.Start(t))
	t.Setenv("CHATMRPT_LLM_MODEL", "scripted")
	for _, test := range []struct {
		name, value string
		code        int
	}{
		{"CHATMRPT_AGENT_STEPS", "13", 1}, {"CHATMRPT_AGENT_STEPS", "0", 1}, {"CHATMRPT_AGENT_STEPS", "12", 0},
		{"CHATMRPT_ANALYZE_TIMEOUT_MS", "0", 1}, {"CHATMRPT_CHOICE_RESOLVER", "0", 0},
	} {
		t.Run(test.name+"="+test.value, func(t *testing.T) {
			t.Setenv("CHATMRPT_DATA_DIR", t.TempDir())
			t.Setenv(test.name, test.value)
			before := len(server.Requests())
			var out, errs bytes.Buffer
			code := run([]string{"chat", "--json", "-c", "why do the clouds in the north look so heavy?"}, streams{nil, &out, &errs})
			if (code != 0) != (test.code != 0) {
				t.Errorf("exit code %d: %s", code, &errs)
			}
			if asked := len(server.Requests()) - before; test.name == "CHATMRPT_CHOICE_RESOLVER" && asked > 0 {
				t.Errorf("the model was asked %d times", asked)
			}
		})
	}
}
