package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/sashabaranov/go-openai"
)

const (
	maxConcessions = 5                      // of the dialect, in one call
	fairChance     = 200 * time.Millisecond // a caller who gave a backend less learns nothing about it
	longestRest    = 5 * time.Minute        // however long Retry-After says
	mostDoubling   = 4                      // of the rest, while each return ends in a failure
)

// errHurried: the caller's deadline was too near to say anything about the backend.
var errHurried = errors.New("the caller had hardly any time left")

// An endpoint is a backend at work.
type endpoint struct {
	Backend
	api      *openai.Client
	breaker  circuitbreaker.CircuitBreaker[Response]
	guarded  failsafe.Executor[Response]
	reviving atomic.Bool
	strikes  atomic.Int32 // failures without an answer between

	mu      sync.Mutex
	dialect dialect
	formats map[string]Format // what a schema of that name had to be weakened to
	probed  bool
}

func newEndpoint(b Backend, options Options) *endpoint {
	config := openai.DefaultConfig("") // the wire adds the key
	config.BaseURL = b.BaseURL
	config.HTTPClient = newHTTPClient(b, options.Transport)
	e := &endpoint{
		Backend: b,
		api:     openai.NewClientWithConfig(config),
		dialect: firstDialect(b),
		formats: map[string]Format{},
	}
	e.breaker = e.newBreaker(options.Cooldown)
	e.guarded = failsafe.With[Response](e.breaker)
	return e
}

// newBreaker opens at the first failure, which the retries have confirmed, for
// the cooldown or for as long as the backend asked. A backend that is there and too
// slow would cost a deadline after each rest: its rests double.
func (e *endpoint) newBreaker(cooldown time.Duration) circuitbreaker.CircuitBreaker[Response] {
	return circuitbreaker.NewBuilder[Response]().
		HandleIf(func(_ Response, err error) bool { return cooldown > 0 && isOutage(err) }).
		WithFailureThreshold(1).
		WithDelayFunc(func(exec failsafe.ExecutionAttempt[Response]) time.Duration {
			rest := cooldown << min(e.strikes.Load(), mostDoubling)
			var call *CallError
			if errors.As(exec.LastError(), &call) {
				return max(rest, min(call.RetryAfter, longestRest))
			}
			return rest
		}).
		Build()
}

// answer asks the backend once, within its timeout, behind its breaker.
func (e *endpoint) answer(ctx context.Context, request Request) (Response, error) {
	timeout := e.Timeout
	if request.Timeout > 0 {
		timeout = request.Timeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	response, err := e.guarded.Get(func() (Response, error) { return e.negotiate(ctx, request) })
	if errors.Is(err, circuitbreaker.ErrOpen) {
		err = &CallError{Backend: e.Name, Message: errResting.Error(), Err: errResting}
	}
	return response, err
}

// ping finds out whether the backend is back; the breaker takes note.
func (e *endpoint) ping(ctx context.Context) {
	_, _ = e.answer(ctx, Request{
		Messages:  []Message{{Role: User, Content: probeMark + ": answer with the word ok."}},
		MaxTokens: 16,
	})
}

// negotiate sends the request in the best form the backend is known to take, and
// in a plainer one when it refuses that.
func (e *endpoint) negotiate(ctx context.Context, request Request) (Response, error) {
	for concessions := 0; ; concessions++ {
		spoken := e.speaks(request.schemaName())
		if len(request.Tools) > 0 && !spoken.tools {
			return Response{}, &CallError{Backend: e.Name, Message: ErrToolsUnsupported.Error(), Err: ErrToolsUnsupported}
		}
		response, err := e.send(ctx, spoken, request)
		plainer, changed := spoken.concede(request, err)
		if !changed || concessions == maxConcessions {
			return response, err
		}
		e.learn(request.schemaName(), spoken, plainer)
	}
}

// send makes one call in one form.
func (e *endpoint) send(ctx context.Context, d dialect, request Request) (Response, error) {
	started := time.Now()
	wire, err := e.api.CreateChatCompletion(ctx, build(e.Backend, d, request))
	if err != nil {
		failure := callError(e.Backend, wire.Header(), err)
		if errors.Is(err, context.DeadlineExceeded) {
			failure.Message, failure.Err = e.lateness(time.Since(started), err)
		}
		return Response{Backend: e.Name, Latency: time.Since(started)}, failure
	}
	response, err := read(wire)
	response.Backend, response.Latency = e.Name, time.Since(started)
	response.Text = strings.ReplaceAll(response.Text, cmp.Or(e.APIKey.Reveal(), mask), mask) // no server can have it printed
	if request.Schema != nil {
		response.Format = d.format
	}
	if errors.Is(err, errNoChoice) {
		err = &CallError{Backend: e.Name, Status: http.StatusOK, Message: err.Error(), Err: err}
	}
	return response, err
}

// lateness says whose deadline it was.
func (e *endpoint) lateness(waited time.Duration, err error) (string, error) {
	message := fmt.Sprintf("no answer within %s", waited.Round(time.Millisecond))
	if waited < min(fairChance, e.Timeout) {
		return message, errors.Join(errHurried, err)
	}
	return message, err
}

// speaks returns the form in which a schema of that name is sent.
func (e *endpoint) speaks(schema string) dialect {
	e.mu.Lock()
	defer e.mu.Unlock()
	spoken := e.dialect
	if format, weakened := e.formats[schema]; weakened {
		spoken.format = format
	}
	return spoken
}

// learn keeps a concession: of the format for schemas of this name, because the
// schema itself may be what was refused; of anything else for every request.
func (e *endpoint) learn(schema string, before, after dialect) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if after.format != before.format {
		e.formats[schema] = after.format
	}
	after.format = e.dialect.format
	e.dialect = after
}
