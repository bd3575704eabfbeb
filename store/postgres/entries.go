package postgres

import (
	"context"
	"fmt"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/memory"
	"github.com/chatmrpt/chatmrpt/store/postgres/internal/query"
)

var _ memory.Store = (*Store)(nil)

// AddEntry adds an entry.
func (s *Store) AddEntry(ctx context.Context, e memory.Entry) error {
	if err := addEntry(ctx, s.queries, e); err != nil {
		return fmt.Errorf("add a %s: %w", e.Kind, err)
	}
	return nil
}

func addEntry(ctx context.Context, queries *query.Queries, e memory.Entry) error {
	e = e.Clean()
	return queries.AddEntry(ctx, query.AddEntryParams{
		Kind: string(e.Kind), Username: e.User, Session: e.Session, Name: e.Name, Title: e.Title, Body: e.Text,
		Result: e.Result, At: e.At, Words: strings.Join(e.Words(), " "),
	})
}

// Entries lists the user's entries of a kind, in the order of their addition.
func (s *Store) Entries(ctx context.Context, user string, kind memory.Kind) ([]memory.Entry, error) {
	rows, err := s.queries.Entries(ctx, query.EntriesParams{Username: user, Kind: string(kind)})
	if err != nil && !unstorable(err) {
		return nil, fmt.Errorf("entries of %s: %w", user, err)
	}
	var found []memory.Entry
	for _, row := range rows {
		found = append(found, entry(row))
	}
	return found, nil
}

// SearchEntries lists what fits best first.
func (s *Store) SearchEntries(ctx context.Context, q memory.Query) ([]memory.Entry, error) {
	if len(q.Words) == 0 {
		return nil, nil
	}
	rows, err := s.queries.SearchEntries(ctx, query.SearchEntriesParams{
		Query: strings.Join(q.Words, " | "), Username: q.User, Session: q.Session, Global: q.Global, AtMost: int64(max(q.Limit, 0)),
	})
	if err != nil && !unstorable(err) {
		return nil, fmt.Errorf("search entries: %w", err)
	}
	var found []memory.Entry
	for _, row := range rows {
		found = append(found, entry(row))
	}
	return found, nil
}

// FindResult returns the user's result of an ID, or memory.ErrNotFound.
func (s *Store) FindResult(ctx context.Context, user, id string) (memory.Entry, error) {
	row, err := s.queries.FindResult(ctx, query.FindResultParams{Username: user, ID: id})
	if err != nil {
		return memory.Entry{}, fmt.Errorf("result %q: %w", id, notThere(err, memory.ErrNotFound))
	}
	return entry(row), nil
}

// FindSkill returns the last entry of a skill and how many there are of it.
func (s *Store) FindSkill(ctx context.Context, name string) (skill memory.Entry, versions int, err error) {
	row, err := s.queries.FindSkill(ctx, name)
	if err != nil {
		return memory.Entry{}, 0, fmt.Errorf("skill %q: %w", name, notThere(err, memory.ErrNotFound))
	}
	return memory.Entry{
		Kind: memory.Kind(row.Kind), User: row.Username, Session: row.Session, Name: row.Name, Title: row.Title,
		Text: row.Body, Result: row.Result, At: row.At,
	}, int(row.Versions), nil
}

// Skills lists the last entry of every skill by name, without their texts.
func (s *Store) Skills(ctx context.Context) ([]memory.Entry, error) {
	rows, err := s.queries.Skills(ctx)
	if err != nil {
		return nil, fmt.Errorf("skills: %w", err)
	}
	var found []memory.Entry
	for _, row := range rows {
		found = append(found, entry(row))
	}
	return found, nil
}

// A row of entries has the same columns in every query.
type row interface {
	query.EntriesRow | query.SearchEntriesRow | query.FindResultRow | query.SkillsRow
}

func entry[R row](r R) memory.Entry {
	same := query.EntriesRow(r)
	return memory.Entry{
		Kind: memory.Kind(same.Kind), User: same.Username, Session: same.Session, Name: same.Name, Title: same.Title,
		Text: same.Body, Result: same.Result, At: same.At,
	}
}
