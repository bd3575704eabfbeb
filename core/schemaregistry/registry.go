package schemaregistry

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// An Audit records one execution, whatever came of it. Only the registry writes it.
type Audit struct {
	Tool      string         `json:"tool"`
	Origin    Origin         `json:"origin"`
	Session   string         `json:"session"`
	User      string         `json:"user"`
	Args      map[string]any `json:"args"`
	Dropped   []string       `json:"dropped_args,omitempty"`
	Effects   []string       `json:"side_effects,omitempty"`
	Status    string         `json:"status"`            // success | ask | blocked | declined | limited | invalid | unavailable | timeout | error
	Gate      string         `json:"gate"`              // approved | blocked | timeout-open | timeout-closed
	Warning   string         `json:"warning,omitempty"` // what went wrong beside the call, for the log
	Error     string         `json:"error,omitempty"`
	Timestamp time.Time      `json:"ts"`          // UTC
	Duration  int64          `json:"duration_ms"` // monotonic
}

// A Registry holds every tool of the program and executes calls.
type Registry struct {
	tools   map[string]*Tool // by name and alias
	sorted  []*Tool
	frozen  bool
	now     func() time.Time
	version string
	audit   func(context.Context, Audit)
	gate    EvalGate
	uses    UsageStore
	zone    func(user string) *time.Location
}

// Options of a Registry. All have usable zero values.
type Options struct {
	Now     func() time.Time                 // default time.Now
	Version string                           // of the program, stamped into receipts
	Audit   func(context.Context, Audit)     // receives every record; default none
	Gate    EvalGate                         // default none: every tool runs
	Uses    UsageStore                       // of limited tools; default in memory
	Zone    func(user string) *time.Location // in which a user's days begin; default UTC
}

// New returns an empty registry.
func New(o Options) *Registry {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Audit == nil {
		o.Audit = func(context.Context, Audit) {}
	}
	if o.Uses == nil {
		o.Uses = &MemoryUses{}
	}
	if o.Zone == nil {
		o.Zone = func(string) *time.Location { return time.UTC }
	}
	return &Registry{
		tools: map[string]*Tool{}, now: o.Now, version: o.Version, audit: o.Audit,
		gate: o.Gate, uses: o.Uses, zone: o.Zone,
	}
}

