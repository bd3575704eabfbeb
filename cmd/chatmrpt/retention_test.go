package main

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

// Events are kept as long as the setting says, and no longer.
func TestOldEventsAreForgotten(t *testing.T) {
	dir := t.TempDir()
	db, err := openDatabase(t.Context(), &settings{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, days := range []int{40, 29, 0} {
		e := telemetry.Event{Type: telemetry.TypeChoice, Session: "s1", At: time.Now().AddDate(0, 0, -days), Payload: json.RawMessage(`{}`)}
		if err := db.Append(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	startService(t, dir, "CHATMRPT_EVENT_DAYS=30")
	until(t, "the oldest event is gone", func() bool {
		events, err := db.Events(t.Context(), telemetry.Filter{Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		if len(events) < 2 {
			t.Fatalf("%d events are left", len(events))
		}
		return len(events) == 2
	})
}
