package telemetry

import (
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// A ToolEvent tells of one execution of a tool, with the keys of [004-C2] first. It
// is made of the audit record, so that no door executes without leaving one.
type ToolEvent struct {
	Type          string   `json:"type"` // TypeTool
	SessionID     string   `json:"session_id"`
	Tool          string   `json:"tool"`
	Status        string   `json:"status"`          // success | error; to ask back is a success
	ToolLatencyMS float64  `json:"tool_latency_ms"` // whole milliseconds
	Errors        []string `json:"errors"`          // codes; their sentences, which may quote what was said, are in the audit

	At      time.Time `json:"at"`
	Origin  string    `json:"origin"`                 // the door: text | chip | model | http | ...
	Result  string    `json:"result"`                 // success | ask | blocked | declined | limited | invalid | unavailable | timeout | error
	Gate    string    `json:"gate"`                   // approved | blocked | timeout-open | timeout-closed
	Dropped []string  `json:"dropped_args,omitempty"` // unknown arguments that were left out

	Version string         `json:"version"`
	Flags   map[string]any `json:"flags"`         // in force for the user
	Arm     string         `json:"arm,omitempty"` // what the file of flags decided: "flag:variation,..."
}

// unknownTool stands for the name of a tool that does not exist, which a model may
// have made up.
const unknownTool = "unknown"

// How much of the names of dropped arguments an event keeps.
const (
	maxDropped     = 16
	maxDroppedName = 64 // bytes
)

func toolEvent(a schemaregistry.Audit) ToolEvent {
	e := ToolEvent{
		Type: TypeTool, SessionID: a.Session, Tool: a.Tool, Status: "success", ToolLatencyMS: float64(a.Duration), Errors: []string{},
		At: a.Timestamp, Origin: string(a.Origin), Result: a.Status, Gate: a.Gate,
	}
	if a.Code != "" {
		e.Status, e.Errors = "error", []string{a.Code}
	}
	if a.Code == "unknown_tool" {
		e.Tool = unknownTool
	}
	for _, name := range a.Dropped[:min(len(a.Dropped), maxDropped)] {
		e.Dropped = append(e.Dropped, cut(name, maxDroppedName))
	}
	return e
}
