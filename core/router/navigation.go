package router

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

// navigation recognises the few commands that work in any state. Only the whole
// message counts, so that "help me plan 200k nets" is no call for help.
func navigation(text string) (command string, ok bool) {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return strings.ContainsRune(" \t\n.,!?;:'\"/", r)
	})
	words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(politeness, w) })
	command, ok = called[strings.Join(words, " ")]
	return command, ok
}

var politeness = []string{"please", "pls", "abeg", "ok", "okay", "can", "you", "me", "just", "let", "lets", "let's", "us", "thanks"}

// called are the ways to say a command.
var called = map[string]string{
	"help": "help", "what do": "help", "menu": "help", "options": "help", "commands": "help",
	"status": "status", "where am i": "status", "where are we": "status", "progress": "status",
	"back": back, "go back": back, "previous": back, "previous step": back,
	"cancel": cancel, "never mind": cancel, "nevermind": cancel, "stop": cancel, "forget it": cancel,
	"start over": startOver, "restart": startOver, "reset": startOver, "start again": startOver, "begin again": startOver,
	"undo": undo, "undo that": undo, "undo it": undo, "take that back": undo,
}

// The commands that take back, as events name them.
const (
	undo      = telemetry.ActionUndo
	back      = telemetry.ActionBack
	cancel    = telemetry.ActionCancel
	startOver = telemetry.ActionStartOver
)

var commands = map[string]func(*turn) error{
	"help": (*turn).help, "status": (*turn).status,
	back: (*turn).back, cancel: (*turn).cancel, startOver: (*turn).startOver, undo: (*turn).undo,
}

// help says what is possible now, and keeps the open question open.
func (t *turn) help() error {
	t.reply.Outcome = Answered
	t.reply.Answer = t.possible() + "\n\nAny time: status, back, undo, cancel, start over."
	if t.state.Pending != nil {
		t.putAgain(*t.state.Pending)
		return nil
	}
	t.reply.Chips = t.nextChips()
	return nil
}

// possible lists the tools with an example of what to say.
func (t *turn) possible() string {
	var b strings.Builder
	b.WriteString("Say in your own words what you want. For example:")
	for _, tool := range t.Workflow() {
		if len(tool.Examples) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n  %s: \"%s\"", tool.Title, tool.Examples[0].Text)
		if blocked := t.gate(tool); blocked != nil && len(blocked.Gate.Missing) > 0 {
			fmt.Fprintf(&b, " (after %s)", t.giving(blocked.Gate.Missing[0]).Short)
		}
	}
	return b.String()
}

// Workflow lists the tools of the analysis in their order: what needs nothing first.
func (r *Router) Workflow() []*schemaregistry.Tool {
	tools := r.Tools.Spoken()
	slices.SortStableFunc(tools, func(a, b *schemaregistry.Tool) int { return r.depth(a, 0) - r.depth(b, 0) })
	return tools
}

func (r *Router) depth(tool *schemaregistry.Tool, level int) int {
	deepest := 0
	if tool == nil || level > 8 {
		return 0
	}
	for _, kind := range tool.Needs {
		deepest = max(deepest, 1+r.depth(r.giving(kind), level+1))
	}
	return deepest
}

// status says which files and results there are and what is open.
func (t *turn) status() error {
	var lines []string
	for _, input := range t.state.Inputs {
		lines = append(lines, fmt.Sprintf("File: %s", input.Name))
	}
	if len(lines) == 0 {
		lines = append(lines, "No files yet.")
	}
	state := t.registryState()
	for _, tool := range t.Workflow() {
		if tool.Gives == "" {
			continue
		}
		e := state.Evidence[tool.Gives]
		switch {
		case e == nil:
			lines = append(lines, tool.Title+": not done")
		case schemaregistry.IsStale(tool.Gives, state.Evidence, state.Dataset()):
			lines = append(lines, tool.Title+": done, but outdated by a later change")
		case e.Supplied:
			lines = append(lines, tool.Title+": supplied by your file")
		default:
			lines = append(lines, tool.Title+": done"+t.chosen(tool, e.Args))
		}
	}
	t.reply.Outcome, t.reply.Answer = Answered, strings.Join(lines, "\n")
	if t.state.Pending != nil {
		t.putAgain(*t.state.Pending)
		return nil
	}
	t.reply.Chips = t.nextChips()
	return nil
}

