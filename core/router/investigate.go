package router

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/core/toolloop"
)

// wantsReasons recognises what no single look-up answers: a why, an explanation, a
// judgement. Only a model that can look around is given it.
var wantsReasons = regexp.MustCompile(`(?i)\b(why|how come|explain|what do you (make|think) of|what does (this|that|it) mean|what (stands?|sticks?) out)\b`)

// pointsAt recognises words for what is on screen.
var pointsAt = regexp.MustCompile(`(?i)\b(this|that|these|those)\b`)

// isOpen reports that a message asks something that is not answered by running the
// likeliest tool.
func (t *turn) isOpen(text string, intent intent) bool {
	if intent.kind == choiceinterp.OutcomeQuestion && (!intent.looksUp() || t.topic(text, sameQuestion) != nil) {
		return true
	}
	return wantsReasons.MatchString(text) && t.loop.Available()
}

// keepLooking is what the chip under an unfinished answer says.
const keepLooking = "keep looking"

// continued returns the question that the message goes on with.
func (t *turn) continued(text string) (session.Unfinished, bool) {
	if u := t.session.State.Unfinished; u != nil && strings.EqualFold(strings.TrimSpace(text), keepLooking) {
		return *u, true
	}
	return session.Unfinished{}, false
}

// opened is the tool that only models call for which a message plainly asks with its
// first words, or nil.
func (t *turn) opened(text string) *schemaregistry.Tool {
	for _, tool := range t.Tools.Tools() {
		if choiceinterp.Opens(text, tool.Opens...) {
			return tool
		}
	}
	return nil
}

// hearOpened hands such a message to the model.
func (t *turn) hearOpened(text string, tool *schemaregistry.Tool, intent intent) error {
	intent.unspoken = tool
	answered, err := t.investigate(session.Unfinished{Question: text}, intent)
	if !answered && err == nil {
		t.rephrase("Only a language model can do that, and none answers now.")
	}
	return err
}

// hearUnspoken hands a wish for a tool that only models call to the model, when it is
// worded like one of that tool's examples ("remember that …") and no more like a tool
// of the conversation.
func (t *turn) hearUnspoken(text string, intent intent) (answered bool, err error) {
	if !t.loop.Available() {
		return false, nil
	}
	var tools []*schemaregistry.Tool
	var examples []choiceinterp.Passage
	for _, tool := range t.Tools.Tools() {
		for _, example := range tool.Examples {
			if tool.Unspoken {
				tools, examples = append(tools, tool), append(examples, choiceinterp.Passage{Heading: example.Text, Body: tool.Description})
			}
		}
	}
	enough := sameQuestion
	if intent.kind == choiceinterp.OutcomeReject || intent.band() == choiceinterp.BandRephrase {
		enough = alikeQuestion
	}
	best, covered := choiceinterp.Nearest(text, examples)
	if best < 0 || covered < enough {
		return false, nil
	}
	intent.unspoken = tools[best]
	return t.investigate(session.Unfinished{Question: text}, intent)
}

// continueLooking goes on with a question from what was found for it.
func (t *turn) continueLooking(u session.Unfinished) error {
	t.via = choiceinterp.Resolution{Outcome: choiceinterp.OutcomeQuestion, MatchedBy: choiceinterp.ByOrdinal}
	if answered, err := t.investigate(u, t.intent(u.Question)); answered || err != nil {
		return err
	}
	t.unfinished = &u // to be tried again
	t.rephrase("The language model that was looking gives no answer now.")
	return nil
}

// investigate lets a model answer a question with tools. It is not answered where
// there is no model, or none of use; then the session is as it was.
func (t *turn) investigate(q session.Unfinished, intent intent) (answered bool, err error) {
	if !t.loop.Available() {
		return false, nil
	}
	facts, err := t.facts(q.Question)
	if err != nil {
		return false, err
	}
	question := toolloop.Question{
		Text: q.Question, Found: q.Found, Context: facts, Foreign: len(t.state.Inputs) > 0,
		Hint: t.hint(q.Question, intent), Last: t.state.Last, Asked: intent.asked(),
		Tools: t.Tools.Tools(), Now: t.Now(), Report: t.progress,
		Execute: t.perform,
	}
	answer, err := t.loop.Answer(t.ctx, question)
	switch {
	case t.ctx.Err() != nil:
		return false, t.ctx.Err()
	case t.fault != nil:
		return false, t.fault
	case err != nil:
		if t.OnFault != nil {
			t.OnFault(t.session.ID, "", err)
		}
		return false, nil
	}
	return true, t.tell(q.Question, answer)
}

// perform executes a model's call and keeps its result as that of any other. A fault
// of the stores ends the turn.
func (t *turn) perform(ctx context.Context, call schemaregistry.Call) (result schemaregistry.Result, err error) {
	tool := t.Tools.Tool(call.Tool)
	call.Session, call.User, call.Said = t.session.ID, t.session.User, t.text
	state, err := t.evidence(tool)
	if err != nil {
		t.fault = err
		return result, err
	}
	result, err = t.Tools.Execute(ctx, call, state, t.progress)
	if err != nil {
		if code, _ := schemaregistry.Sentence(err); code == "internal" && ctx.Err() == nil && t.OnFault != nil {
			t.OnFault(t.session.ID, tool.Name, err)
		}
		return result, err
	}
	if result.Ask != nil {
		return result, nil
	}
	t.fault = errors.Join(t.store(result.Artifacts), t.keepResult(tool, call.Args, result))
	return result, t.fault
}

