package router

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
)

// vocabulary is the session's words for the interpreter: the columns, and for a
// tool that speaks of the files themselves their headings too.
func (t *turn) vocabulary(tool *schemaregistry.Tool) choiceinterp.Context {
	v := t.state.Vocabulary
	c := choiceinterp.Context{States: names(v["states"]), Periods: names(v["periods"]), Wards: names(v["wards"])}
	lists := []string{"columns"}
	if tool != nil && slices.ContainsFunc(tool.Args, func(a schemaregistry.Arg) bool { return a.Values == "headings" }) {
		lists = append(lists, "headings")
	}
	for _, list := range lists {
		for _, term := range v[list] {
			c.Columns = append(c.Columns, choiceinterp.Column{Name: term.Name, Aliases: term.Aliases})
		}
	}
	return c
}

func names(terms []schemaregistry.Term) []string {
	list := make([]string, len(terms))
	for i, term := range terms {
		list[i] = term.Name
	}
	return list
}

// putAgain puts the open question once more.
func (t *turn) putAgain(pending session.Pending) {
	t.state.Pending = &pending
	t.reply.put(pending.Question)
}

// rephrase asks for other words and shows what is possible.
func (t *turn) rephrase(why string) {
	t.reply.Outcome = Rephrase
	t.reply.Confidence, t.reply.MatchedBy = t.via.Confidence, string(t.via.MatchedBy)
	t.reply.Answer = why + " " + t.possible()
	t.reply.Chips = t.nextChips()
	if t.state.Pending != nil {
		t.putAgain(*t.state.Pending)
	}
}

// clarify asks the interpreter's one question. Its chips are said back as text.
func (t *turn) clarify(resolution choiceinterp.Resolution, tool *schemaregistry.Tool) {
	t.reply.Outcome, t.reply.Tool, t.reply.Args = Asked, tool.Name, resolution.Args
	t.reply.Confidence, t.reply.MatchedBy = resolution.Confidence, string(resolution.MatchedBy)
	t.state.Clarified, t.event.Clarified = true, true
	c := resolution.Clarifier
	if c == nil {
		t.reply.Answer = "I am not sure what you mean."
		return
	}
	q := schemaregistry.Question{ID: c.Arg, Arg: c.Arg, Text: c.Question}
	for _, chip := range c.Chips {
		option := schemaregistry.Option{Label: chip.Label, Say: chip.Say}
		if value, ok := chipValue(tool, c.Arg, chip); ok {
			option.Args = map[string]any{c.Arg: value}
		}
		q.Options = append(q.Options, option)
	}
	t.state.Pending = &session.Pending{Tool: tool.Name, Question: q}
	t.reply.put(q)
}

// chipValue is the argument's value that a clarifier's chip stands for.
func chipValue(tool *schemaregistry.Tool, name string, chip schemaregistry.Chip) (any, bool) {
	arg := tool.Arg(name)
	if arg == nil {
		return nil, false
	}
	for _, text := range []string{chip.Say, chip.Label} {
		if err := tool.CheckPartial(map[string]any{name: text}); err == nil {
			return text, true
		}
	}
	return nil, false
}

// askWhich asks which of the likeliest tools is meant.
func (t *turn) askWhich(intent intent) {
	q := schemaregistry.Question{ID: "tool", Text: "What would you like?"}
	for _, candidate := range intent.scores[:min(3, len(intent.scores))] {
		q.Options = append(q.Options, schemaregistry.Option{Label: candidate.Tool.Title, Tool: candidate.Tool.Name})
	}
	t.state.Clarified, t.event.Clarified = true, true
	t.state.Pending = &session.Pending{Tool: intent.scores[0].Tool.Name, Question: q}
	t.reply.Outcome = Asked
	t.reply.Confidence = intent.scores[0].Score
	t.reply.put(q)
}

// answerQuestion answers what is asked: about meaning or method from what the tools
// themselves declare, else by a model that looks around, where there is one.
func (t *turn) answerQuestion(text string, intent intent) error {
	t.reply.Outcome = Answered
	if topic := t.topic(text, sameQuestion); topic != nil && !t.asksMore(text, topic) {
		t.reply.Answer = topic.Answer
		return nil
	}
	if answered, err := t.investigate(session.Unfinished{Question: text}, intent); answered || err != nil {
		return err
	}
	if topic := t.topic(text, alikeQuestion); topic != nil {
		t.reply.Answer = topic.Answer
		return nil
	}
	t.reply.Answer = "I cannot answer that from your data or from what I know of the method. " + t.possible()
	if t.loop != nil {
		t.reply.Answer = "The language model that answers open questions gives no answer now; everything else works. " + t.possible()
	}
	t.reply.Chips = t.nextChips()
	return nil
}

// asksMore reports that a message wants reasons for what it points at, "why is this
// ward above that one?", or shares little with the topic that covers it. A model is
// told of the topic and can look around.
func (t *turn) asksMore(text string, topic *schemaregistry.Topic) bool {
	if !wantsReasons.MatchString(text) || !t.loop.Available() {
		return false
	}
	_, shared := choiceinterp.Nearest(topic.Question, []choiceinterp.Passage{{Heading: text}})
	return shared < alikeQuestion || pointsAt.MatchString(text)
}

// topic finds the declared answer that the text asks for, or nil when none covers
// enough of its words.
func (t *turn) topic(text string, enough float64) *schemaregistry.Topic {
	var topics []schemaregistry.Topic
	var passages []choiceinterp.Passage
	for _, tool := range t.Tools.Spoken() {
		for _, topic := range slices.Concat(tool.Topics, argTopics(tool)) {
			topics = append(topics, topic)
			passages = append(passages, choiceinterp.Passage{Heading: topic.Question, Body: topic.Answer})
		}
	}
	best, covered := choiceinterp.Nearest(text, passages)
	if best < 0 || covered < enough {
		return nil
	}
	return &topics[best]
}

// How much of a question a topic must cover to be its answer, and to be better
// than nothing.
const (
	sameQuestion  = 0.7
	alikeQuestion = 0.36
)

// argTopics make every argument and named value of a tool something that can be
// asked about.
func argTopics(tool *schemaregistry.Tool) []schemaregistry.Topic {
	var topics []schemaregistry.Topic
	for _, arg := range tool.Args {
		if len(arg.Labels) == 0 {
			continue
		}
		var values []string
		for _, value := range arg.Enum {
			values = append(values, fmt.Sprintf("%s (%s)", arg.Labels[value], value))
		}
		topics = append(topics, schemaregistry.Topic{
			Question: "what is the " + strings.ToLower(arg.Title) + "? which choices are there?",
			Answer:   fmt.Sprintf("%s asks: %s The choices are %s.", tool.Title, arg.Description, strings.Join(values, ", ")),
		})
	}
	return topics
}
