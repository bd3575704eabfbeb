package notes_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/memory"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/flows/notes"
	"github.com/chatmrpt/chatmrpt/store/sqlite"
)

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// A desk has the tools over an empty store in which amina has a session.
type desk struct {
	t     *testing.T
	store *sqlite.Store
	tools *schemaregistry.Registry
}

func newDesk(t *testing.T) desk {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "chatmrpt.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	tools := schemaregistry.New(schemaregistry.Options{Now: func() time.Time { return noon }})
	of := &session.Session{ID: "S1", User: "amina"}
	saved := session.Turn{Number: 1, Text: "rank the wards", Reply: []byte(`{"answer":"Gwale leads the ranking.","receipt":{"id":"r_0123456789ab","tool":"run_risk_analysis"}}`), At: noon}
	if err := errors.Join(tools.Register(notes.Tools(store)...), store.Create(t.Context(), of), store.SaveTurn(t.Context(), of, saved)); err != nil {
		t.Fatal(err)
	}
	return desk{t, store, tools}
}

func (d desk) try(tool string, args map[string]any, origin schemaregistry.Origin) (schemaregistry.Result, error) {
	call := schemaregistry.Call{Tool: tool, Args: args, Origin: origin, Session: "S1", User: "amina"}
	return d.tools.Execute(d.t.Context(), call, schemaregistry.State{}, nil)
}

func (d desk) run(tool string, args map[string]any) schemaregistry.Result {
	d.t.Helper()
	result, err := d.try(tool, args, schemaregistry.OriginModel)
	if err != nil {
		d.t.Fatalf("%s: %v", tool, err)
	}
	return result
}

// tag runs the tool that a line of a weak model names.
func (d desk) tag(tool, line string) schemaregistry.Result {
	d.t.Helper()
	args, ok := d.tools.Tool(tool).ReadTag(line)
	if !ok {
		d.t.Fatalf("%q is no line of %s", line, tool)
	}
	return d.run(tool, args)
}

func code(err error) string {
	if err == nil {
		return ""
	}
	code, _ := schemaregistry.Sentence(err)
	return code
}

