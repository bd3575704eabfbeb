// Package store is the conformance suite of everything that keeps sessions,
// content and events: each implementation below this folder runs it in its own
// tests, so that a deployment may exchange one for another.
package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
)

// TestSessions runs the suite. Every call of open gives an empty store; the
// suite closes it. Times are kept to the microsecond.
func TestSessions(t *testing.T, open func(t *testing.T) session.Store) {
	for _, c := range []struct {
		name string
		test func(*testing.T, session.Store)
	}{
		{"a session comes back as it was saved", comesBack},
		{"a taken id is refused", takenID},
		{"what is not there is not found", notFound},
		{"the latest session of a user", latest},
		{"sessions are listed by user, last changed first", lists},
		{"a deleted session is gone with all that was its own", deletes},
		{"a turn is found by its key, which is taken once", keys},
		{"a turn is saved with its session or not at all", bothOrNeither},
		{"a stale version conflicts and changes nothing", conflict},
		{"of two who save at once one wins", race},
		{"a locked session is held by one at a time", locks},
		{"turns are paged in order", paging},
		{"results are found in their session only", results},
		{"audits are kept in order", audits},
		{"hostile text is only text", hostile},
		{"a state of a megabyte", bigState},
		{"what cannot be written as JSON is refused", notJSON},
		{"many sessions at once", manyAtOnce},
		{"a cancelled context saves nothing", cancelled},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := open(t)
			t.Cleanup(func() {
				if err := store.Close(); err != nil {
					t.Errorf("close: %v", err)
				}
			})
			c.test(t, store)
		})
	}
}

func comesBack(t *testing.T, store session.Store) {
	s := fullSession("s1")
	create(t, store, s)
	wantSession(t, store, s)
	for n := range int64(3) {
		s.UpdatedAt = s.UpdatedAt.Add(time.Second)
		s.Undo = append(s.Undo, s.State)
		s.State.LastTool = fmt.Sprint("tool ", n)
		save(t, store, s, fullTurn(n+1))
		wantSession(t, store, s)
	}
	if s.Version != 3 {
		t.Errorf("version %d after three turns", s.Version)
	}
	create(t, store, &session.Session{ID: "empty"})
	wantSession(t, store, &session.Session{ID: "empty"})
}

func takenID(t *testing.T, store session.Store) {
	first := fullSession("s1")
	create(t, store, first)
	if err := store.Create(t.Context(), &session.Session{ID: "s1", User: "another"}); err == nil {
		t.Error("a second session under the same id was accepted")
	}
	wantSession(t, store, first)
}

func notFound(t *testing.T, store session.Store) {
	ctx := t.Context()
	create(t, store, &session.Session{ID: "s1", User: "amina"})
	for _, id := range []string{"nobody", "", "S1", "s1\x00", "\x00", "\xff", "' OR '1'='1", strings.Repeat("s", 100_000)} {
		_, loadErr := store.Load(ctx, id)
		_, latestErr := store.Latest(ctx, id)
		_, resultErr := store.Result(ctx, id, id)
		saveErr := store.SaveTurn(ctx, &session.Session{ID: id}, fullTurn(1))
		_, describeErr := store.Describe(ctx, id)
		_, keyErr := store.TurnByKey(ctx, id, id)
		for what, err := range map[string]error{
			"Load": loadErr, "Latest": latestErr, "Result": resultErr, "SaveTurn": saveErr,
			"Describe": describeErr, "TurnByKey": keyErr, "Delete": store.Delete(ctx, id),
		} {
			if !errors.Is(err, session.ErrNotFound) {
				t.Errorf("%s of %.20q: %v, want ErrNotFound", what, id, err)
			}
		}
		if list, err := store.List(ctx, id, session.Summary{}, 10); err != nil || len(list) != 0 {
			t.Errorf("List of %.20q: %v, %v, want none", id, list, err)
		}
		if turns, err := store.Turns(ctx, id, 0, 10); err != nil || len(turns) != 0 {
			t.Errorf("Turns of %.20q: %v, %v, want none", id, turns, err)
		}
		if records, err := store.Audits(ctx, id); err != nil || len(records) != 0 {
			t.Errorf("Audits of %.20q: %v, %v, want none", id, records, err)
		}
	}
}

