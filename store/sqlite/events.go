package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

var _ telemetry.Store = (*Store)(nil)

// Append keeps the events in one transaction.
func (s *Store) Append(ctx context.Context, events ...telemetry.Event) error {
	if err := s.append(ctx, events); err != nil {
		return fmt.Errorf("append %d events: %w", len(events), err)
	}
	return nil
}

func (s *Store) append(ctx context.Context, events []telemetry.Event) error {
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after Commit it does nothing
	insert, err := tx.PrepareContext(ctx, `INSERT INTO events (type, at, session, user, payload) VALUES (?, ?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	defer insert.Close() //nolint:errcheck // the transaction ends it too
	for _, e := range events {
		if !json.Valid(e.Payload) {
			return fmt.Errorf("the payload of a %s is not JSON", e.Type)
		}
		if _, err := insert.ExecContext(ctx, e.Type, e.At.UnixMicro(), e.Session, e.User, string(e.Payload)); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// Events lists what passes the filter, by ID.
func (s *Store) Events(ctx context.Context, f telemetry.Filter) (events []telemetry.Event, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("events: %w", err)
		}
	}()
	query, args := `SELECT id, type, at, session, user, payload FROM events WHERE id > ?`, []any{f.After}
	if f.Type != "" {
		query, args = query+` AND type = ?`, append(args, f.Type)
	}
	if f.Session != "" {
		query, args = query+` AND session = ?`, append(args, f.Session)
	}
	if !f.Since.IsZero() {
		query, args = query+` AND at >= ?`, append(args, f.Since.UnixMicro())
	}
	rows, err := s.db.QueryContext(ctx, query+` ORDER BY id LIMIT ?`, append(args, max(f.Limit, 0))...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var e telemetry.Event
		var at int64
		if err := rows.Scan(&e.ID, &e.Type, &at, &e.Session, &e.User, (*[]byte)(&e.Payload)); err != nil {
			return nil, err
		}
		e.At = time.UnixMicro(at).UTC()
		events = append(events, e)
	}
	return events, rows.Err()
}

// Forget removes the oldest events from before a time.
func (s *Store) Forget(ctx context.Context, before time.Time, atMost int) (int, error) {
	result, err := s.writer.ExecContext(ctx,
		`DELETE FROM events WHERE id IN (SELECT id FROM events WHERE at < ? ORDER BY at LIMIT ?)`, before.UnixMicro(), max(atMost, 0))
	if err != nil {
		return 0, fmt.Errorf("forget events: %w", err)
	}
	n, err := result.RowsAffected()
	return int(n), err
}
