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
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
)

// Execute is the one way to run a tool: validate, check limits and gates, run the
// handler within its time, stamp receipt and evidence, write the audit record.
//
// Errors: ErrNotFound, *Invalid, *RateLimited, *Blocked, *Declined, ErrTimeout,
// ErrUnavailable, or the handler's own. A required argument that is missing is not an
// error: it comes back as Result.Ask.
func (r *Registry) Execute(ctx context.Context, call Call, state State, progress func(string, int, int)) (Result, error) {
	ctx, span := tracer.Start(ctx, "execute_tool "+r.nameOf(call.Tool))
	defer span.End()
	started := r.now()
	audit := Audit{
		Tool: call.Tool, Origin: call.Origin, Session: call.Session, User: call.User,
		Args: call.Args, Gate: gateApproved, Timestamp: started.UTC(),
	}
	result, err := r.execute(ctx, &call, state, progress, &audit)
	audit.Duration = r.now().Sub(started).Milliseconds()
	audit.Status, audit.Effects = status(result, err), result.SideEffects
	if err != nil {
		audit.Code, _ = Sentence(err)
		audit.Error = err.Error()
	}
	span.SetAttributes(attribute.String("gen_ai.operation.name", "execute_tool"), attribute.String("gen_ai.tool.name", r.nameOf(call.Tool)),
		attribute.String("chatmrpt.origin", string(call.Origin)), attribute.String("chatmrpt.result", audit.Status))
	if err != nil {
		span.SetStatus(codes.Error, audit.Code)
	}
	r.audit(ctx, audit)
	return result, err
}

var tracer = otel.Tracer("github.com/chatmrpt/chatmrpt/core/schemaregistry")

// nameOf is the name of a tool for traces, where nothing that was made up may stand.
func (r *Registry) nameOf(called string) string {
	if tool := r.tools[called]; tool != nil {
		return tool.Name
	}
	return "unknown"
}

func (r *Registry) execute(ctx context.Context, call *Call, state State, progress func(string, int, int), audit *Audit) (Result, error) {
	tool := r.tools[call.Tool]
	if tool == nil {
		return Result{}, fmt.Errorf("%q: %w", call.Tool, ErrNotFound)
	}
	call.Tool, audit.Tool = tool.Name, tool.Name
	args, dropped := tool.normalise(call.Args)
	dropped = slices.Concat(call.Dropped, dropped)
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
	run := &Run{Call: *call, State: state, Now: r.now(), Progress: progress}
	if run.Progress == nil {
		run.Progress = func(string, int, int) {}
	}
	result, err := r.run(ctx, tool, run)
	if err != nil {
		return Result{}, err
	}
	result.Args, result.Dropped = args, dropped
	r.stamp(&result, tool, run, gate.Stale, r.now().Sub(run.Now))
	return result, nil
}

// run counts a use when the handler starts, and takes it back when the handler could
// not do its work.
func (r *Registry) run(ctx context.Context, tool *Tool, run *Run) (Result, error) {
	use := Use{User: run.Call.User, Tool: tool.Name, At: r.here(run.Call.User)}
	if err := r.count(ctx, tool, use); err != nil {
		return Result{}, err
	}
	result, err := tool.runWithin(ctx, run)
	if errors.Is(err, ErrUnavailable) {
		err = errors.Join(err, r.refund(ctx, tool, use))
	}
	return result, err
}

// here is the time where the user is, to the microsecond that stores keep.
func (r *Registry) here(user string) time.Time {
	return r.now().In(r.zone(user)).Truncate(time.Microsecond)
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
