package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/chatmrpt/chatmrpt/core/telemetry"
	"github.com/chatmrpt/chatmrpt/store/postgres/internal/query"
)

var _ telemetry.Store = (*Store)(nil)

// Append keeps the events with one command, so that all are kept or none.
func (s *Store) Append(ctx context.Context, events ...telemetry.Event) error {
	rows := make([]query.AppendEventsParams, len(events))
	for i, e := range events {
		rows[i] = query.AppendEventsParams{Type: e.Type, At: e.At, Session: e.Session, Username: e.User, Payload: e.Payload}
	}
	if _, err := s.queries.AppendEvents(ctx, rows); err != nil {
		return fmt.Errorf("append %d events: %w", len(events), err)
	}
	return nil
}

// Events lists what passes the filter, by ID.
func (s *Store) Events(ctx context.Context, f telemetry.Filter) ([]telemetry.Event, error) {
	rows, err := s.queries.Events(ctx, query.EventsParams{
		After: f.After, Type: f.Type, Session: f.Session, Since: f.Since, AtMost: int64(max(f.Limit, 0)),
	})
	if err != nil && !unstorable(err) {
		return nil, fmt.Errorf("events: %w", err)
	}
	events := make([]telemetry.Event, len(rows))
	for i, row := range rows {
		events[i] = telemetry.Event{
			ID: row.ID, Type: row.Type, At: row.At, Session: row.Session, User: row.Username, Payload: row.Payload,
		}
	}
	return events, nil
}

// Forget removes the oldest events from before a time.
func (s *Store) Forget(ctx context.Context, before time.Time, atMost int) (int, error) {
	n, err := s.queries.ForgetEvents(ctx, query.ForgetEventsParams{Before: before, AtMost: int64(max(atMost, 0))})
	if err != nil {
		return 0, fmt.Errorf("forget events: %w", err)
	}
	return int(n), nil
}
