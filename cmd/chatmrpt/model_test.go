package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
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

// The settings file lists backends; each answers for its roles with its key, which
// may lie in an environment variable [000-49, 000-50, 000-52].
func TestBackendsOfTheSettingsFile(t *testing.T) {
	talker, reader := llmtest.New(llmtest.Say("nothing")), llmtest.New(bairns)
	t.Chdir(t.TempDir())
	t.Setenv("KEY_OF_THE_READER", scriptKey)
	writeSettings(t, map[string]any{"llm_timeout": "3s", "llm_backends": []any{
		map[string]any{"name": "talker", "base_url": talker.Start(t), "model": "large", "roles": []string{"agent"}},
		map[string]any{"name": "reader", "base_url": reader.Start(t), "model": "small", "roles": []string{"interpreter"}, "api_key_env": "KEY_OF_THE_READER", "timeout": "2s"},
	}})
	message := []string{"interpret", "--tool", "run_tpr_step", "take the wee bairns"}
	if got := interpreted(t, message); got.MatchedBy != choiceinterp.ByLLM {
		t.Errorf("matched by %s", got.MatchedBy)
	}
	if asked := reader.Requests(); len(talker.Requests()) > 0 || len(asked) != 1 || asked[0].Model != "small" || asked[0].Authorization != "Bearer "+scriptKey {
		t.Errorf("the talker was asked %d times, the reader %+v", len(talker.Requests()), asked)
	}

	// the environment wins over the file, and its one model comes before a list
	t.Setenv("CHATMRPT_LLM_BACKENDS", `[{"base_url":"`+talker.Start(t)+`","model":"large"}]`)
	t.Setenv("CHATMRPT_LLM_BASE_URL", reader.Start(t))
	t.Setenv("CHATMRPT_LLM_MODEL", "tiny")
	interpreted(t, message)
	if asked := reader.Requests(); len(talker.Requests()) > 0 || len(asked) != 2 || asked[1].Model != "tiny" {
		t.Errorf("the talker was asked %d times, the reader %+v", len(talker.Requests()), asked)
	}
}

// A model that does not help is told to the log, and what the analyst said is not.
func TestTheLogTellsOfModelsThatDoNotHelp(t *testing.T) {
	phantom := strings.Replace(bairns.Content, "the wee bairns", "toddlers", 1)
	for name, test := range map[string]struct {
		step llmtest.Step
		want string
	}{
		"refused":  {llmtest.Fail(http.StatusNotFound, "no such model"), `"error":"reading with a model: no model is available: backend scripted: status 404: no such model"`},
		"unusable": {llmtest.Say(phantom), `"msg":"a model's answer did not stand up","tool":"run_tpr_step","problems":1`},
		"helpful":  {bairns, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("CHATMRPT_LLM_BASE_URL", llmtest.New(test.step).Start(t))
			t.Setenv("CHATMRPT_LLM_MODEL", "scripted")
			var log bytes.Buffer
			if code := run([]string{"--log-level", "warn", "interpret", "--tool", "run_tpr_step", "take the wee bairns"}, streams{nil, io.Discard, &log}); code != 0 {
				t.Fatalf("exit code %d: %s", code, &log)
			}
			if !strings.Contains(log.String(), test.want) || test.want == "" && log.Len() > 0 || strings.Contains(log.String(), "toddlers") {
				t.Errorf("the log: %s", &log)
			}
		})
	}
}

func TestBadModelSettings(t *testing.T) {
	for name, test := range map[string]struct {
		backend map[string]any
		want    string
	}{
		"no model":              {map[string]any{"base_url": "http://localhost:1"}, "needs the name of its model"},
		"no address":            {map[string]any{"model": "m", "base_url": "localhost"}, "must start with http"},
		"a key in the address":  {map[string]any{"model": "m", "base_url": "http://me:" + scriptKey + "@localhost"}, "keep user names and keys out"},
		"an unknown role":       {map[string]any{"model": "m", "base_url": "http://localhost:1", "roles": []string{"poet"}}, "a role is one of interpreter"},
		"a key that is not set": {map[string]any{"model": "m", "base_url": "http://localhost:1", "api_key_env": "NO_SUCH_KEY"}, "NO_SUCH_KEY, which is not set"},
		"a strange timeout":     {map[string]any{"model": "m", "base_url": "http://localhost:1", "timeout": "soon"}, "must be a duration"},
		"a slip of the pen":     {map[string]any{"modle": "m"}, "unknown field"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			writeSettings(t, map[string]any{"llm_backends": []any{test.backend}})
			var out, err bytes.Buffer
			if code := run([]string{"interpret", "--tool", "run_tpr_step", "under fives"}, streams{nil, &out, &err}); code == 0 || !strings.Contains(err.String(), test.want) {
				t.Errorf("exit code %d: %s", code, &err)
			}
			if strings.Contains(err.String(), scriptKey) {
				t.Errorf("the key is told: %s", &err)
			}
		})
	}
}

// Whatever a server says and whichever command is run, the key appears nowhere:
// on no screen, in no log, in no file.
func TestTheKeyIsToldNowhere(t *testing.T) {
	echo := "the key is " + scriptKey
	said := strings.Replace(bairns.Content, `"kids"`, `"`+echo+`"`, 1)
	for name, step := range map[string]llmtest.Step{
		"answering":   llmtest.Say(said),
		"unkeyed":     llmtest.Fail(http.StatusUnauthorized, echo),
		"complaining": llmtest.Fail(http.StatusBadRequest, echo+", response_format is not supported"),
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			t.Chdir(folder)
			t.Setenv("CHATMRPT_DATA_DIR", filepath.Join(folder, "data"))
			t.Setenv("CHATMRPT_LLM_BASE_URL", llmtest.New(step).Start(t))
			t.Setenv("CHATMRPT_LLM_MODEL", "scripted")
			t.Setenv("CHATMRPT_LLM_API_KEY", scriptKey)
			t.Setenv("CHATMRPT_LLM_BACKENDS", `[{"base_url":"http://127.0.0.1:1","model":"second","api_key":"`+scriptKey+`"}]`)
			lines := `{"id":"1","tool":"run_tpr_step","text":"take the wee bairns","expect":{"outcome":"run"}}`
			if err := os.WriteFile("lines.jsonl", []byte(lines), 0o600); err != nil {
				t.Fatal(err)
			}
			var told bytes.Buffer
			for _, args := range [][]string{
				{"interpret", "--tool", "run_tpr_step", "take the wee bairns"},
				{"chat", "--log-level", "debug", "--json", "-c", "take the wee bairns"},
				{"telemetry", "events"},
				{"eval", "lines.jsonl", "--wrong", "--record", "said.jsonl"},
				{"tools", "--json"},
				{"--help"},
				{"chat", "--help"},
				{"chat", "--no-such-option"},
				{"--llm-timeout", "soon", "version"},
				{"--llm-backends", `[{"api_key":"` + scriptKey + `","api_kye":1}]`, "version"},
			} {
				run(args, streams{strings.NewReader(""), &told, &told})
			}
			err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
				if err != nil || entry.IsDir() {
					return err
				}
				content, err := os.ReadFile(path)
				told.Write(content)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if at := strings.Index(told.String(), scriptKey); at >= 0 {
				t.Errorf("the key is told: ...%s", told.String()[max(0, at-200):at+len(scriptKey)])
			}
			if !strings.Contains(told.String(), "wee bairns") {
				t.Error("nothing was said")
			}
		})
	}
}

func writeSettings(t *testing.T, settings map[string]any) {
	t.Helper()
	raw, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("chatmrpt.json", raw, 0o600); err != nil {
		t.Fatal(err)
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
