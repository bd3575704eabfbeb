// Package memory is what can be found again after a conversation: what a user asked
// to remember, the results of her sessions with the claims and sources about them,
// and the skills that a programme shares.
package memory

import (
	"context"
	"errors"
	"strings"
	"time"
)

// ErrNotFound means that there is no such entry.
var ErrNotFound = errors.New("nothing of that name is remembered")

// A Kind says what an entry is.
type Kind string

// The kinds. Notes and learnings are of one user and hold for all her sessions; a
// result, a claim and a source go with the session they are of; skills are shared.
const (
	Note     Kind = "note"
	Learning Kind = "learning"
	Result   Kind = "result"
	Claim    Kind = "claim"
	Source   Kind = "source"
	Skill    Kind = "skill"
)

// An Entry is one thing that is remembered. Entries are added and never changed: a
// skill that is written again has a further entry of its name, which counts.
type Entry struct {
	Kind    Kind
	User    string // who wrote it
	Session string // with which it goes; "" it stays
	Name    string // of a skill, or the category of a learning
	Title   string // one line
	Text    string
	Result  string // the ID of the result that it is, or that a claim rests on
	At      time.Time
}

// Clean returns the entry without what a database cannot hold in a text.
func (e Entry) Clean() Entry {
	for _, field := range []*string{&e.Name, &e.Title, &e.Text, &e.Result} {
		*field = strings.ReplaceAll(strings.ToValidUTF8(*field, "\ufffd"), "\x00", "")
	}
	return e
}

// Words are what the entry is found by.
func (e Entry) Words() []string { return Words(e.Name + " " + e.Title + " " + e.Text) }

// A Query looks for entries that hold at least one of some words. It finds skills,
// and of the user's own entries those that stay and those of the session, or with
// Global those of all her sessions.
type Query struct {
	Words   []string // as Words gives them; others find nothing
	User    string
	Session string
	Global  bool
	Limit   int
}

// A Store keeps entries. Package store holds the conformance suite that every
// implementation passes. Times are kept to the microsecond.
type Store interface {
	// AddEntry adds an entry. The result of a session that is there already is not
	// added again.
	AddEntry(ctx context.Context, e Entry) error
	// Entries lists the user's entries of a kind, in the order of their addition.
	Entries(ctx context.Context, user string, kind Kind) ([]Entry, error)
	// SearchEntries lists what fits best first; of a skill its last entry only.
	SearchEntries(ctx context.Context, q Query) ([]Entry, error)
	// FindResult returns the user's result of an ID, or ErrNotFound.
	FindResult(ctx context.Context, user, id string) (Entry, error)
	// FindSkill returns the last entry of a skill and how many there are of it, or
	// ErrNotFound.
	FindSkill(ctx context.Context, name string) (Entry, int, error)
	// Skills lists the last entry of every skill by name, without their texts.
	Skills(ctx context.Context) ([]Entry, error)
}
