package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/account"
	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/store/sqlite"
)

// converse says the messages in a new session of the data folder, with a model that
// plays the steps, and returns the last reply's text.
func converse(t *testing.T, steps []llmtest.Step, options []string, messages ...string) string {
	t.Helper()
	t.Setenv("CHATMRPT_LLM_BASE_URL", llmtest.Play(asker(steps)).Capable().Start(t))
	t.Setenv("CHATMRPT_LLM_MODEL", "scripted")
	args := append([]string{"chat", "--json"}, options...)
	for _, said := range messages {
		args = append(args, "-c", said)
	}
	var out bytes.Buffer
	if code := run(args, streams{nil, &out, os.Stderr}); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var reply struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &reply); err != nil {
		t.Fatal(err)
	}
	return reply.Text
}

// What she asked to remember is found in a later session [003-28], [001-04].
func TestANoteIsFoundInALaterSession(t *testing.T) {
	t.Setenv("CHATMRPT_DATA_DIR", t.TempDir())
	noted := converse(t, []llmtest.Step{
		llmtest.Calls("append_memory", map[string]any{"entry": "Nets are counted in bales of 50."}), llmtest.Say("I will keep that in mind."),
	}, nil, "remember that we count nets in bales of 50")
	if !strings.HasPrefix(noted, "I will keep that in mind.") || strings.Contains(noted, "Shall I do it now?") {
		t.Errorf("noted: %s", noted)
	}
	found := converse(t, []llmtest.Step{
		llmtest.Calls("rag_search", map[string]any{"query": "bales"}), llmtest.Say("You count them in bales of 50."),
	}, nil, "explain how we count nets in bales")
	if !strings.Contains(found, "You count them in bales of 50.") || !strings.Contains(found, "Sources: rag_search") {
		t.Errorf("found: %s", found)
	}
}

// What a name means is used once she has confirmed it [002-16], and what files say
// makes nothing happen unasked.
func TestALearningWaitsForHer(t *testing.T) {
	t.Setenv("CHATMRPT_DATA_DIR", t.TempDir())
	folder := t.TempDir()
	if code := run([]string{"sample", folder}, streams{nil, &bytes.Buffer{}, os.Stderr}); code != 0 {
		t.Fatalf("sample: exit code %d", code)
	}
	files := []string{"--data", filepath.Join(folder, "facilities.csv"), "--data", filepath.Join(folder, "covariates.csv"), "--boundaries", filepath.Join(folder, "wards.zip")}
	steps := []llmtest.Step{
		llmtest.Calls("learning", map[string]any{"category": "structured_data", "content": "column rainfall means ignored"}), llmtest.Say("I would leave rainfall out."),
	}
	asked := converse(t, steps, files, "explain what stands out in the column rainfall")
	if !strings.Contains(asked, "You did not ask for this, so it was not done: Learn from a correction") {
		t.Errorf("asked: %s", asked)
	}
	confirmed := converse(t, steps, files, "explain what stands out in the column rainfall", "1", "1")
	if !strings.Contains(confirmed, `"rainfall"`) || !strings.Contains(confirmed, "From now on") {
		t.Errorf("confirmed: %s", confirmed)
	}
}

// A shell is there only where an operator allows one [003-13], and a painter only
// where there is a model for it [001-05].
func TestGeneralToolsFollowTheSettings(t *testing.T) {
	names := func(s *settings) (list []string) {
		s.DataDir = t.TempDir()
		tools, err := generalTools(s, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range tools {
			list = append(list, tool.Name)
			if !tool.Unspoken {
				t.Errorf("%s takes part in what an analyst's words can mean", tool.Name)
			}
			for _, arg := range tool.Args {
				if arg.Description == "" {
					t.Errorf("%s.%s has no description", tool.Name, arg.Name)
				}
			}
			if len(tool.Examples) < 3 {
				t.Errorf("%s has %d examples", tool.Name, len(tool.Examples))
			}
		}
		return list
	}
	usual := strings.Join(names(&settings{}), " ")
	if want := "append_memory add_skill rag_search source claim learning read_file write_file system_stats search_web fetch_url research"; usual != want {
		t.Errorf("usually %s, want %s", usual, want)
	}
	all := strings.Join(names(&settings{AllowShell: true, ImageModel: "brush"}), " ")
	if !strings.Contains(all, "execute_shell") || !strings.Contains(all, "generate_image") {
		t.Errorf("with all settings %s", all)
	}
}

// The cost and the limits of the tools of evidence [002-13..16], and the categories by
// which modes give tools [003-02..04].
func TestPoliciesOfGeneralTools(t *testing.T) {
	tools, err := generalTools(&settings{DataDir: t.TempDir(), AllowShell: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	type policy struct {
		category string
		cost     schemaregistry.Cost
		daily    int
		gate     bool
	}
	want := map[string]policy{
		"research": {"evidence", schemaregistry.CostCheap, 3, false}, "source": {"evidence", schemaregistry.CostFree, 0, false},
		"claim": {"evidence", schemaregistry.CostFree, 0, false}, "learning": {"evidence", schemaregistry.CostFree, 0, false},
		"execute_shell": {"execution", schemaregistry.CostExpensive, 0, true}, "read_file": {"execution", schemaregistry.CostFree, 0, false}, "write_file": {"execution", schemaregistry.CostFree, 0, false},
		"search_web": {"research", schemaregistry.CostCheap, 0, false}, "fetch_url": {"research", schemaregistry.CostCheap, 0, false},
		"append_memory": {"orchestration", schemaregistry.CostFree, 0, false}, "add_skill": {"orchestration", schemaregistry.CostFree, 0, false},
	}
	for _, tool := range tools {
		if expected, listed := want[tool.Name]; listed {
			if got := (policy{tool.Category, tool.Cost, tool.DailyLimit, tool.RequiresGate}); got != expected {
				t.Errorf("%s: %+v, want %+v", tool.Name, got, expected)
			}
			delete(want, tool.Name)
		}
	}
	if len(want) > 0 {
		t.Errorf("there is no %v", want)
	}
}

func TestIsOperator(t *testing.T) {
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "chatmrpt.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, user := range []account.User{{Name: "ola", Role: account.Operator}, {Name: "amina", Role: account.Analyst}} {
		if err := db.AddUser(t.Context(), user); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name  string
		token string
		want  bool
	}{{"ola", "", true}, {"amina", "", false}, {"local", "", true}, {"local", "token", false}, {"stranger", "", false}} {
		s := &settings{User: "local", AccessToken: llm.NewSecret(c.token)}
		if got, err := s.isOperator(t.Context(), db, c.name); err != nil || got != c.want {
			t.Errorf("%s with the token %q: %t, %v", c.name, c.token, got, err)
		}
	}
}
