package router

import (
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// hear answers the message: navigation, then the open question, then intent.
func (t *turn) hear(text string) error {
	if strings.TrimSpace(text) == "" {
		t.rephrase("I did not get any words.")
		return nil
	}
	if command, ok := navigation(text); ok {
		t.command = command
		return commands[command](t)
	}
	t.event.UserText = text
	if unfinished, ok := t.continued(text); ok {
		return t.continueLooking(unfinished)
	}
	if t.state.Pending != nil {
		return t.hearAnswer(text)
	}
	if chip := choiceinterp.Pick(text, chipLabels(t.state.Suggested)); chip > 0 {
		t.event.Option = chip
		return t.hearIntent(t.state.Suggested[chip-1].Say)
	}
	if choiceinterp.PointsIntoList(text) {
		t.via.Outcome, t.via.MatchedBy = choiceinterp.OutcomeAsk, choiceinterp.ByOrdinal
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
	intent := t.intent(text)
	elsewhere := t.flags.IntentRouter && intent.kind == choiceinterp.OutcomeRun && intent.band() == choiceinterp.BandRun && intent.best() != tool
	if elsewhere { // then the model is asked about that tool
		t.readFor = tool
	}
	resolution := t.resolve(text, tool, &pending.Question)
	t.via = resolution
	t.event.Asked = pending.Question.Arg
	if resolution.Option > 0 && resolution.Option <= len(pending.Question.Options) {
		return t.choose(pending, resolution.Option)
	}
	if option := actionMeant(text, pending.Question); option > 0 {
		return t.choose(pending, option)
	}
	if option := recommendedAction(pending.Question); option > 0 && !elsewhere {
		if plain, agrees := t.agrees(text, tool); agrees {
			t.via = plain
			return t.choose(pending, option)
		}
	}
	if resolution.Outcome == choiceinterp.OutcomeAsk {
		// A whole new wish may be unclear as an answer and clear by itself.
		if plain := t.resolve(text, tool, nil); isRun(plain) {
			resolution, t.via = plain, plain
		}
	}
	answers := pending.Question.Arg != "" && resolution.Args[pending.Question.Arg] != nil
	if isRun(resolution) && answers && !(intent.isForOther(tool) && resolution.MatchedBy == choiceinterp.ByFuzzy) {
		return t.run(tool, t.draft(tool, resolution.Args), pending.Defaults)
	}
	if elsewhere {
		return t.hearIntent(text)
	}
	switch {
	case resolution.Outcome == choiceinterp.OutcomeQuestion || intent.kind == choiceinterp.OutcomeQuestion:
		if err := t.answerQuestion(text, intent); err != nil {
			return err
		}
		t.putAgain(pending)
	case isRun(resolution):
		// It chose something else of the same tool: keep it, and ask on.
		return t.run(tool, t.draft(tool, resolution.Args), pending.Defaults)
	case resolution.Outcome == choiceinterp.OutcomeReject || t.state.Clarified:
		t.reply.Outcome = Rephrase
		t.reply.Answer = lost(text, "I could not take that as an answer. A number from the list is enough.")
		t.putAgain(pending)
	case narrows(resolution.Clarifier, pending.Question):
		t.clarify(resolution, tool)
	default:
		t.reply.Outcome = Asked
		t.putAgain(pending)
	}
	return nil
}

// agrees reports that the message says no more than to go ahead.
func (t *turn) agrees(text string, tool *schemaregistry.Tool) (plain choiceinterp.Resolution, agrees bool) {
	plain = t.read(choiceinterp.Request{Text: text, Tool: tool, Now: t.Now()})
	return plain, plain.Outcome == choiceinterp.OutcomeRun && len(plain.Args) == 0 && choiceinterp.BandOf(plain.Confidence) == choiceinterp.BandRun
}

// recommendedAction is the 1-based option that going ahead means where the options
// are actions; 0 when none is.
func recommendedAction(q schemaregistry.Question) int {
	if q.Arg != "" {
		return 0
	}
	return 1 + slices.IndexFunc(q.Options, func(o schemaregistry.Option) bool { return o.Recommended })
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
	t.via = intent.resolution()
	t.question = intent.kind == choiceinterp.OutcomeQuestion
	switch opened := t.opened(text); {
	case opened != nil:
		return t.hearOpened(text, opened, intent)
	case t.isOpen(text, intent):
		return t.answerQuestion(text, intent)
	case t.flags.IntentRouter && intent.isPlain():
		return t.pursue(text, tool)
	}
	if last := t.Tools.Tool(t.state.LastTool); last != nil && last.Effect != schemaregistry.EffectWrite {
		// "make it 300k" after a plan: the tool that ran last is meant.
		if resolution := t.resolve(text, last, nil); isRun(resolution) {
			t.via = resolution
			return t.run(last, t.draft(last, resolution.Args), false)
		}
	}
	if answered, err := t.hearUnspoken(text, intent); answered || err != nil {
		return err
	}
	switch {
	case t.flags.IntentRouter && t.isClear(intent):
		return t.pursue(text, tool)
	case intent.band() != choiceinterp.BandRephrase:
		t.askWhich(intent)
		return nil
	}
	t.rephrase(lost(text, "I did not understand that as something I can do with your data."))
	return nil
}

// lost is what to say to a message that nothing can be done with.
func lost(text, why string) string {
	if choiceinterp.IsSmallTalk(text) {
		return "Glad to help."
	}
	return why
}

// isClear reports that one tool is likely enough to go on with.
func (t *turn) isClear(i intent) bool {
	return i.band() == choiceinterp.BandRun || i.band() == choiceinterp.BandAsk && (t.state.Clarified || i.leads())
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
	if c := resolution.Clarifier; resolution.Outcome == choiceinterp.OutcomeAsk && c != nil && !t.state.Clarified && (len(resolution.Args) > 0 || c.Stranger != "") {
		t.keep(tool, resolution.Args)
		t.clarify(resolution, tool)
		return nil
	}
	if tool.Gives == "" {
		delete(t.state.Drafts, tool.Name)
	}
	return t.run(tool, t.draft(tool, resolution.Args), false)
}

// resolve asks the interpreter what the text says of a tool's arguments.
func (t *turn) resolve(text string, tool *schemaregistry.Tool, q *schemaregistry.Question) choiceinterp.Resolution {
	request := choiceinterp.Request{
		Text: text, Tool: tool, Context: t.vocabulary(tool), Now: t.Now(),
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
	resolution := t.read(request)
	if t.event.Option > 0 { // the words are a chip's
		resolution.MatchedBy = choiceinterp.ByOrdinal
	}
	return resolution
}

// read interprets a message. A model is asked once in a turn what the words say of
// a tool; who waits for it would wait as long again.
func (t *turn) read(request choiceinterp.Request) choiceinterp.Resolution {
	defer t.understanding(t.Now())
	request.Alone = t.readFor == request.Tool || !t.flags.ChoiceResolver
	request.ModelFirst = !t.flags.ChoiceFastPath
	t.readFor = request.Tool
	if t.heard.Tool != request.Tool || len(request.Visible) > 0 {
		t.heard = request
	}
	return t.Interpreter.Resolve(t.ctx, request)
}

// meansAction is the share of a message's words that an action's label must cover.
const meansAction = 0.75

// actionMeant is the 1-based option that the words name, when the options are
// actions and not values of an argument; 0 when they name none.
func actionMeant(text string, q schemaregistry.Question) int {
	if q.Arg != "" {
		return 0
	}
	labels, says := make([]string, len(q.Options)), make([]string, len(q.Options))
	passages := make([]choiceinterp.Passage, len(q.Options))
	for i, option := range q.Options {
		labels[i], says[i], passages[i].Heading = option.Label, option.Chip().Say, option.Label
	}
	if option := choiceinterp.PartOf(text, labels); option > 0 {
		return option
	}
	if option := choiceinterp.SaidIn(text, says); option > 0 {
		return option
	}
	if nearest, covered := choiceinterp.Nearest(text, passages); covered >= meansAction {
		return nearest + 1
	}
	return 0
}
