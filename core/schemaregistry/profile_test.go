package schemaregistry

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// crew are the tools of source 003 and two of an analyst.
func crew(t *testing.T) *Registry {
	t.Helper()
	categories := map[string][]string{
		CategoryExecution:     {"execute_shell", "read_file", "write_file"},
		CategoryResearch:      {"search_web", "fetch_url"},
		CategoryOrchestration: {"spawn_sub_session", "task", "append_memory", "add_skill"},
		"question":            {"query_data"},
		"map":                 {"make_map"},
	}
	r := New(Options{})
	for category, names := range categories {
		for _, name := range names {
			if err := r.Register(Define(Def{Name: name, Description: "d", Category: category}, silent[struct{}])); err != nil {
				t.Fatal(err)
			}
		}
	}
	return r
}

func namesOf(tools []*Tool) string {
	names := make([]string, len(tools))
	for i, t := range tools {
		names[i] = t.Name
	}
	return strings.Join(names, " ")
}

// [003-02..12], resolution 3.17: a mode and a profile each choose tools; what is
// said wins.
func TestSelect(t *testing.T) {
	own, err := DefaultProfiles().With(Profiles{
		"surveyor": {Tools: []string{"query_data", "fetch_url"}, Mode: ModeBaseOnly},
		"mapper":   {Tools: []string{"make_map"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	const hands = "execute_shell fetch_url make_map query_data read_file search_web write_file"
	const all = "add_skill append_memory execute_shell fetch_url make_map query_data read_file search_web spawn_sub_session task write_file"
	for _, c := range []struct {
		selection Selection
		mode      Mode
		tools     string
	}{
		{Selection{}, ModeMinimal, hands},
		{Selection{Mode: ModeMinimal}, ModeMinimal, hands},
		{Selection{Mode: ModeBaseOnly}, ModeBaseOnly, hands},
		{Selection{Mode: ModeNone}, ModeNone, hands},
		{Selection{Mode: ModeFull}, ModeFull, all},
		{Selection{Profile: "researcher"}, ModeMinimal, "fetch_url search_web"},
		{Selection{Profile: "file_worker"}, ModeMinimal, "execute_shell read_file write_file"},
		{Selection{Profile: "full_worker"}, ModeMinimal, "execute_shell fetch_url read_file search_web write_file"},
		{Selection{Profile: "orchestrator"}, ModeFull, "add_skill append_memory spawn_sub_session task"},
		{Selection{Profile: "surveyor"}, ModeBaseOnly, "fetch_url query_data"}, // [003-11]
		{Selection{Profile: "mapper"}, ModeMinimal, "make_map"},                // replaced
		{Selection{Profile: "planner"}, ModeMinimal, "make_map query_data"},    // of which two are here
		{Selection{Profile: "researcher", Mode: ModeFull}, ModeFull, "fetch_url search_web"},
		{Selection{Profile: "orchestrator", Tools: []string{"task", "read_file"}}, ModeFull, "read_file task"},
		{Selection{Profile: "researcher", Mode: ModeNone, Tools: []string{}}, ModeNone, ""},
		{Selection{Tools: []string{"task"}}, ModeMinimal, "task"},
	} {
		mode, tools, err := crew(t).Select(c.selection, own)
		if got := namesOf(tools); err != nil || mode != c.mode || got != c.tools {
			t.Errorf("%+v: %s, %s, %v", c.selection, mode, got, err)
		}
	}
}

func TestSelectRefuses(t *testing.T) {
	r := crew(t)
	_, _, err := r.Select(Selection{Profile: "spy"}, DefaultProfiles())
	if _, sentence := Sentence(err); err == nil || !strings.Contains(sentence, `"spy"; there are analyst, data_steward, file_worker, full_worker, mapper, orchestrator, planner, researcher.`) {
		t.Error(err)
	}
	if _, _, err := r.Select(Selection{Mode: "huge"}, nil); err == nil || !strings.Contains(err.Error(), "minimal, base_only, none and full") {
		t.Error(err)
	}
	if _, _, err := r.Select(Selection{Tools: []string{"task", "fly"}}, nil); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	for name, bad := range map[string]Profile{"no tools": {}, "no such mode": {Tools: []string{"task"}, Mode: "huge"}} {
		if _, err := DefaultProfiles().With(Profiles{"p": bad}); err == nil || !strings.Contains(err.Error(), `"p"`) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// [000-12], [000-53], [000-54]: by category; plain English for those names only that
// have that form; in order.
func TestFunctions(t *testing.T) {
	tools := []*Tool{
		Define(Def{Name: "task", Description: "d", Category: CategoryOrchestration, NL: true}, silent[noteArgs]),
		Define(Def{Name: "read_file", Description: "d", Category: CategoryExecution}, silent[noteArgs]),
		Define(Def{Name: "add_skill", Description: "d", Category: CategoryOrchestration, NL: true}, silent[noteArgs]),
	}
	for _, c := range []struct {
		categories, nl []string
		want           string // a star marks plain English
	}{
		{nil, nil, "task read_file add_skill"},
		{nil, []string{}, "task read_file add_skill"},
		{nil, []string{"task"}, "task* read_file add_skill"},
		{nil, []string{"add_skill", "read_file", "task", "fly"}, "task* read_file add_skill*"},
		{[]string{CategoryOrchestration}, []string{"task"}, "task* add_skill"},
		{[]string{CategoryExecution, CategoryOrchestration}, nil, "task read_file add_skill"},
		{[]string{}, nil, ""},
	} {
		var got []string
		for _, f := range Functions(InCategories(tools, c.categories), c.nl) {
			if strings.Contains(string(f.Parameters), `"description":{"type":"string"`) {
				f.Name += "*"
			}
			got = append(got, f.Name)
		}
		if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", c, diff)
		}
	}
}
