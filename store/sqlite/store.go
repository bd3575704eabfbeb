// Package sqlite keeps sessions, turns and audit records in one SQLite file: the
// default, with nothing to install.
//
// The file is in write-ahead-log mode with synchronous=NORMAL: killing the
// process at any moment loses no turn that SaveTurn acknowledged. Several
// processes may use one file; they wait for each other.
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/chatmrpt/chatmrpt/core/session"
)

//go:embed migrations/*.sql
var migrations embed.FS

// readers at a time. Beside them there is one writer, as SQLite has it: those who
// write wait for their turn here and not by trying again in the file.
const readers = 4

// A Store keeps sessions in a SQLite file. It may be used by many goroutines.
// Its locks hold within the process.
type Store struct {
	db     *sql.DB // for reading
	writer *sql.DB
	session.Locks
}

var _ session.Store = (*Store)(nil)

// Open opens the database file, made with its folder where it does not exist,
// and brings its schema up to date.
func Open(ctx context.Context, path string) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("database path: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("database folder: %w", err)
	}
	s := &Store{}
	if s.writer, err = connect(path, 1); err == nil {
		s.db, err = connect(path, readers)
	}
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	if err := migrate(ctx, s.writer); err != nil {
		return nil, errors.Join(fmt.Errorf("database %s: %w", path, err), s.Close())
	}
	return s, nil
}

func connect(path string, connections int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dsn(path))
	if err == nil {
		db.SetMaxOpenConns(connections)
		db.SetMaxIdleConns(connections)
	}
	return db, err
}

// Close closes the file.
func (s *Store) Close() error { return errors.Join(s.db.Close(), s.writer.Close()) }

// dsn names the file with the settings that every connection has.
func dsn(path string) string {
	settings := url.Values{
		"_txlock": {"immediate"},
		"_pragma": {
			"busy_timeout(10000)", // first: the others may have to wait
			"journal_mode(wal)",
			"synchronous(normal)",
			"foreign_keys(on)",
		},
	}
	return (&url.URL{Scheme: "file", OmitHost: true, Path: path, RawQuery: settings.Encode()}).String()
}

func migrate(ctx context.Context, db *sql.DB) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files)
	if err != nil {
		return err
	}
	// Where two processes open a new file at once, the slower one's step fails
	// because it is done already; the next attempt goes on from there.
	for range 1 + len(provider.ListSources()) {
		if _, err = provider.Up(ctx); err == nil || ctx.Err() != nil {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("bring the schema up to date: %w", err)
	}
	return nil
}
