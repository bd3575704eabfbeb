package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/store/document"
)

// Turns lists the turns after a number, in order, at most limit.
func (s *Store) Turns(ctx context.Context, id string, after int64, limit int) ([]session.Turn, error) {
	turns, err := list[session.Turn](ctx, s.db,
		`SELECT turn FROM turns WHERE session = ? AND number > ? ORDER BY number LIMIT ?`, id, after, max(limit, 0))
	if err != nil {
		return nil, fmt.Errorf("turns of session %s: %w", id, err)
	}
	return turns, nil
}

// TurnByKey returns the session's turn with that key, or session.ErrNotFound.
func (s *Store) TurnByKey(ctx context.Context, id, key string) (session.Turn, error) {
	found, err := list[session.Turn](ctx, s.db, `SELECT turn FROM turns WHERE session = ? AND key = ?`, id, key)
	if err == nil && len(found) == 0 {
		err = session.ErrNotFound
	}
	if err != nil {
		return session.Turn{}, fmt.Errorf("turn of session %s by its key: %w", id, err)
	}
	return found[0], nil
}

// Result returns one produced file's reference, or session.ErrNotFound.
func (s *Store) Result(ctx context.Context, of, id string) (session.ResultRef, error) {
	found, err := list[session.ResultRef](ctx, s.db,
		`SELECT result FROM results WHERE session = ? AND id = ?`, of, id)
	if err == nil && len(found) == 0 {
		err = session.ErrNotFound
	}
	if err != nil {
		return session.ResultRef{}, fmt.Errorf("result %s of session %s: %w", id, of, err)
	}
	return found[0], nil
}

// RecordAudit appends an execution's record.
func (s *Store) RecordAudit(ctx context.Context, a schemaregistry.Audit) error {
	audit, err := document.Encode(a)
	if err == nil {
		_, err = s.writer.ExecContext(ctx, `INSERT INTO audits (session, audit) VALUES (?, ?)`, a.Session, string(audit))
	}
	if err != nil {
		return fmt.Errorf("record audit of %s in session %s: %w", a.Tool, a.Session, err)
	}
	return nil
}

// Audits lists a session's records in the order in which they were written.
func (s *Store) Audits(ctx context.Context, of string) ([]schemaregistry.Audit, error) {
	audits, err := list[schemaregistry.Audit](ctx, s.db,
		`SELECT audit FROM audits WHERE session = ? ORDER BY number`, of)
	if err != nil {
		return nil, fmt.Errorf("audits of session %s: %w", of, err)
	}
	return audits, nil
}

func insertTurn(ctx context.Context, tx *sql.Tx, of *session.Session, turn session.Turn) error {
	doc, err := document.Encode(turn)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO turns (session, number, key, turn) VALUES (?, ?, nullif(?, ''), ?)`,
		of.ID, turn.Number, turn.Key, string(doc))
	if err != nil {
		return err
	}
	for _, ref := range turn.Results {
		doc, err := document.Encode(ref)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO results (session, id, turn, result) VALUES (?, ?, ?, ?)`,
			of.ID, ref.ID, turn.Number, string(doc))
		if err != nil {
			return fmt.Errorf("result %s: %w", ref.ID, err)
		}
	}
	entry, computed, err := document.Remembered(of, turn)
	if err != nil || !computed {
		return err
	}
	return insertEntry(ctx, tx, entry)
}

// list reads rows of one JSON document each.
func list[T any](ctx context.Context, db *sql.DB, query string, args ...any) (values []T, err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var doc sql.RawBytes
		var value T
		if err := rows.Scan(&doc); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(doc, &value); err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, rows.Err()
}
