package telemetry

import "time"

// A RouterEvent tells where the router sent a turn, with the keys of [004-C1]
// first. Words, commands such as undo, and files leave one each.
type RouterEvent struct {
	Type       string   `json:"type"` // TypeRouter
	SessionID  string   `json:"session_id"`
	Intent     string   `json:"intent"`     // see the Intent constants; the kind of evidence for a tool that makes one: tpr | risk | itn
	Confidence float64  `json:"confidence"` // of the intent; 1 for commands and files
	Action     string   `json:"action"`     // a command's name, ActionAdd, or what came of words: run | ask | rephrase | answer | blocked | error
	Entities   Entities `json:"entities"`
	Gating     Gating   `json:"gating"`

	ClassificationLatencyMS float64 `json:"classification_latency_ms"` // of telling what the words ask for

	TPRComplete  bool `json:"tpr_complete"` // before the turn, and not outdated
	RiskComplete bool `json:"risk_complete"`
	ITNComplete  bool `json:"itn_complete"`

	At      time.Time `json:"at"`
	Turn    int64     `json:"turn"`
	Changed bool      `json:"changed"` // as of a ChoiceEvent; undo that found nothing to take back changed nothing

	Version string         `json:"version"`
	Flags   map[string]any `json:"flags"`         // in force for the user
	Arm     string         `json:"arm,omitempty"` // what the file of flags decided: "flag:variation,..."
}

// Entities are what a message names, as the tool's arguments hold it; null what it
// does not.
type Entities struct {
	Variables   any `json:"variables"`
	N           any `json:"N"`
	Method      any `json:"method"`
	MapVariable any `json:"map_variable"`
}

// Gating says which results must be complete before the tool that was chosen.
type Gating struct {
	RequiresTPR  bool `json:"requires_tpr_complete"`
	RequiresRisk bool `json:"requires_risk_complete"`
}

// The intents of a RouterEvent besides the kinds of evidence.
const (
	IntentData             = "data_analysis"
	IntentMap              = "map_variable"
	IntentVulnerabilityMap = "map_vulnerability"
	IntentConcept          = "concept_help"
	IntentOffDomain        = "off_domain"
	IntentNavigation       = "navigation"
	IntentFiles            = "files"
)

// The actions that say something of the choices before.
const (
	ActionUndo      = "undo"
	ActionBack      = "back"
	ActionCancel    = "cancel"
	ActionStartOver = "start_over"
	ActionAdd       = "add"
)

// isCommand reports that the turn was no choice: a command, or files.
func (e RouterEvent) isCommand() bool {
	return e.Intent == IntentNavigation || e.Intent == IntentFiles
}
