package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chatmrpt/chatmrpt/core/account"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
	"github.com/chatmrpt/chatmrpt/store"
	"github.com/chatmrpt/chatmrpt/store/postgres"
	"github.com/chatmrpt/chatmrpt/store/postgres/pgtest"
)

func TestConformance(t *testing.T) {
	url := pgtest.NewDatabase(t)
	empty := func(t *testing.T) *postgres.Store {
		pgtest.Execute(t, url, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
		return open(t, url)
	}
	emptyAndClose := func(t *testing.T) *postgres.Store { return closeAfter(t, empty(t)) }
	t.Run("sessions", func(t *testing.T) {
		store.TestSessions(t, func(t *testing.T) session.Store { return empty(t) })
	})
	t.Run("events", func(t *testing.T) {
		store.TestEvents(t, func(t *testing.T) telemetry.Store { return emptyAndClose(t) })
	})
	t.Run("accounts", func(t *testing.T) {
		store.TestAccounts(t, func(t *testing.T) account.Store { return emptyAndClose(t) })
	})
	t.Run("usage", func(t *testing.T) {
		store.TestUsage(t, func(t *testing.T) schemaregistry.UsageStore { return emptyAndClose(t) })
	})
	t.Run("memory", func(t *testing.T) {
		store.TestMemory(t, func(t *testing.T) store.Memory { return emptyAndClose(t) })
	})
	t.Run("content", func(t *testing.T) {
		store.TestBlobs(t, func(t *testing.T) session.Blobs { return emptyAndClose(t) })
	})
}

func open(t testing.TB, url string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// closeAfter closes the store when the test ends.
func closeAfter(t testing.TB, s *postgres.Store) *postgres.Store {
	t.Helper()
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

// Nodes that start at once on a new database all find its schema.
func TestNodesStartAtOnce(t *testing.T) {
	url := pgtest.NewDatabase(t)
	opened := make(chan error)
	for i := range 4 {
		go func() {
			s, err := postgres.Open(t.Context(), url)
			if err == nil {
				err = errors.Join(s.Create(t.Context(), &session.Session{ID: fmt.Sprint(i)}), s.Close())
			}
			opened <- err
		}()
	}
	for range 4 {
		if err := <-opened; err != nil {
			t.Error(err)
		}
	}
}

// A pool of one connection is enough for all that a turn does.
func TestOneConnection(t *testing.T) {
	database, err := url.Parse(pgtest.NewDatabase(t))
	if err != nil {
		t.Fatal(err)
	}
	query := database.Query()
	query.Set("pool_max_conns", "1")
	database.RawQuery = query.Encode()
	s := closeAfter(t, open(t, database.String()))
	if err := s.Create(t.Context(), &session.Session{ID: "s1"}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := takeTurn(ctx, s, "the only one"); err != nil {
		t.Error(err)
	}
}

// Whatever is wrong with the URL or behind it, nobody reads the password.
func TestThePasswordIsNotShown(t *testing.T) {
	for _, url := range []string{
		"postgres://amina:hush-hush@127.0.0.1:1/chatmrpt?connect_timeout=2",
		"postgres://amina:hush-hush@127.0.0.1:port/chatmrpt",
		"postgres://amina:hush-hush%zz@127.0.0.1/chatmrpt",
		"postgres://amina:hush-hush @[::1/chatmrpt",
		"postgres://amina:hush-hush@127.0.0.1/chatmrpt?sslmode=perhaps",
		"postgres://127.0.0.1/chatmrpt?password=hush-hush&sslmode=perhaps",
		"mysql://amina:hush-hush@127.0.0.1/chatmrpt",
		"host=127.0.0.1 port=1 password=hush-hush user='amina",
		"host=/nowhere/at/all password=hush-hush",
	} {
		_, err := postgres.Open(t.Context(), url)
		if err == nil || strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, err), "hush") {
			t.Errorf("Open(%q): %v", url, err)
		}
	}
}

// Content that was damaged in the database is not handed out, and is whole again
// when the file is uploaded again.
func TestDamage(t *testing.T) {
	url := pgtest.NewDatabase(t)
	s := closeAfter(t, open(t, url))
	content := bytes.Repeat([]byte("Abayo,120,31\n"), 800_000) // three parts
	hash, err := s.Put(t.Context(), content)
	if err != nil {
		t.Fatal(err)
	}
	for name, damage := range map[string]string{
		"one digit":      `UPDATE blobs SET content = set_byte(content, 7, 57) WHERE part = 1`,
		"a part lost":    `DELETE FROM blobs WHERE part = 1`,
		"the end lost":   `DELETE FROM blobs WHERE part = 2`,
		"a part cut":     `UPDATE blobs SET content = substr(content, 1, 100) WHERE part = 0`,
		"a part emptied": `UPDATE blobs SET content = '' WHERE part = 2`,
	} {
		t.Run(name, func(t *testing.T) {
			pgtest.Execute(t, url, damage)
			if got, err := s.Get(t.Context(), hash); got != nil || err == nil || errors.Is(err, session.ErrNotFound) {
				t.Errorf("Get = %d bytes, %v, want an error of its own", len(got), err)
			}
			if _, err := s.Put(t.Context(), content); err != nil {
				t.Fatal(err)
			}
			if got, err := s.Get(t.Context(), hash); err != nil || !bytes.Equal(got, content) {
				t.Errorf("after a second Put: %d bytes, %v", len(got), err)
			}
		})
	}
}

func BenchmarkOpen(b *testing.B) {
	url := pgtest.NewDatabase(b)
	for b.Loop() {
		if err := open(b, url).Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTurn does in the database what a turn that computes nothing does there.
func BenchmarkTurn(b *testing.B) {
	s := closeAfter(b, open(b, pgtest.NewDatabase(b)))
	if err := s.Create(b.Context(), &session.Session{ID: "s1", State: session.State{LastTool: "run_tpr_step"}}); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		unlock, err := s.Lock(b.Context(), "s1")
		if err != nil {
			b.Fatal(err)
		}
		conversation, err := s.Load(b.Context(), "s1")
		if err != nil {
			b.Fatal(err)
		}
		turn := session.Turn{Number: conversation.Version + 1, At: time.Now(), Text: "status", Reply: []byte(`{"text":"done"}`)}
		if err := s.SaveTurn(b.Context(), conversation, turn); err != nil {
			b.Fatal(err)
		}
		unlock()
	}
}

// BenchmarkSaveNationalTurn saves a turn of a session that knows every ward of
// a country and can be undone twenty times.
func BenchmarkSaveNationalTurn(b *testing.B) {
	s := closeAfter(b, open(b, pgtest.NewDatabase(b)))
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

// BenchmarkPut98MB and BenchmarkGet98MB move an upload of the size of a million
// facility-month rows.
func BenchmarkPut98MB(b *testing.B) {
	content := bytes.Repeat([]byte("ABCDEFGHIJKLMN"), 7_000_000)
	s := closeAfter(b, open(b, pgtest.NewDatabase(b)))
	b.SetBytes(int64(len(content)))
	for i := 0; b.Loop(); i++ {
		content[0], content[1], content[2] = byte(i), byte(i>>8), byte(i>>16)
		if _, err := s.Put(b.Context(), content); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGet98MB(b *testing.B) {
	content := bytes.Repeat([]byte("ABCDEFGHIJKLMN"), 7_000_000)
	s := closeAfter(b, open(b, pgtest.NewDatabase(b)))
	hash, err := s.Put(b.Context(), content)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		if _, err := s.Get(b.Context(), hash); err != nil {
			b.Fatal(err)
		}
	}
}
