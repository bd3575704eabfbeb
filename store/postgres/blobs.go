package postgres

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/store/postgres/internal/query"
)

var _ session.Blobs = (*Store)(nil)

// partSize is how many bytes of a content are kept in one row.
const partSize = 4 << 20

// Put stores the content and returns its SHA-256 in hexadecimal. All its parts
// appear at once. What is there already is left alone unless it was damaged.
func (s *Store) Put(ctx context.Context, content []byte) (string, error) {
	sum := sha256.Sum256(content)
	if content == nil {
		content = []byte{} // nil would be NULL
	}
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		queries := query.New(tx)
		for part, rest := int64(0), content; part == 0 || len(rest) > 0; part++ {
			piece := rest[:min(partSize, len(rest))]
			rest = rest[len(piece):]
			if err := queries.PutPart(ctx, query.PutPartParams{Hash: sum[:], Part: part, Content: piece}); err != nil {
				return err
			}
		}
		return nil
	})
	hash := hex.EncodeToString(sum[:])
	if err != nil {
		return "", fmt.Errorf("store content %s: %w", hash, err)
	}
	return hash, nil
}

// Get returns the content of a hash, or session.ErrNotFound. Content that no
// longer fits its hash is an error.
func (s *Store) Get(ctx context.Context, hash string) ([]byte, error) {
	content, err := s.get(ctx, hash)
	if err != nil {
		return nil, fmt.Errorf("content %q: %w", hash, err)
	}
	return content, nil
}

func (s *Store) get(ctx context.Context, hash string) ([]byte, error) {
	key, err := hex.DecodeString(hash)
	if err != nil || hex.EncodeToString(key) != hash { // capitals are another name
		return nil, session.ErrNotFound
	}
	size, err := s.queries.BlobSize(ctx, key)
	if err != nil {
		return nil, err
	}
	if size.Parts == 0 {
		return nil, session.ErrNotFound
	}
	content := make([]byte, 0, size.Bytes)
	for part := range size.Parts {
		piece, err := s.queries.Part(ctx, query.PartParams{Hash: key, Part: part})
		if err != nil {
			return nil, fmt.Errorf("part %d of %d: %w", part, size.Parts, err)
		}
		content = append(content, piece...)
	}
	if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != hash {
		return nil, fmt.Errorf("it is damaged: it no longer fits its hash")
	}
	return content, nil
}