// [003-28], resolution 3.30: a note is appended with its status and the length of all,
// and one that says the same is folded.
func TestAppendMemory(t *testing.T) {
	d := newDesk(t)
	for _, c := range []struct {
		entry, status string
		total         float64
	}{
		{"Bales hold 50 nets.", "added", 19},
		{"  bales hold 50 NETS ", "known", 19},
		{"Bales hold 40 nets.", "added", 38},
		{"Ọ̀ṣun 🦟", "added", 45},
	} {
		table := d.run("append_memory", map[string]any{"entry": c.entry}).Table
		if table.Columns[0].Text[0] != c.status || table.Columns[1].Numbers[0] != c.total {
			t.Errorf("%q: %s, %v", c.entry, table.Columns[0].Text[0], table.Columns[1].Numbers[0])
		}
	}
	for range 105 {
		long := memory.Entry{Kind: memory.Note, User: "amina", Text: strings.Repeat("x", 1999)}
		if err := d.store.AddEntry(t.Context(), long); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.try("append_memory", map[string]any{"entry": "one more"}, schemaregistry.OriginText); code(err) != "notes_full" {
		t.Errorf("more than fits: %v", err)
	}
}

// [003-29], resolution 3.30: a skill is created or written again, its versions are
// kept, and a model does not replace what people wrote.
func TestAddSkill(t *testing.T) {
	d := newDesk(t)
	skill := func(text string) map[string]any {
		return map[string]any{"skill_name": "buffer-stock", "summary": "How much is planned", "documentation": text}
	}
	if got := d.run("add_skill", skill("Ten percent.")); got.Text != "The skill buffer-stock is written down, version 1." {
		t.Errorf("created: %q", got.Text)
	}
	if got := d.run("add_skill", skill("Ten percent.")); got.Ask != nil || len(got.SideEffects) > 0 {
		t.Errorf("the same again: %+v", got)
	}
	asked := d.run("add_skill", skill("Twenty percent.")).Ask
	if asked == nil {
		t.Fatal("a model replaced a skill")
	}
	if text, err := notes.SkillText(t.Context(), d.store, "buffer-stock.md"); err != nil || text != "Ten percent." {
		t.Errorf("before she agreed: %q, %v", text, err)
	}
	if _, err := d.try(asked.Options[0].Tool, asked.Options[0].Args, schemaregistry.OriginChip); err != nil {
		t.Fatal(err)
	}
	if text, err := notes.SkillText(t.Context(), d.store, "buffer-stock"); err != nil || text != "Twenty percent." {
		t.Errorf("after she agreed: %q, %v", text, err)
	}
	if list, err := notes.SkillText(t.Context(), d.store, ""); err != nil || list != "skills/buffer-stock.md: How much is planned\n" {
		t.Errorf("all skills: %q, %v", list, err)
	}
	if _, err := notes.SkillText(t.Context(), d.store, "../etc/passwd"); code(err) != "unknown_skill" {
		t.Errorf("no skill: %v", err)
	}
	for _, bad := range []map[string]any{
		{"skill_name": "../escape", "summary": "s", "documentation": "d"},
		{"skill_name": "Name With Spaces", "summary": "s", "documentation": "d"},
		{"skill_name": "lines", "summary": "one\ntwo", "documentation": "d"},
		{"skill_name": "long", "summary": strings.Repeat("x", 81), "documentation": "d"},
	} {
		if _, err := d.try("add_skill", bad, schemaregistry.OriginText); err == nil {
			t.Errorf("%v was written down", bad)
		}
	}
}

// [001-04], [001-17]: passages of notes, skills and results, three by default.
func TestRAGSearch(t *testing.T) {
	d := newDesk(t)
	d.run("append_memory", map[string]any{"entry": "The director asks for five classes."})
	d.run("add_skill", map[string]any{"skill_name": "ward-names", "summary": "How names are checked", "documentation": strings.Repeat("Long preface. ", 60) + "Ask the LGA about doubtful names." + strings.Repeat(" And on.", 60)})
	for _, c := range []struct {
		args map[string]any
		want []string
	}{
		{map[string]any{"query": "who leads the ranking"}, []string{"Result r_0123456789ab of run_risk_analysis, 2 March 2026: Gwale leads the ranking."}},
		{map[string]any{"query": "classes?"}, []string{"Note, 2 March 2026: The director asks for five classes."}},
		{map[string]any{"query": "doubtful"}, []string{"Skill skills/ward-names.md (How names are checked): … ", "Ask the LGA about doubtful names.", " …"}},
		{map[string]any{"query": "camels"}, []string{`Neither notes nor results nor skills speak of "camels".`}},
		{map[string]any{"query": "the of"}, []string{"Neither notes"}},
	} {
		result := d.run("rag_search", c.args)
		for _, want := range c.want {
			if !strings.Contains(result.Text, want) || !result.Untrusted {
				t.Errorf("%v: %q has no %q", c.args, result.Text, want)
			}
		}
	}
	for _, number := range []string{"1", "2", "3", "4", "5"} {
		d.run("source", map[string]any{"description": "chapter " + number + " of the microplan"})
	}
	if got := strings.Count(d.run("rag_search", map[string]any{"query": "microplan"}).Text, "\n\n") + 1; got != 3 {
		t.Errorf("%d passages by default", got)
	}
	if got := strings.Count(d.run("rag_search", map[string]any{"query": "microplan", "limit": 20}).Text, "\n\n") + 1; got != 5 {
		t.Errorf("%d passages of five", got)
	}
}

// [002-14]: a source is archived with its session.
func TestSource(t *testing.T) {
	d := newDesk(t)
	d.tag("source", "SOURCE: Microplan of the state, 2022")
	got, err := d.store.Entries(t.Context(), "amina", memory.Source)
	want := []memory.Entry{{Kind: memory.Source, User: "amina", Session: "S1", Text: "Microplan of the state, 2022", At: noon}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// [002-15]: a claim is drafted and says on which result it rests, if on any.
func TestClaim(t *testing.T) {
	d := newDesk(t)
	if got := d.tag("claim", "CLAIM: Gwale is worst"); len(got.Warnings) != 1 {
		t.Errorf("without a result: %+v", got)
	}
	bound := d.run("claim", map[string]any{"assertion": "Gwale leads", "result": "r_0123456789ab"})
	if bound.Text != "The claim is drafted, and rests on r_0123456789ab: Gwale leads the ranking." || len(bound.Warnings) > 0 {
		t.Errorf("bound: %+v", bound)
	}
	if got := d.run("claim", map[string]any{"assertion": "Dala leads", "result": "r_ffffffffffff"}); len(got.Warnings) != 1 {
		t.Errorf("an unknown result: %+v", got)
	}
	if _, err := d.try("claim", map[string]any{"assertion": "x", "result": "tpr"}, schemaregistry.OriginModel); code(err) != "invalid_arguments" {
		t.Errorf("no ID: %v", err)
	}
	found := d.run("rag_search", map[string]any{"query": "Gwale Dala leads worst", "limit": 10}).Text
	for _, want := range []string{"Claim that rests on no result, 2 March 2026: Gwale is worst", "Claim that rests on r_0123456789ab, 2 March 2026: Gwale leads", "Claim that rests on r_ffffffffffff"} {
		if !strings.Contains(found, want) {
			t.Errorf("%q has no %q", found, want)
		}
	}
}

// [002-16]: a learning has a category; what a name in the files means is used once she
// has confirmed it.
func TestLearning(t *testing.T) {
	d := newDesk(t)
	if got := d.tag("learning", "LEARNING: factual Kumbotso is peri-urban"); got.Ask != nil || got.Text != "I have learnt that." {
		t.Errorf("a fact: %+v", got)
	}
	if got := d.tag("learning", "LEARNING: factual Kumbotso is peri-urban."); got.Text != "I know that already." {
		t.Errorf("the same fact: %+v", got)
	}
	for content, want := range map[string]schemaregistry.Option{
		`ward "Gari Uku" means Gari 3`:        {Tool: "match_ward", Args: map[string]any{"from": "Gari Uku", "to": "Gari 3"}},
		"Ward Oke Odo is the same as Okeodo.": {Tool: "match_ward", Args: map[string]any{"from": "Oke Odo", "to": "Okeodo"}},
		"column fev_2 means suspected":        {Tool: "set_column", Args: map[string]any{"column": "fev_2", "role": "suspected"}},
		"the column conf = positive RDT u5":   {Tool: "set_column", Args: map[string]any{"column": "conf", "role": "positive", "method": "rdt", "age": "u5"}},
		"column total is is population":       {Tool: "set_column", Args: map[string]any{"column": "total", "role": "population"}},
	} {
		result, err := d.try("learning", map[string]any{"category": "structured_data", "content": content}, schemaregistry.OriginModel)
		if content == "column total is is population" {
			if code(err) != "unclear_alias" {
				t.Errorf("%q: %v", content, err)
			}
			continue
		}
		if err != nil || result.Ask == nil || len(result.Edits) > 0 {
			t.Errorf("%q: %+v, %v", content, result, err)
			continue
		}
		got := result.Ask.Options[0]
		if diff := cmp.Diff(want, schemaregistry.Option{Tool: got.Tool, Args: got.Args}); diff != "" {
			t.Errorf("%q (-want +got):\n%s", content, diff)
		}
	}
	for _, unclear := range []string{"wards are many", "column fev_2 means whatever", "Gari Uku"} {
		if _, err := d.try("learning", map[string]any{"category": "structured_data", "content": unclear}, schemaregistry.OriginModel); code(err) != "unclear_alias" {
			t.Errorf("%q: %v", unclear, err)
		}
	}
	if all, err := d.store.Entries(t.Context(), "amina", memory.Learning); err != nil || len(all) != 5 {
		t.Errorf("%d learnings, %v", len(all), err)
	}
}
