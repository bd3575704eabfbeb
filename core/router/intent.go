package router

import (
	"cmp"
	"slices"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// An intent is what a message asks for when no question is open, or in spite of one.
type intent struct {
	scores []choiceinterp.ToolScore // likeliest first
	kind   choiceinterp.Outcome     // run, question or reject

	unspoken *schemaregistry.Tool // that only models call and the words wish for; nil none
}

func (t *turn) intent(text string) intent {
	began := t.Now()
	defer t.understanding(began)
	scores, kind := t.Interpreter.PickTool(t.ctx, text, t.Tools.Spoken(), t.vocabulary(nil))
	intent := intent{scores: t.expect(text, scores), kind: kind}
	t.classified += t.Now().Sub(began)
	t.likelihood = intent.resolution().Confidence
	return intent
}

// How much a name and the place in the conversation weigh. Who begins with the name
// of a step means that step, and who names none may go on with the last one. Of two readings that fit equally
// an analyst means the step that is due, and not a correction of her files: what
// changes how they are read must be plainly meant.
const (
	named      = 3
	nextStep   = 3
	justRan    = 2
	correction = 0.25
)

// expect weighs the scores by names and by where the session stands. They still add up to one
// with what "none of them" had.
func (t *turn) expect(text string, scores []choiceinterp.ToolScore) []choiceinterp.ToolScore {
	before, after := 0., 0.
	for i := range scores {
		before += scores[i].Score
		tool := scores[i].Tool
		if choiceinterp.Opens(text, tool.Short, tool.Title, tool.Gives) {
			scores[i].Score *= named
		}
		switch {
		case t.isDue(tool):
			scores[i].Score *= nextStep
		case tool.Name == t.state.LastTool && tool.Gives != "":
			scores[i].Score *= justRan
		case tool.Effect == schemaregistry.EffectWrite:
			scores[i].Score *= correction
		}
		after += scores[i].Score
	}
	for i := range scores {
		scores[i].Score *= before / max(after, 1e-9)
	}
	slices.SortStableFunc(scores, func(a, b choiceinterp.ToolScore) int { return cmp.Compare(b.Score, a.Score) })
	return scores
}

// isDue reports that the tool's result is the next one missing.
func (t *turn) isDue(tool *schemaregistry.Tool) bool {
	return tool.Gives != "" && t.state.Evidence[tool.Gives] == nil && len(t.state.Inputs) > 0 && t.gate(tool) == nil
}

// best is the likeliest tool, or nil.
func (i intent) best() *schemaregistry.Tool {
	if len(i.scores) == 0 {
		return nil
	}
	return i.scores[0].Tool
}

// resolution is what the message means as long as no tool's arguments were looked for.
func (i intent) resolution() choiceinterp.Resolution {
	r := choiceinterp.Resolution{Outcome: i.kind, MatchedBy: choiceinterp.ByFuzzy}
	if i.kind == choiceinterp.OutcomeRun && len(i.scores) > 0 {
		r.Confidence = i.scores[0].Score
	}
	return r
}

func (i intent) band() choiceinterp.Band {
	if len(i.scores) == 0 || i.kind == choiceinterp.OutcomeReject {
		return choiceinterp.BandRephrase
	}
	return choiceinterp.BandOf(i.scores[0].Score)
}

// leads reports that the likeliest tool is at least twice as likely as the next:
// asking which is meant would only cost a turn.
func (i intent) leads() bool {
	return len(i.scores) == 1 || i.scores[0].Score >= 2*i.scores[1].Score
}

// looksUp reports that the likeliest tool only reads: a question such as "which
// wards are worst" is answered by running it.
func (i intent) looksUp() bool {
	return i.band() != choiceinterp.BandRephrase && i.best().Effect == schemaregistry.EffectRead
}

// plainly is the score from which a message is plainly for one tool.
const plainly = 0.85

// isPlain reports that the message is plainly for one tool.
func (i intent) isPlain() bool {
	return i.band() == choiceinterp.BandRun && i.scores[0].Score >= plainly
}

// isForOther reports that the message is plainly for another tool than this one.
func (i intent) isForOther(tool *schemaregistry.Tool) bool {
	return i.kind == choiceinterp.OutcomeRun && i.best() != tool && i.isPlain()
}
