package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

// TestEvents runs the suite for events. Every call of open gives an empty store,
// which open closes when the test ends.
func TestEvents(t *testing.T, open func(t *testing.T) telemetry.Store) {
	for _, c := range []struct {
		name string
		test func(*testing.T, telemetry.Store)
	}{
		{"events come back as they were appended", eventsComeBack},
		{"a filter lets through what it names", eventsFiltered},
		{"events are paged in order", eventsPaged},
		{"all are appended or none", eventsAllOrNone},
		{"old events are forgotten", eventsForgotten},
		{"many append at once", eventsAtOnce},
		{"a cancelled context", eventsCancelled},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open(t)) })
	}
}

func eventsComeBack(t *testing.T, events telemetry.Store) {
	want := []telemetry.Event{{}, fullEvent(1)}
	want[0].Payload = json.RawMessage(`{}`)
	want[0].At = time.Unix(0, 0).UTC()
	want[1].Payload = json.RawMessage(`{"z":1e-9,"a":{"b":[null,true]},"text":"a & b < c","long":"` + strings.Repeat("ẹ", 100_000) + `"}`)
	for _, text := range hostileTexts {
		e := fullEvent(2)
		e.Session, e.Payload = strings.ReplaceAll(text, "\x00", ""), mustJSON(map[string]string{"user_text": text})
		want = append(want, e)
	}
	appendEvents(t, events, want...)
	got := listEvents(t, events, telemetry.Filter{Limit: 100})
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(telemetry.Event{}, "ID")); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	for i := range got[1:] {
		if got[i].ID <= 0 || got[i+1].ID <= got[i].ID {
			t.Errorf("ids %d and %d in a row", got[i].ID, got[i+1].ID)
		}
	}
}

func eventsFiltered(t *testing.T, events telemetry.Store) {
	for n := range 6 {
		e := fullEvent(n)
		e.Type = []string{"choice_event", "tool_event"}[n%2]
		e.Session = []string{"s1", "s2", "s3"}[n/2]
		appendEvents(t, events, e)
	}
	at := func(n int) time.Time { return fullEvent(n).At }
	first := listEvents(t, events, telemetry.Filter{Limit: 1})[0].ID
	for _, c := range []struct {
		filter telemetry.Filter
		want   []int
	}{
		{telemetry.Filter{}, []int{0, 1, 2, 3, 4, 5}},
		{telemetry.Filter{Type: "choice_event"}, []int{0, 2, 4}},
		{telemetry.Filter{Type: "choice"}, nil},
		{telemetry.Filter{Session: "s2"}, []int{2, 3}},
		{telemetry.Filter{Session: "s2", Type: "tool_event"}, []int{3}},
		{telemetry.Filter{Since: at(4)}, []int{4, 5}},
		{telemetry.Filter{Since: at(4).Add(time.Microsecond)}, []int{5}},
		{telemetry.Filter{Since: at(4).In(time.FixedZone("Lagos", 3600))}, []int{4, 5}},
		{telemetry.Filter{After: first}, []int{1, 2, 3, 4, 5}},
		{telemetry.Filter{Type: "tool_event", Session: "s3", Since: at(1), After: first}, []int{5}},
	} {
		c.filter.Limit = 100
		var got []int
		for _, e := range listEvents(t, events, c.filter) {
			got = append(got, numberOf(t, e))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", c.filter, diff)
		}
	}
}

func eventsPaged(t *testing.T, events telemetry.Store) {
	const n = 2345 // more than two pages
	var all []telemetry.Event
	for i := range n {
		all = append(all, fullEvent(i))
	}
	appendEvents(t, events, all...)
	next := 0
	for e, err := range telemetry.All(t.Context(), events, telemetry.Filter{Since: fullEvent(0).At}) {
		if err != nil {
			t.Fatal(err)
		}
		if got := numberOf(t, e); got != next {
			t.Fatalf("event %d in place %d", got, next)
		}
		next++
	}
	if next != n {
		t.Errorf("%d of %d events", next, n)
	}
	for limit, want := range map[int]int{-1: 0, 0: 0, 1: 1, 7: 7, n + 10: n} {
		if got := len(listEvents(t, events, telemetry.Filter{Limit: limit})); got != want {
			t.Errorf("%d events with limit %d", got, limit)
		}
	}
}

