package postgres

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/store/document"
	"github.com/chatmrpt/chatmrpt/store/postgres/internal/query"
)

// Turns lists the turns after a number, in order, at most limit.
func (s *Store) Turns(ctx context.Context, id string, after int64, limit int) ([]session.Turn, error) {
	docs, err := s.queries.Turns(ctx, query.TurnsParams{Session: id, After: after, AtMost: int64(max(limit, 0))})
	turns, err := decodeAll[session.Turn](docs, err)
	if err != nil {
		return nil, fmt.Errorf("turns of session %s: %w", id, err)
	}
	return turns, nil
}

// TurnByKey returns the session's turn with that key, or session.ErrNotFound.
func (s *Store) TurnByKey(ctx context.Context, id, key string) (session.Turn, error) {
	doc, err := s.queries.TurnByKey(ctx, query.TurnByKeyParams{Session: id, Key: key})
	turn, err := decode[session.Turn](doc, err)
	if err != nil {
		return session.Turn{}, fmt.Errorf("turn of session %s by its key: %w", id, err)
	}
	return turn, nil
}

// Result returns one produced file's reference, or session.ErrNotFound.
func (s *Store) Result(ctx context.Context, of, id string) (session.ResultRef, error) {
	doc, err := s.queries.Result(ctx, query.ResultParams{Session: of, ID: id})
	ref, err := decode[session.ResultRef](doc, err)
	if err != nil {
		return session.ResultRef{}, fmt.Errorf("result %s of session %s: %w", id, of, err)
	}
	return ref, nil
}

// RecordAudit appends an execution's record.
func (s *Store) RecordAudit(ctx context.Context, a schemaregistry.Audit) error {
	audit, err := document.Encode(a)
	if err == nil {
		err = s.queries.InsertAudit(ctx, query.InsertAuditParams{Session: a.Session, Audit: audit})
	}
	if err != nil {
		return fmt.Errorf("record audit of %s in session %s: %w", a.Tool, a.Session, err)
	}
	return nil
}

// Audits lists a session's records in the order in which they were written.
func (s *Store) Audits(ctx context.Context, of string) ([]schemaregistry.Audit, error) {
	docs, err := s.queries.Audits(ctx, of)
	audits, err := decodeAll[schemaregistry.Audit](docs, err)
	if err != nil {
		return nil, fmt.Errorf("audits of session %s: %w", of, err)
	}
	return audits, nil
}

func insertTurn(ctx context.Context, tx *query.Queries, of *session.Session, turn session.Turn) error {
	doc, err := document.Encode(turn)
	if err != nil {
		return err
	}
	err = tx.InsertTurn(ctx, query.InsertTurnParams{Session: of.ID, Number: turn.Number, Key: turn.Key, Turn: doc})
	if err != nil {
		return err
	}
	for _, ref := range turn.Results {
		doc, err := document.Encode(ref)
		if err != nil {
			return err
		}
		err = tx.InsertResult(ctx, query.InsertResultParams{Session: of.ID, ID: ref.ID, Turn: turn.Number, Result: doc})
		if err != nil {
			return fmt.Errorf("result %s: %w", ref.ID, err)
		}
	}
	entry, computed, err := document.Remembered(of, turn)
	if err != nil || !computed {
		return err
	}
	return addEntry(ctx, tx, entry)
}

// decode reads the one document that a query found.
func decode[T any](doc []byte, failed error) (value T, err error) {
	if failed != nil {
		return value, notThere(failed, session.ErrNotFound)
	}
	err = json.Unmarshal(doc, &value)
	return value, err
}

// decodeAll reads the documents that a query found.
func decodeAll[T any](docs [][]byte, failed error) ([]T, error) {
	if failed != nil && !unstorable(failed) {
		return nil, failed
	}
	values := make([]T, len(docs))
	for i, doc := range docs {
		if err := json.Unmarshal(doc, &values[i]); err != nil {
			return nil, err
		}
	}
	return values, nil
}