// tell makes the reply of a model's answer and of the results it rests on.
func (t *turn) tell(question string, answer toolloop.Answer) error {
	r := &t.reply
	r.Outcome, r.Answer, r.MatchedBy = Answered, answer.Text, string(choiceinterp.ByLLM)
	for _, use := range answer.Uses {
		if err := t.tellUse(use); err != nil {
			return err
		}
	}
	if len(answer.Unproven) > 0 {
		r.warn("Numbers that stand in no result of this answer are marked, do not rely on them: " + strings.Join(answer.Unproven, ", ") + ".")
	}
	if answer.End.Unfinished() {
		r.warn("The question may need more steps than one answer takes.")
		r.Chips = append(r.Chips, schemaregistry.Chip{Label: "Keep looking", Say: keepLooking})
		t.unfinished = &session.Unfinished{Question: question, Found: answer.History}
	}
	if t.state.Pending != nil { // it is put again, and nothing else beside it
		return nil
	}
	switch {
	case answer.Ask != nil:
		tool := t.Tools.Tool(answer.Ask.Tool)
		call := schemaregistry.Call{Tool: tool.Name, Args: answer.Ask.Args}
		said := r.Answer
		err := t.accept(tool, call, answer.Ask.Result, false)
		r.Answer = joinParagraphs(said, r.Answer)
		return err
	case answer.Proposed != nil:
		t.propose(*answer.Proposed)
	}
	return nil
}

// tellUse adds what one result says besides the model's sentences. The table of the
// last one is shown; what the model saw only in part is kept whole.
func (t *turn) tellUse(use toolloop.Use) error {
	r, tool := &t.reply, t.Tools.Tool(use.Tool)
	for _, warning := range use.Result.Warnings {
		r.warn(warning)
	}
	for _, assumed := range use.Result.Assumed {
		r.assume(assumed)
	}
	if tool.Effect != schemaregistry.EffectRead {
		done := "Done for this answer: " + t.inShort(tool, use.Args) + "."
		if len(use.Result.SideEffects) == 0 {
			done += " Undo takes it back."
		}
		r.assume(done)
	}
	if receipt := use.Result.Receipt; receipt != nil && len(receipt.Inputs) > 0 {
		r.assume(source(receipt))
	}
	if use.Result.Table != nil {
		r.Table, r.Receipt = use.Result.Table, use.Result.Receipt
	}
	r.Chips = use.Result.Chips
	if !use.Cut {
		return nil
	}
	name := toolloop.ResultID(use.Result) + "-" + tool.Name
	if use.Result.Table == nil {
		return t.store([]schemaregistry.Artifact{{Name: name + ".txt", Kind: "report", MIME: "text/plain; charset=utf-8", Data: []byte(use.Result.Text)}})
	}
	whole, err := use.Result.Table.CSV(name + ".csv")
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return t.store([]schemaregistry.Artifact{whole})
}

// source names the files behind a result, and their version [3.26].
func source(receipt *schemaregistry.Receipt) string {
	files := make([]string, len(receipt.Inputs))
	for i, input := range receipt.Inputs {
		files[i] = input.Name
	}
	return fmt.Sprintf("Worked out from %s, version %.8s of the data.", strings.Join(files, ", "), receipt.Dataset)
}

// propose asks whether a call that a model may not make by itself shall be made.
func (t *turn) propose(call schemaregistry.Call) {
	tool := t.Tools.Tool(call.Tool)
	what := t.inShort(tool, call.Args)
	q := schemaregistry.Question{
		ID: "proposed:" + tool.Name, Text: "You did not ask for this, so it was not done: " + what + ". Shall I do it now?",
		Options: []schemaregistry.Option{
			{Label: "Yes: " + what, Tool: tool.Name, Args: call.Args},
			{Label: "No, leave it", Say: cancel},
		},
	}
	t.state.Pending = &session.Pending{Tool: tool.Name, Question: q}
	t.reply.put(q)
}

// inShort names a tool and its arguments, long texts cut.
func (t *turn) inShort(tool *schemaregistry.Tool, args map[string]any) string {
	whole := tool.Title + t.chosen(tool, args)
	if short := shorten(whole, toldReply); short != whole {
		return short + "…"
	}
	return whole
}

// hint is what the words say of the likeliest tool, as code reads them: a model
// with tools is about to be asked anyway. There is none where they say nothing of it.
func (t *turn) hint(text string, intent intent) (hint choiceinterp.Resolution) {
	if tool := intent.best(); tool != nil {
		t.readFor = tool
		hint = t.resolve(text, tool, nil)
	}
	if len(hint.Args) == 0 && intent.band() == choiceinterp.BandRephrase {
		return choiceinterp.Resolution{}
	}
	return hint
}

// asked are the tools that the words ask for. A question asks for none.
func (i intent) asked() []*schemaregistry.Tool {
	var tools []*schemaregistry.Tool
	if i.unspoken != nil {
		tools = append(tools, i.unspoken)
	}
	for _, candidate := range i.scores {
		if i.kind == choiceinterp.OutcomeRun && choiceinterp.BandOf(candidate.Score) != choiceinterp.BandRephrase {
			tools = append(tools, candidate.Tool)
		}
	}
	return tools
}
