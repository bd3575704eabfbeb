// Package router takes one turn of a conversation from text to reply.
//
// Navigation comes first, then the open question, then the intent. The gates
// TPR -> Risk -> ITN are checked from stored evidence alone, so no phrasing
// passes one. Everything that runs goes through schemaregistry.Execute.
package router

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
	"github.com/chatmrpt/chatmrpt/core/toolloop"
	"github.com/chatmrpt/chatmrpt/flags"
)

// A Router serves the turns of all sessions. It is safe for concurrent use; turns
// of one session are serialised by the store's version check.
type Router struct {
	Tools       *schemaregistry.Registry
	Interpreter *choiceinterp.Interpreter
	Sessions    session.Store
	Blobs       session.Blobs
	// Review is the tool that reports on the files. It runs whenever files or
	// corrections change and refreshes vocabulary and supplied evidence.
	Review string
	Now    func() time.Time
	NewID  func() string // unique, not guessable
	// OnFault receives faults of the machine, to be logged; may be nil.
	OnFault func(session, tool string, err error)
	// Telemetry is told how each message was understood; may be nil.
	Telemetry *telemetry.Recorder
	// Flags say what is switched on for a user; nil: the defaults.
	Flags *flags.Source
	// Loop answers with a model what no tool and no topic answers by itself; nil
	// where no model is configured.
	Loop *toolloop.Loop
}

// Progress receives news of work that takes long.
type Progress func(what string, done, total int)

// maxAttempts is how often a turn is taken again after another writer was faster.
const maxAttempts = 5

// Start opens a new session.
func (r *Router) Start(ctx context.Context, user string) (*session.Session, error) {
	now := r.Now().UTC().Truncate(time.Microsecond) // as exact as stores are
	s := &session.Session{ID: r.NewID(), User: user, CreatedAt: now, UpdatedAt: now}
	if err := r.Sessions.Create(ctx, s); err != nil {
		return nil, fmt.Errorf("start a session: %w", err)
	}
	return s, nil
}

// An Upload is a file that the analyst adds.
type Upload struct {
	Name    string
	Content []byte
}

// Options of a turn. The zero value has none.
type Options struct {
	// Key names the request. A second one with the same key in a session is given
	// the first one's reply, and nothing is done again.
	Key      string
	Progress Progress // may be nil
}

// AddFiles stores the files, reads them together with those already there, and
// reports. When one cannot be read the session stays as it was and the reply
// says why.
func (r *Router) AddFiles(ctx context.Context, id string, uploads []Upload, o Options) (Reply, error) {
	inputs := make([]schemaregistry.Input, len(uploads))
	said := "Files:"
	for i, upload := range uploads {
		hash, err := r.Blobs.Put(ctx, upload.Content)
		if err != nil {
			return Reply{}, fmt.Errorf("store %s: %w", upload.Name, err)
		}
		inputs[i] = schemaregistry.Input{Name: upload.Name, Hash: hash, Size: int64(len(upload.Content))}
		said += " " + upload.Name
	}
	return r.attempt(ctx, id, said, o, func(t *turn) error {
		t.command = telemetry.ActionAdd
		return t.addInputs(inputs)
	})
}

// Turn answers one message.
func (r *Router) Turn(ctx context.Context, id, text string, o Options) (Reply, error) {
	return r.attempt(ctx, id, text, o, func(t *turn) error { return t.hear(text) })
}

// attempt holds the session, loads it, lets work build the reply and the new
// state, and saves both or neither. If the session moved on nevertheless it
// starts afresh. The key is looked up after the session is loaded: whoever saves
// it later conflicts.
func (r *Router) attempt(ctx context.Context, id, text string, o Options, work func(*turn) error) (Reply, error) {
	ctx, span := tracer.Start(ctx, "turn")
	defer span.End()
	unlock, err := r.Sessions.Lock(ctx, id)
	if err != nil {
		return Reply{}, fmt.Errorf("wait for the session: %w", err)
	}
	defer unlock()
	for range maxAttempts {
		var s *session.Session
		if s, err = r.Sessions.Load(ctx, id); err != nil {
			return Reply{}, fmt.Errorf("load session: %w", err)
		}
		if reply, found, err := r.replied(ctx, id, text, o.Key); found || err != nil {
			return reply, err
		}
		began := r.Now()
		t := &turn{Router: r, ctx: ctx, session: s, state: clone(s.State), text: text, key: o.Key, progress: o.Progress}
		t.flags = r.Flags.For(s.User)
		if t.flags.ChoiceResolver {
			t.loop = r.Loop.With(t.flags.AnalyzeTimeout(), t.flags.NLTranslation)
		}
		t.before = t.registryState()
		if err = work(t); err != nil {
			return Reply{}, err
		}
		if err = t.save(); err == nil {
			t.observe(began)
		}
		if !errors.Is(err, session.ErrConflict) {
			return t.reply, err
		}
	}
	return Reply{}, fmt.Errorf("the session is busy: %w", err)
}

