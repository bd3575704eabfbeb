package document_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/store/document"
)

// The words that a session's states have in common are written once, and every
// state has them again.
func TestWordsAreWrittenOnce(t *testing.T) {
	wards := []schemaregistry.Term{{Name: "Gidan Ruwa"}, {Name: "Tudun <Wada>"}}
	with := func(tool string, words []schemaregistry.Term) session.State {
		return session.State{LastTool: tool, Vocabulary: map[string][]schemaregistry.Term{"wards": words}}
	}
	want := &session.Session{
		State: with("make_map", wards),
		Undo:  []session.State{{}, with("run_tpr_step", wards[:1]), with("rank_wards", wards), {}},
	}
	doc, err := document.EncodeStates(want)
	if err != nil {
		t.Fatal(err)
	}
	for text, times := range map[string]int{"Gidan Ruwa": 2, "Tudun <Wada>": 1} {
		if n := strings.Count(string(doc), text); n != times {
			t.Errorf("%q is written %d times, not %d:\n%s", text, n, times, doc)
		}
	}
	got := &session.Session{}
	if err := document.DecodeStates(doc, got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("session (-want +got):\n%s", diff)
	}
}

func TestDamagedStatesAreRefused(t *testing.T) {
	for _, doc := range []string{
		``, `{`, `[]`, `{"states":[{"words":{"wards":0}}]}`, `{"words":[[]],"states":[{"words":{"wards":1}}]}`,
		`{"words":[[]],"states":[{"words":{"wards":-1}}]}`,
	} {
		if err := document.DecodeStates([]byte(doc), &session.Session{}); err == nil {
			t.Errorf("%s was read", doc)
		}
	}
}
