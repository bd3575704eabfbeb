package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chatmrpt/chatmrpt/core/memory"
)

var _ memory.Store = (*Store)(nil)

// AddEntry adds an entry.
func (s *Store) AddEntry(ctx context.Context, e memory.Entry) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("add a %s: %w", e.Kind, err)
	}
	defer tx.Rollback() //nolint:errcheck // after Commit it does nothing
	if err := errors.Join(insertEntry(ctx, tx, e), tx.Commit()); err != nil {
		return fmt.Errorf("add a %s: %w", e.Kind, err)
	}
	return nil
}

func insertEntry(ctx context.Context, tx *sql.Tx, e memory.Entry) error {
	e = e.Clean()
	added, err := tx.ExecContext(ctx, `
		INSERT INTO entries (kind, user, session, name, title, body, result, at) VALUES (?, ?, nullif(?, ''), ?, ?, ?, ?, ?)
		ON CONFLICT DO NOTHING`,
		e.Kind, e.User, e.Session, e.Name, e.Title, e.Text, e.Result, e.At.UnixMicro())
	if err != nil {
		return err
	}
	if n, err := added.RowsAffected(); err != nil || n == 0 {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO entry_words (rowid, words) VALUES (last_insert_rowid(), ?)`,
		strings.Join(e.Words(), " "))
	return err
}

// Entries lists the user's entries of a kind, in the order of their addition.
func (s *Store) Entries(ctx context.Context, user string, kind memory.Kind) ([]memory.Entry, error) {
	found, err := s.entries(ctx, `FROM entries WHERE user = ? AND kind = ? ORDER BY id`, user, kind)
	if err != nil {
		return nil, fmt.Errorf("entries of %s: %w", user, err)
	}
	return found, nil
}

// SearchEntries lists what fits best first.
func (s *Store) SearchEntries(ctx context.Context, q memory.Query) ([]memory.Entry, error) {
	if len(q.Words) == 0 {
		return nil, nil
	}
	found, err := s.entries(ctx, `
		FROM entry_words JOIN entries e ON e.id = entry_words.rowid
		WHERE entry_words MATCH ? AND CASE kind
			WHEN 'skill' THEN NOT EXISTS (SELECT 1 FROM entries l WHERE l.kind = 'skill' AND l.name = e.name AND l.id > e.id)
			ELSE user = ? AND (session IS NULL OR session = ? OR ?)
		END
		ORDER BY bm25(entry_words), e.id DESC LIMIT ?`,
		`"`+strings.Join(q.Words, `" OR "`)+`"`, q.User, q.Session, q.Global, max(q.Limit, 0))
	if err != nil {
		return nil, fmt.Errorf("search entries: %w", err)
	}
	return found, nil
}

// FindResult returns the user's result of an ID, or memory.ErrNotFound.
func (s *Store) FindResult(ctx context.Context, user, id string) (memory.Entry, error) {
	found, err := s.entries(ctx, `FROM entries WHERE user = ? AND kind = 'result' AND result = ? ORDER BY id DESC LIMIT 1`, user, id)
	if err == nil && len(found) == 0 {
		err = memory.ErrNotFound
	}
	if err != nil {
		return memory.Entry{}, fmt.Errorf("result %q: %w", id, err)
	}
	return found[0], nil
}

// FindSkill returns the last entry of a skill and how many there are of it.
func (s *Store) FindSkill(ctx context.Context, name string) (skill memory.Entry, versions int, err error) {
	found, err := s.entries(ctx, `FROM entries WHERE kind = 'skill' AND name = ? ORDER BY id DESC`, name)
	if err == nil && len(found) == 0 {
		err = memory.ErrNotFound
	}
	if err != nil {
		return memory.Entry{}, 0, fmt.Errorf("skill %q: %w", name, err)
	}
	return found[0], len(found), nil
}

// Skills lists the last entry of every skill by name, without their texts.
func (s *Store) Skills(ctx context.Context) ([]memory.Entry, error) {
	found, err := s.entries(ctx, `FROM (
		SELECT kind, user, session, name, title, '' AS body, result, at FROM entries e
		WHERE kind = 'skill' AND NOT EXISTS (SELECT 1 FROM entries l WHERE l.kind = 'skill' AND l.name = e.name AND l.id > e.id)
	) ORDER BY name`)
	if err != nil {
		return nil, fmt.Errorf("skills: %w", err)
	}
	return found, nil
}

// entries reads the entries that the rest of a query selects.
func (s *Store) entries(ctx context.Context, which string, args ...any) (found []memory.Entry, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT kind, user, coalesce(session, ''), name, title, body, result, at `+which, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var e memory.Entry
		var at int64
		if err := rows.Scan(&e.Kind, &e.User, &e.Session, &e.Name, &e.Title, &e.Text, &e.Result, &at); err != nil {
			return nil, err
		}
		e.At = time.UnixMicro(at).UTC()
		found = append(found, e)
	}
	return found, rows.Err()
}
