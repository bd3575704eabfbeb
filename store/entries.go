package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/memory"
	"github.com/chatmrpt/chatmrpt/core/session"
)

// A Memory keeps entries, and the sessions with which some of them go.
type Memory interface {
	session.Store
	memory.Store
}

// TestMemory runs the suite for what is remembered. Every call of open gives an empty
// store, which open closes when the test ends.
func TestMemory(t *testing.T, open func(t *testing.T) Memory) {
	for _, c := range []struct {
		name string
		test func(*testing.T, Memory)
	}{
		{"entries are listed as they were added, by user and kind", entriesListed},
		{"entries are found by their words, the best first", entriesFound},
		{"hostile texts are kept and searched for", entriesHostile},
		{"a search sees what its scope allows", entriesScope},
		{"the last version of a skill counts", entriesSkills},
		{"the result of a turn is found again", entriesOfTurns},
		{"a session takes its entries along", entriesDeleted},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open(t)) })
	}
}

func note(text string) memory.Entry {
	return memory.Entry{Kind: memory.Note, User: "amina", Text: text, At: start}
}

func addEntries(t *testing.T, m Memory, entries ...memory.Entry) {
	t.Helper()
	for _, e := range entries {
		if err := m.AddEntry(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
}

// wantFound compares the texts of what a search finds; the limit is 10 and the user
// is amina where the query does not say.
func wantFound(t *testing.T, m Memory, words string, q memory.Query, texts ...string) {
	t.Helper()
	q.Words = memory.Words(words)
	if q.User == "" {
		q.User = "amina"
	}
	if q.Limit == 0 {
		q.Limit = 10
	}
	found, err := m.SearchEntries(t.Context(), q)
	if err != nil {
		t.Fatalf("search %q: %v", words, err)
	}
	var got []string
	for _, e := range found {
		got = append(got, e.Text)
	}
	if diff := cmp.Diff(texts, got); diff != "" {
		t.Errorf("%q finds (-want +got):\n%s", words, diff)
	}
}

func entriesListed(t *testing.T, m Memory) {
	full := memory.Entry{
		Kind: memory.Learning, User: "amina", Name: "factual", Title: "a title",
		Text: "Dry wards need fewer nets", Result: "r_0123456789ab", At: start,
	}
	later := note("second")
	later.At = start.Add(time.Microsecond)
	other := note("of somebody else")
	other.User = "bola"
	addEntries(t, m, note("first"), full, other, later, note("first"))
	for _, c := range []struct {
		user string
		kind memory.Kind
		want []memory.Entry
	}{
		{"amina", memory.Note, []memory.Entry{note("first"), later, note("first")}},
		{"amina", memory.Learning, []memory.Entry{full}},
		{"amina", memory.Skill, nil},
		{"nobody\x00", memory.Note, nil},
	} {
		got, err := m.Entries(t.Context(), c.user, c.kind)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got, equal); diff != "" {
			t.Errorf("entries of %q (-want +got):\n%s", c.user, diff)
		}
	}
}

func entriesFound(t *testing.T, m Memory) {
	const rains, nets, both = "Les pluies arrivent à Sokoto en juin", "Nets are kept in the Sokoto store", "June rains flood the net store of Sokoto"
	addEntries(t, m, note(rains), note(nets), note(both), note("Nothing to do with any of it"))
	wantFound(t, m, "JUIN", memory.Query{}, rains)
	wantFound(t, m, "PLUÏE", memory.Query{}, rains)
	wantFound(t, m, "flood store net", memory.Query{}, both, nets)
	wantFound(t, m, "which store was it in the end", memory.Query{Limit: 1}, nets)
	wantFound(t, m, "store", memory.Query{Limit: -1})
	wantFound(t, m, "the of and", memory.Query{})
	wantFound(t, m, "camels", memory.Query{})
}

func entriesHostile(t *testing.T, m Memory) {
	for i, text := range hostileTexts {
		addEntries(t, m, note(fmt.Sprintf("%s unique%d", text, i)))
	}
	for i, text := range hostileTexts {
		want := note(fmt.Sprintf("%s unique%d", text, i)).Clean().Text
		wantFound(t, m, fmt.Sprintf("unique%d", i), memory.Query{}, want)
		q := memory.Query{Words: memory.Words(text + ` " OR NEAR(a b) & | ! <-> :* ( unmatched`), User: text, Session: text, Limit: 10}
		if found, err := m.SearchEntries(t.Context(), q); err != nil || len(found) > 0 {
			t.Errorf("%q finds %v, %v", text, found, err)
		}
	}
}

func entriesScope(t *testing.T, m Memory) {
	for _, id := range []string{"s1", "s2", "s3"} {
		of := &session.Session{ID: id, User: "amina"}
		if id == "s3" {
			of.User = "bola"
		}
		if err := m.Create(t.Context(), of); err != nil {
			t.Fatal(err)
		}
	}
	in := func(id, user, text string) memory.Entry {
		return memory.Entry{Kind: memory.Source, User: user, Session: id, Text: text, At: start}
	}
	skill := memory.Entry{Kind: memory.Skill, User: "bola", Name: "spray", Text: "spraying shared"}
	stays := note("spraying stays")
	addEntries(t, m, skill, stays, in("s1", "amina", "spraying one"), in("s2", "amina", "spraying two"), in("s3", "bola", "spraying of bola"))
	for _, c := range []struct {
		q    memory.Query
		want []string
	}{
		{memory.Query{Session: "s1"}, []string{"spraying one", "spraying shared", "spraying stays"}},
		{memory.Query{}, []string{"spraying shared", "spraying stays"}},
		{memory.Query{Session: "s3"}, []string{"spraying shared", "spraying stays"}},
		{memory.Query{Session: "s1", Global: true}, []string{"spraying one", "spraying shared", "spraying stays", "spraying two"}},
		{memory.Query{User: "bola", Session: "s3"}, []string{"spraying of bola", "spraying shared"}},
	} {
		c.q.Words, c.q.Limit = []string{"spraying"}, 10
		if c.q.User == "" {
			c.q.User = "amina"
		}
		found, err := m.SearchEntries(t.Context(), c.q)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range found {
			got = append(got, e.Text)
		}
		slices.Sort(got)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%+v finds (-want +got):\n%s", c.q, diff)
		}
	}
	err := m.AddEntry(t.Context(), in("no such session", "amina", "spraying"))
	if err == nil {
		t.Error("an entry of no session was added")
	}
}

