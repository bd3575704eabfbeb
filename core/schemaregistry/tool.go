package schemaregistry

import "time"

// Effect says what running a tool changes. It decides what happens to unknown
// arguments: an EffectRead tool drops and lists them, every other tool refuses them.
type Effect string

// The effects.
const (
	EffectRead     Effect = "read"     // looks only
	EffectRun      Effect = "run"      // computes and stores results in the session
	EffectWrite    Effect = "write"    // changes what is remembered
	EffectSchedule Effect = "schedule" // acts later
	EffectSend     Effect = "send"     // reaches the outside
)

// A Def is what the author of a tool declares, besides its typed arguments.
type Def struct {
	Name        string        // canonical name, lower_snake_case
	Aliases     []string      // other names under which it can be called
	Title       string        // for people: "Test positivity rate"
	Short       string        // inside a sentence: "TPR"; default Gives, else Title
	Description string        // one or two sentences that say when to use it
	Category    string        // data | analysis | map | question | execution | research | orchestration | evidence
	Effect      Effect        // default EffectRead
	Needs       []string      // kinds of evidence without which the gate is closed
	Uses        []string      // kinds of evidence it reads when they exist
	Gives       string        // kind of evidence it produces
	Timeout     time.Duration // default 12 s

	Cost         Cost          // default CostFree
	RequiresGate bool          // ask the EvalGate, where there is one
	Irreversible bool          // cannot be taken back: RequiresGate, and a gate that does not answer is closed
	Cooldown     time.Duration // between two runs by one user; 0 none
	DailyLimit   int           // runs by one user in a day of her time zone; 0 unlimited
	Unspoken     bool          // an analyst's words alone never mean it: models, schedules and clients call it
	Opens        []string      // of an Unspoken tool: words with which a message asks for it, whatever follows: "remember"
	Tag          Tag           // default: the name in capitals and a JSON object
	NL           bool          // may be called by one plain-English description, where that is switched on
	Guide        Guide         // for the translation of such a description

	Examples []Example // 3 to 5 diverse ones for every argument; representative, no synonym lists
	// Topics answer what people ask about the tool's matter.
	Topics []Topic
	// Labels name the values of enumerations for people, argument -> value -> label.
	Labels map[string]map[string]string
}

// An Example shows what somebody says and the arguments that it determines.
type Example struct {
	Text string         `json:"text"`
	Args map[string]any `json:"args"`
}

// An Arg is what the interpreter needs to know of one argument; it is read from
// the JSON Schema.
type Arg struct {
	Name        string
	Title       string
	Description string
	Type        string // string | integer | number | boolean | array | object
	ItemType    string // of an array
	Enum        []string
	Labels      map[string]string // value -> label
	Required    bool
	Default     any
	Minimum     *float64
	Maximum     *float64
	Unit        string // x-unit: nets | people | percent | bales | count | ... ; what a number counts
	Values      string // x-values: the open vocabulary it is taken from: columns | states | periods | wards
}

// A Topic is a short answer to a question about method or meaning.
type Topic struct {
	Question string `json:"question"` // as somebody would ask it
	Answer   string `json:"answer"`   // a few plain sentences
}
