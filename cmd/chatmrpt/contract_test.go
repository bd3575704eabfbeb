package main

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/router"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset/sample"
)

// enough are arguments with which each tool runs on the sample once everything
// before it is done.
var enough = map[string]map[string]any{
	"run_tpr_step":      {"facility_level": "all", "age_group": "all", "test_method": "both"},
	"run_risk_analysis": {"method": "composite", "missing": "leave_out"},
	"plan_itn":          {"total_nets": 200000, "basis": "population"},
	"make_map":          {"map_variable": "tpr"},
	"query_data":        {"operation": "top", "variable": "tpr", "other_variable": "rainfall"},
	"review_data":       {},
	"set_column":        {"column": "rainfall"},
	"match_ward":        {"from": "Viarba", "to": "Viraba"},
	"learning":          {"content": "column rainfall means ignored"},
}

// Resolution 3.20: every value that a schema allows is accepted by its handler.
func TestEveryEnumValueIsAcceptedByItsHandler(t *testing.T) {
	a, state := analysed(t)
	for _, tool := range a.router.Tools.Tools() {
		base, known := enough[tool.Name]
		for _, arg := range tool.Args {
			for _, value := range arg.Enum {
				if !known {
					t.Fatalf("say in this test with which arguments %s runs", tool.Name)
				}
				args := maps.Clone(base)
				args[arg.Name] = value
				if arg.Type == "array" {
					args[arg.Name] = []string{value}
				}
				call := schemaregistry.Call{Tool: tool.Name, Args: args, Origin: schemaregistry.OriginHTTP}
				_, err := a.router.Tools.Execute(t.Context(), call, state, nil)
				var said *schemaregistry.Error
				if err != nil && !errors.As(err, &said) {
					t.Errorf("%s %s=%s: %v", tool.Name, arg.Name, value, err)
				}
			}
		}
	}
}

// [003-06]: what the profiles of a programme's jobs name is there.
func TestProfilesNameTools(t *testing.T) {
	registry, err := newRegistry(nil, schemaregistry.Options{})
	if err != nil {
		t.Fatal(err)
	}
	profiles := schemaregistry.DefaultProfiles()
	for _, name := range []string{"analyst", "mapper", "planner", "data_steward"} {
		if _, _, err := registry.Select(schemaregistry.Selection{Tools: profiles[name].Tools}, nil); err != nil || profiles[name].Tools == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// [004-14]: 3 to 5 diverse examples per argument are what the interpreter starts from.
func TestEveryArgumentHasExamples(t *testing.T) {
	registry, err := newRegistry(nil, schemaregistry.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range registry.Tools() {
		if tool.Title == "" || tool.Category == "" {
			t.Errorf("%s has no title or category", tool.Name)
		}
		for _, arg := range tool.Args {
			shown := 0
			for _, example := range tool.Examples {
				if _, has := example.Args[arg.Name]; has {
					shown++
				}
			}
			if shown < 3 || arg.Description == "" {
				t.Errorf("%s.%s: %d examples, description %q", tool.Name, arg.Name, shown, arg.Description)
			}
		}
	}
}

// analysed is the program with the sample loaded and every analysis done.
func analysed(t *testing.T) (*app, schemaregistry.State) {
	t.Helper()
	dir := t.TempDir()
	if err := sample.Generate(1).Write(dir); err != nil {
		t.Fatal(err)
	}
	a, err := openApp(t.Context(), &settings{DataDir: filepath.Join(dir, "store"), MaxUpload: 200, LogLevel: "error"}, streams{nil, nil, os.Stderr})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.close)
	session, err := a.router.Start(t.Context(), "analyst")
	if err != nil {
		t.Fatal(err)
	}
	var uploads []router.Upload
	for _, name := range []string{"facilities.csv", "covariates.csv", "population.csv", "wards.zip"} {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		uploads = append(uploads, router.Upload{Name: name, Content: content})
	}
	if _, err := a.router.AddFiles(t.Context(), session.ID, uploads, router.Options{}); err != nil {
		t.Fatal(err)
	}
	session, err = a.sessions.Load(t.Context(), session.ID)
	if err != nil {
		t.Fatal(err)
	}
	state := schemaregistry.State{Inputs: session.State.Inputs, Evidence: map[string]*schemaregistry.Evidence{}}
	settleQuestions(t, a, &state)
	for _, name := range []string{"run_tpr_step", "run_risk_analysis", "plan_itn"} {
		result, err := a.router.Tools.Execute(t.Context(), schemaregistry.Call{Tool: name, Args: enough[name]}, state, nil)
		if err != nil || result.Evidence == nil {
			t.Fatalf("%s: %v, asked %v", name, err, result.Ask)
		}
		state.Evidence[result.Evidence.Kind] = result.Evidence
	}
	return a, state
}

// settleQuestions answers what is asked about the files by what is recommended.
func settleQuestions(t *testing.T, a *app, state *schemaregistry.State) {
	t.Helper()
	state.Edits = schemaregistry.Edits{}
	for range 20 {
		result, err := a.router.Tools.Execute(t.Context(), schemaregistry.Call{Tool: "run_tpr_step", Args: enough["run_tpr_step"]}, *state, nil)
		if err != nil {
			t.Fatal(err)
		}
		if result.Ask == nil {
			return
		}
		for _, option := range result.Ask.Options {
			if option.Recommended {
				maps.Copy(state.Edits, option.Edits)
			}
		}
	}
	t.Fatal("the files raise questions without end")
}
