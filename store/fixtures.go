package store

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
)

var start = time.Date(2025, 3, 31, 23, 59, 59, 123_456_000, time.UTC)

var hostileTexts = []string{
	"'; DROP TABLE sessions; --", `"quoted" \back\slash`, "$1 ? :name @p %s %00 {{.}}",
	"<script>alert(1)</script> & more", "nul \x00 inside", "tab\tline\r\nend", "\u2028\u2029\ufeff",
	"../../etc/passwd", "Ọ̀ṣun, Bùrúkú ≥5 ans, 疟疾, مالاريا, 🦟", "�", " ", "",
}

// fullSession has something in every field.
func fullSession(id string) *session.Session {
	option := schemaregistry.Option{
		Label: "All ages", Say: "all", Recommended: true, Tool: "run_tpr_step", AcceptStale: true,
		Args: map[string]any{"age_group": "all"}, Edits: schemaregistry.Edits{"column:x": "tested rdt u5"},
	}
	args := map[string]any{
		"total_nets": 200000.0, "share": 0.1, "exact": true, "none": nil,
		"variables": []any{"rainfall", "evi"}, "directions": map[string]any{"evi": -1.0},
	}
	return &session.Session{
		ID: id, User: "amina@example.org", CreatedAt: start, UpdatedAt: start.Add(time.Microsecond),
		State: session.State{
			Inputs: []schemaregistry.Input{{Name: "facilities.csv", Hash: "ab12", Size: 98 << 20}},
			Edits:  schemaregistry.Edits{"column:conf_u5_new": "positive rdt u5"},
			Evidence: map[string]*schemaregistry.Evidence{
				"tpr": {Kind: "tpr", Hash: "cd34", Args: args, From: map[string]string{"dataset": "ef56"}, Supplied: true},
			},
			Drafts:     map[string]map[string]any{"plan_itn": args},
			Last:       map[string]map[string]any{"run_tpr_step": args},
			Previous:   map[string]map[string]any{"run_tpr_step": {"fill": "none"}},
			Vocabulary: map[string][]schemaregistry.Term{"columns": {{Name: "rainfall", Aliases: []string{"rain", "mm"}}}},
			LastTool:   "run_tpr_step",
			Pending: &session.Pending{Tool: "run_tpr_step", Question: schemaregistry.Question{
				ID: "age_group", Text: "Which age group?", Arg: "age_group", Options: []schemaregistry.Option{option},
			}},
			Clarified: true,
		},
		Undo: []session.State{{}, {LastTool: "make_map"}},
	}
}

func fullTurn(number int64) session.Turn {
	ref := func(name, kind, mime string) session.ResultRef {
		return session.ResultRef{ID: fmt.Sprintf("%d-%s", number, name), Kind: kind, Name: name, MIME: mime, Hash: "ab12", Size: 1234}
	}
	return session.Turn{
		Number: number, At: start.Add(time.Duration(number) * time.Second),
		Text:    fmt.Sprintf("turn %d: under fives, rapid tests", number),
		Reply:   json.RawMessage(`{"text":"TPR is 7.8% <b>&</b> rising","outcome":"run","confidence":0.93}`),
		Results: []session.ResultRef{ref("tpr.csv", "table", "text/csv"), ref("map-tpr.svg", "map", "image/svg+xml")},
	}
}

func fullAudit(id string) schemaregistry.Audit {
	return schemaregistry.Audit{
		Tool: "run_tpr_step", Origin: schemaregistry.OriginChip, Session: id, User: "amina@example.org",
		Args: map[string]any{"age_group": "u5"}, Dropped: []string{"colour"}, Status: "error", Gate: "approved",
		Effects: []string{"created:notes/nets.md"}, Warning: "no judgement within 2s",
		Error: "the file is empty", Timestamp: start, Duration: 12,
	}
}

func create(t *testing.T, store session.Store, s *session.Session) {
	t.Helper()
	if err := store.Create(t.Context(), s); err != nil {
		t.Fatal(err)
	}
}

func save(t *testing.T, store session.Store, s *session.Session, turn session.Turn) {
	t.Helper()
	if err := store.SaveTurn(t.Context(), s, turn); err != nil {
		t.Fatal(err)
	}
}

func record(t *testing.T, store session.Store, a schemaregistry.Audit) {
	t.Helper()
	if err := store.RecordAudit(t.Context(), a); err != nil {
		t.Fatal(err)
	}
}

func wantSession(t *testing.T, store session.Store, want *session.Session) {
	t.Helper()
	got, err := store.Load(t.Context(), want.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, equal); diff != "" {
		t.Errorf("session %s (-want +got):\n%s", want.ID, diff)
	}
}

func wantLatest(t *testing.T, store session.Store, user, id string) {
	t.Helper()
	got, err := store.Latest(t.Context(), user)
	if err != nil {
		t.Fatal(err)
	}
	if got.ID != id {
		t.Errorf("latest of %q is %s, want %s", user, got.ID, id)
	}
}

func wantTurns(t *testing.T, store session.Store, id string, n int) {
	t.Helper()
	turns, err := store.Turns(t.Context(), id, 0, n+10)
	if err != nil {
		t.Fatal(err)
	}
	if len(turns) != n {
		t.Errorf("session %s has %d turns, want %d", id, len(turns), n)
	}
}

func mustJSON(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}
