package telemetry

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"go.uber.org/zap"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flags"
)

// Options of a Recorder.
type Options struct {
	Version string                      // of the program
	Flags   func(user string) flags.Set // in force, written into every event; nil: the defaults
	Metrics *Metrics                    // count the events; may be nil
	Queue   int                         // how many events may wait; 0 is 4096
}

// A Recorder takes events and writes them to a log and a store in the background.
// A nil Recorder records nothing. It is safe for concurrent use.
type Recorder struct {
	store   Store
	log     *zap.Logger
	options Options

	mu      sync.RWMutex // held for writing while the queue is closed
	closed  bool
	queue   chan entry
	written chan struct{} // closed when nothing more will be written

	follower  follower     // of the writer
	noRoom    atomic.Int64 // events that were not taken
	notStored atomic.Int64
}

// NewRecorder starts a recorder over the store and the log; Close ends it.
func NewRecorder(store Store, log *zap.Logger, o Options) *Recorder {
	if o.Queue <= 0 {
		o.Queue = 4096
	}
	if o.Flags == nil {
		o.Flags = func(string) flags.Set { return flags.Defaults() }
	}
	r := &Recorder{store: store, log: log, options: o, queue: make(chan entry, o.Queue), written: make(chan struct{})}
	go r.write()
	return r
}

// Choice records how a message was understood. UserText is the message itself.
// Nothing of e is referred to afterwards.
func (r *Recorder) Choice(user string, e ChoiceEvent) {
	if r == nil {
		return
	}
	in := r.options.Flags(user)
	e.Type, e.Version, e.Flags, e.Arm = TypeChoice, r.options.Version, in.Snapshot, in.Arm
	e.Confidence, e.Args = finite(e.Confidence), boundedArgs(e.Args)
	e.TextLength = utf8.RuneCountInString(e.UserText)
	if in.LogText {
		e.UserText, e.Reason = cut(e.UserText, maxText), cut(e.Reason, maxText)
		if len(e.Known) > maxKnown {
			e.Known = nil
		}
	} else {
		e.UserText, e.Known = hashed(e.UserText), nil
		if e.MatchedBy == "llm" { // a model may repeat what was said
			e.Reason = ""
		}
	}
	r.record(Event{Type: e.Type, At: e.At, Session: e.SessionID, User: user}, e, true)
}

// Route records where the router sent a turn.
func (r *Recorder) Route(user string, e RouterEvent) {
	if r == nil {
		return
	}
	in := r.options.Flags(user)
	e.Type, e.Version, e.Flags, e.Arm = TypeRouter, r.options.Version, in.Snapshot, in.Arm
	e.Confidence, e.Entities = finite(e.Confidence), e.Entities.bounded()
	r.record(Event{Type: e.Type, At: e.At, Session: e.SessionID, User: user}, e, in.RouterObs)
}

// Tool records an execution.
func (r *Recorder) Tool(a schemaregistry.Audit) {
	if r == nil {
		return
	}
	e := toolEvent(a)
	in := r.options.Flags(a.User)
	e.Version, e.Flags, e.Arm = r.options.Version, in.Snapshot, in.Arm
	r.record(Event{Type: e.Type, At: e.At, Session: e.SessionID, User: a.User}, e, true)
}

// Dropped is how many events were lost: there was no room for them, or they could
// not be stored.
func (r *Recorder) Dropped() int64 {
	if r == nil {
		return 0
	}
	return r.noRoom.Load() + r.notStored.Load()
}

// Close writes what still waits. When the context ends before that, the rest is
// lost and the error says how much.
func (r *Recorder) Close(ctx context.Context) error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	if !r.closed {
		r.closed = true
		close(r.queue)
	}
	r.mu.Unlock()
	select {
	case <-r.written:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%d events or more were not written: %w", len(r.queue), ctx.Err())
	}
}

// An entry waits to be written.
type entry struct {
	Event
	payload any // a ChoiceEvent, RouterEvent or ToolEvent
	logged  bool
}

func (r *Recorder) record(e Event, payload any, logged bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.closed {
		r.noRoom.Add(1)
		return
	}
	select {
	case r.queue <- entry{e, payload, logged}:
	default:
		r.noRoom.Add(1)
	}
}

// How many events are stored together, and how long the store may take over them.
const (
	batch        = 256
	appendWithin = 10 * time.Second
	gatherFor    = 200 * time.Millisecond // so that the store is not asked for each by itself
)

// write is the only reader of the queue.
func (r *Recorder) write() {
	defer close(r.written)
	told := int64(0) // of the events without room
	for e := range r.queue {
		r.save(r.gather(e))
		if dropped := r.noRoom.Load(); dropped > told {
			r.log.Error("events dropped: they come faster than they can be written", zap.Int64("events", dropped-told))
			r.options.Metrics.event("no_room", "any", dropped-told)
			told = dropped
		}
	}
	for _, c := range r.follower.sweep(time.Now().Add(2 * followFor)) {
		r.options.Metrics.settled(c)
	}
}

// gather takes what comes within a moment after the first.
func (r *Recorder) gather(first entry) []entry {
	entries := []entry{first}
	enough := time.NewTimer(gatherFor)
	defer enough.Stop()
	for len(entries) < batch {
		select {
		case e, open := <-r.queue:
			if !open {
				return entries
			}
			entries = append(entries, e)
		case <-enough.C:
			return entries
		}
	}
	return entries
}

func (r *Recorder) save(entries []entry) {
	var events []Event
	for i := range entries {
		e := &entries[i]
		var err error
		if e.Payload, err = json.Marshal(e.payload); err != nil {
			r.notStored.Add(1)
			r.log.Error("an event is no JSON", zap.String("type", e.Type), zap.Error(err))
			continue
		}
		events = append(events, e.Event)
	}
	ctx, cancel := context.WithTimeout(context.Background(), appendWithin)
	defer cancel()
	if err := r.store.Append(ctx, events...); err != nil {
		r.notStored.Add(int64(len(events)))
		r.options.Metrics.event("not_stored", "any", int64(len(events)))
		r.log.Error("events not stored", zap.Int("events", len(events)), zap.Error(err))
	}
	for _, e := range entries {
		r.count(e)
		if !e.logged {
			continue
		}
		message := e.Type
		if e.Type == TypeRouter {
			message = "[ROUTER_OBS] " + message
		}
		if line := r.log.Check(zap.InfoLevel, message); line != nil {
			line.Write(fields(e.Payload)...)
		}
	}
}

// count tells the metrics of an event, and of the choices that it settles.
func (r *Recorder) count(e entry) {
	if r.options.Metrics == nil {
		return
	}
	r.options.Metrics.count(e.payload)
	if s, ok := stepOf(e); ok {
		for _, c := range r.follower.add(e.Session, e.At, s) {
			r.options.Metrics.settled(c)
		}
	}
}

func stepOf(e entry) (s step, ok bool) {
	switch p := e.payload.(type) {
	case ChoiceEvent:
		return step{turn: p.Turn, changed: p.Changed, choice: &Judged{ChoiceEvent: p, User: e.User}}, true
	case RouterEvent:
		return step{turn: p.Turn, changed: p.Changed, action: p.Action}, p.isCommand()
	}
	return step{}, false
}

// fields are the keys of a JSON object as the fields of a log line, in their order.
func fields(object json.RawMessage) []zap.Field {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if _, err := decoder.Token(); err != nil {
		return nil
	}
	var list []zap.Field
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return list
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return list
		}
		list = append(list, zap.Reflect(fmt.Sprint(key), value))
	}
	return list
}
