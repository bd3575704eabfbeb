package telemetry

import (
	"encoding/json"
	"time"
)

// A ChoiceEvent tells how a message was understood and what came of the turn: the
// payload of [004-17], and what is needed to measure it and to fit its confidence
// again.
type ChoiceEvent struct {
	Type       string         `json:"type"` // TypeChoice
	SessionID  string         `json:"session_id"`
	Tool       string         `json:"tool"` // "" when no tool was chosen
	Args       map[string]any `json:"args"` // what the words determine, not what was chosen earlier
	Confidence float64        `json:"confidence"`
	MatchedBy  string         `json:"matched_by"` // llm | ordinal | regex | fuzzy
	UserText   string         `json:"user_text"`  // what was said, or "sha256:" and its hash in hexadecimal

	TextLength int       `json:"text_length"` // of what was said, in characters
	At         time.Time `json:"at"`
	Turn       int64     `json:"turn"` // 1, 2, ... within the session

	Gives      string          `json:"gives,omitempty"`    // the evidence that the tool makes; "" a look-up, or no tool
	Resolution string          `json:"resolution"`         // what the message was: run | ask | question | reject
	Outcome    string          `json:"outcome"`            // what came of the turn: run | ask | rephrase | answer | blocked | error
	Band       string          `json:"band"`               // of the confidence: run | ask | rephrase
	Clarified  bool            `json:"clarified"`          // the reply asks which reading is meant
	Changed    bool            `json:"changed"`            // the session is not as it was: undo would take this turn back
	Asked      string          `json:"asked,omitempty"`    // the argument that was asked for
	Option     int             `json:"option,omitempty"`   // the option in view that was chosen, from 1
	Reason     string          `json:"reason,omitempty"`   // why; a model's own words only where text is kept
	Features   json.RawMessage `json:"features,omitempty"` // what the confidence was judged by, by name

	Known json.RawMessage `json:"known,omitempty"` // what the words were read against; only where text is kept

	LatencyMS float64 `json:"latency_ms"` // of understanding the words
	TurnMS    float64 `json:"turn_ms"`    // of the whole turn

	Version string         `json:"version"`       // of the program
	Flags   map[string]any `json:"flags"`         // in force for the user
	Arm     string         `json:"arm,omitempty"` // what the file of flags decided: "flag:variation,..."
}
