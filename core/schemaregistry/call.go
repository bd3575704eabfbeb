package schemaregistry

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"
)

// Origin is the door through which a call came.
type Origin string

// The doors.
const (
	OriginText       Origin = "text"
	OriginChip       Origin = "chip"
	OriginModel      Origin = "model"
	OriginSchedule   Origin = "schedule"
	OriginSubSession Origin = "sub_session"
	OriginMCP        Origin = "mcp"
	OriginHTTP       Origin = "http"
)

// A Call asks for one execution of one tool.
type Call struct {
	Tool    string         `json:"tool"`
	Args    map[string]any `json:"args"`
	Origin  Origin         `json:"origin"`
	Session string         `json:"session,omitempty"`
	User    string         `json:"user,omitempty"`

	Dropped []string `json:"dropped,omitempty"` // arguments that Validate left out

	Said       string   `json:"said,omitempty"`       // the user's message that led to it
	Confidence *float64 `json:"confidence,omitempty"` // how sure a model is of it, 0..1; nil when it did not say

	// AcceptStale lets stale evidence open the gate: the analyst was asked and
	// chose to continue on the old result.
	AcceptStale bool `json:"accept_stale,omitempty"`
}

// State is what a session hands to an execution: its files, the analyst's
// corrections of how they were read, and the evidence gathered so far.
type State struct {
	Inputs   []Input
	Edits    Edits
	Evidence map[string]*Evidence // by kind; tables are present for what the tool needs or uses
}

// An Input refers to one stored upload.
type Input struct {
	Name string `json:"name"` // as the analyst named the file
	Hash string `json:"hash"` // SHA-256 of the content, hexadecimal
	Size int64  `json:"size"` // bytes
}

// Edits are the analyst's corrections of how her files were read, by subject,
// such as "column:conf_u5_new" -> "tested rdt u5". Together with the inputs they
// determine the dataset completely.
type Edits map[string]string

// A Run is what a handler gets besides its arguments.
type Run struct {
	Call  Call
	State State
	Now   time.Time
	// Progress reports work that may take over half a second; it is never nil.
	Progress func(what string, done, total int)
}

// Evidence returns the current evidence of a kind, or nil.
func (r *Run) Evidence(kind string) *Evidence { return r.State.Evidence[kind] }

// A Handler does the work of a tool. A required choice that is still open is
// returned as Result.Ask, not as an error.
type Handler[A any] func(ctx context.Context, run *Run, args A) (Result, error)

// Dataset is the version of the session's data: a hash over its files and the
// corrections made to them.
func (s State) Dataset() string {
	if len(s.Inputs) == 0 {
		return ""
	}
	raw, err := json.Marshal(struct {
		Inputs []Input
		Edits  Edits `json:",omitempty"`
	}{s.Inputs, s.Edits})
	if err != nil { // strings and numbers always marshal
		panic(err)
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}
