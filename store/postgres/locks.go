package postgres

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/store/postgres/internal/query"
)

const (
	lockTimeout = 5 * time.Second // for the database to answer
	// How long a lock that another node holds is left alone before it is tried
	// again: at first, and at most.
	firstPause = 2 * time.Millisecond
	longPause  = 20 * time.Millisecond
)

// locks holds sessions for this node. All its advisory locks belong to one
// connection: however many turns run, the others are free for queries, and when
// the process dies the database lets go of them at once. When only the connection
// breaks they are lost too, and turns are kept apart by their version alone.
type locks struct {
	config *pgx.ConnConfig
	local  session.Locks

	mu   sync.Mutex
	conn *pgx.Conn
}

// Lock holds the session among all processes on the database.
func (s *Store) Lock(ctx context.Context, id string) (unlock func(), err error) {
	l := s.locks
	unlockLocal, err := l.local.Lock(ctx, id)
	if err != nil {
		return nil, err
	}
	held, next := lockKey("session", id), lockKey("next in session", id)
	if err := l.inTurn(ctx, held, next); err != nil {
		unlockLocal()
		return nil, fmt.Errorf("lock session %s: %w", id, err)
	}
	return func() {
		l.release(held)
		unlockLocal()
	}, nil
}

// inTurn takes a lock while it holds the place of the next one to have it, so that
// a busy node cannot take it again and again before one that waits.
func (l *locks) inTurn(ctx context.Context, held, next int64) error {
	if err := l.take(ctx, next); err != nil {
		return err
	}
	defer l.release(next)
	return l.take(ctx, held)
}

// take waits for a lock.
func (l *locks) take(ctx context.Context, key int64) error {
	for pause := firstPause; ; pause = min(2*pause, longPause) {
		held, err := l.try(ctx, key)
		if held || err != nil {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// try takes the lock if it is free. A connection that has broken is made anew.
func (l *locks) try(ctx context.Context, key int64) (held bool, err error) {
	// A query that is cancelled takes its connection with it, and all locks.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lockTimeout)
	defer cancel()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn != nil {
		held, err = query.New(l.conn).TryLock(ctx, key)
		if err == nil || !l.conn.IsClosed() {
			return held, err
		}
	}
	conn, err := pgx.ConnectConfig(ctx, l.config)
	if err != nil {
		return false, err
	}
	if err := prepare(ctx, conn); err != nil {
		return false, errors.Join(err, conn.Close(ctx))
	}
	l.conn = conn
	return query.New(conn).TryLock(ctx, key)
}

func (l *locks) release(key int64) {
	ctx, cancel := context.WithTimeout(context.Background(), lockTimeout)
	defer cancel()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn == nil {
		return
	}
	if err := query.New(l.conn).Unlock(ctx, key); err != nil {
		// Whether it was unlocked is not known; without the connection it is.
		_ = l.conn.Close(ctx)
	}
}

func (l *locks) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), lockTimeout)
	defer cancel()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn == nil {
		return nil
	}
	return l.conn.Close(ctx)
}

// lockKey is the number of an advisory lock. Two sessions with one number would
// wait for each other, and nothing worse.
func lockKey(purpose, id string) int64 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte("chatmrpt " + purpose + " " + id))
	return int64(hash.Sum64())
}
