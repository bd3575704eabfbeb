package router

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
)

// gate checks the tool's workflow gate before any words are interpreted for it.
func (t *turn) gate(tool *schemaregistry.Tool) *schemaregistry.Blocked {
	state := t.registryState()
	decision := schemaregistry.CheckGate(tool.Needs, state.Evidence, state.Dataset())
	if decision.Open() {
		return nil
	}
	return &schemaregistry.Blocked{Tool: tool.Name, Gate: decision}
}

// fork answers a closed gate with the two ways on [004-C4]: for missing evidence
// the first analysis that lacks it, with defaults or step by step; for outdated
// evidence an update, or going on with the old result.
func (t *turn) fork(tool *schemaregistry.Tool, blocked *schemaregistry.Blocked) {
	t.reply.Outcome, t.reply.Tool = IsBlocked, tool.Name
	if len(t.state.Inputs) == 0 {
		t.reply.Answer = fmt.Sprintf("%s needs data first: add a facility file or a ward table.", tool.Title)
		return
	}
	var q schemaregistry.Question
	if len(blocked.Gate.Missing) > 0 {
		q = t.forkMissing(tool, blocked.Gate.Missing[0])
	} else {
		q = t.forkStale(tool, blocked.Gate.Stale[0])
	}
	if !t.flags.StrictGates {
		q.Text = t.whyClosed(tool, blocked.Gate) + " " + q.Text
	}
	t.state.Pending = &session.Pending{Tool: tool.Name, Question: q}
	t.reply.put(q)
}

// whyClosed says at length what the fork leaves out.
func (t *turn) whyClosed(tool *schemaregistry.Tool, gate schemaregistry.GateDecision) string {
	var names []string
	for _, kind := range slices.Concat(gate.Missing, gate.Stale) {
		names = append(names, "the "+t.nameOf(kind))
	}
	return fmt.Sprintf("Nothing was run: every number of %s is worked out from %s, and there is no current result of that in this session.",
		tool.Title, strings.Join(names, " and "))
}

func (t *turn) forkMissing(tool *schemaregistry.Tool, kind string) schemaregistry.Question {
	first := t.firstOpen(kind)
	short := first.Short
	next := schemaregistry.Option{Label: fmt.Sprintf("Continue %s step by step", short), Tool: first.Name}
	if step := t.nextStep(first); step != "" {
		next.Label = fmt.Sprintf("Continue %s at %s", short, step)
	}
	text := fmt.Sprintf("%s needs the %s first. How shall we get it?", tool.Title, short)
	if first.Gives != kind {
		text = fmt.Sprintf("%s needs the %s, and that needs %s first. How shall we get it?", tool.Title, t.giving(kind).Short, short)
	}
	return schemaregistry.Question{
		ID: "gate:" + first.Gives, Text: text,
		Options: []schemaregistry.Option{
			{Label: fmt.Sprintf("Finish %s with defaults", short), Tool: first.Name, Defaults: true, Recommended: true},
			next,
		},
	}
}

// firstOpen walks up from a missing kind to the first analysis whose own gate is open.
func (t *turn) firstOpen(kind string) *schemaregistry.Tool {
	tool := t.giving(kind)
	for range t.Tools.Tools() { // the chain is no longer than the list
		blocked := t.gate(tool)
		if blocked == nil || len(blocked.Gate.Missing) == 0 {
			return tool
		}
		tool = t.giving(blocked.Gate.Missing[0])
	}
	return tool
}

// nextStep names the first choice of a tool that has not been made yet.
func (t *turn) nextStep(tool *schemaregistry.Tool) string {
	for _, arg := range tool.Args {
		if _, chosen := t.state.Drafts[tool.Name][arg.Name]; !chosen && len(arg.Enum) > 0 && arg.Default == nil {
			return strings.ToLower(arg.Title)
		}
	}
	return ""
}

func (t *turn) forkStale(tool *schemaregistry.Tool, kind string) schemaregistry.Question {
	first := t.firstStale(kind)
	return schemaregistry.Question{
		ID:   "stale:" + kind,
		Text: fmt.Sprintf("The %s is outdated: something it rests on has changed since.", t.nameOf(kind)),
		Options: []schemaregistry.Option{
			{Label: "Update first", Tool: first.Name, Args: t.state.Last[first.Name], Recommended: true},
			{Label: "Continue on the old result", Args: t.state.Drafts[tool.Name], AcceptStale: true},
		},
	}
}

// firstStale is the tool furthest up whose result has to be computed again.
func (t *turn) firstStale(kind string) *schemaregistry.Tool {
	tool := t.giving(kind)
	for range t.Tools.Tools() {
		blocked := t.gate(tool)
		if blocked == nil || len(blocked.Gate.Stale) == 0 {
			return tool
		}
		tool = t.giving(blocked.Gate.Stale[0])
	}
	return tool
}
