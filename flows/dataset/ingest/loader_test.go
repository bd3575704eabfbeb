package ingest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// memory is a store of files that counts how often it was asked.
type memory struct {
	files map[string]string
	asked atomic.Int32
}

func (m *memory) Get(_ context.Context, hash string) ([]byte, error) {
	m.asked.Add(1)
	content, ok := m.files[hash]
	if !ok {
		return nil, errors.New("not there")
	}
	return []byte(content), nil
}

func runOn(edits schemaregistry.Edits, names ...string) *schemaregistry.Run {
	run := &schemaregistry.Run{Progress: func(string, int, int) {}, State: schemaregistry.State{Edits: edits}}
	for _, name := range names {
		run.State.Inputs = append(run.State.Inputs, schemaregistry.Input{Name: name, Hash: name})
	}
	return run
}

const countsFile = "LGA,Ward,HealthFacility,periodname,RDT tested <5yrs,RDT positive <5yrs,notes\n" +
	"Asa,Afon,Clinic A,January 2024,10,4,x\nAsa,Ogele,Clinic B,January 2024,20,5,y\n"

func TestLoaderSharesAndKeeps(t *testing.T) {
	store := &memory{files: map[string]string{"counts.csv": countsFile, "population.csv": "LGA,Ward,Population\nAsa,Afon,100\nAsa,Ogele,200\n"}}
	l := NewLoader(store, DefaultLimits())
	var wait sync.WaitGroup
	datasets := make([]*dataset.Dataset, 8)
	for i := range datasets {
		wait.Go(func() {
			var err error
			if datasets[i], err = l.Load(t.Context(), runOn(nil, "counts.csv", "population.csv")); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if store.asked.Load() > 4 {
		t.Errorf("the store was asked %d times", store.asked.Load())
	}
	d, err := l.Load(t.Context(), runOn(nil, "counts.csv", "population.csv"))
	if err != nil || d != datasets[0] && d != datasets[7] {
		t.Errorf("not the kept dataset: %v", err)
	}
	if d.Version == "" || len(d.Wards) != 2 || d.Column("population") == nil {
		t.Errorf("%+v", d)
	}
	corrected, err := l.Load(t.Context(), runOn(schemaregistry.Edits{"column:RDT positive <5yrs": "ignored"}, "counts.csv"))
	if err != nil || total(corrected, positiveU5) != 0 {
		t.Errorf("a correction is not used: %v", err)
	}
}

func TestLoaderRefuses(t *testing.T) {
	l := NewLoader(&memory{files: map[string]string{"notes.csv": "a,b\n1,2\n", "empty.csv": ""}}, DefaultLimits())
	for name, code := range map[string]string{"": "no_data", "gone.csv": "file_lost", "notes.csv": "no_places", "empty.csv": "empty_file"} {
		run := runOn(nil)
		if name != "" {
			run = runOn(nil, name)
		}
		_, err := l.Load(t.Context(), run)
		if got, sentence := schemaregistry.Sentence(err); got != code || sentence == "" {
			t.Errorf("%q: %s %q, want %s", name, got, sentence, code)
		}
	}
}

// execute runs a tool on files as the registry would.
func execute(t *testing.T, tool string, args map[string]any, edits schemaregistry.Edits) (schemaregistry.Result, error) {
	t.Helper()
	store := &memory{files: map[string]string{
		"counts.csv":     countsFile,
		"population.csv": "LGA,Ward,Population,meanEVI,swamps\nAsa,Afon,100,0.3,1\nAsa,Ogelle,200,0.4,2\n",
	}}
	r := schemaregistry.New(schemaregistry.Options{})
	if err := r.Register(Tools(NewLoader(store, DefaultLimits()).Load)...); err != nil {
		t.Fatal(err)
	}
	state := runOn(edits, "counts.csv", "population.csv").State
	return r.Execute(t.Context(), schemaregistry.Call{Tool: tool, Args: args}, state, nil)
}

func TestReviewData(t *testing.T) {
	for _, view := range []string{"summary", "quality", "columns", "matches"} {
		result, err := execute(t, "review_data", map[string]any{"view": view}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if result.Text == "" || (result.Table.Len() == 0) != (view == "summary") || len(result.Artifacts) != map[bool]int{true: 2, false: 1}[view == "matches"] || result.Artifacts[0].Name != "quality.csv" {
			t.Errorf("%s: %+v", view, result)
		}
		if head, _, _ := strings.Cut(string(result.Artifacts[0].Data), "\n"); head != "severity,check,level,unit,column,rows,effect" {
			t.Errorf("quality.csv begins %q", head)
		}
		if result.Vocabulary["columns"][0].Name != "tpr" || !slices.Equal(names(result.Vocabulary["headings"]), []string{"HealthFacility", "periodname", "RDT tested <5yrs", "RDT positive <5yrs", "notes"}) {
			t.Errorf("vocabulary %+v", result.Vocabulary)
		}
	}
}

func TestSetColumn(t *testing.T) {
	for name, test := range map[string]struct {
		args map[string]any
		want schemaregistry.Edits
	}{
		"a count, in full":        {map[string]any{"column": "notes", "role": "positive", "method": "rdt", "age": "pw"}, schemaregistry.Edits{"column:notes": "positive rdt pw"}},
		"loosely typed, one part": {map[string]any{"column": "rdt TESTED < 5 yrs", "age": "o5"}, schemaregistry.Edits{"column:RDT tested <5yrs": "tested rdt o5"}},
		"a direction":             {map[string]any{"column": "swamps", "direction": "up"}, schemaregistry.Edits{"column:swamps": "variable swamps up"}},
		"by the variable's name":  {map[string]any{"column": "evi", "direction": "none"}, schemaregistry.Edits{"column:meanEVI": "variable evi none"}},
		"not used":                {map[string]any{"column": "meanEVI", "role": "ignored"}, schemaregistry.Edits{"column:meanEVI": "ignored"}},
		"nothing said":            {map[string]any{"column": "notes"}, nil},
	} {
		result, err := execute(t, "set_column", test.args, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for key, value := range test.want {
			if result.Edits[key] != value {
				t.Errorf("%s: %v, want %v", name, result.Edits, test.want)
			}
		}
		if test.want == nil && result.Ask == nil {
			t.Errorf("%s: not asked", name)
		}
	}
	if _, err := execute(t, "set_column", map[string]any{"column": "swampz", "role": "ignored"}, nil); err == nil || !strings.Contains(err.Error(), "swamps") {
		t.Errorf("an unknown heading: %v", err)
	}
}

func TestMatchWard(t *testing.T) {
	result, err := execute(t, "match_ward", map[string]any{"from": "Ogele", "to": "ogelle"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	matched, err := execute(t, "review_data", map[string]any{"view": "matches"}, result.Edits)
	if err != nil || matched.Table.Column("class").Text[0] != "alias" {
		t.Errorf("%+v, %v", matched.Table, err)
	}
	if result, err = execute(t, "match_ward", map[string]any{"from": "Ogele", "to": "none"}, nil); err != nil || len(result.Edits) != 1 {
		t.Errorf("%+v, %v", result, err)
	}
	for _, args := range []map[string]any{{"from": "Nowhere", "to": "Afon"}, {"from": "Ogele", "to": "Nowhere"}} {
		if _, err := execute(t, "match_ward", args, nil); err == nil {
			t.Errorf("%v was taken", args)
		}
	}
}

func names(terms []schemaregistry.Term) []string {
	var list []string
	for _, t := range terms {
		list = append(list, t.Name)
	}
	return list
}

// Headings and names from which an export took "na" are repaired and said.
func TestLostNAIsSaid(t *testing.T) {
	d := understandTables(t, nil, rowsTable("raw.csv",
		[]string{"LGA", "Ward", "organisationunit0me", "RDT tested", "RDT positive"},
		[]string{"Asa", "Gwa0be", "Clinic", "10", "2"}))
	f := finding(d, "lost_na")
	if f == nil || !strings.Contains(f.Effect, "organisationunit0me is organisationunitname and Gwa0be is Gwanabe") {
		t.Errorf("%+v", d.Findings)
	}
	if d.Wards[0].Name != "Gwanabe" {
		t.Errorf("the ward is called %q", d.Wards[0].Name)
	}
}

// Saying again what a column is changes nothing and outdates nothing.
func TestSetColumnAgain(t *testing.T) {
	args := map[string]any{"column": "notes", "role": "positive", "method": "rdt", "age": "pw"}
	result, err := execute(t, "set_column", args, schemaregistry.Edits{"column:notes": "positive rdt pw"})
	if err != nil || len(result.Edits) > 0 || !strings.Contains(result.Text, "already; nothing changes") {
		t.Errorf("%v: %+v", err, result)
	}
}