func latest(t *testing.T, store session.Store) {
	for i, id := range []string{"a", "b", "c"} {
		s := &session.Session{ID: id, User: "amina", UpdatedAt: start.Add(time.Duration(i) * time.Minute)}
		create(t, store, s)
	}
	create(t, store, &session.Session{ID: "d", User: "bola", UpdatedAt: start.Add(time.Hour)})
	wantLatest(t, store, "amina", "c")
	a, err := store.Load(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	a.UpdatedAt = start.Add(time.Hour)
	save(t, store, a, fullTurn(1))
	wantLatest(t, store, "amina", "a")
	wantLatest(t, store, "bola", "d")
}

func lists(t *testing.T, store session.Store) {
	for i, id := range []string{"a", "b", "c", "d", "e"} {
		// b and c changed at the same moment
		create(t, store, &session.Session{
			ID: id, User: "amina", CreatedAt: start, UpdatedAt: start.Add(time.Duration(i-i/2%2) * time.Hour),
		})
	}
	create(t, store, &session.Session{ID: "x", User: "bola", CreatedAt: start, UpdatedAt: start.Add(2 * time.Hour)})
	first, err := store.Load(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	first.UpdatedAt = start.Add(9 * time.Hour)
	save(t, store, first, fullTurn(1))
	save(t, store, first, fullTurn(2))
	var all []session.Summary
	for len(all) < 10 {
		var after session.Summary
		if len(all) > 0 {
			after = all[len(all)-1]
		}
		page, err := store.List(t.Context(), "amina", after, 2)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		all = append(all, page...)
	}
	var ids []string
	for _, d := range all {
		ids = append(ids, d.ID)
		described, err := store.Describe(t.Context(), d.ID)
		if err != nil || described != d {
			t.Errorf("Describe = %+v, %v, want %+v", described, err, d)
		}
	}
	if diff := cmp.Diff([]string{"a", "e", "d", "c", "b"}, ids); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	want := session.Summary{
		ID: "a", User: "amina", Version: 2, CreatedAt: start, UpdatedAt: first.UpdatedAt, Opening: fullTurn(1).Text,
	}
	if diff := cmp.Diff(want, all[0]); diff != "" {
		t.Errorf("summary (-want +got):\n%s", diff)
	}
	if all[1].Opening != "" || all[1].Version != 0 {
		t.Errorf("a session without turns: %+v", all[1])
	}
	if none, err := store.List(t.Context(), "amina", session.Summary{}, 0); err != nil || len(none) != 0 {
		t.Errorf("at most 0: %v, %v", none, err)
	}
}

func deletes(t *testing.T, store session.Store) {
	for _, id := range []string{"s1", "s2"} {
		s := fullSession(id)
		create(t, store, s)
		save(t, store, s, session.Turn{Number: 1, Key: "k", Reply: json.RawMessage(`{}`), Results: fullTurn(1).Results[:1]})
		record(t, store, fullAudit(id))
	}
	if err := store.Delete(t.Context(), "s1"); err != nil {
		t.Fatal(err)
	}
	_, loadErr := store.Load(t.Context(), "s1")
	_, keyErr := store.TurnByKey(t.Context(), "s1", "k")
	_, resultErr := store.Result(t.Context(), "s1", fullTurn(1).Results[0].ID)
	for what, err := range map[string]error{"Load": loadErr, "TurnByKey": keyErr, "Result": resultErr, "again": store.Delete(t.Context(), "s1")} {
		if !errors.Is(err, session.ErrNotFound) {
			t.Errorf("%s: %v, want ErrNotFound", what, err)
		}
	}
	wantTurns(t, store, "s1", 0)
	wantTurns(t, store, "s2", 1)
	if records, err := store.Audits(t.Context(), "s1"); err != nil || len(records) != 1 {
		t.Errorf("%d audits, %v; they stay", len(records), err)
	}
}

func keys(t *testing.T, store session.Store) {
	turn := func(number int64, key string) session.Turn {
		return session.Turn{Number: number, At: start, Text: fmt.Sprint(number), Key: key, Reply: json.RawMessage(`{}`)}
	}
	for _, id := range []string{"s1", "s2"} { // each has keys of its own
		s := fullSession(id)
		create(t, store, s)
		for i, key := range []string{"first", "", "", "with ' and é"} {
			save(t, store, s, turn(int64(i)+1, key))
		}
		kept := *s
		if err := store.SaveTurn(t.Context(), s, turn(5, "first")); err == nil {
			t.Error("a key was taken twice")
		}
		wantSession(t, store, &kept)
		wantTurns(t, store, id, 4)
		for key, number := range map[string]int64{"first": 1, "with ' and é": 4} {
			got, err := store.TurnByKey(t.Context(), id, key)
			if diff := cmp.Diff(turn(number, key), got, equal); diff != "" || err != nil {
				t.Errorf("by key %q: %v (-want +got):\n%s", key, err, diff)
			}
		}
		for _, key := range []string{"", "second"} {
			if _, err := store.TurnByKey(t.Context(), id, key); !errors.Is(err, session.ErrNotFound) {
				t.Errorf("by key %q: %v, want ErrNotFound", key, err)
			}
		}
	}
}

func bothOrNeither(t *testing.T, store session.Store) {
	s := fullSession("s1")
	create(t, store, s)
	save(t, store, s, fullTurn(1))
	kept := *s
	s.State.LastTool, s.UpdatedAt = "never saved", s.UpdatedAt.Add(time.Minute)
	second := session.Turn{Number: 2, Reply: json.RawMessage(`{}`), Results: fullTurn(1).Results} // ids are taken
	if err := store.SaveTurn(t.Context(), s, second); err == nil {
		t.Fatal("a result id was taken twice")
	}
	if s.Version != kept.Version {
		t.Errorf("version became %d", s.Version)
	}
	if err := store.SaveTurn(t.Context(), s, fullTurn(1)); err == nil {
		t.Error("a turn number was taken twice")
	}
	wantSession(t, store, &kept)
	wantTurns(t, store, "s1", 1)
}

func conflict(t *testing.T, store session.Store) {
	s := fullSession("s1")
	create(t, store, s)
	stale := *s
	save(t, store, s, fullTurn(1))
	stale.State.LastTool = "from the other tab"
	before := stale
	if err := store.SaveTurn(t.Context(), &stale, fullTurn(2)); !errors.Is(err, session.ErrConflict) {
		t.Errorf("%v, want ErrConflict", err)
	}
	if diff := cmp.Diff(before, stale); diff != "" {
		t.Errorf("the session in hand changed: %s", diff)
	}
	wantSession(t, store, s)
	wantTurns(t, store, "s1", 1)
}

func race(t *testing.T, store session.Store) {
	create(t, store, fullSession("s1"))
	for round := range int64(10) {
		errs := together(2, func(i int) error {
			s, err := store.Load(t.Context(), "s1")
			if err != nil {
				return err
			}
			if s.Version > round { // the other was so quick that this one starts from its result
				s.Version = round
			}
			return store.SaveTurn(t.Context(), s, session.Turn{Number: round + 1, Text: fmt.Sprint(i), Reply: json.RawMessage(`{}`)})
		})
		won := 0
		for _, err := range errs {
			switch {
			case err == nil:
				won++
			case !errors.Is(err, session.ErrConflict):
				t.Fatalf("round %d: %v", round, err)
			}
		}
		if won != 1 {
			t.Fatalf("round %d: %d of 2 won", round, won)
		}
	}
}

func locks(t *testing.T, store session.Store) {
	unlock, err := store.Lock(t.Context(), "held all the time")
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	var holders atomic.Int32
	err = errors.Join(together(8, func(i int) error {
		for range 20 {
			unlock, err := store.Lock(t.Context(), "s1") // there need be no such session
			if err != nil {
				return err
			}
			if n := holders.Add(1); n != 1 {
				return fmt.Errorf("%d hold the session", n)
			}
			holders.Add(-1)
			unlock()
		}
		return nil
	})...)
	if err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := store.Lock(ctx, "held all the time"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want context.DeadlineExceeded", err)
	}
}

func paging(t *testing.T, store session.Store) {
	s := fullSession("s1")
	create(t, store, s)
	var all []session.Turn
	for n := range int64(12) {
		all = append(all, fullTurn(n+1))
		save(t, store, s, all[n])
	}
	for _, c := range []struct {
		after int64
		limit int
		want  []session.Turn
	}{
		{0, 100, all}, {0, 5, all[:5]}, {5, 5, all[5:10]}, {10, 5, all[10:]}, {12, 5, nil}, {0, 0, nil}, {0, -1, nil},
	} {
		got, err := store.Turns(t.Context(), "s1", c.after, c.limit)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got, equal); diff != "" {
			t.Errorf("after %d, at most %d (-want +got):\n%s", c.after, c.limit, diff)
		}
	}
}

func results(t *testing.T, store session.Store) {
	for _, id := range []string{"s1", "s2"} {
		s := fullSession(id)
		create(t, store, s)
		turn := fullTurn(1)
		for i := range turn.Results {
			turn.Results[i].ID += id
		}
		save(t, store, s, turn)
		for _, want := range turn.Results {
			got, err := store.Result(t.Context(), id, want.ID)
			if err != nil || got != want {
				t.Errorf("Result = %+v, %v, want %+v", got, err, want)
			}
		}
	}
	theirs := fullTurn(1).Results[0].ID + "s1"
	if _, err := store.Result(t.Context(), "s2", theirs); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("a result of another session: %v, want ErrNotFound", err)
	}
}