// Register adds tools. A name, alias or tag that is taken is ErrCollision; after
// Freeze it is ErrFrozen.
func (r *Registry) Register(tools ...*Tool) error {
	for _, tool := range tools {
		if r.frozen {
			return fmt.Errorf("%s: %w", tool.Name, ErrFrozen)
		}
		names := append([]string{tool.Name}, tool.Aliases...)
		for _, name := range names {
			if _, taken := r.tools[name]; taken {
				return fmt.Errorf("%s: %w", name, ErrCollision)
			}
		}
		if slices.ContainsFunc(r.sorted, func(t *Tool) bool { return t.Tag.Prefix == tool.Tag.Prefix }) {
			return fmt.Errorf("the tag %s of %s: %w", tool.Tag.Prefix, tool.Name, ErrCollision)
		}
		for _, name := range names {
			r.tools[name] = tool
		}
		r.sorted = append(r.sorted, tool)
	}
	slices.SortFunc(r.sorted, func(a, b *Tool) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

// Freeze ends registration.
func (r *Registry) Freeze() { r.frozen = true }

// Tool returns a tool by name or alias, or nil.
func (r *Registry) Tool(name string) *Tool { return r.tools[name] }

// Tools lists all tools by name.
func (r *Registry) Tools() []*Tool { return slices.Clone(r.sorted) }

// Execute is the one way to run a tool: validate, check limits and gates, run the
// handler within its time, stamp receipt and evidence, write the audit record.
//
// Errors: ErrNotFound, *Invalid, *RateLimited, *Blocked, *Declined, ErrTimeout,
// ErrUnavailable, or the handler's own. A
// required argument that is missing is not an error: it comes back as Result.Ask.
func (r *Registry) Execute(ctx context.Context, call Call, state State, progress func(string, int, int)) (Result, error) {
	started := r.now()
	audit := Audit{
		Tool: call.Tool, Origin: call.Origin, Session: call.Session, User: call.User,
		Args: call.Args, Gate: gateApproved, Timestamp: started.UTC(),
	}
	result, err := r.execute(ctx, &call, state, progress, &audit)
	audit.Duration = r.now().Sub(started).Milliseconds()
	audit.Status, audit.Effects = status(result, err), result.SideEffects
	if err != nil {
		audit.Error = err.Error()
	}
	r.audit(ctx, audit)
	return result, err
}

func status(result Result, err error) string {
	var invalid *Invalid
	var blocked *Blocked
	var declined *Declined
	var limited *RateLimited
	switch {
	case errors.As(err, &blocked):
		return "blocked"
	case errors.As(err, &declined):
		return "declined"
	case errors.As(err, &limited):
		return "limited"
	case errors.As(err, &invalid):
		return "invalid"
	case errors.Is(err, ErrTimeout):
		return "timeout"
	case errors.Is(err, ErrUnavailable):
		return "unavailable"
	case err != nil:
		return "error"
	case result.Ask != nil:
		return "ask"
	}
	return "success"
}

func (r *Registry) execute(ctx context.Context, call *Call, state State, progress func(string, int, int), audit *Audit) (Result, error) {
	tool := r.tools[call.Tool]
	if tool == nil {
		return Result{}, fmt.Errorf("%q: %w", call.Tool, ErrNotFound)
	}
	call.Tool, audit.Tool = tool.Name, tool.Name
	args, dropped := tool.normalise(call.Args)
	call.Args, audit.Args, audit.Dropped = args, args, dropped
	if err := tool.CheckPartial(args); err != nil {
		return Result{}, err
	}
	if err := r.checkLimits(ctx, tool, call.User, r.here(call.User)); err != nil {
		return Result{}, err
	}
	gate := CheckGate(tool.Needs, state.Evidence, state.Dataset())
	if len(gate.Missing) > 0 || (len(gate.Stale) > 0 && !call.AcceptStale) {
		audit.Gate = gateBlocked
		return Result{}, &Blocked{Tool: tool.Name, Gate: gate}
	}
	if missing := tool.MissingArgs(args); len(missing) > 0 {
		return Result{Ask: tool.AskFor(missing[0]), Args: args, Dropped: dropped}, nil
	}
	if err := r.review(ctx, tool, *call, audit); err != nil {
		return Result{}, err
	}
	use := Use{User: call.User, Tool: tool.Name, At: r.here(call.User)}
	if err := r.count(ctx, tool, use); err != nil {
		return Result{}, err
	}
	started := r.now()
	run := &Run{Call: *call, State: state, Now: started, Progress: progress}
	if run.Progress == nil {
		run.Progress = func(string, int, int) {}
	}
	result, err := tool.runWithin(ctx, run)
	if errors.Is(err, ErrUnavailable) {
		err = errors.Join(err, r.refund(ctx, tool, use))
	}
	if err != nil {
		return Result{}, err
	}
	result.Args, result.Dropped = args, dropped
	r.stamp(&result, tool, run, gate.Stale, r.now().Sub(started))
	return result, nil
}

// here is the time where the user is, to the microsecond that stores keep.
func (r *Registry) here(user string) time.Time {
	return r.now().In(r.zone(user)).Truncate(time.Microsecond)
}

// AskFor is the question that a missing argument leads to.
func (t *Tool) AskFor(name string) *Question {
	arg := t.Arg(name)
	q := &Question{ID: name, Arg: name, Text: arg.Description}
	for _, value := range arg.Enum {
		label := value
		if named, ok := arg.Labels[value]; ok {
			label = named
		}
		q.Options = append(q.Options, Option{Label: label, Say: value, Args: map[string]any{name: value}})
	}
	return q
}

// runWithin runs the handler inside the tool's time.
func (t *Tool) runWithin(ctx context.Context, run *Run) (Result, error) {
	raw, err := json.Marshal(run.Call.Args)
	if err != nil {
		return Result{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, t.Timeout)
	defer cancel()
	result, err := guarded(ctx, func() (Result, error) { return t.handle(ctx, run, raw) })
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("%s after %s: %w", t.Name, t.Timeout, ErrTimeout)
	}
	return result, err
}

// guarded runs work until the context ends. Work that ignores its context is left
// behind; a panic becomes an error.
func guarded[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- outcome{err: fmt.Errorf("panic: %v\n%s", p, debug.Stack())}
			}
		}()
		value, err := work()
		done <- outcome{value, err}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		return *new(T), ctx.Err()
	}
}

// stamp fills in what only the registry may say: where evidence and receipt come from.
func (r *Registry) stamp(result *Result, tool *Tool, run *Run, stale []string, took time.Duration) {
	from := map[string]string{}
	for _, kind := range slices.Concat(tool.Needs, tool.Uses) {
		// The tool's own earlier result is compared with, not built on.
		if e := run.State.Evidence[kind]; e != nil && kind != tool.Gives {
			from[kind] = e.Hash
		}
	}
	for _, kind := range stale {
		result.Warnings = append(result.Warnings, fmt.Sprintf("This rests on an outdated %s result.", r.shortOf(kind)))
	}
	dataset := run.State.Dataset()
	if e := result.Evidence; e != nil {
		e.Hash = e.Table.Hash()
		e.Args = run.Call.Args
		e.From = map[string]string{DatasetKey: dataset}
		for _, kind := range tool.Needs {
			e.From[kind] = from[kind]
		}
	}
	if c := result.Receipt; c != nil {
		c.Tool, c.Args, c.Inputs, c.Dataset, c.From = tool.Name, run.Call.Args, run.State.Inputs, dataset, from
		c.Version, c.At, c.Duration = r.version, run.Now.UTC(), float64(took.Microseconds())/1000
		if result.Evidence != nil {
			c.Result = result.Evidence.Hash
		}
		c.ID = c.identity()
	}
}

// shortOf names evidence for people by the tool that gives it.
func (r *Registry) shortOf(kind string) string {
	for _, tool := range r.sorted {
		if tool.Gives == kind {
			return tool.Short
		}
	}
	return kind
}

// identity is the same for the same computation: tool, arguments, data and version.
func (c *Receipt) identity() string {
	raw, err := json.Marshal([]any{c.Tool, c.Args, c.Dataset, c.From, c.Result, c.Version})
	if err != nil { // arguments came from JSON
		panic(err)
	}
	sum := sha256.Sum256(raw)
	return "r_" + hex.EncodeToString(sum[:6])
}
