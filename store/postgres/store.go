// Package postgres keeps sessions, turns, audit records, events and content in a
// PostgreSQL database (15 or later): for a team whose nodes, however many, serve
// every session alike and share nothing else.
//
// A turn that SaveTurn acknowledged is on the database's disk, as long as it runs
// with its default synchronous_commit.
package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/store/postgres/internal/query"
)

//go:generate env CGO_ENABLED=0 go run github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1 generate

//go:embed migrations/*.sql
var migrations embed.FS

// Of a database URL that does not say otherwise:
const (
	connections    = 16               // for queries (pool_max_conns); the locks have one besides
	connectTimeout = 10 * time.Second // for one attempt to reach it (connect_timeout)
)

// A Store keeps sessions in a PostgreSQL database. It may be used by many
// goroutines, and the database by many processes.
type Store struct {
	pool    *pgxpool.Pool
	queries *query.Queries
	locks   *locks
}

var _ session.Store = (*Store)(nil)

// Open connects to the database of a URL, postgres://user:password@host/name, and
// brings its schema up to date. No error shows the password.
func Open(ctx context.Context, url string) (*Store, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, errors.New("the database URL is not of the form postgres://user:password@host:port/name")
	}
	if !strings.Contains(url, "pool_max_conns") {
		config.MaxConns = connections
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectTimeout
	}
	config.AfterConnect = prepare
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	if err := migrate(ctx, pool, config.ConnConfig); err != nil {
		pool.Close()
		return nil, fmt.Errorf("database %s: %w", config.ConnConfig.Database, err)
	}
	return &Store{pool: pool, queries: query.New(pool), locks: &locks{config: config.ConnConfig}}, nil
}

// Close closes the connections.
func (s *Store) Close() error {
	s.pool.Close()
	return s.locks.close()
}

// prepare has a new connection read times as UTC, and the database notice within
// half a minute when this machine has vanished, or it would keep its locks for hours.
func prepare(ctx context.Context, conn *pgx.Conn) error {
	conn.TypeMap().RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	_, err := conn.Exec(ctx, `SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`)
	return err
}

func migrate(ctx context.Context, pool *pgxpool.Pool, config *pgx.ConnConfig) (err error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	db := stdlib.OpenDB(*config)
	defer func() { err = errors.Join(err, db.Close()) }()
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files)
	if err != nil {
		return err
	}
	// Nodes that start at once wait here for each other; the lock ends with the
	// transaction, in which nothing else is done.
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if err := query.New(tx).LockTransaction(ctx, lockKey("migrations", "")); err != nil {
			return err
		}
		if _, err := provider.Up(ctx); err != nil {
			return fmt.Errorf("bring the schema up to date: %w", err)
		}
		return nil
	})
}

// notThere is none where there was no row, and where there can be none because a
// text holds what no text of PostgreSQL can.
func notThere(err, none error) error {
	if errors.Is(err, pgx.ErrNoRows) || unstorable(err) {
		return none
	}
	return err
}

// changed is the error of a statement that has to change a row, or none.
func changed(rows int64, err, none error) error {
	if err == nil && rows == 0 {
		return none
	}
	return notThere(err, none)
}

// unstorable tells that a text was refused that has a NUL or is not UTF-8.
func unstorable(err error) bool {
	const characterNotInRepertoire = "22021"
	var refused *pgconn.PgError
	return errors.As(err, &refused) && refused.Code == characterNotInRepertoire
}
