// Package choiceinterp turns an analyst's words into one validated call with a
// confidence that means something.
//
// It knows no tool and no domain: everything it needs comes from the tool's
// declaration (schema, labels, examples) and from the request (the options in
// view, memory, columns). It can be used without the rest of the system.
package choiceinterp

import (
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// A Request is one message and what is needed to understand it.
type Request struct {
	Text       string
	Tool       *schemaregistry.Tool
	Asked      string   // the argument that was asked for; "" none
	Visible    []Option // the options on screen, in order
	Memory     Memory
	Context    Context
	Now        time.Time // with the analyst's time zone
	Alone      bool      // read it without the model
	ModelFirst bool      // ask the model about exact options and places in the list too, which else are decided without
}

// An Option is one visible choice. Value is what it stands for when the asked
// argument takes it; "" when the option is an action and not a value.
type Option struct {
	Label string `json:"label"`
	Value any    `json:"value,omitempty"`
}

// Memory is what references point at.
type Memory struct {
	Last        map[string]any `json:"last,omitempty"`        // arguments of the tool's last execution
	Previous    map[string]any `json:"previous,omitempty"`    // of the one before
	Recommended map[string]any `json:"recommended,omitempty"` // what was recommended
}

// Context is the session's vocabulary.
type Context struct {
	Columns []Column       `json:"columns,omitempty"` // values of arguments with x-values "columns"
	States  []string       `json:"states,omitempty"`  // of arguments with x-values "states"
	Periods []string       `json:"periods,omitempty"`
	Wards   []string       `json:"wards,omitempty"`
	Flags   map[string]any `json:"flags,omitempty"`
}

// A Column is a variable of the dataset by its canonical name and other names.
type Column struct {
	Name    string   `json:"name"`
	Aliases []string `json:"aliases,omitempty"`
}

// Outcome is what the message is.
type Outcome string

// The outcomes.
const (
	OutcomeRun      Outcome = "run"      // it determines a legal choice
	OutcomeAsk      Outcome = "ask"      // a choice, but one thing has to be asked
	OutcomeQuestion Outcome = "question" // something is asked rather than chosen
	OutcomeReject   Outcome = "reject"   // nothing to act on
)

// MatchedBy is how the choice was found.
type MatchedBy string

// The closed set of [004-17].
const (
	ByLLM     MatchedBy = "llm"
	ByOrdinal MatchedBy = "ordinal"
	ByRegex   MatchedBy = "regex"
	ByFuzzy   MatchedBy = "fuzzy"
)

// A Resolution is what a message means. Args holds only what the message, with
// memory and the visible list, determines; every value is legal for the tool.
type Resolution struct {
	Tool       string            `json:"tool"`
	Args       map[string]any    `json:"args"`
	Confidence float64           `json:"confidence"` // probability that Outcome and Args are right
	Reason     string            `json:"reason"`
	MatchedBy  MatchedBy         `json:"matched_by"`
	Outcome    Outcome           `json:"outcome"`
	Option     int               `json:"option,omitempty"` // 1-based visible option that was chosen whole; 0 none
	Provenance map[string]Origin `json:"provenance,omitempty"`
	Clarifier  *Clarifier        `json:"clarifier,omitempty"`
	Features   Features          `json:"-"` // what Confidence was judged by; all 0 where it is no judgement
}

// Origin says where an argument's value came from.
type Origin struct {
	Quote  string `json:"quote,omitempty"` // the words that carry it
	Source string `json:"source"`          // said | memory | default
}

// A Clarifier is one concise question with the likeliest values.
type Clarifier struct {
	Question string                `json:"question"`
	Arg      string                `json:"arg,omitempty"`
	Chips    []schemaregistry.Chip `json:"chips,omitempty"`
	Stranger string                `json:"stranger,omitempty"` // what was named and the data do not have
}

// Band is what a confidence leads to; bounds are inclusive [004-07].
type Band string

// The bands.
const (
	BandRun      Band = "run"      // >= 0.7
	BandAsk      Band = "ask"      // 0.4 to 0.7
	BandRephrase Band = "rephrase" // < 0.4
)

// BandOf returns the band of a confidence; NaN is 0.
func BandOf(confidence float64) Band {
	switch {
	case confidence >= 0.7:
		return BandRun
	case confidence >= 0.4:
		return BandAsk
	}
	return BandRephrase
}
