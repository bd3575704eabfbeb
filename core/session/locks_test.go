package session

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
)

// Who waits has its turn in the end, who gives up leaves no trace, and other
// sessions wait for nobody.
func TestLocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var locks Locks
		unlock, err := locks.Lock(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		patient, impatient := make(chan error, 1), make(chan error, 1)
		wait := func(ctx context.Context, told chan<- error) {
			unlock, err := locks.Lock(ctx, "a")
			if err == nil {
				unlock()
			}
			told <- err
		}
		ctx, cancel := context.WithCancel(t.Context())
		go wait(t.Context(), patient)
		go wait(ctx, impatient)
		synctest.Wait()
		if len(patient)+len(impatient) > 0 {
			t.Fatal("somebody did not wait")
		}
		cancel()
		if err := <-impatient; !errors.Is(err, context.Canceled) {
			t.Errorf("%v, want context.Canceled", err)
		}
		other, err := locks.Lock(t.Context(), "b")
		if err != nil {
			t.Fatal(err)
		}
		unlock()
		if err := <-patient; err != nil {
			t.Error(err)
		}
		other()
		if len(locks.queues) != 0 {
			t.Errorf("%d queues are left", len(locks.queues))
		}
	})
}
