// Package telemetry records how well the program understands people: an event for
// every turn, choice and execution, in the log and in the store, and the verdict
// that the next turns give on a choice.
//
// Recording never slows or fails a turn: events wait in a bounded queue, one
// writer takes them from there, and what finds no room is counted and dropped.
package telemetry

import (
	"context"
	"encoding/json"
	"iter"
	"time"
)

// The types of events.
const (
	TypeChoice = "choice_event" // words were resolved, see ChoiceEvent
	TypeRouter = "router_event" // where a turn was sent, see RouterEvent
	TypeTool   = "tool_event"   // a tool was executed, see ToolEvent
)

// An Event is one record. Types differ in their payload alone, so that a store
// keeps them all alike.
type Event struct {
	ID      int64           `json:"id"` // given by the store: later ones are larger
	Type    string          `json:"type"`
	At      time.Time       `json:"at"`
	Session string          `json:"session_id"`
	User    string          `json:"user"`
	Payload json.RawMessage `json:"payload"` // a JSON object, as it is logged
}

// A Store keeps events. Package store holds the conformance suite that every
// implementation passes.
type Store interface {
	// Append keeps the events in this order, all or none. Their IDs are not read,
	// their times are kept to the microsecond.
	Append(ctx context.Context, events ...Event) error
	// Events lists what passes the filter, by ID.
	Events(ctx context.Context, f Filter) ([]Event, error)
	// Forget removes events from before a time, the oldest first and at most so
	// many, and says how many there were.
	Forget(ctx context.Context, before time.Time, atMost int) (int, error)
}

// forgotten is how many events are removed at a time, so that others can write in
// between.
const forgotten = 5000

// ForgetAll removes every event from before a time.
func ForgetAll(ctx context.Context, s Store, before time.Time) (removed int, err error) {
	for {
		n, err := s.Forget(ctx, before, forgotten)
		removed += n
		if err != nil || n < forgotten {
			return removed, err
		}
	}
}

// A Filter says which events are wanted. An empty field lets all pass, but for
// Limit.
type Filter struct {
	Type    string
	Session string
	Since   time.Time // at this time or later
	After   int64     // with a larger ID
	Limit   int       // at most so many
}

// page is how many events All reads at a time.
const page = 1000

// All reads every event that passes the filter, whatever its Limit, page by page.
// It ends with the first error.
func All(ctx context.Context, s Store, f Filter) iter.Seq2[Event, error] {
	f.Limit = page
	return func(yield func(Event, error) bool) {
		for {
			events, err := s.Events(ctx, f)
			if err != nil {
				yield(Event{}, err)
				return
			}
			for _, e := range events {
				if !yield(e, nil) {
					return
				}
				f.After = e.ID
			}
			if len(events) < page {
				return
			}
		}
	}
}
