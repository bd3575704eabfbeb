package schemaregistry

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"time"
)

// A Use is one run of a limited tool by a user.
type Use struct {
	User string
	Tool string
	At   time.Time // to the microsecond
}

// A Window allows at most so many uses from a time on and before another.
type Window struct {
	From time.Time // inclusive
	To   time.Time // exclusive
	Most int
}

// Windows are limits that hold together.
type Windows []Window

// From is where the earliest window begins; what is older does not matter.
func (w Windows) From() time.Time {
	return slices.MinFunc(w, func(a, b Window) int { return a.From.Compare(b.From) }).From
}

// Room reports whether every window has room for one use besides these.
func (w Windows) Room(uses []time.Time) bool {
	return !slices.ContainsFunc(w, func(window Window) bool { return window.isFull(uses) })
}

func (w Window) isFull(uses []time.Time) bool {
	inside := 0
	for _, at := range uses {
		if !at.Before(w.From) && at.Before(w.To) {
			inside++
		}
	}
	return inside >= w.Most
}

// A UsageStore keeps the uses of limited tools, so that limits outlive a restart
// and hold for all nodes together. Package store holds the conformance suite that
// every implementation passes.
type UsageStore interface {
	// Uses lists when the user ran the tool, from a time on and in order.
	Uses(ctx context.Context, user, tool string, from time.Time) ([]time.Time, error)
	// AddUse adds a use when every window has room for it, and reports whether it
	// did; no other use comes between the check and the addition. What is older
	// than the windows may be forgotten.
	AddUse(ctx context.Context, use Use, windows Windows) (bool, error)
	// RemoveUse takes one such use back, if there is one.
	RemoveUse(ctx context.Context, use Use) error
}

// within are the tool's limits as windows around now, in the zone of now.
func (t *Tool) within(now time.Time) Windows {
	var windows Windows
	if t.Cooldown > 0 { // a use that is exactly as old does not count any more
		windows = append(windows, Window{From: now.Add(time.Microsecond - t.Cooldown), To: now.Add(t.Cooldown), Most: 1})
	}
	if t.DailyLimit > 0 {
		windows = append(windows, t.today(now))
	}
	return windows
}

func (t *Tool) today(now time.Time) Window {
	from, to := dayOf(now)
	return Window{From: from, To: to, Most: t.DailyLimit}
}

// retryAt is the first time, now or later, at which these uses allow another.
func (t *Tool) retryAt(uses []time.Time, now time.Time) time.Time {
	at := now
	if today := t.today(now); t.DailyLimit > 0 && today.isFull(uses) {
		at = today.To
	}
	for _, use := range uses {
		if rested := use.Add(t.Cooldown); use.Before(now.Add(t.Cooldown)) && rested.After(at) {
			at = rested
		}
	}
	return at.In(now.Location())
}

// dayOf is the day of a time in its zone, from its first moment to the first of the
// next. Midnight is searched for, because where clocks change at night it may come
// twice or never.
func dayOf(t time.Time) (from, to time.Time) {
	const longest = 26 * 60 * 60 // seconds
	today, now := dateOf(t), t.Truncate(time.Second)
	before := now.Add(-longest * time.Second)
	from = before.Add(time.Second * time.Duration(sort.Search(longest, func(i int) bool {
		return dateOf(before.Add(time.Duration(i)*time.Second)) >= today
	})))
	to = now.Add(time.Second * time.Duration(sort.Search(longest, func(i int) bool {
		return dateOf(now.Add(time.Duration(i)*time.Second)) > today
	})))
	return from, to
}

// dateOf is the date of a time as a number that grows from day to day.
func dateOf(t time.Time) int { return t.Year()*1000 + t.YearDay() }

// checkLimits is a *RateLimited when the user may not run the tool now.
func (r *Registry) checkLimits(ctx context.Context, tool *Tool, user string, now time.Time) error {
	windows := tool.within(now)
	if len(windows) == 0 {
		return nil
	}
	uses, err := r.uses.Uses(ctx, user, tool.Name, windows.From())
	if err != nil {
		return fmt.Errorf("uses of %s: %w", tool.Name, err)
	}
	if at := tool.retryAt(uses, now); at.After(now) {
		return &RateLimited{Tool: tool.Name, RetryAt: at}
	}
	return nil
}

// count adds a use, or is a *RateLimited: whom checkLimits let in may still lose
// the last place to another turn.
func (r *Registry) count(ctx context.Context, tool *Tool, use Use) error {
	windows := tool.within(use.At)
	if len(windows) == 0 {
		return nil
	}
	added, err := r.uses.AddUse(ctx, use, windows)
	if err != nil {
		return fmt.Errorf("count a use of %s: %w", tool.Name, err)
	}
	if added {
		return nil
	}
	if err := r.checkLimits(ctx, tool, use.User, use.At); err != nil {
		return err
	}
	return &RateLimited{Tool: tool.Name, RetryAt: use.At} // the place is free again by now
}

// refund takes back a use whose handler could not do its work.
func (r *Registry) refund(ctx context.Context, tool *Tool, use Use) error {
	if tool.Cooldown == 0 && tool.DailyLimit == 0 {
		return nil
	}
	if err := r.uses.RemoveUse(context.WithoutCancel(ctx), use); err != nil {
		return fmt.Errorf("refund a use of %s: %w", tool.Name, err)
	}
	return nil
}
