package toolloop

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// answerTokens bounds one answer of the model, a reasoning model's thoughts included.
const answerTokens = 2048

// A run is the work on one question.
type run struct {
	*Loop
	Question
	codec codec

	history   []exchange
	uses      []Use
	executed  map[string]bool // calls by their identity
	left      int             // steps
	tokens    int             // used
	corrected bool            // the last thing written was objected to
	circles   int             // calls that were made before
	foreign   bool            // text of files or of the web is in the history

	ask      *Use
	proposed *schemaregistry.Call
}

func (l *Loop) begin(q Question) *run {
	if q.Report == nil {
		q.Report = func(string, int, int) {}
	}
	return &run{
		Loop: l, Question: q, codec: l.codec(), left: l.options.Steps,
		executed: map[string]bool{}, foreign: q.Foreign,
	}
}

// work takes steps until the model answers or a bound is reached [001-23, 001-28].
func (r *run) work(ctx context.Context) (text string, end End, err error) {
	for r.left > 0 {
		if r.tokens >= r.options.Tokens {
			return r.conclude(ctx, OutOfTokens)
		}
		r.Report("Asking the model", r.options.Steps-r.left, r.options.Steps)
		response, err := r.say(ctx, r.Tools)
		if objection := objectionTo(err); objection != "" {
			if !r.object(exchange{said: response}, objection) {
				return "", Uncorrected, nil
			}
			continue
		}
		if err != nil {
			return "", Lost, err
		}
		read := r.codec.read(response, r.Tools)
		if len(read.calls) == 0 && read.problem == "" {
			return read.text, Answered, nil
		}
		if read.problem != "" {
			if !r.object(exchange{said: response}, read.problem) {
				return "", Uncorrected, nil
			}
			continue
		}
		if end := r.perform(ctx, response, read.calls); end != "" {
			if end == InCircles {
				return r.conclude(ctx, end)
			}
			return read.text, end, nil
		}
		if err := ctx.Err(); err != nil { // between steps too [001-33]
			return "", OutOfTime, err
		}
	}
	return r.conclude(ctx, OutOfSteps)
}

// conclude asks for an answer from what was found; no tool is offered any more.
func (r *run) conclude(ctx context.Context, end End) (string, End, error) {
	r.history = append(r.history, exchange{note: "No further tool can be used. Answer the question now from the results above, in plain sentences, and say what they leave open."})
	response, err := r.say(ctx, nil)
	if err != nil {
		return "", end, err
	}
	read := r.codec.read(response, nil)
	if len(read.calls) > 0 || read.problem != "" {
		return "", end, nil
	}
	return read.text, end, nil
}

// say sends the conversation so far. A backend that turns out to take no native
// tools is told of them in words.
func (r *run) say(ctx context.Context, tools []*schemaregistry.Tool) (llm.Response, error) {
	for {
		request := llm.Request{Messages: r.messages(tools), MaxTokens: answerTokens}
		if len(tools) > 0 {
			request.Tools = r.codec.offer(tools)
		}
		response, err := r.client.Complete(ctx, llm.RoleAgent, request)
		if errors.Is(err, llm.ErrToolsUnsupported) && request.Tools != nil {
			r.codec = r.inWords()
			continue
		}
		used := response.Usage.Prompt + response.Usage.Completion
		if used == 0 { // the server does not count
			for _, message := range request.Messages {
				used += tokensOf(message.Content)
			}
		}
		r.tokens += used
		return response, err
	}
}

// objectionTo is what a model is told whose answer came and was of no use.
func objectionTo(err error) string {
	switch {
	case errors.Is(err, llm.ErrTruncated):
		return "it was too long and was cut off; be brief"
	case errors.Is(err, llm.ErrEmpty):
		return "it was empty"
	}
	return ""
}

// object tells the model what is wrong, once: what it writes next must be of use,
// or the loop ends [001-25].
func (r *run) object(e exchange, problem string) (again bool) {
	if r.corrected {
		return false
	}
	r.corrected = true
	e.note = correction(r.Text, problem, nil)
	r.history = append(r.history, e)
	return true
}

// perform carries out the calls of one response, each for a step, and adds what
// came of them to the history. The end is "" while the model may go on.
func (r *run) perform(ctx context.Context, response llm.Response, calls []written) (end End) {
	e := exchange{said: response}
	defer func() { r.history = append(r.history, e) }()
	objections := 0
	for i, w := range calls {
		if r.left == 0 || i >= callsAtOnce {
			e.reply(w, "not run: no step is left for it")
			continue
		}
		told, objection := r.call(ctx, w)
		if objection != nil {
			objections++
			e.reply(w, correction(r.Text, objection.Error(), r.offered(w.name)))
		} else {
			r.left--
			e.reply(w, told)
		}
		switch {
		case r.ask != nil:
			return NeedsChoice
		case ctx.Err() != nil:
			return OutOfTime
		}
	}
	switch {
	case objections > 0 && r.corrected:
		return Uncorrected
	case r.circles > 1:
		return InCircles
	}
	r.corrected = objections > 0
	return ""
}

// callsAtOnce is how many calls of one response are carried out.
const callsAtOnce = 4

func (r *run) offered(name string) *schemaregistry.Tool {
	tool := r.tools.Tool(name)
	if tool == nil || !slices.Contains(r.Tools, tool) {
		return nil
	}
	return tool
}

// call carries out one call and returns what the model is told of it. What is wrong
// with the call itself is an objection, which costs no step.
func (r *run) call(ctx context.Context, w written) (told string, objection error) {
	if w.err != nil {
		return "", w.err
	}
	tool := r.offered(w.name)
	if tool == nil {
		return "", schemaregistry.Objection(fmt.Sprintf("Unknown tool '%s'", w.name))
	}
	if description, ok := r.described(tool, w.args); ok {
		return r.translate(ctx, tool, description), nil
	}
	call, err := r.tools.ValidateArgs(w.name, w.args)
	if err != nil {
		return "", err
	}
	return r.execute(ctx, call), nil
}

// execute runs a valid call if it may be run, and keeps what it gave.
func (r *run) execute(ctx context.Context, call schemaregistry.Call) (told string) {
	tool := r.tools.Tool(call.Tool)
	call.Origin, call.Args = schemaregistry.OriginModel, plain(call.Args)
	key := identity(call)
	if r.executed[key] {
		r.circles++
		return call.Tool + " was called with the same arguments before; its result stands above. Use it, or answer."
	}
	r.executed[key] = true
	if why := r.refused(tool, call); why != "" {
		return call.Tool + " failed: " + why
	}
	r.Report(tool.Title, r.options.Steps-r.left, r.options.Steps)
	result, err := r.Execute(ctx, call)
	if err != nil {
		return schemaregistry.Failure(call.Tool, err)
	}
	if result.Ask != nil {
		if tool.Effect != schemaregistry.EffectRead {
			r.ask = &Use{Tool: call.Tool, Args: call.Args, Result: result}
		}
		return asks(tool, result.Ask)
	}
	summary, cut := summarize(tool, result)
	foreign := isForeign(result)
	r.foreign = r.foreign || foreign
	r.uses = append(r.uses, Use{Tool: call.Tool, Args: call.Args, Result: result, Summary: summary, Cut: cut})
	return r.numbered(len(r.uses), call.Tool, summary, foreign)
}
