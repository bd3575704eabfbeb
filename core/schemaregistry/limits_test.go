package schemaregistry

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	_ "time/tzdata"

	"pgregory.net/rapid"
)

// lagos and the zones beside it change their clocks in every way there is: at
// night, at midnight, by half an hour, by skipping a day, or never.
var zones = []string{
	"UTC", "Africa/Lagos", "Africa/Cairo", "Africa/Casablanca", "America/Havana", "America/Sao_Paulo", "Asia/Beirut",
	"Asia/Kathmandu", "Australia/Lord_Howe", "Europe/Berlin", "Pacific/Apia", "Pacific/Kiritimati", "America/Los_Angeles",
}

func zone(t rapid.TB, name string) *time.Location {
	at, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// A day begins with the first moment of its date and ends with the first of
// another, wherever midnight is.
func TestDayOf(t *testing.T) {
	for _, c := range []struct {
		zone, at, from string
		hours          float64
	}{
		{"Africa/Lagos", "2026-03-29T12:00:00", "2026-03-29T00:00:00+01:00", 24},
		{"Europe/Berlin", "2026-03-29T12:00:00", "2026-03-29T00:00:00+01:00", 23},
		{"Europe/Berlin", "2026-10-25T02:30:00", "2026-10-25T00:00:00+02:00", 25},
		{"Australia/Lord_Howe", "2026-04-05T12:00:00", "2026-04-05T00:00:00+11:00", 24.5},
		{"Africa/Cairo", "2024-04-26T12:00:00", "2024-04-26T01:00:00+03:00", 23},   // no midnight
		{"America/Havana", "2025-11-02T12:00:00", "2025-11-02T00:00:00-04:00", 25}, // two
		{"Pacific/Apia", "2011-12-29T23:00:00", "2011-12-29T00:00:00-10:00", 24},   // the 30th never was
	} {
		in := zone(t, c.zone)
		at, err := time.ParseInLocation("2006-01-02T15:04:05", c.at, in)
		if err != nil {
			t.Fatal(err)
		}
		from, to := dayOf(at)
		if got := from.Format(time.RFC3339); got != c.from || to.Sub(from).Hours() != c.hours {
			t.Errorf("%s in %s: from %s, %v hours", c.at, c.zone, got, to.Sub(from).Hours())
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		at := instants().Draw(t, "at").In(zone(t, rapid.SampledFrom(zones).Draw(t, "zone")))
		from, to := dayOf(at)
		date := at.Format(time.DateOnly)
		inside, before, after := []time.Time{from, to.Add(-1)}, from.Add(-1).Format(time.DateOnly), to.Format(time.DateOnly)
		if at.Before(from) || !at.Before(to) || before >= date || after <= date {
			t.Errorf("%s is not in the day from %s to %s", at, from, to)
		}
		for _, at := range inside {
			if at.Format(time.DateOnly) != date {
				t.Errorf("%s is of another day than %s", at, date)
			}
		}
	})
}

func instants() *rapid.Generator[time.Time] {
	return rapid.Custom(func(t *rapid.T) time.Time {
		from, to := time.Date(2011, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro(), time.Date(2035, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro()
		return time.UnixMicro(rapid.Int64Range(from, to).Draw(t, "µs"))
	})
}

// A clock that tests set.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

var errSpilled = errors.New("spilled")

// kettle is a limited tool whose handler ends as it is told.
func kettle(def Def, ends func() error) *Tool {
	def.Name, def.Description, def.Effect = "boil", "d", EffectRun
	return Define(def, func(context.Context, *Run, struct{}) (Result, error) { return Result{}, ends() })
}

// [002-02], [002-11], [002-30], resolution 3.29: the limits of a user hold on every
// day of her zone, through changes of the clock; a run counts when its handler
// starts, and not when its service was not there. After RetryAt, and not before,
// the next may run.
func TestLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := zone(t, rapid.SampledFrom(zones).Draw(t, "zone"))
		time0 := &clock{at: instants().Draw(t, "start")}
		cooldown := time.Duration(rapid.IntRange(0, 3).Draw(t, "hours")) * time.Hour
		daily := rapid.IntRange(0, 4).Draw(t, "daily")
		var ends error
		r := New(Options{Now: time0.now, Zone: func(string) *time.Location { return in }})
		if err := r.Register(kettle(Def{Cooldown: cooldown, DailyLimit: daily}, func() error { return ends })); err != nil {
			t.Fatal(err)
		}
		counted := map[string][]time.Time{}
		mayRun := func(user string) bool {
			now, today := time0.now().In(in), 0
			for _, at := range counted[user] {
				if now.Sub(at) < cooldown {
					return false
				}
				if at.In(in).Format(time.DateOnly) == now.Format(time.DateOnly) {
					today++
				}
			}
			return daily == 0 || today < daily
		}
		for range rapid.IntRange(1, 40).Draw(t, "calls") {
			time0.pass(time.Duration(rapid.IntRange(0, 300).Draw(t, "minutes")) * time.Minute)
			user := rapid.SampledFrom([]string{"amina", "bola"}).Draw(t, "user")
			ends = rapid.SampledFrom([]error{nil, nil, errSpilled, fmt.Errorf("gas: %w", ErrUnavailable)}).Draw(t, "ends")
			may, now := mayRun(user), time0.now()
			_, err := r.Execute(context.Background(), Call{Tool: "boil", User: user}, State{}, nil)
			var limited *RateLimited
			if errors.As(err, &limited) == may {
				t.Fatalf("%s at %s: %v, may run: %t", user, now.In(in), err, may)
			}
			if may {
				if !errors.Is(err, ErrUnavailable) {
					counted[user] = append(counted[user], now)
				}
				continue
			}
			if rapid.Bool().Draw(t, "wait") {
				time0.pass(limited.RetryAt.Sub(now) - time.Microsecond)
				if mayRun(user) {
					t.Fatalf("%s may run before %s", user, limited.RetryAt)
				}
				time0.pass(time.Microsecond)
				if !mayRun(user) {
					t.Fatalf("%s may not run at %s", user, limited.RetryAt)
				}
			}
		}
	})
}

