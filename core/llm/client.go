// Package llm asks OpenAI-compatible endpoints for completions: several backends
// with roles, each with a deadline, retries and a circuit breaker, and failover
// from one to the next.
//
// A model is a convenience here, never a need: a backend that is down costs one
// deadline and is then skipped at once, until a small request in the background
// finds it answering again. No caller waits for that.
package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// DefaultCooldown is how long a backend rests after a failure.
const DefaultCooldown = 15 * time.Second

// NoCooldown lets no backend rest, as a replay needs it: what rested when it was
// recorded is not in the recording.
const NoCooldown = -1 * time.Second

// DefaultProbeTimeout lets a local server load its model.
const DefaultProbeTimeout = 30 * time.Second

// Options of a Client. The zero value is fine.
type Options struct {
	Transport    http.RoundTripper // to the network; a Recorder or Replayer goes here; nil for a plain one
	Cooldown     time.Duration     // rest after a failure; 0 means DefaultCooldown; a longer Retry-After wins
	ProbeTimeout time.Duration     // of one request of Probe; 0 means DefaultProbeTimeout
	OnAttempt    func(Attempt)     // told of every call of a backend, for events and metrics; may be nil
}

// An Attempt is one call of one backend, as told to Options.OnAttempt.
type Attempt struct {
	Backend, Model, Role string
	Usage                Usage
	Dollars              float64 // 0 where the backend has no price
	Latency              time.Duration
	Err                  error // nil when it answered
}

// A Client asks the backends. It is safe for concurrent use; close it at the end.
type Client struct {
	endpoints    []*endpoint
	onAttempt    func(Attempt)
	probeTimeout time.Duration
	background   context.Context // of revivals; ends with Close
	stop         context.CancelFunc
	running      sync.WaitGroup
}

// New checks the backends and returns a client of them, in order of preference.
// None at all is fine: then nothing is served. Nothing is sent yet.
func New(backends []Backend, options Options) (*Client, error) {
	client := &Client{onAttempt: options.OnAttempt}
	if client.onAttempt == nil {
		client.onAttempt = func(Attempt) {}
	}
	if options.Transport == nil {
		options.Transport = http.DefaultTransport.(*http.Transport).Clone()
	}
	options.Cooldown = cmp.Or(options.Cooldown, DefaultCooldown)
	client.probeTimeout = cmp.Or(options.ProbeTimeout, DefaultProbeTimeout)
	names := map[string]bool{}
	for _, backend := range backends {
		checked, err := backend.checked()
		if err != nil {
			return nil, err
		}
		if names[checked.Name] {
			return nil, fmt.Errorf("two backends are called %s", checked.Name)
		}
		names[checked.Name] = true
		client.endpoints = append(client.endpoints, newEndpoint(checked, options))
	}
	client.background, client.stop = context.WithCancel(context.Background())
	return client, nil
}

// Close ends what runs in the background and waits for it.
func (c *Client) Close() {
	c.stop()
	c.running.Wait()
}

// String names the backends.
func (c *Client) String() string {
	names := make([]string, len(c.endpoints))
	for i, e := range c.endpoints {
		names[i] = e.Name
	}
	return "llm client of " + strings.Join(names, ", ")
}

// Complete asks the backends of a role in turn until one answers.
//
// The error is ErrTruncated, ErrEmpty or ErrRefused when a model answered with
// nothing to use (the response then says who and what it cost), and ErrUnavailable
// with the reasons when none answered. ctx bounds the whole call.
func (c *Client) Complete(ctx context.Context, role string, request Request) (Response, error) {
	serving := c.serving(role)
	if len(serving) == 0 {
		return Response{}, fmt.Errorf("%w: %w: %s", ErrUnavailable, errNoBackend, role)
	}
	var reasons []error
	for _, e := range serving {
		if err := ctx.Err(); err != nil {
			reasons = append(reasons, err)
			break
		}
		response, err := c.attempt(ctx, e, role, request)
		if err == nil || isAnswer(err) {
			return response, err
		}
		reasons = append(reasons, err)
	}
	return Response{}, fmt.Errorf("%w: %w", ErrUnavailable, errors.Join(reasons...))
}

var tracer = otel.Tracer("github.com/chatmrpt/chatmrpt/core/llm")

func (c *Client) attempt(ctx context.Context, e *endpoint, role string, request Request) (Response, error) {
	if !c.isAwake(e) {
		return Response{}, &CallError{Backend: e.Name, Message: errResting.Error(), Err: errResting}
	}
	ctx, span := tracer.Start(ctx, "chat "+e.Model, trace.WithSpanKind(trace.SpanKindClient))
	defer span.End()
	response, err := e.answer(ctx, request)
	span.SetAttributes(attribute.String("gen_ai.operation.name", "chat"), attribute.String("gen_ai.request.model", e.Model),
		attribute.String("gen_ai.response.model", response.Model), attribute.String("chatmrpt.backend", e.Name), attribute.String("chatmrpt.role", role),
		attribute.Int("gen_ai.usage.input_tokens", response.Usage.Prompt), attribute.Int("gen_ai.usage.output_tokens", response.Usage.Completion))
	if err != nil {
		span.SetStatus(codes.Error, "no usable answer")
	}
	switch {
	case err == nil:
		e.strikes.Store(0)
	case isOutage(err):
		e.strikes.Add(1)
	}
	c.onAttempt(Attempt{
		Backend: e.Name, Model: e.Model, Role: role,
		Usage: response.Usage, Dollars: e.dollars(response.Usage), Latency: response.Latency, Err: err,
	})
	return response, err
}

// Serves reports whether some backend is configured for the role.
func (c *Client) Serves(role string) bool { return c != nil && len(c.serving(role)) > 0 }

// Available reports whether a backend of the role would be asked now, so that a
// caller need not prepare a request that nobody takes.
func (c *Client) Available(role string) bool {
	if c == nil {
		return false
	}
	awake := false
	for _, e := range c.serving(role) {
		awake = c.isAwake(e) || awake
	}
	return awake
}

// Capabilities says what the first backend of a role that is awake can do, and
// false when there is none.
func (c *Client) Capabilities(role string) (Capabilities, bool) {
	if c == nil {
		return Capabilities{}, false
	}
	for _, e := range c.serving(role) {
		if e.breaker.IsClosed() {
			return e.capabilities(), true
		}
	}
	return Capabilities{}, false
}

// serving returns the backends of a role, or of the first role that stands in
// for it and that somebody declares.
func (c *Client) serving(role string) []*endpoint {
	for _, name := range standIns(role) {
		var found []*endpoint
		for _, e := range c.endpoints {
			if e.declares(name) {
				found = append(found, e)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// isAwake reports whether a backend is not resting. One whose rest is over is
// tried in the background first.
func (c *Client) isAwake(e *endpoint) bool {
	if e.breaker.IsClosed() {
		return true
	}
	if e.breaker.IsOpen() && e.breaker.RemainingDelay() == 0 && c.background.Err() == nil && e.reviving.CompareAndSwap(false, true) {
		c.running.Go(func() {
			defer e.reviving.Store(false)
			e.ping(c.background)
		})
	}
	return false
}
