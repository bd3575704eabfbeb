package llm

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"
)

// Capabilities is what a backend was found to do. Before it was probed the best
// is assumed, except for log probabilities.
type Capabilities struct {
	Format   Format // the strongest that it keeps to
	Tools    bool   // native function calls
	Logprobs bool
	Probed   bool
}

const (
	probeMark   = "capability_probe" // in the text of requests that nobody asked for
	probeTokens = 1024               // enough for the thoughts of a reasoning model
)

var probeSchema = json.RawMessage(`{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"],"additionalProperties":false}`)

// Probe finds out what each backend can do, with a handful of small requests each,
// all backends at once. Run it in the background at start. What is known stays
// known: a second call asks only the backends that did not answer the first.
func (c *Client) Probe(ctx context.Context) {
	var probes sync.WaitGroup
	for _, e := range c.endpoints {
		if c.isAwake(e) && !e.capabilities().Probed {
			probes.Go(func() { e.probe(ctx, c.probeTimeout) })
		}
	}
	probes.Wait()
}

func (e *endpoint) capabilities() Capabilities {
	e.mu.Lock()
	defer e.mu.Unlock()
	return Capabilities{Format: e.dialect.format, Tools: e.dialect.tools, Logprobs: e.dialect.logprobs, Probed: e.probed}
}

// probe tests the formats from the strongest down and then the tools. A backend
// that cannot be reached stays unknown.
func (e *endpoint) probe(ctx context.Context, timeout time.Duration) {
	format, logprobs, err := e.probeFormat(ctx, timeout)
	if err != nil {
		return
	}
	tools, err := e.probeTools(ctx, timeout)
	if err != nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.dialect.format, e.dialect.tools, e.dialect.logprobs, e.probed = format, tools, logprobs, true
}

// probeFormat asks for prose and for a schema: who obeys the schema enforces it.
func (e *endpoint) probeFormat(ctx context.Context, timeout time.Duration) (Format, bool, error) {
	e.assumeLogprobs()
	question := Request{
		Messages: []Message{{Role: User, Content: probeMark + ": is water wet? Answer in one short sentence."}},
		Schema:   probeSchema, SchemaName: probeMark,
		MaxTokens: probeTokens, Timeout: timeout, Logprobs: true,
	}
	for {
		response, err := e.answer(ctx, question)
		if err != nil && !isAnswer(err) {
			return "", false, err
		}
		spoken := e.speaks(probeMark)
		if spoken.format == FormatText || fitsProbe(response.Text) {
			return spoken.format, spoken.logprobs && response.MeanLogprob != nil, nil
		}
		weaker := spoken
		weaker.format = spoken.format.weaker()
		e.learn(probeMark, spoken, weaker)
	}
}

// assumeLogprobs lets the next request ask for them, except of reasoning models.
func (e *endpoint) assumeLogprobs() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.dialect.logprobs = !e.isReasoning()
}

func fitsProbe(text string) bool {
	var answer struct {
		OK *bool `json:"ok"`
	}
	return json.Unmarshal([]byte(text), &answer) == nil && answer.OK != nil
}

func (e *endpoint) probeTools(ctx context.Context, timeout time.Duration) (bool, error) {
	response, err := e.answer(ctx, Request{
		Messages:  []Message{{Role: User, Content: "Call the tool " + probeMark + " with ok true."}},
		Tools:     []Tool{{Name: probeMark, Description: "Reports that tools work.", Parameters: probeSchema}},
		MaxTokens: probeTokens, Timeout: timeout,
	})
	switch {
	case errors.Is(err, ErrToolsUnsupported), isAnswer(err):
		return false, nil
	case err != nil:
		return false, err
	}
	return len(response.ToolCalls) > 0, nil
}