func (t *turn) chosen(tool *schemaregistry.Tool, args map[string]any) string {
	var said []string
	for _, arg := range tool.Args {
		if value, ok := args[arg.Name]; ok {
			said = append(said, sayArg(arg, value))
		}
	}
	if len(said) == 0 {
		return ""
	}
	return " (" + strings.Join(said, ", ") + ")"
}

// nextChips proposes the analyses whose gate is open and that are not done yet,
// in the words of their own examples.
func (t *turn) nextChips() []schemaregistry.Chip {
	var chips []schemaregistry.Chip
	for _, tool := range t.Workflow() {
		if t.isDue(tool) {
			chips = append(chips, asked(tool))
		}
	}
	return chips
}

// asked is the chip that asks for a tool, in the words of its first example.
func asked(tool *schemaregistry.Tool) schemaregistry.Chip {
	if len(tool.Examples) == 0 {
		return schemaregistry.Chip{Label: tool.Title, Say: tool.Title}
	}
	return schemaregistry.Chip{Label: tool.Title, Say: tool.Examples[0].Text}
}

// waiting proposes the analyses that were asked for earlier and can run now.
func (t *turn) waiting() []schemaregistry.Chip {
	var chips []schemaregistry.Chip
	for _, tool := range t.Workflow() {
		if len(t.state.Drafts[tool.Name]) > 0 && tool.Gives != "" && t.gate(tool) == nil {
			chips = append(chips, asked(tool))
		}
	}
	return chips
}

// back returns to the state before the last choice.
func (t *turn) back() error { return t.restore("Back to before") }

// undo takes the last change back.
func (t *turn) undo() error { return t.restore("Took back") }

func (t *turn) restore(said string) error {
	t.reply.Outcome = Answered
	earlier := t.session.Undo
	if len(earlier) == 0 {
		t.reply.Answer = "There is nothing to take back."
		if t.state.Pending != nil {
			t.putAgain(*t.state.Pending)
		}
		return nil
	}
	undone := t.state.Said
	t.state = clone(earlier[len(earlier)-1])
	t.session.Undo = earlier[:len(earlier)-1]
	t.restored = true
	t.reply.Answer = fmt.Sprintf("%s: %q.", said, undone)
	if t.state.Pending != nil {
		t.putAgain(*t.state.Pending)
	}
	return nil
}

// cancel drops the open question and the choices made for it.
func (t *turn) cancel() error {
	t.reply.Outcome = Answered
	if t.state.Pending == nil {
		t.reply.Answer = "Nothing is open."
		t.reply.Chips = t.nextChips()
		return nil
	}
	delete(t.state.Drafts, t.state.Pending.Tool)
	t.state.Pending = nil
	t.reply.Answer = "Dropped. Your files and results are as they were."
	t.reply.Chips = t.nextChips()
	return nil
}

// startOver forgets choices, corrections and results; the files stay. Undo brings all back.
func (t *turn) startOver() error {
	inputs, vocabulary := t.state.Inputs, t.state.Vocabulary
	t.state = session.State{Inputs: inputs, Vocabulary: vocabulary}
	t.reply.Outcome = Answered
	if len(inputs) > 0 {
		if err := t.review(); err != nil {
			return err
		}
		t.reply.Outcome = Answered
	}
	t.reply.Answer = "Started over with the same files; results and choices are gone (undo brings them back)."
	t.reply.Table, t.reply.Warnings, t.reply.Assumed = nil, nil, nil
	t.reply.Chips = t.nextChips()
	return nil
}
