// Package session is what a conversation knows: its files and corrections, the
// evidence gathered, the arguments chosen, the question that is open, and the
// states to which undo returns.
package session

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// Errors of a Store.
var (
	ErrNotFound = errors.New("no such session")
	ErrConflict = errors.New("the session has moved on")
)

// A Session is one conversation.
type Session struct {
	ID        string    `json:"id"`
	User      string    `json:"user"`
	Version   int64     `json:"version"` // 0 when new; grows by one with every saved turn
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
	State     State     `json:"state"`
	Undo      []State   `json:"undo,omitempty"` // earlier states, newest last
}

// UndoDepth is how many turns can be undone.
const UndoDepth = 20

// State is the part of a session that a turn changes and undo restores. It holds
// references: tables and files lie in the blob store under their hashes.
type State struct {
	Said       string                              `json:"said,omitempty"` // the message that led here
	Inputs     []schemaregistry.Input              `json:"inputs,omitempty"`
	Edits      schemaregistry.Edits                `json:"edits,omitempty"`
	Evidence   map[string]*schemaregistry.Evidence `json:"evidence,omitempty"` // by kind
	Drafts     map[string]map[string]any           `json:"drafts,omitempty"`   // tool -> arguments chosen so far
	Last       map[string]map[string]any           `json:"last,omitempty"`     // tool -> arguments last executed
	Previous   map[string]map[string]any           `json:"previous,omitempty"` // tool -> the ones before
	Vocabulary map[string][]schemaregistry.Term    `json:"vocabulary,omitempty"`
	LastTool   string                              `json:"last_tool,omitempty"`
	Pending    *Pending                            `json:"pending,omitempty"`
	// Suggested are the chips under the last reply, for "the first one".
	Suggested []schemaregistry.Chip `json:"suggested,omitempty"`
	// Unfinished is the question that the last reply could not answer to the end.
	Unfinished *Unfinished `json:"unfinished,omitempty"`
	// Clarified is true when the last reply asked back, so that the next does not again.
	Clarified bool `json:"clarified,omitempty"`
}

// Pending is the open question and the call that waits for its answer.
type Pending struct {
	Tool     string                  `json:"tool"`
	Question schemaregistry.Question `json:"question"`
	Defaults bool                    `json:"defaults,omitempty"` // the questions after this one take the recommended options
}

// Unfinished is an open question and what was found for it so far.
type Unfinished struct {
	Question string   `json:"question"`
	Found    []string `json:"found,omitempty"` // results as the model was told them
}

// A Turn is one acknowledged exchange.
type Turn struct {
	Number  int64           `json:"number"` // 1, 2, ... within the session
	At      time.Time       `json:"at"`
	Text    string          `json:"text"`          // what was said
	Reply   json.RawMessage `json:"reply"`         // what was answered
	Key     string          `json:"key,omitempty"` // the client's name for the request, once in a session; "" none
	Results []ResultRef     `json:"results,omitempty"`
}

// A Summary is a session without its states, for lists.
type Summary struct {
	ID        string    `json:"id"`
	User      string    `json:"user"`
	Version   int64     `json:"version"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
	Opening   string    `json:"opening"` // what was said first; "" before the first turn
}

// A ResultRef refers to a file that a turn produced.
type ResultRef struct {
	ID   string `json:"id"`   // unique within the store
	Kind string `json:"kind"` // table | map | report
	Name string `json:"name"` // file name, such as tpr.csv
	MIME string `json:"mime"`
	Hash string `json:"hash"` // in the blob store
	Size int64  `json:"size"`
}

// A Store keeps sessions. Package store holds the conformance suite that every
// implementation passes.
type Store interface {
	// Lock waits for the turn of the session that somebody else is taking, and
	// holds the session for this one until unlock is called. It spares work that
	// would be done twice; what keeps turns apart is the version that SaveTurn
	// checks.
	Lock(ctx context.Context, id string) (unlock func(), err error)
	// Create saves a new session with Version 0. An ID that is taken is an error.
	Create(ctx context.Context, s *Session) error
	// Load returns a session, or ErrNotFound.
	Load(ctx context.Context, id string) (*Session, error)
	// Latest returns the user's session that changed last, or ErrNotFound.
	Latest(ctx context.Context, user string) (*Session, error)
	// Describe returns a session's summary, or ErrNotFound.
	Describe(ctx context.Context, id string) (Summary, error)
	// List returns the user's sessions that follow another in the order of
	// Latest, at most limit; the first ones after the zero Summary.
	List(ctx context.Context, user string, after Summary, limit int) ([]Summary, error)
	// Delete removes a session with its turns and references to results, or is
	// ErrNotFound. Audit records stay.
	Delete(ctx context.Context, id string) error
	// SaveTurn saves the session and its turn, both or neither, and raises
	// s.Version by one. It is ErrConflict when the stored version is not
	// s.Version, and then neither s nor the store has changed; so too when the
	// turn's key is taken in its session, which is an error.
	SaveTurn(ctx context.Context, s *Session, turn Turn) error
	// Turns lists the turns after a number, in order, at most limit.
	Turns(ctx context.Context, id string, after int64, limit int) ([]Turn, error)
	// TurnByKey returns the session's turn with that key, or ErrNotFound.
	TurnByKey(ctx context.Context, id, key string) (Turn, error)
	// Result returns one produced file's reference, or ErrNotFound.
	Result(ctx context.Context, session, id string) (ResultRef, error)
	// RecordAudit appends an execution's record.
	RecordAudit(ctx context.Context, a schemaregistry.Audit) error
	// Audits lists a session's records in the order in which they were written.
	Audits(ctx context.Context, session string) ([]schemaregistry.Audit, error)
	Close() error
}

// Blobs keeps content under its SHA-256.
type Blobs interface {
	// Put stores the content and returns its hash in hexadecimal. The same
	// content is stored once.
	Put(ctx context.Context, content []byte) (hash string, err error)
	// Get returns the content, or ErrNotFound. Content that no longer fits its
	// hash is an error, never returned.
	Get(ctx context.Context, hash string) ([]byte, error)
}