// [002-09], resolution 3.29: the limit is looked at before the gates, and calls that
// never reach the handler are free.
func TestBlockedCallsAreFree(t *testing.T) {
	gate := &gatekeeper{answer: Judgement{Reason: "too dear"}}
	r := New(Options{Gate: gate})
	tool := Define(Def{Name: "pour", Description: "d", Effect: EffectRun, RequiresGate: true, DailyLimit: 1, Needs: []string{"water"}}, served)
	if err := r.Register(tool); err != nil {
		t.Fatal(err)
	}
	water := State{Evidence: map[string]*Evidence{"water": {Kind: "water"}}}
	for _, c := range []struct {
		name  string
		args  map[string]any
		state State
		allow bool
		want  string // status
	}{
		{"illegal arguments", map[string]any{"cups": 99}, water, true, "invalid"},
		{"no water", map[string]any{"cups": 1}, State{}, true, "blocked"},
		{"a missing argument", nil, water, true, "ask"},
		{"a veto", map[string]any{"cups": 1}, water, false, "declined"},
		{"the first", map[string]any{"cups": 1}, water, true, "success"},
		{"the second", map[string]any{"cups": 1}, water, true, "limited"},
		{"the third, without water", map[string]any{"cups": 1}, State{}, true, "limited"},
	} {
		gate.answer.Approved = c.allow
		asked := gate.asked
		result, err := r.Execute(t.Context(), Call{Tool: "pour", Args: c.args, User: "amina"}, c.state, nil)
		if got := status(result, err); got != c.want {
			t.Errorf("%s: %s, %v", c.name, got, err)
		}
		if c.want == "limited" && gate.asked != asked {
			t.Errorf("%s: the gate was asked", c.name)
		}
	}
}

// Of turns that run at once no more get in than the limit allows.
func TestLimitsHoldAtOnce(t *testing.T) {
	r := New(Options{Now: func() time.Time { return time.Unix(1_700_000_000, 0) }})
	if err := r.Register(kettle(Def{DailyLimit: 3}, func() error { return nil })); err != nil {
		t.Fatal(err)
	}
	errs := make([]error, 20)
	var running sync.WaitGroup
	for i := range errs {
		running.Go(func() {
			_, errs[i] = r.Execute(t.Context(), Call{Tool: "boil"}, State{}, nil)
		})
	}
	running.Wait()
	if ran := len(slices.DeleteFunc(errs, func(err error) bool { return err != nil })); ran != 3 {
		t.Errorf("%d ran", ran)
	}
}

// brokenUses is a store that does not answer.
type brokenUses struct{}

func (brokenUses) Uses(context.Context, string, string, time.Time) ([]time.Time, error) {
	return nil, errSpilled
}
func (brokenUses) AddUse(context.Context, Use, Windows) (bool, error) { return false, errSpilled }
func (brokenUses) RemoveUse(context.Context, Use) error               { return errSpilled }

// A limit that cannot be checked is not passed over.
func TestNoStoreNoRun(t *testing.T) {
	r := New(Options{Uses: brokenUses{}})
	if err := r.Register(kettle(Def{DailyLimit: 3}, func() error { t.Error("it ran"); return nil })); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Execute(t.Context(), Call{Tool: "boil"}, State{}, nil); !errors.Is(err, errSpilled) {
		t.Error(err)
	}
}
