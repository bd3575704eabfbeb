package router

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
)

// hear answers the message: navigation, then the open question, then intent.
func (t *turn) hear(text string) error {
	if strings.TrimSpace(text) == "" {
		t.rephrase("I did not get any words.")
		return nil
	}
	if navigate, ok := navigation(text); ok {
		return navigate(t)
	}
	if t.state.Pending != nil {
		return t.hearAnswer(text)
	}
	if chip := choiceinterp.Pick(text, chipLabels(t.state.Suggested)); chip > 0 {
		return t.hearIntent(t.state.Suggested[chip-1].Say)
	}
	if choiceinterp.PointsIntoList(text) {
		t.rephrase("No list is open for that to point at.")
		return nil
	}
	return t.hearIntent(text)
}

func chipLabels(chips []schemaregistry.Chip) []string {
	labels := make([]string, len(chips))
	for i, chip := range chips {
		labels[i] = chip.Say
	}
	return labels
}

// hearAnswer takes the message as the answer to the open question, unless it is
// clearly something else.
func (t *turn) hearAnswer(text string) error {
	pending := *t.state.Pending
	tool := t.Tools.Tool(pending.Tool)
	resolution := t.resolve(text, tool, &pending.Question)
	t.via = resolution
	if resolution.Option > 0 && resolution.Option <= len(pending.Question.Options) {
		return t.choose(pending, pending.Question.Options[resolution.Option-1])
	}
	if option := actionMeant(text, pending.Question); option > 0 {
		return t.choose(pending, pending.Question.Options[option-1])
	}
	intent := t.intent(text)
	answers := pending.Question.Arg != "" && resolution.Args[pending.Question.Arg] != nil
	if isRun(resolution) && answers && !(intent.isForOther(tool) && resolution.MatchedBy == choiceinterp.ByFuzzy) {
		return t.run(tool, t.draft(tool, resolution.Args), pending.Defaults)
	}
	if intent.kind == choiceinterp.OutcomeRun && intent.band() == choiceinterp.BandRun && intent.best() != tool {
		return t.hearIntent(text)
	}
	switch {
	case resolution.Outcome == choiceinterp.OutcomeQuestion || intent.kind == choiceinterp.OutcomeQuestion:
		t.answerQuestion(text)
		t.putAgain(pending)
	case isRun(resolution):
		// It chose something else of the same tool: keep it, and ask on.
		return t.run(tool, t.draft(tool, resolution.Args), pending.Defaults)
	case resolution.Outcome == choiceinterp.OutcomeReject || t.state.Clarified:
		t.reply.Outcome = Rephrase
		t.reply.Answer = "I could not take that as an answer. A number from the list is enough."
		t.putAgain(pending)
	case narrows(resolution.Clarifier, pending.Question):
		t.clarify(resolution, tool)
	default:
		t.reply.Outcome = Asked
		t.putAgain(pending)
	}
	return nil
}

// isRun reports that the words chose something, surely enough to act on.
func isRun(r choiceinterp.Resolution) bool {
	return r.Outcome == choiceinterp.OutcomeRun && len(r.Args) > 0 && choiceinterp.BandOf(r.Confidence) == choiceinterp.BandRun
}

// narrows reports whether a clarifier asks less than the question that is open.
func narrows(c *choiceinterp.Clarifier, open schemaregistry.Question) bool {
	return c != nil && len(c.Chips) > 0 && (c.Arg != open.Arg || len(c.Chips) < len(open.Options))
}

// hearIntent finds the tool that the message asks for and what it says of the arguments.
func (t *turn) hearIntent(text string) error {
	intent := t.intent(text)
	tool := intent.best()
	switch {
	case intent.kind == choiceinterp.OutcomeQuestion && (!intent.looksUp() || t.topic(text, sameQuestion) != nil):
		t.answerQuestion(text)
		return nil
	case intent.band() == choiceinterp.BandRun, intent.band() == choiceinterp.BandAsk && (t.state.Clarified || intent.leads()):
		return t.pursue(text, tool)
	case intent.band() == choiceinterp.BandAsk:
		t.askWhich(intent)
		return nil
	}
	if last := t.Tools.Tool(t.state.LastTool); last != nil {
		// "make it 300k" after a plan: the tool that ran last may be meant.
		resolution := t.resolve(text, last, nil)
		if isRun(resolution) {
			t.via = resolution
			return t.run(last, t.draft(last, resolution.Args), false)
		}
	}
	t.rephrase("I did not understand that as something I can do with your data.")
	return nil
}

