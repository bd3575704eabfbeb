package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

var _ schemaregistry.UsageStore = (*Store)(nil)

// Uses lists when the user ran the tool, from a time on and in order.
func (s *Store) Uses(ctx context.Context, user, tool string, from time.Time) ([]time.Time, error) {
	times, err := uses(ctx, s.db, user, tool, from)
	if err != nil {
		return nil, fmt.Errorf("uses of %s: %w", tool, err)
	}
	return times, nil
}

// querier is a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func uses(ctx context.Context, from querier, user, tool string, since time.Time) (times []time.Time, err error) {
	rows, err := from.QueryContext(ctx, `SELECT at FROM uses WHERE user = ? AND tool = ? AND at >= ? ORDER BY at`,
		user, tool, since.UnixMicro())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var at int64
		if err := rows.Scan(&at); err != nil {
			return nil, err
		}
		times = append(times, time.UnixMicro(at).UTC())
	}
	return times, rows.Err()
}

// AddUse adds a use when every window has room for it.
func (s *Store) AddUse(ctx context.Context, use schemaregistry.Use, windows schemaregistry.Windows) (bool, error) {
	added, err := s.addUse(ctx, use, windows)
	if err != nil {
		return false, fmt.Errorf("add a use of %s: %w", use.Tool, err)
	}
	return added, nil
}

func (s *Store) addUse(ctx context.Context, use schemaregistry.Use, windows schemaregistry.Windows) (bool, error) {
	tx, err := s.writer.BeginTx(ctx, nil) // which keeps other writers out
	if err != nil {
		return false, err
	}
	defer tx.Rollback() //nolint:errcheck // after Commit it does nothing
	times, err := uses(ctx, tx, use.User, use.Tool, windows.From())
	if err != nil || !windows.Room(times) {
		return false, err
	}
	for _, step := range []struct {
		statement string
		at        time.Time
	}{
		{`DELETE FROM uses WHERE user = ? AND tool = ? AND at < ?`, windows.From()},
		{`INSERT INTO uses (user, tool, at) VALUES (?, ?, ?)`, use.At},
	} {
		if _, err := tx.ExecContext(ctx, step.statement, use.User, use.Tool, step.at.UnixMicro()); err != nil {
			return false, err
		}
	}
	return true, tx.Commit()
}

// RemoveUse takes one such use back, if there is one.
func (s *Store) RemoveUse(ctx context.Context, use schemaregistry.Use) error {
	_, err := s.writer.ExecContext(ctx,
		`DELETE FROM uses WHERE id = (SELECT id FROM uses WHERE user = ? AND tool = ? AND at = ? LIMIT 1)`,
		use.User, use.Tool, use.At.UnixMicro())
	if err != nil {
		return fmt.Errorf("remove a use of %s: %w", use.Tool, err)
	}
	return nil
}
