package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/chatmrpt/chatmrpt/store/postgres"
	"github.com/chatmrpt/chatmrpt/store/postgres/pgtest"
)

// A session is held by one node; another has it when the first lets go of it, or
// is gone.
func TestNodesTakeTurns(t *testing.T) {
	url := pgtest.NewDatabase(t)
	first, second := open(t, url), closeAfter(t, open(t, url))
	ends := map[string]func(unlock func()){
		"unlocked": func(unlock func()) { unlock() },
		"gone":     func(func()) { _ = first.Close() },
	}
	for _, end := range []string{"unlocked", "gone"} {
		unlock, err := first.Lock(t.Context(), "s1")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if _, err := second.Lock(ctx, "s1"); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("%s: %v, want context.DeadlineExceeded", end, err)
		}
		cancel()
		other, err := second.Lock(t.Context(), "s2")
		if err != nil {
			t.Fatal(err)
		}
		other()
		ends[end](unlock)
		unlock, err = second.Lock(t.Context(), "s1")
		if err != nil {
			t.Fatal(err)
		}
		unlock()
	}
}

// A node that lets go of a session and wants it again stands behind the one that
// waits for it.
func TestWhoWaitsIsNext(t *testing.T) {
	url := pgtest.NewDatabase(t)
	first, second := closeAfter(t, open(t, url)), closeAfter(t, open(t, url))
	for range 5 {
		unlock, err := first.Lock(t.Context(), "s1")
		if err != nil {
			t.Fatal(err)
		}
		had, failed := make(chan string, 2), make(chan error, 2)
		take := func(name string, node *postgres.Store) {
			unlock, err := node.Lock(t.Context(), "s1")
			if err == nil {
				had <- name
				unlock()
			}
			failed <- err
		}
		go take("the waiting one", second)
		awaitAdvisoryLocks(t, url, 2)
		unlock()
		take("the one before", first)
		for range 2 {
			if err := <-failed; err != nil {
				t.Fatal(err)
			}
		}
		if next := <-had; next != "the waiting one" {
			t.Errorf("%s had the session next", next)
		}
	}
}

const advisoryLocks = `pg_locks WHERE locktype = 'advisory'
	AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

// awaitAdvisoryLocks waits until so many are held in the database.
func awaitAdvisoryLocks(t *testing.T, url string, n int) {
	t.Helper()
	pgtest.Execute(t, url, fmt.Sprintf(`DO $$ BEGIN
		WHILE (SELECT count(*) FROM %s) < %d LOOP PERFORM pg_sleep(0.001); END LOOP;
	END $$`, advisoryLocks, n))
}

// When the connection of the locks breaks, the next turn makes another.
func TestABrokenConnectionIsMadeAnew(t *testing.T) {
	url := pgtest.NewDatabase(t)
	s := closeAfter(t, open(t, url))
	for range 2 {
		before, err := s.Lock(t.Context(), "s1")
		if err != nil {
			t.Fatal(err)
		}
		pgtest.Execute(t, url, `SELECT pg_terminate_backend(pid) FROM `+advisoryLocks)
		after, err := s.Lock(t.Context(), "s2")
		if err != nil {
			t.Fatal(err)
		}
		after()
		before()
	}
}
