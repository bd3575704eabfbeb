// Package toolloop answers an open question with a language model that looks things
// up with tools, in a bounded number of steps.
//
// Models of any strength take part: they call natively, write JSON, or write the
// line of a tag, and each way becomes the same validated call, which only the
// asking side executes. Nothing that a model says is taken on trust: what it calls
// is checked, what others wrote cannot make it change anything, and a number in its
// answer that no result holds is marked.
package toolloop

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/choiceinterp/prompted"
	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// Defaults and bounds of Options.
const (
	DefaultSteps   = 5
	MostSteps      = 12
	DefaultTimeout = 25 * time.Second
	TokensPerStep  = 10_000
)

// Options of a Loop. The zero value is fine.
type Options struct {
	Steps    int              // calls that one question may take, 1 to MostSteps; 0 means DefaultSteps
	Timeout  time.Duration    // of a whole question; 0 means DefaultTimeout
	Tokens   int              // of a whole question, prompts and answers together; 0 means TokensPerStep for each step and the answer
	Reader   *prompted.Reader // translates plain-English calls; nil: none are taken [000-47]
	StrictNL bool             // take a call for plain English only when nothing stands beside the description [000-23]
}

// A Loop answers questions with the model of role agent. It is safe for concurrent
// use.
type Loop struct {
	client  *llm.Client
	tools   *schemaregistry.Registry
	options Options
}

// New returns a loop over the client's backends and the tools of a registry. It is
// an error when the tools alone would fill a question's tokens.
func New(client *llm.Client, tools *schemaregistry.Registry, o Options) (*Loop, error) {
	o.Steps = cmp.Or(o.Steps, DefaultSteps)
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	o.Tokens = cmp.Or(o.Tokens, TokensPerStep*(o.Steps+1))
	if o.Steps < 1 || o.Steps > MostSteps {
		return nil, schemaregistry.Fail("bad_steps", "A question may take 1 to %d steps, not %d.", MostSteps, o.Steps)
	}
	if needed := tokensOf(schemaregistry.EnvelopePrompt(tools.Tools())) * (o.Steps + 1); needed > o.Tokens {
		return nil, fmt.Errorf("the descriptions of %d tools take about %d tokens in %d steps, of %d allowed",
			len(tools.Tools()), needed, o.Steps, o.Tokens)
	}
	return &Loop{client: client, tools: tools, options: o}, nil
}

// With is the loop with another time for a question, and with or without plain
// English. A nil Loop stays nil.
func (l *Loop) With(timeout time.Duration, plainEnglish bool) *Loop {
	if l == nil {
		return nil
	}
	own := *l
	own.options.Timeout = timeout
	if !plainEnglish {
		own.options.Reader = nil
	}
	return &own
}

// Available reports whether a model would be asked now.
func (l *Loop) Available() bool { return l != nil && l.client.Available(llm.RoleAgent) }

// A Question is what is asked, and what is known beside it.
type Question struct {
	Text    string
	Context string                                                                    // of the session, as data; at most 2000 characters are told [001-29]
	Hint    choiceinterp.Resolution                                                   // what the words say of the likeliest tool [004-11]
	Last    map[string]map[string]any                                                 // tool -> arguments last executed
	Found   []string                                                                  // History of an Answer that this one continues
	Tools   []*schemaregistry.Tool                                                    // that may be used; none: answered from what is told [001-32]
	Asked   []*schemaregistry.Tool                                                    // that the analyst's own words ask for
	Foreign bool                                                                      // Context holds text of files or of the web
	Now     time.Time                                                                 // with the analyst's time zone
	Report  func(what string, done, total int)                                        // of progress; may be nil
	Execute func(context.Context, schemaregistry.Call) (schemaregistry.Result, error) // runs a validated call; the only way
}

// An Answer is what came of a question.
type Answer struct {
	Text     string               // plain sentences with the sources; "" only beside Ask or Proposed
	Uses     []Use                // in order
	Unproven []string             // numbers of Text that stand in no result; they are marked there
	Ask      *Use                 // a call that needs a choice of the analyst first; it is not among Uses
	Proposed *schemaregistry.Call // what a model may not run unasked; waits for her word
	End      End
	History  []string // "Tool N [name]: summary", with which a Question can continue
}

// A Use is one call that gave a result.
type Use struct {
	Tool    string                `json:"tool"`
	Args    map[string]any        `json:"args"`
	Result  schemaregistry.Result `json:"result"`
	Summary string                `json:"summary"` // what the model was told
	Cut     bool                  `json:"-"`       // the summary holds less than the result
}

// End is why a loop ended.
type End string

// The ends.
const (
	Answered    End = "answered"    // with plain sentences
	OutOfSteps  End = "steps"       // the limit of steps was reached
	OutOfTime   End = "time"        // the question's time was used up
	OutOfTokens End = "tokens"      // its tokens were
	InCircles   End = "repetition"  // the model asked for the same again and again
	Uncorrected End = "uncorrected" // what it wrote was of no use, also after one correction
	Lost        End = "lost"        // the model stopped answering
	NeedsChoice End = "choice"      // a tool needs the analyst's choice, see Answer.Ask
)

// Unfinished reports whether more steps could find more.
func (e End) Unfinished() bool { return e == OutOfSteps || e == OutOfTime || e == OutOfTokens }

// ErrNoAnswer means that the model neither answered nor found anything.
var ErrNoAnswer = errors.New("the model gave no usable answer")

// Answer works on a question until the model answers in plain sentences or a bound
// is reached. Results that were found are never lost: without a model's sentences
// the answer says them itself.
//
// The error is the context's when the caller has gone, one of the llm package when
// no model answered at all, and ErrNoAnswer.
func (l *Loop) Answer(ctx context.Context, q Question) (Answer, error) {
	bounded, cancel := context.WithTimeout(ctx, l.options.Timeout)
	defer cancel()
	r := l.begin(q)
	text, end, err := r.work(bounded)
	switch {
	case ctx.Err() != nil:
		return Answer{}, ctx.Err()
	case bounded.Err() != nil:
		end = OutOfTime
	case err != nil && len(r.uses) == 0 && r.proposed == nil:
		return Answer{}, err
	case err != nil:
		end = Lost
	}
	return r.answer(text, end)
}
