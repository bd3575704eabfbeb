package schemaregistry

import "time"

// A Result is what a tool gives back. Text is written for the analyst; numbers
// in it were computed by the handler.
type Result struct {
	Text      string     `json:"text"`                // the answer in a sentence or a few, plain text
	Untrusted bool       `json:"untrusted,omitempty"` // Text and Table hold what others wrote: pages, files, notes
	Assumed   []string   `json:"assumed,omitempty"`   // what was taken for granted, a sentence each
	Warnings  []string   `json:"warnings,omitempty"`  // what weakens the answer, a sentence each
	Table     *Table     `json:"table,omitempty"`     // the table to show under the text
	Artifacts []Artifact `json:"-"`                   // files to keep: tables, maps, reports
	Chips     []Chip     `json:"chips,omitempty"`     // what she may want to say next
	Evidence  *Evidence  `json:"evidence,omitempty"`  // what this execution proved, for the gates
	Edits     Edits      `json:"edits,omitempty"`     // corrections to remember; "" removes one
	// Vocabulary, when not nil, replaces what the session knows of the words in
	// the data, by the x-values of Arg: columns, states, periods, wards.
	Vocabulary map[string][]Term `json:"-"`
	// SideEffects are what the tool did outside the session, such as
	// "created:notes/nets.md" or "searched:duckduckgo:nets in Kano", for the audit.
	SideEffects []string `json:"side_effects,omitempty"`

	Ask     *Question      `json:"ask,omitempty"`     // a choice that must be made first
	Receipt *Receipt       `json:"receipt,omitempty"` // how the numbers came about
	Dropped []string       `json:"dropped,omitempty"` // unknown arguments that were left out
	Args    map[string]any `json:"args,omitempty"`    // the arguments as executed, defaults applied
}

// A Term is a word of the data: its canonical name and what else it is called.
type Term struct {
	Name    string   `json:"name"`
	Aliases []string `json:"aliases,omitempty"`
}

// An Artifact is a file that a result produced.
type Artifact struct {
	Name string // file name, such as tpr.csv or map-tpr.svg
	Kind string // table | map | report
	MIME string
	Data []byte
}

// A Chip is a suggestion that can be clicked or said.
type Chip struct {
	Label string `json:"label"`
	Say   string `json:"say"` // what a click sends as text
}

// A Question is put to the analyst with numbered options. An answer sets
// arguments, corrections, or leads to another tool.
type Question struct {
	ID      string   `json:"id"`            // stable name of the subject, such as "age_group" or "column:conf_u5"
	Text    string   `json:"text"`          // one question
	Arg     string   `json:"arg,omitempty"` // the argument asked for, when it is one
	Options []Option `json:"options,omitempty"`
}

// An Option is one answer of a Question.
type Option struct {
	Label       string         `json:"label"`         // shown, without its number
	Say         string         `json:"say,omitempty"` // what a click sends; Label when empty
	Recommended bool           `json:"recommended,omitempty"`
	Tool        string         `json:"tool,omitempty"`         // the tool to run instead of the asking one
	Args        map[string]any `json:"args,omitempty"`         // arguments that this answer sets
	Edits       Edits          `json:"edits,omitempty"`        // corrections that this answer makes
	AcceptStale bool           `json:"accept_stale,omitempty"` // continue on the old result
	Defaults    bool           `json:"defaults,omitempty"`     // take the recommended option of every question that follows
}

// Chip returns the option as a chip.
func (o Option) Chip() Chip {
	if o.Say == "" {
		return Chip{Label: o.Label, Say: o.Label}
	}
	return Chip{Label: o.Label, Say: o.Say}
}

// A Receipt lets every number be challenged: from which files, by which formula,
// over which rows, under which version.
type Receipt struct {
	ID       string            `json:"id"`
	Tool     string            `json:"tool"`
	Args     map[string]any    `json:"args"`
	Inputs   []Input           `json:"inputs"`
	Dataset  string            `json:"dataset"`          // version of the dataset: its files and corrections
	From     map[string]string `json:"from,omitempty"`   // evidence used, kind -> hash
	Result   string            `json:"result,omitempty"` // hash of the evidence that came out
	Formula  string            `json:"formula"`          // in words and symbols, with its source
	Rows     int               `json:"rows"`             // rows that went into the numbers
	Steps    []string          `json:"steps,omitempty"`  // what was done, in order, with counts
	Trace    map[string]string `json:"trace,omitempty"`  // ward -> "file rows 2-4, 6"
	Version  string            `json:"version"`          // of the program
	At       time.Time         `json:"at"`
	Duration float64           `json:"duration_ms"`
}
