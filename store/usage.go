package store

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// TestUsage runs the suite for the uses of limited tools. Every call of open gives
// an empty store, which open closes when the test ends.
func TestUsage(t *testing.T, open func(t *testing.T) schemaregistry.UsageStore) {
	for _, c := range []struct {
		name string
		test func(*testing.T, schemaregistry.UsageStore)
	}{
		{"uses are listed in order, by user and tool", usesListed},
		{"a use is added when every window has room", usesWithinWindows},
		{"what is before the windows is forgotten", usesForgotten},
		{"a use that is taken back leaves its place", usesTakenBack},
		{"of many at once as many get in as may", usesAtOnce},
		{"a cancelled context adds nothing", usesCancelled},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open(t)) })
	}
}

// wide is a day with room for many.
var wide = schemaregistry.Windows{{From: start.Add(-24 * time.Hour), To: start.Add(24 * time.Hour), Most: 1000}}

func useAt(offset time.Duration) schemaregistry.Use {
	return schemaregistry.Use{User: "amina", Tool: "search_web", At: start.Add(offset)}
}

func addUse(t *testing.T, uses schemaregistry.UsageStore, use schemaregistry.Use, windows schemaregistry.Windows) bool {
	t.Helper()
	added, err := uses.AddUse(t.Context(), use, windows)
	if err != nil {
		t.Fatal(err)
	}
	return added
}

// wantUses compares what the store lists with offsets from start.
func wantUses(t *testing.T, uses schemaregistry.UsageStore, user, tool string, from time.Time, offsets ...time.Duration) {
	t.Helper()
	var want []time.Time
	for _, offset := range offsets {
		want = append(want, start.Add(offset))
	}
	got, err := uses.Uses(t.Context(), user, tool, from)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, equal); diff != "" {
		t.Errorf("uses of %s by %s (-want +got):\n%s", tool, user, diff)
	}
}

func usesListed(t *testing.T, uses schemaregistry.UsageStore) {
	early := start.Add(-time.Hour)
	wantUses(t, uses, "amina", "search_web", early)
	for _, offset := range []time.Duration{time.Second, 0, time.Minute, time.Second} {
		addUse(t, uses, useAt(offset), wide)
	}
	other, hostile := useAt(0), useAt(0)
	other.Tool, hostile.User = "fetch_url", "o'brien; DROP TABLE uses"
	addUse(t, uses, other, wide)
	addUse(t, uses, hostile, wide)
	wantUses(t, uses, "amina", "search_web", early, 0, time.Second, time.Second, time.Minute)
	wantUses(t, uses, "amina", "search_web", start.Add(time.Second), time.Second, time.Second, time.Minute)
	wantUses(t, uses, "amina", "search_web", start.Add(time.Hour))
	wantUses(t, uses, "amina", "fetch_url", early, 0)
	wantUses(t, uses, hostile.User, "search_web", early, 0)
}

func usesWithinWindows(t *testing.T, uses schemaregistry.UsageStore) {
	hour := schemaregistry.Window{From: start, To: start.Add(time.Hour), Most: 2}
	for i, c := range []struct {
		at      time.Duration
		windows schemaregistry.Windows
		want    bool
	}{
		{0, schemaregistry.Windows{hour}, true}, // the first moment is inside
		{time.Minute, schemaregistry.Windows{hour}, true},
		{2 * time.Minute, schemaregistry.Windows{hour}, false},
		{3 * time.Minute, schemaregistry.Windows{wide[0], {From: start.Add(time.Microsecond), To: hour.To, Most: 2}}, true},
		{4 * time.Minute, schemaregistry.Windows{wide[0], hour}, false},
		{5 * time.Minute, schemaregistry.Windows{{From: start, To: start.Add(3 * time.Minute), Most: 3}}, true}, // the end is outside
	} {
		if got := addUse(t, uses, useAt(c.at), c.windows); got != c.want {
			t.Errorf("use %d was added: %t", i, got)
		}
	}
	wantUses(t, uses, "amina", "search_web", start, 0, time.Minute, 3*time.Minute, 5*time.Minute)
}

func usesForgotten(t *testing.T, uses schemaregistry.UsageStore) {
	addUse(t, uses, useAt(0), wide)
	addUse(t, uses, useAt(time.Minute), wide)
	later := schemaregistry.Windows{
		{From: start.Add(time.Hour), To: start.Add(2 * time.Hour), Most: 1},
		{From: start.Add(time.Minute), To: start.Add(2 * time.Hour), Most: 5},
	}
	addUse(t, uses, useAt(time.Hour), later)
	wantUses(t, uses, "amina", "search_web", start.Add(-time.Hour), time.Minute, time.Hour)
}

func usesTakenBack(t *testing.T, uses schemaregistry.UsageStore) {
	one := schemaregistry.Windows{{From: start, To: start.Add(time.Hour), Most: 1}}
	addUse(t, uses, useAt(0), wide)
	addUse(t, uses, useAt(0), wide)
	for _, use := range []schemaregistry.Use{
		useAt(time.Second), {User: "bola", Tool: "search_web", At: start}, {User: "amina", Tool: "fetch_url", At: start}, useAt(0),
	} {
		if err := uses.RemoveUse(t.Context(), use); err != nil {
			t.Fatal(err)
		}
	}
	wantUses(t, uses, "amina", "search_web", start, 0) // of two that are alike one
	if addUse(t, uses, useAt(time.Minute), one) {
		t.Error("added where there is no room")
	}
	if err := uses.RemoveUse(t.Context(), useAt(0)); err != nil {
		t.Fatal(err)
	}
	if !addUse(t, uses, useAt(time.Minute), one) {
		t.Error("the place that was left is not free")
	}
}

func usesAtOnce(t *testing.T, uses schemaregistry.UsageStore) {
	const most = 3
	windows := schemaregistry.Windows{{From: start, To: start.Add(time.Hour), Most: most}}
	var added atomic.Int64
	err := errors.Join(together(16, func(i int) error {
		ok, err := uses.AddUse(t.Context(), useAt(time.Duration(i)*time.Second), windows)
		if ok {
			added.Add(1)
		}
		return err
	})...)
	if err != nil || added.Load() != most {
		t.Errorf("%d were added, %v", added.Load(), err)
	}
	kept, err := uses.Uses(t.Context(), "amina", "search_web", start)
	if err != nil || len(kept) != most {
		t.Errorf("%d are there, %v", len(kept), err)
	}
}

func usesCancelled(t *testing.T, uses schemaregistry.UsageStore) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if added, err := uses.AddUse(ctx, useAt(0), wide); added || !errors.Is(err, context.Canceled) {
		t.Errorf("%t, %v, want context.Canceled", added, err)
	}
	wantUses(t, uses, "amina", "search_web", start)
}