func eventsAllOrNone(t *testing.T, events telemetry.Store) {
	bad := fullEvent(1)
	bad.Payload = json.RawMessage(`{"half`)
	if err := events.Append(t.Context(), fullEvent(0), bad); err == nil {
		t.Error("a payload that is not JSON was kept")
	}
	appendEvents(t, events) // none is no error
	if got := listEvents(t, events, telemetry.Filter{Limit: 10}); len(got) != 0 {
		t.Errorf("%d events are there", len(got))
	}
}

func eventsForgotten(t *testing.T, events telemetry.Store) {
	for i := range 5 {
		e := fullEvent(i)
		e.At = start.Add(time.Duration(5-i) * time.Hour) // the first is the latest
		if err := events.Append(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	forget := func(before time.Time, atMost, want int) {
		t.Helper()
		if n, err := events.Forget(t.Context(), before, atMost); n != want || err != nil {
			t.Errorf("forgot %d, %v, want %d", n, err, want)
		}
	}
	forget(start, 10, 0)
	forget(start.Add(4*time.Hour), 0, 0)
	forget(start.Add(4*time.Hour), 2, 2) // of the first, the second and the third hour
	forget(start.Add(4*time.Hour), 2, 1)
	kept, err := events.Events(t.Context(), telemetry.Filter{Limit: 10})
	if err != nil || len(kept) != 2 || !kept[0].At.Equal(start.Add(5*time.Hour)) || !kept[1].At.Equal(start.Add(4*time.Hour)) {
		t.Errorf("kept %v, %v", kept, err)
	}
	if n, err := telemetry.ForgetAll(t.Context(), events, start.Add(24*time.Hour)); n != 2 || err != nil {
		t.Errorf("forgot all %d, %v", n, err)
	}
}

func eventsAtOnce(t *testing.T, events telemetry.Store) {
	const writers, each = 8, 20
	err := errors.Join(together(writers, func(i int) error {
		for n := range each {
			if err := events.Append(t.Context(), fullEvent(n), fullEvent(n)); err != nil {
				return fmt.Errorf("writer %d: %w", i, err)
			}
		}
		return nil
	})...)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(listEvents(t, events, telemetry.Filter{Limit: 1000})); got != 2*writers*each {
		t.Errorf("%d of %d events", got, 2*writers*each)
	}
}

func eventsCancelled(t *testing.T, events telemetry.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := events.Append(ctx, fullEvent(0)); !errors.Is(err, context.Canceled) {
		t.Errorf("Append: %v, want context.Canceled", err)
	}
	if _, err := events.Events(ctx, telemetry.Filter{Limit: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("Events: %v, want context.Canceled", err)
	}
	if got := listEvents(t, events, telemetry.Filter{Limit: 1}); len(got) != 0 {
		t.Error("a cancelled append was kept")
	}
}

// fullEvent has something in every field, and its number in the payload.
func fullEvent(number int) telemetry.Event {
	return telemetry.Event{
		Type: "choice_event", At: start.Add(time.Duration(number) * time.Second), Session: "s1", User: "amina@example.org",
		Payload: mustJSON(map[string]any{"type": "choice_event", "number": number}),
	}
}

func numberOf(t *testing.T, e telemetry.Event) int {
	t.Helper()
	var payload struct{ Number int }
	if err := json.Unmarshal(e.Payload, &payload); err != nil {
		t.Fatal(err)
	}
	return payload.Number
}

func appendEvents(t *testing.T, to telemetry.Store, events ...telemetry.Event) {
	t.Helper()
	if err := to.Append(t.Context(), events...); err != nil {
		t.Fatal(err)
	}
}

func listEvents(t *testing.T, from telemetry.Store, f telemetry.Filter) []telemetry.Event {
	t.Helper()
	events, err := from.Events(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return events
}
