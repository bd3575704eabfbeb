// Package prompted reads messages with a language model: the model path of the
// interpreter, and the translator of a model's own plain English into calls.
//
// The model only points: at values of the tool's schema and at the words that
// carry them. Every value is then found again in those words by code of ours,
// numbers are read by choiceinterp alone, and what does not stand up goes back
// to the model once. After that it is an error, and the caller does without.
package prompted

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// DefaultMaxTokens bounds an answer when Options.MaxTokens is 0.
const DefaultMaxTokens = 1024

// Options of a Reader. The zero value is fine.
type Options struct {
	InterpretTimeout time.Duration // of one message, its correction included; 0 leaves it to the backends
	TranslateTimeout time.Duration // of one translation, its correction included; 0 leaves it to the backends
	MaxTokens        int           // of each answer; 0 means DefaultMaxTokens; more for a model that thinks at length
}

// A Reader asks the model of role interpreter. It is safe for concurrent use.
type Reader struct {
	client  *llm.Client
	options Options
	known   sync.Map // *schemaregistry.Tool -> *prompt
}

var _ choiceinterp.Model = (*Reader)(nil)

// New returns a reader over the client's backends; a nil client has none.
func New(client *llm.Client, o Options) *Reader {
	if o.MaxTokens <= 0 {
		o.MaxTokens = DefaultMaxTokens
	}
	return &Reader{client: client, options: o}
}

// ErrChange means that the message alters an earlier number ("double it"), which
// code works out and no model does.
var ErrChange = errors.New("it changes an earlier number")

// Unusable reports an answer that did not stand up, also after one correction.
type Unusable struct {
	Tool     string
	Problems []string // of the last answer
}

func (e *Unusable) Error() string {
	return fmt.Sprintf("the model's answer for %s is unusable: %s", e.Tool, strings.Join(e.Problems, "; "))
}

// Interpret reads one message with the model. Every argument of the resolution
// is legal and carried by words of the message.
//
// The error is of the llm package when no usable answer came, *Unusable when it
// did not stand up, and ErrChange; in each case the caller has its own reading.
func (r *Reader) Interpret(ctx context.Context, req choiceinterp.Request) (choiceinterp.Resolution, error) {
	if req.Tool == nil {
		return choiceinterp.Resolution{}, errors.New("no tool was given")
	}
	if !r.client.Available(llm.RoleInterpreter) {
		return choiceinterp.Resolution{}, fmt.Errorf("reading with a model: %w", llm.ErrUnavailable)
	}
	ctx, cancel := bounded(ctx, r.options.InterpretTimeout)
	defer cancel()
	p, c := r.prompt(req.Tool), newCheck(&req)
	told, whole := session(&req, budget-len(p.prefix))
	c.partial = !whole
	messages := []llm.Message{
		{Role: llm.System, Content: p.prefix},
		{Role: llm.User, Content: told},
	}
	var problems []string
	for range 2 {
		response, err := r.client.Complete(ctx, llm.RoleInterpreter, llm.Request{
			Messages: messages, Schema: p.schema, SchemaName: req.Tool.Name,
			MaxTokens: r.options.MaxTokens,
		})
		if err != nil {
			return choiceinterp.Resolution{}, fmt.Errorf("reading with a model: %w", err)
		}
		var resolution choiceinterp.Resolution
		resolution, problems = c.read(response.Text)
		if len(problems) == 0 && c.changes {
			return choiceinterp.Resolution{}, fmt.Errorf("%s: %w", req.Tool.Name, ErrChange)
		}
		if len(problems) == 0 {
			return resolution, nil
		}
		messages = append(messages, correction(response.Text, problems)...)
	}
	return choiceinterp.Resolution{}, &Unusable{Tool: req.Tool.Name, Problems: problems}
}

// bounded sets a deadline where there is one.
func bounded(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	if timeout <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, timeout)
}

// correction tells the model once what was wrong with its answer.
func correction(answer string, problems []string) []llm.Message {
	return []llm.Message{
		{Role: llm.Assistant, Content: llm.Disarm(cut(answer, 2000))},
		{Role: llm.User, Content: "The program could not accept that (data, quoted):\n- " + strings.Join(problems, "\n- ") +
			"\nGive the whole JSON object again, corrected. Where the text does not settle it, null."},
	}
}

// prompt is what is the same for every message to a tool.
func (r *Reader) prompt(tool *schemaregistry.Tool) *prompt {
	if known, ok := r.known.Load(tool); ok {
		return known.(*prompt)
	}
	made, _ := r.known.LoadOrStore(tool, &prompt{prefix: Prefix(tool), schema: OutputSchema(tool)})
	return made.(*prompt)
}
