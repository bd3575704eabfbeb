package postgres_test

import (
	"context"
	"errors"
	"testing"
	"time"

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

// Of two nodes that always want the session neither waits for many turns of the
// other.
func TestNobodyStarves(t *testing.T) {
	const turns = 20
	url := pgtest.NewDatabase(t)
	taken := make(chan string, 1000)
	done := make(chan error, 2)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	for _, name := range []string{"first", "second"} {
		s := closeAfter(t, open(t, url))
		go func() {
			for ctx.Err() == nil {
				unlock, err := s.Lock(ctx, "s1")
				if err != nil {
					done <- err
					return
				}
				taken <- name
				_, _ = s.Latest(ctx, "nobody") // the turn
				unlock()
			}
			done <- nil
		}()
	}
	counts := map[string]int{}
	for counts["first"] < turns || counts["second"] < turns {
		counts[<-taken]++
	}
	stop()
	for range 2 {
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	if most := max(counts["first"], counts["second"]); most > 3*turns {
		t.Errorf("%v turns", counts)
	}
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
		pgtest.Execute(t, url, `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
		after, err := s.Lock(t.Context(), "s2")
		if err != nil {
			t.Fatal(err)
		}
		after()
		before()
	}
}