func entriesSkills(t *testing.T, m Memory) {
	old := memory.Entry{Kind: memory.Skill, User: "amina", Name: "microplan", Title: "How to plan", Text: "Count households first", At: start}
	revised := old
	revised.User, revised.Text, revised.At = "bola", "Count bed spaces first", start.Add(time.Hour)
	if _, _, err := m.FindSkill(t.Context(), "microplan"); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("no skill yet: %v", err)
	}
	addEntries(t, m, old, revised)
	got, versions, err := m.FindSkill(t.Context(), "microplan")
	if err != nil || versions != 2 {
		t.Errorf("%d versions, %v", versions, err)
	}
	if diff := cmp.Diff(revised, got, equal); diff != "" {
		t.Errorf("the skill (-want +got):\n%s", diff)
	}
	wantFound(t, m, "count", memory.Query{}, revised.Text)
	another := memory.Entry{Kind: memory.Skill, User: "bola", Name: "Before", Title: "In capitals first", Text: "Text", At: start}
	addEntries(t, m, another)
	listed, err := m.Skills(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	short := []memory.Entry{another, revised}
	short[0].Text, short[1].Text = "", ""
	if diff := cmp.Diff(short, listed, equal); diff != "" {
		t.Errorf("the skills (-want +got):\n%s", diff)
	}
	wantFound(t, m, "households", memory.Query{}) // only the version before had it
	if _, _, err := m.FindSkill(t.Context(), "nul \x00"); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("a name with a NUL: %v", err)
	}
}

// ranked saves a turn that computed something.
func ranked(t *testing.T, m Memory, id, receipt, answer string) {
	t.Helper()
	of, err := m.Load(t.Context(), id)
	if errors.Is(err, session.ErrNotFound) {
		of = &session.Session{ID: id, User: "amina"}
		err = m.Create(t.Context(), of)
	}
	if err != nil {
		t.Fatal(err)
	}
	reply := fmt.Sprintf(`{"answer":%q,"receipt":{"id":%q,"tool":"run_risk_analysis"}}`, answer, receipt)
	turn := session.Turn{Number: of.Version + 1, At: start, Text: "rank the wards", Reply: []byte(reply)}
	if err := m.SaveTurn(t.Context(), of, turn); err != nil {
		t.Fatal(err)
	}
}

func entriesOfTurns(t *testing.T, m Memory) {
	const answer = "Gwale leads the ranking"
	ranked(t, m, "s1", "r_aaaaaaaaaaaa", answer)
	ranked(t, m, "s1", "r_aaaaaaaaaaaa", answer) // the same computed again
	ranked(t, m, "s2", "r_aaaaaaaaaaaa", answer)
	ranked(t, m, "s2", "", "Nothing was computed about Gwale")
	want := memory.Entry{
		Kind: memory.Result, User: "amina", Session: "s2", Name: "run_risk_analysis", Title: "rank the wards",
		Text: answer, Result: "r_aaaaaaaaaaaa", At: start,
	}
	got, err := m.FindResult(t.Context(), "amina", "r_aaaaaaaaaaaa")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, equal); diff != "" {
		t.Errorf("the result (-want +got):\n%s", diff)
	}
	for _, missing := range [][2]string{{"bola", "r_aaaaaaaaaaaa"}, {"amina", "r_bbbbbbbbbbbb"}, {"amina", ""}, {"amina", "\x00"}} {
		if _, err := m.FindResult(t.Context(), missing[0], missing[1]); !errors.Is(err, memory.ErrNotFound) {
			t.Errorf("result %q of %s: %v", missing[1], missing[0], err)
		}
	}
	wantFound(t, m, "gwale", memory.Query{Session: "s1"}, answer)
	wantFound(t, m, "gwale", memory.Query{Global: true}, answer, answer)
}

func entriesDeleted(t *testing.T, m Memory) {
	ranked(t, m, "s1", "r_aaaaaaaaaaaa", "Gwale leads the ranking")
	addEntries(t, m, note("Gwale floods"), memory.Entry{Kind: memory.Claim, User: "amina", Session: "s1", Text: "Gwale is worst"})
	if err := m.Delete(t.Context(), "s1"); err != nil {
		t.Fatal(err)
	}
	wantFound(t, m, "gwale", memory.Query{Session: "s1", Global: true}, "Gwale floods")
	if _, err := m.FindResult(context.Background(), "amina", "r_aaaaaaaaaaaa"); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("the result of a deleted session: %v", err)
	}
}
