package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chatmrpt/chatmrpt/core/account"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
	"github.com/chatmrpt/chatmrpt/store"
	"github.com/chatmrpt/chatmrpt/store/sqlite"
)

func TestConformance(t *testing.T) {
	store.TestSessions(t, func(t *testing.T) session.Store { return open(t, filepath.Join(t.TempDir(), "chatmrpt.db")) })
}

func TestEventsConformance(t *testing.T) {
	store.TestEvents(t, func(t *testing.T) telemetry.Store { return empty(t) })
}

func TestAccountsConformance(t *testing.T) {
	store.TestAccounts(t, func(t *testing.T) account.Store { return empty(t) })
}

func TestUsageConformance(t *testing.T) {
	store.TestUsage(t, func(t *testing.T) schemaregistry.UsageStore { return empty(t) })
}

func TestMemoryConformance(t *testing.T) {
	store.TestMemory(t, func(t *testing.T) store.Memory { return empty(t) })
}

// empty is a new store that is closed when the test ends.
func empty(t *testing.T) *sqlite.Store {
	t.Helper()
	s := open(t, filepath.Join(t.TempDir(), "chatmrpt.db"))
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

func open(t testing.TB, path string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReopen(t *testing.T) {
	for _, name := range []string{"chatmrpt.db", "a folder/made on the way/x.db", "odd ?name#with%20signs&.db"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name)
			first := open(t, path)
			if err := first.Create(t.Context(), &session.Session{ID: "s1"}); err != nil {
				t.Fatal(err)
			}
			second := open(t, path) // another process would do the same
			if _, err := second.Load(t.Context(), "s1"); err != nil {
				t.Error(err)
			}
			for _, s := range []*sqlite.Store{first, second} {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
			if files, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); err != nil || len(files) != 1 {
				t.Errorf("left %q, %v, want the database alone", files, err)
			}
		})
	}
}

// [002-02], resolution 3.29: who has had her share has had it after a restart too.
func TestLimitsOutliveARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "chatmrpt.db")
	var limited *schemaregistry.RateLimited
	for run, want := range []bool{true, true, false, false} {
		s := open(t, path)
		tools := schemaregistry.New(schemaregistry.Options{Uses: s, Now: func() time.Time { return time.Unix(1_700_000_000, 0) }})
		err := tools.Register(schemaregistry.Define(schemaregistry.Def{Name: "call_home", Description: "d", DailyLimit: 2},
			func(context.Context, *schemaregistry.Run, struct{}) (schemaregistry.Result, error) {
				return schemaregistry.Result{}, nil
			}))
		if err != nil {
			t.Fatal(err)
		}
		_, err = tools.Execute(t.Context(), schemaregistry.Call{Tool: "call_home", User: "amina"}, schemaregistry.State{}, nil)
		if ran := err == nil; ran != want || !ran && !errors.As(err, &limited) {
			t.Errorf("run %d: %v", run+1, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTwoProcessesOpenAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "chatmrpt.db")
	failed := make(chan error)
	for range 4 {
		go func() {
			s, err := sqlite.Open(t.Context(), path)
			if err == nil {
				err = s.Close()
			}
			failed <- err
		}()
	}
	for range 4 {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
}

func TestNotADatabase(t *testing.T) {
	if _, err := sqlite.Open(t.Context(), t.TempDir()); err == nil {
		t.Error("a folder was opened as a database")
	}
}

func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "chatmrpt.db")
	for b.Loop() {
		if err := open(b, path).Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSaveTurn(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "chatmrpt.db"))
	defer s.Close() //nolint:errcheck // a benchmark
	conversation := &session.Session{ID: "s1", CreatedAt: time.Now(), State: session.State{LastTool: "run_tpr_step"}}
	if err := s.Create(b.Context(), conversation); err != nil {
		b.Fatal(err)
	}
	for n := int64(1); b.Loop(); n++ {
		turn := session.Turn{Number: n, At: time.Now(), Text: fmt.Sprint("turn ", n), Reply: []byte(`{"text":"done"}`)}
		if err := s.SaveTurn(b.Context(), conversation, turn); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSaveNationalTurn saves a turn of a session that knows every ward of
// a country and can be undone twenty times.
func BenchmarkSaveNationalTurn(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "chatmrpt.db"))
	defer s.Close() //nolint:errcheck // a benchmark
	wards := make([]schemaregistry.Term, 9400)
	for i := range wards {
		wards[i] = schemaregistry.Term{Name: fmt.Sprint("Ward number ", i), Aliases: []string{fmt.Sprint("ward ", i)}}
	}
	state := session.State{Vocabulary: map[string][]schemaregistry.Term{"wards": wards}}
	conversation := &session.Session{ID: "s1", State: state, Undo: slices.Repeat([]session.State{state}, session.UndoDepth)}
	if err := s.Create(b.Context(), conversation); err != nil {
		b.Fatal(err)
	}
	for n := int64(1); b.Loop(); n++ {
		if err := s.SaveTurn(b.Context(), conversation, session.Turn{Number: n, Reply: []byte(`{}`)}); err != nil {
			b.Fatal(err)
		}
	}
}