func audits(t *testing.T, store session.Store) {
	var want []schemaregistry.Audit
	for i := range 20 {
		a := fullAudit("s1")
		a.Args["n"] = float64(i)
		want = append(want, a)
		record(t, store, a)
		record(t, store, schemaregistry.Audit{Session: "", Tool: "elsewhere"})
	}
	got, err := store.Audits(t.Context(), "s1")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, equal); diff != "" {
		t.Errorf("audits (-want +got):\n%s", diff)
	}
}

func hostile(t *testing.T, store session.Store) {
	for i, text := range hostileTexts {
		id := fmt.Sprint("s", i)
		s := &session.Session{ID: id, User: strings.ReplaceAll(text, "\x00", ""), UpdatedAt: start}
		s.State.Inputs = []schemaregistry.Input{{Name: text, Hash: text}}
		s.State.Edits = schemaregistry.Edits{text: text}
		s.State.Last = map[string]map[string]any{text: {text: text}}
		create(t, store, s)
		turn := session.Turn{Number: 1, At: start, Text: text, Reply: mustJSON(text)}
		save(t, store, s, turn)
		wantSession(t, store, s)
		wantLatest(t, store, s.User, id)
		got, err := store.Turns(t.Context(), id, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]session.Turn{turn}, got, equal); diff != "" {
			t.Errorf("turn with %q (-want +got):\n%s", text, diff)
		}
		if d, err := store.Describe(t.Context(), id); err != nil || d.Opening != text {
			t.Errorf("opening of %q: %q, %v", text, d.Opening, err)
		}
	}
}

