package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/store/postgres/internal/query"
)

var _ schemaregistry.UsageStore = (*Store)(nil)

// Uses lists when the user ran the tool, from a time on and in order.
func (s *Store) Uses(ctx context.Context, user, tool string, from time.Time) ([]time.Time, error) {
	times, err := s.queries.Uses(ctx, query.UsesParams{Username: user, Tool: tool, Since: from})
	if err != nil {
		return nil, fmt.Errorf("uses of %s: %w", tool, err)
	}
	return times, nil
}

// AddUse adds a use when every window has room for it. Nodes do so one after the
// other for the same user and tool.
func (s *Store) AddUse(ctx context.Context, use schemaregistry.Use, windows schemaregistry.Windows) (added bool, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		queries := query.New(tx)
		if err := queries.LockTransaction(ctx, lockKey("uses of "+use.Tool, use.User)); err != nil {
			return err
		}
		from := windows.From()
		times, err := queries.Uses(ctx, query.UsesParams{Username: use.User, Tool: use.Tool, Since: from})
		if err != nil || !windows.Room(times) {
			return err
		}
		if err := queries.ForgetUses(ctx, query.ForgetUsesParams{Username: use.User, Tool: use.Tool, Before: from}); err != nil {
			return err
		}
		added = true
		return queries.AddUse(ctx, query.AddUseParams{Username: use.User, Tool: use.Tool, At: use.At})
	})
	if err != nil {
		return false, fmt.Errorf("add a use of %s: %w", use.Tool, err)
	}
	return added, nil
}

// RemoveUse takes one such use back, if there is one.
func (s *Store) RemoveUse(ctx context.Context, use schemaregistry.Use) error {
	if err := s.queries.RemoveUse(ctx, query.RemoveUseParams{Username: use.User, Tool: use.Tool, At: use.At}); err != nil {
		return fmt.Errorf("remove a use of %s: %w", use.Tool, err)
	}
	return nil
}
