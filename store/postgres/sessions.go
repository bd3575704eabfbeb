package postgres

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/store/document"
	"github.com/chatmrpt/chatmrpt/store/postgres/internal/query"
)

// Create saves a new session with version 0.
func (s *Store) Create(ctx context.Context, created *session.Session) error {
	states, err := document.EncodeStates(created)
	if err == nil {
		err = s.queries.CreateSession(ctx, query.CreateSessionParams{
			ID: created.ID, Username: created.User,
			CreatedAt: created.CreatedAt, UpdatedAt: created.UpdatedAt, States: states,
		})
	}
	if err != nil {
		return fmt.Errorf("create session %s: %w", created.ID, err)
	}
	return nil
}

// Load returns a session, or session.ErrNotFound.
func (s *Store) Load(ctx context.Context, id string) (*session.Session, error) {
	row, err := s.queries.LoadSession(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("load session %s: %w", id, notThere(err, session.ErrNotFound))
	}
	return loaded(row)
}

// Latest returns the user's session that changed last, or session.ErrNotFound.
func (s *Store) Latest(ctx context.Context, user string) (*session.Session, error) {
	row, err := s.queries.LatestSession(ctx, user)
	if err != nil {
		return nil, fmt.Errorf("latest session of %s: %w", user, notThere(err, session.ErrNotFound))
	}
	return loaded(row)
}

func loaded(row query.Session) (*session.Session, error) {
	s := &session.Session{
		ID: row.ID, User: row.Username, Version: row.Version, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
	if err := document.DecodeStates(row.States, s); err != nil {
		return nil, fmt.Errorf("states of session %s: %w", row.ID, err)
	}
	return s, nil
}

// Describe returns a session's summary, or session.ErrNotFound.
func (s *Store) Describe(ctx context.Context, id string) (session.Summary, error) {
	row, err := s.queries.DescribeSession(ctx, id)
	if err != nil {
		return session.Summary{}, fmt.Errorf("describe session %s: %w", id, notThere(err, session.ErrNotFound))
	}
	return summary(row)
}

// List returns the user's sessions that follow another, last changed first.
func (s *Store) List(ctx context.Context, user string, after session.Summary, limit int) ([]session.Summary, error) {
	rows, err := s.queries.ListSessions(ctx, query.ListSessionsParams{
		Username: user, AfterID: after.ID, AfterUpdated: after.UpdatedAt, AtMost: int64(max(limit, 0)),
	})
	if err != nil && !unstorable(err) {
		return nil, fmt.Errorf("sessions of %s: %w", user, err)
	}
	found := make([]session.Summary, len(rows))
	for i, row := range rows {
		if found[i], err = summary(query.DescribeSessionRow(row)); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func summary(row query.DescribeSessionRow) (session.Summary, error) {
	d := session.Summary{
		ID: row.ID, User: row.Username, Version: row.Version, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
	if err := json.Unmarshal(row.Opening, &d.Opening); err != nil {
		return session.Summary{}, fmt.Errorf("opening of session %s: %w", row.ID, err)
	}
	return d, nil
}

// Delete removes a session; its turns and results go with it.
func (s *Store) Delete(ctx context.Context, id string) error {
	deleted, err := s.queries.DeleteSession(ctx, id)
	if err := changed(deleted, err, session.ErrNotFound); err != nil {
		return fmt.Errorf("delete session %s: %w", id, err)
	}
	return nil
}

// SaveTurn saves the session and its turn in one transaction.
func (s *Store) SaveTurn(ctx context.Context, saved *session.Session, turn session.Turn) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		return saveTurn(ctx, query.New(tx), saved, turn)
	})
	if err != nil {
		return fmt.Errorf("save turn %d of session %s: %w", turn.Number, saved.ID, err)
	}
	saved.Version++
	return nil
}

func saveTurn(ctx context.Context, tx *query.Queries, saved *session.Session, turn session.Turn) error {
	states, err := document.EncodeStates(saved)
	if err != nil {
		return err
	}
	opening, err := document.Encode(turn.Text)
	if err != nil {
		return err
	}
	updated, err := tx.UpdateSession(ctx, query.UpdateSessionParams{
		ID: saved.ID, Version: saved.Version, UpdatedAt: saved.UpdatedAt, Opening: opening, States: states,
	})
	if err != nil {
		return notThere(err, session.ErrNotFound)
	}
	if updated == 0 {
		return whyNotUpdated(ctx, tx, saved.ID)
	}
	return insertTurn(ctx, tx, saved, turn)
}

// whyNotUpdated tells a session that has moved on from one that is not there.
func whyNotUpdated(ctx context.Context, tx *query.Queries, id string) error {
	there, err := tx.SessionExists(ctx, id)
	switch {
	case err != nil:
		return err
	case there:
		return session.ErrConflict
	}
	return session.ErrNotFound
}
