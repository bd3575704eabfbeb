package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/store/document"
)

// Create saves a new session with version 0.
func (s *Store) Create(ctx context.Context, created *session.Session) error {
	states, err := document.EncodeStates(created)
	if err != nil {
		return fmt.Errorf("create session %s: %w", created.ID, err)
	}
	_, err = s.writer.ExecContext(ctx, `
		INSERT INTO sessions (id, user, version, created_at, updated_at, states)
		VALUES (?, ?, 0, ?, ?, ?)`,
		created.ID, created.User, created.CreatedAt.UnixMicro(), created.UpdatedAt.UnixMicro(), string(states))
	if err != nil {
		return fmt.Errorf("create session %s: %w", created.ID, err)
	}
	return nil
}

const selectSession = `SELECT id, user, version, created_at, updated_at, states FROM sessions `

// Load returns a session, or session.ErrNotFound.
func (s *Store) Load(ctx context.Context, id string) (*session.Session, error) {
	loaded, err := scanSession(s.db.QueryRowContext(ctx, selectSession+`WHERE id = ?`, id))
	if err != nil {
		return nil, fmt.Errorf("load session %s: %w", id, err)
	}
	return loaded, nil
}

// Latest returns the user's session that changed last, or session.ErrNotFound.
func (s *Store) Latest(ctx context.Context, user string) (*session.Session, error) {
	loaded, err := scanSession(s.db.QueryRowContext(ctx,
		selectSession+`WHERE user = ? ORDER BY updated_at DESC, id DESC LIMIT 1`, user))
	if err != nil {
		return nil, fmt.Errorf("latest session of %s: %w", user, err)
	}
	return loaded, nil
}

const selectSummary = `
	SELECT id, user, version, created_at, updated_at, coalesce(turn ->> '$.text', '')
	FROM sessions LEFT JOIN turns ON session = id AND number = 1 `

// Describe returns a session's summary, or session.ErrNotFound.
func (s *Store) Describe(ctx context.Context, id string) (session.Summary, error) {
	found, err := s.summaries(ctx, selectSummary+`WHERE id = ?`, id)
	if err == nil && len(found) == 0 {
		err = session.ErrNotFound
	}
	if err != nil {
		return session.Summary{}, fmt.Errorf("describe session %s: %w", id, err)
	}
	return found[0], nil
}

// List returns the user's sessions that follow another, last changed first.
func (s *Store) List(ctx context.Context, user string, after session.Summary, limit int) ([]session.Summary, error) {
	before := int64(math.MaxInt64)
	if after.ID != "" {
		before = after.UpdatedAt.UnixMicro()
	}
	found, err := s.summaries(ctx, selectSummary+`
		WHERE user = ? AND (updated_at, id) < (?, ?) ORDER BY updated_at DESC, id DESC LIMIT ?`,
		user, before, after.ID, max(limit, 0))
	if err != nil {
		return nil, fmt.Errorf("sessions of %s: %w", user, err)
	}
	return found, nil
}

func (s *Store) summaries(ctx context.Context, query string, args ...any) (found []session.Summary, err error) {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var d session.Summary
		var created, updated int64
		if err := rows.Scan(&d.ID, &d.User, &d.Version, &created, &updated, &d.Opening); err != nil {
			return nil, err
		}
		d.CreatedAt, d.UpdatedAt = time.UnixMicro(created).UTC(), time.UnixMicro(updated).UTC()
		found = append(found, d)
	}
	return found, rows.Err()
}

// Delete removes a session; its turns and results go with it.
func (s *Store) Delete(ctx context.Context, id string) error {
	deleted, err := s.writer.ExecContext(ctx, `DELETE FROM sessions WHERE id = ?`, id)
	if err == nil {
		var n int64
		if n, err = deleted.RowsAffected(); err == nil && n == 0 {
			err = session.ErrNotFound
		}
	}
	if err != nil {
		return fmt.Errorf("delete session %s: %w", id, err)
	}
	return nil
}

// SaveTurn saves the session and its turn in one transaction.
func (s *Store) SaveTurn(ctx context.Context, changed *session.Session, turn session.Turn) error {
	err := s.saveTurn(ctx, changed, turn)
	if err != nil {
		return fmt.Errorf("save turn %d of session %s: %w", turn.Number, changed.ID, err)
	}
	changed.Version++
	return nil
}

func (s *Store) saveTurn(ctx context.Context, changed *session.Session, turn session.Turn) error {
	states, err := document.EncodeStates(changed)
	if err != nil {
		return err
	}
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after Commit it does nothing
	updated, err := tx.ExecContext(ctx, `
		UPDATE sessions SET version = version + 1, updated_at = ?, states = ?
		WHERE id = ? AND version = ?`,
		changed.UpdatedAt.UnixMicro(), string(states), changed.ID, changed.Version)
	if err != nil {
		return err
	}
	if n, err := updated.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, whyNotUpdated(ctx, tx, changed.ID))
	}
	if err := insertTurn(ctx, tx, changed, turn); err != nil {
		return err
	}
	return tx.Commit()
}

// whyNotUpdated tells a session that has moved on from one that is not there.
func whyNotUpdated(ctx context.Context, tx *sql.Tx, id string) error {
	var there bool
	err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM sessions WHERE id = ?)`, id).Scan(&there)
	switch {
	case err != nil:
		return err
	case there:
		return session.ErrConflict
	}
	return session.ErrNotFound
}

func scanSession(row *sql.Row) (*session.Session, error) {
	var s session.Session
	var created, updated int64
	var states []byte
	err := row.Scan(&s.ID, &s.User, &s.Version, &created, &updated, &states)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, session.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	s.CreatedAt, s.UpdatedAt = time.UnixMicro(created).UTC(), time.UnixMicro(updated).UTC()
	if err := document.DecodeStates(states, &s); err != nil {
		return nil, fmt.Errorf("states: %w", err)
	}
	return &s, nil
}
