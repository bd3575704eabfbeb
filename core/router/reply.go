package router

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
)

// Outcome is what came of a turn.
type Outcome string

// The outcomes.
const (
	Ran       Outcome = "run"      // a tool ran
	Asked     Outcome = "ask"      // one thing has to be chosen first
	Rephrase  Outcome = "rephrase" // the message could not be acted on
	Answered  Outcome = "answer"   // a question or navigation was answered
	IsBlocked Outcome = "blocked"  // a gate is closed; the fork is open
	Failed    Outcome = "error"    // something is wrong with the request or inside
)

// A Reply is the answer to one turn.
type Reply struct {
	Answer     string                   `json:"answer"` // the answer in prose
	Outcome    Outcome                  `json:"outcome"`
	Tool       string                   `json:"tool,omitempty"`
	Args       map[string]any           `json:"args,omitempty"`
	Confidence float64                  `json:"confidence"`
	MatchedBy  string                   `json:"matched_by,omitempty"`
	Warnings   []string                 `json:"warnings,omitempty"`
	Assumed    []string                 `json:"assumed,omitempty"`
	Table      *schemaregistry.Table    `json:"table,omitempty"`
	Question   *schemaregistry.Question `json:"question,omitempty"`
	Chips      []schemaregistry.Chip    `json:"chips,omitempty"`
	Receipt    *schemaregistry.Receipt  `json:"receipt,omitempty"`
	Results    []session.ResultRef      `json:"results,omitempty"`
	Code       string                   `json:"code,omitempty"` // of an error
}

// Text is the whole reply as plain text: answer, warnings, what was assumed, and
// the question with its numbered options. The table is not in it.
func (r Reply) Text() string {
	parts := []string{}
	if r.Answer != "" {
		parts = append(parts, r.Answer)
	}
	if notes := r.Notes(); notes != "" {
		parts = append(parts, notes)
	}
	if question := r.QuestionText(); question != "" {
		parts = append(parts, question)
	}
	return strings.Join(parts, "\n\n")
}

// Notes are the warnings and assumptions, a line each.
func (r Reply) Notes() string {
	var lines []string
	for _, warning := range r.Warnings {
		lines = append(lines, "! "+warning)
	}
	for _, assumed := range r.Assumed {
		lines = append(lines, "- "+assumed)
	}
	return strings.Join(lines, "\n")
}

// QuestionText is the open question with its numbered options, the recommended
// one marked; empty without a question.
func (r Reply) QuestionText() string {
	if r.Question == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(r.Question.Text)
	for i, option := range r.Question.Options {
		fmt.Fprintf(&b, "\n  %d. %s", i+1, option.Label)
		if option.Recommended {
			b.WriteString(" (recommended)")
		}
	}
	return b.String()
}

// warn adds a warning, once.
func (r *Reply) warn(sentence string) {
	if !slices.Contains(r.Warnings, sentence) {
		r.Warnings = append(r.Warnings, sentence)
	}
}

// assume adds what was taken for granted, once.
func (r *Reply) assume(sentence string) {
	if !slices.Contains(r.Assumed, sentence) {
		r.Assumed = append(r.Assumed, sentence)
	}
}

// put adds an open question to the reply, with its options as chips.
func (r *Reply) put(q schemaregistry.Question) {
	r.Question = &q
	r.Chips = nil
	for _, option := range q.Options {
		r.Chips = append(r.Chips, option.Chip())
	}
}