// pursue resolves the arguments for a tool that was chosen and runs it.
func (t *turn) pursue(text string, tool *schemaregistry.Tool) error {
	resolution := t.resolve(text, tool, nil)
	t.via = resolution
	t.via.Tool = tool.Name
	if blocked := t.gate(tool); blocked != nil {
		t.keep(tool, resolution.Args)
		t.fork(tool, blocked)
		return nil
	}
	// A tool that was named without a choice asks its own questions, in its own order.
	if resolution.Outcome == choiceinterp.OutcomeAsk && len(resolution.Args) > 0 && !t.state.Clarified && resolution.Clarifier != nil {
		t.keep(tool, resolution.Args)
		t.clarify(resolution, tool)
		return nil
	}
	return t.run(tool, t.draft(tool, resolution.Args), false)
}

// resolve asks the interpreter what the text says of a tool's arguments.
func (t *turn) resolve(text string, tool *schemaregistry.Tool, q *schemaregistry.Question) choiceinterp.Resolution {
	request := choiceinterp.Request{
		Text: text, Tool: tool, Context: t.vocabulary(), Now: t.Now(),
		Memory: choiceinterp.Memory{Last: t.state.Last[tool.Name], Previous: t.state.Previous[tool.Name]},
	}
	if q != nil {
		request.Asked = q.Arg
		for _, option := range q.Options {
			visible := choiceinterp.Option{Label: option.Label}
			if q.Arg != "" {
				visible.Value = option.Args[q.Arg]
			}
			request.Visible = append(request.Visible, visible)
			if option.Recommended {
				request.Memory.Recommended = option.Args
			}
		}
	}
	return t.Interpreter.Resolve(t.ctx, request)
}

// draft joins what was said now to what was chosen earlier. A tool that has run
// keeps its choices when one of them is changed.
func (t *turn) draft(tool *schemaregistry.Tool, said map[string]any) map[string]any {
	args := map[string]any{}
	if chosen := t.state.Drafts[tool.Name]; chosen != nil {
		maps.Copy(args, chosen)
	} else if last := t.state.Last[tool.Name]; last != nil && len(said) > 0 {
		maps.Copy(args, last)
		if kept := keptChoices(tool, last, said); kept != "" {
			t.reply.Assumed = append(t.reply.Assumed, "Kept from before: "+kept+".")
		}
	}
	maps.Copy(args, said)
	return args
}

func keptChoices(tool *schemaregistry.Tool, last, said map[string]any) string {
	var kept []string
	for _, arg := range tool.Args {
		if value, had := last[arg.Name]; had {
			if _, changed := said[arg.Name]; !changed {
				kept = append(kept, sayArg(arg, value))
			}
		}
	}
	return strings.Join(kept, ", ")
}

// sayArg names an argument and its value for people.
func sayArg(arg schemaregistry.Arg, value any) string {
	shown := fmt.Sprint(value)
	if label, named := arg.Labels[shown]; named {
		shown = label
	}
	return strings.ToLower(arg.Title) + " " + shown
}

// keep remembers choices for a tool that cannot run yet.
func (t *turn) keep(tool *schemaregistry.Tool, args map[string]any) {
	if len(args) == 0 {
		return
	}
	if t.state.Drafts == nil {
		t.state.Drafts = map[string]map[string]any{}
	}
	kept := maps.Clone(t.state.Drafts[tool.Name])
	if kept == nil {
		kept = map[string]any{}
	}
	maps.Copy(kept, args)
	t.state.Drafts[tool.Name] = kept
}

