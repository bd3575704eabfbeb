package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/account"
	"github.com/chatmrpt/chatmrpt/core/memory"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
	"github.com/chatmrpt/chatmrpt/store/blob"
	"github.com/chatmrpt/chatmrpt/store/postgres"
	"github.com/chatmrpt/chatmrpt/store/sqlite"
)

// A database keeps sessions, events, users, the uses of limited tools and what is
// remembered.
type database interface {
	session.Store
	telemetry.Store
	account.Store
	schemaregistry.UsageStore
	memory.Store
}

// openDatabase opens the PostgreSQL database of the settings, or where there is
// none a file in the data folder, made where it does not exist.
func openDatabase(ctx context.Context, s *settings) (database, error) {
	if url := s.DatabaseURL.Reveal(); url != "" {
		db, err := postgres.Open(ctx, url)
		if err != nil {
			reason := strings.Join(strings.Fields(err.Error()), " ") // it comes in lines
			return nil, schemaregistry.Fail("database_unusable", "The database of CHATMRPT_DATABASE_URL cannot be used: %s.", reason).Because(err)
		}
		return db, nil
	}
	folder, err := s.folder()
	if err != nil {
		return nil, err
	}
	db, err := sqlite.Open(ctx, filepath.Join(folder, "chatmrpt.db"))
	if err != nil {
		return nil, schemaregistry.Fail("store_damaged", "The session store in %s cannot be opened; move chatmrpt.db away, or name another folder with --data-dir.", folder).Because(err)
	}
	return db, nil
}

// openBlobs keeps files in the database where it can hold them, so that its nodes
// share them, and otherwise in the data folder.
func openBlobs(s *settings, db database) (session.Blobs, error) {
	if shared, ok := db.(session.Blobs); ok {
		return shared, nil
	}
	folder, err := s.folder()
	if err != nil {
		return nil, err
	}
	blobs, err := blob.Open(filepath.Join(folder, "blobs"))
	if err != nil {
		return nil, fmt.Errorf("open the file store: %w", err)
	}
	return blobs, nil
}