func bigState(t *testing.T, store session.Store) {
	s := fullSession("s1")
	for i := range 10_000 {
		s.State.Vocabulary["wards"] = append(s.State.Vocabulary["wards"], schemaregistry.Term{
			Name: fmt.Sprintf("A ward with a rather long name %d", i), Aliases: []string{strings.Repeat("é", 25)},
		})
	}
	create(t, store, s)
	turn := fullTurn(1)
	turn.Reply = mustJSON(strings.Repeat("long ", 200_000))
	save(t, store, s, turn)
	wantSession(t, store, s)
}

func notJSON(t *testing.T, store session.Store) {
	s := fullSession("s1")
	create(t, store, s)
	kept := *s
	bad := *s
	bad.State.LastTool = "run_tpr_step"
	bad.State.Last = map[string]map[string]any{"run_tpr_step": {"x": math.NaN()}}
	if err := store.SaveTurn(t.Context(), &bad, fullTurn(1)); err == nil {
		t.Error("a NaN was saved as an argument")
	}
	if err := store.SaveTurn(t.Context(), s, session.Turn{Number: 1, Reply: json.RawMessage(`{"half`)}); err == nil {
		t.Error("a reply that is not JSON was saved")
	}
	wantSession(t, store, &kept)
	wantTurns(t, store, "s1", 0)
}

func manyAtOnce(t *testing.T, store session.Store) {
	const sessions, turns = 8, 10
	errs := together(sessions, func(i int) error {
		s := fullSession(fmt.Sprint("s", i))
		if err := store.Create(t.Context(), s); err != nil {
			return err
		}
		for n := range int64(turns) {
			turn := fullTurn(n + 1)
			if err := store.SaveTurn(t.Context(), s, turn); err != nil {
				return err
			}
			if err := store.RecordAudit(t.Context(), fullAudit(s.ID)); err != nil {
				return err
			}
			if _, err := store.Load(t.Context(), s.ID); err != nil {
				return err
			}
		}
		return nil
	})
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	for i := range sessions {
		wantTurns(t, store, fmt.Sprint("s", i), turns)
		records, err := store.Audits(t.Context(), fmt.Sprint("s", i))
		if err != nil || len(records) != turns {
			t.Errorf("session %d: %d audits, %v", i, len(records), err)
		}
	}
}

func cancelled(t *testing.T, store session.Store) {
	s := fullSession("s1")
	create(t, store, s)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := store.SaveTurn(ctx, s, fullTurn(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("SaveTurn: %v, want context.Canceled", err)
	}
	if _, err := store.Load(ctx, "s1"); !errors.Is(err, context.Canceled) {
		t.Errorf("Load: %v, want context.Canceled", err)
	}
	wantSession(t, store, s)
	wantTurns(t, store, "s1", 0)
}

// together runs f in n goroutines that start at once and returns their errors.
func together(n int, f func(i int) error) []error {
	errs := make([]error, n)
	start := make(chan struct{})
	var running sync.WaitGroup
	for i := range n {
		running.Go(func() {
			<-start
			errs[i] = f(i)
		})
	}
	close(start)
	running.Wait()
	return errs
}

// equal compares as a reader of the store would: an empty list is none.
var equal = cmpopts.EquateEmpty()
