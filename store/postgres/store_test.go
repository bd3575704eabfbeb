package postgres_test

import (
	"testing"

	"github.com/chatmrpt/chatmrpt/core/account"
	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
	"github.com/chatmrpt/chatmrpt/store"
	"github.com/chatmrpt/chatmrpt/store/postgres"
	"github.com/chatmrpt/chatmrpt/store/postgres/pgtest"
)

func TestConformance(t *testing.T) {
	t.Run("sessions", func(t *testing.T) {
		store.TestSessions(t, func(t *testing.T) session.Store { return open(t, pgtest.NewDatabase(t)) })
	})
	t.Run("events", func(t *testing.T) {
		store.TestEvents(t, func(t *testing.T) telemetry.Store { return openAndClose(t, pgtest.NewDatabase(t)) })
	})
	t.Run("accounts", func(t *testing.T) {
		store.TestAccounts(t, func(t *testing.T) account.Store { return openAndClose(t, pgtest.NewDatabase(t)) })
	})
	t.Run("content", func(t *testing.T) {
		store.TestBlobs(t, func(t *testing.T) session.Blobs { return openAndClose(t, pgtest.NewDatabase(t)) })
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

// openAndClose opens the store and closes it when the test ends.
func openAndClose(t testing.TB, url string) *postgres.Store {
	t.Helper()
	s := open(t, url)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}