// replied is the reply that an earlier request with the key was given.
func (r *Router) replied(ctx context.Context, id, text, key string) (reply Reply, found bool, err error) {
	if key == "" {
		return Reply{}, false, nil
	}
	earlier, err := r.Sessions.TurnByKey(ctx, id, key)
	switch {
	case errors.Is(err, session.ErrNotFound):
		return Reply{}, false, nil
	case err != nil:
		return Reply{}, false, fmt.Errorf("look for an earlier request: %w", err)
	case earlier.Text != text:
		return Reply{}, false, schemaregistry.Fail("key_reused", "The Idempotency-Key was used for another request in this session; give each request its own.")
	}
	if err := json.Unmarshal(earlier.Reply, &reply); err != nil {
		return Reply{}, false, fmt.Errorf("decode the reply to an earlier request: %w", err)
	}
	return reply, true, nil
}

// A turn is the work on one message: a copy of the state to change, and the
// reply that grows.
type turn struct {
	*Router
	ctx      context.Context
	session  *session.Session
	state    session.State
	restored bool // navigation put an earlier state back: it is not itself undoable
	text     string
	key      string
	flags    flags.Set
	loop     *toolloop.Loop // the Router's, as the flags want it; nil where they want none
	question bool           // the message asks something; a tool that looks it up answers
	progress Progress
	reply    Reply
	via      choiceinterp.Resolution // how the words were understood
	command  string                  // what was done without words to resolve: undo, files added; "" nothing
	event    telemetry.ChoiceEvent   // without user text: the message was no words to resolve
	changed  bool                    // the session is not as it was; known when it was saved

	heard      choiceinterp.Request // the words with the question they may answer, as they were last read
	readFor    *schemaregistry.Tool // what the words were last interpreted for
	understood time.Duration        // how long the interpreter took
	classified time.Duration        // of it, to tell what the words ask for
	likelihood float64              // of the tool that they ask for
	before     schemaregistry.State // of the session
	unfinished *session.Unfinished  // a question that this turn did not finish
	fault      error                // of the machine, while a model's call was carried out
}

func (t *turn) save() error {
	s := t.session
	t.state.Suggested, t.state.Unfinished = nil, t.unfinished
	if t.reply.Question == nil {
		t.state.Suggested = t.reply.Chips
	}
	t.changed = t.restored || changed(s.State, t.state)
	if t.changed && !t.restored {
		t.state.Said = t.text
		s.Undo = append(s.Undo, s.State)
		if extra := len(s.Undo) - session.UndoDepth; extra > 0 {
			s.Undo = s.Undo[extra:]
		}
	}
	s.State = t.state
	s.UpdatedAt = t.Now().UTC()
	raw, err := json.Marshal(t.reply)
	if err != nil {
		return fmt.Errorf("encode reply: %w", err)
	}
	return t.Sessions.SaveTurn(t.ctx, s, session.Turn{
		Number: s.Version + 1, At: s.UpdatedAt, Text: t.text, Key: t.key, Reply: raw, Results: t.reply.Results,
	})
}

// clone copies a state deeply, through the JSON in which it is stored anyway. The
// lists of words are shared: they are replaced and never changed, and stored once
// for all states that share them.
func clone(s session.State) session.State {
	words := s.Vocabulary
	s.Vocabulary = nil
	var c session.State
	raw, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	if err != nil { // it came from JSON
		panic(err)
	}
	c.Vocabulary = words
	return c
}

// changed reports whether there is something to undo; what was merely suggested
// or asked back is not.
func changed(a, b session.State) bool {
	a.Suggested, b.Suggested, a.Clarified, b.Clarified = nil, nil, false, false
	a.Unfinished, b.Unfinished = nil, nil
	if reflect.ValueOf(a.Vocabulary).Pointer() == reflect.ValueOf(b.Vocabulary).Pointer() {
		a.Vocabulary, b.Vocabulary = nil, nil // one and the same
	}
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX != nil || errY != nil || string(x) != string(y)
}