// choose carries out an option of the open question.
func (t *turn) choose(pending session.Pending, option schemaregistry.Option) error {
	t.state.Pending = nil
	tool := t.Tools.Tool(pending.Tool)
	if option.Tool != "" {
		tool = t.Tools.Tool(option.Tool)
	}
	if len(option.Edits) > 0 {
		if err := t.edit(option.Edits); err != nil {
			return err
		}
		if t.reply.Outcome == Failed {
			return nil
		}
	}
	t.reply.Confidence, t.reply.MatchedBy = t.via.Confidence, string(t.via.MatchedBy)
	said := option.Args
	if len(said) == 0 && option.Tool == "" {
		said = t.via.Args
	}
	call := schemaregistry.Call{Tool: tool.Name, Args: t.draft(tool, said), AcceptStale: option.AcceptStale}
	return t.execute(tool, call, pending.Defaults || option.Defaults)
}

// run executes a tool with these arguments.
func (t *turn) run(tool *schemaregistry.Tool, args map[string]any, defaults bool) error {
	t.state.Pending = nil
	return t.execute(tool, schemaregistry.Call{Tool: tool.Name, Args: args}, defaults)
}

// maxDefaults bounds how many questions the recommended options answer in a row.
const maxDefaults = 16

// execute runs the call. With defaults, questions about arguments are answered by
// their recommended options, which the reply names; questions about the data are
// still put to the analyst.
func (t *turn) execute(tool *schemaregistry.Tool, call schemaregistry.Call, defaults bool) error {
	call.Origin, call.Session, call.User = schemaregistry.OriginText, t.session.ID, t.session.User
	if t.via.MatchedBy == choiceinterp.ByOrdinal {
		call.Origin = schemaregistry.OriginChip
	}
	state, err := t.evidence(tool)
	if err != nil {
		return err
	}
	var taken []string
	for range maxDefaults {
		result, err := t.Tools.Execute(t.ctx, call, state, t.progress)
		if err != nil {
			return t.fail(tool, call.Args, err)
		}
		option := recommended(result.Ask)
		if !defaults || option == nil {
			if len(taken) > 0 {
				t.reply.Assumed = append(t.reply.Assumed, "Defaults taken: "+strings.Join(taken, "; ")+".")
			}
			return t.accept(tool, call, result, defaults)
		}
		taken = append(taken, strings.ToLower(tool.Arg(result.Ask.Arg).Title)+" "+option.Label)
		call.Args = maps.Clone(call.Args)
		maps.Copy(call.Args, option.Args)
	}
	return fmt.Errorf("%s asks without end", tool.Name)
}

// recommended is the option that "with defaults" takes: only for an argument,
// never for what only the analyst can know about her files.
func recommended(q *schemaregistry.Question) *schemaregistry.Option {
	if q == nil || q.Arg == "" {
		return nil
	}
	i := slices.IndexFunc(q.Options, func(o schemaregistry.Option) bool {
		return o.Recommended && len(o.Args) > 0 && len(o.Edits) == 0
	})
	if i < 0 {
		return nil
	}
	return &q.Options[i]
}

// fail turns an error of Execute into a reply. Faults of the machine are
// returned, so that they are logged, with a reply that tells nothing of the inside.
func (t *turn) fail(tool *schemaregistry.Tool, args map[string]any, err error) error {
	var blocked *schemaregistry.Blocked
	if errors.As(err, &blocked) {
		t.keep(tool, args)
		t.fork(tool, blocked)
		return nil
	}
	t.reply.Outcome, t.reply.Tool, t.reply.Args = Failed, tool.Name, args
	t.reply.Code, t.reply.Answer = schemaregistry.Sentence(err)
	if t.reply.Code == "internal" && t.OnFault != nil {
		t.OnFault(t.session.ID, tool.Name, err)
	}
	return nil
}

// meansAction is the share of a message's words that an action's label must cover.
const meansAction = 0.6

// actionMeant is the 1-based option that the words name, when the options are
// actions and not values of an argument; 0 when they name none.
func actionMeant(text string, q schemaregistry.Question) int {
	if q.Arg != "" {
		return 0
	}
	labels := make([]string, len(q.Options))
	passages := make([]choiceinterp.Passage, len(q.Options))
	for i, option := range q.Options {
		labels[i], passages[i].Heading = option.Label, option.Label
	}
	if option := choiceinterp.PartOf(text, labels); option > 0 {
		return option
	}
	if nearest, covered := choiceinterp.Nearest(text, passages); covered >= meansAction {
		return nearest + 1
	}
	return 0
}
