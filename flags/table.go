// Package flags says what is switched on, and for whom.
//
// A flag is decided by the environment, else by a file that is read again when it
// changes, else by its default. The file can give a flag to a share of the users:
// who is in that share stays in it. What was in force stands in every event, so
// that the shares can be compared.
package flags

import (
	"slices"
	"strings"
	"time"
)

// A Flag is one switch as it is declared.
type Flag struct {
	Name    string `json:"name"`
	Default any    `json:"default"` // bool or int64
	Help    string `json:"help"`
	Effect  string `json:"effect"` // of the value that is not the default

	least, most int64          // of an int64
	field       func(*Set) any // where Set holds it: *bool or *int64
}

// Set is the flags in force for one user.
type Set struct {
	ChoiceResolver   bool
	ChoiceFastPath   bool
	IntentRouter     bool
	StrictGates      bool
	NLTranslation    bool
	AnalyzeTimeoutMS int64
	RouterObs        bool
	LogText          bool

	Snapshot map[string]any // all by name, as events keep them; not to be changed
	Arm      string         // what the file decided, as "flag:variation,..."; "" nothing
}

// AnalyzeTimeout is how long a model may take to answer one open question.
func (s *Set) AnalyzeTimeout() time.Duration {
	return time.Duration(s.AnalyzeTimeoutMS) * time.Millisecond
}

// table is every flag of the program.
var table = []Flag{
	{
		Name: "choice_resolver", Default: true, field: func(s *Set) any { return &s.ChoiceResolver },
		Help:   "Let a model help to understand words and answer open questions, where one is configured.",
		Effect: "0: words are understood without a model; options, numbers and chips work as before",
	},
	{
		Name: "choice_fastpath", Default: true, field: func(s *Set) any { return &s.ChoiceFastPath },
		Help:   "Decide exact options and places in the list without the model.",
		Effect: "0: the model is asked first for these too",
	},
	{
		Name: "intent_router", Default: true, field: func(s *Set) any { return &s.IntentRouter },
		Help:   "Find out from the words which analysis is meant.",
		Effect: "0: the likeliest are offered as a list, and an open question takes every message as its answer",
	},
	{
		Name: "strict_gates", Default: true, field: func(s *Set) any { return &s.StrictGates },
		Help:   "Say in one sentence what has to come first.",
		Effect: "0: the reason is said too; no gate opens by it",
	},
	{
		Name: "nl_translation", Default: false, field: func(s *Set) any { return &s.NLTranslation },
		Help:   "Let a model with tools describe in plain English what it wants of those that declare it.",
		Effect: "1: the description is translated into arguments, which are validated like any others",
	},
	{
		Name: "analyze_timeout_ms", Default: int64(25_000), least: 1, most: 600_000, field: func(s *Set) any { return &s.AnalyzeTimeoutMS },
		Help:   "How long a model may take to answer one open question, in milliseconds.",
		Effect: "more: longer answers are waited for; less: what was found until then is told",
	},
	{
		Name: "router_obs", Default: true, field: func(s *Set) any { return &s.RouterObs },
		Help:   "Log what the router does with commands and files, marked [ROUTER_OBS].",
		Effect: "0: these events are stored and not logged",
	},
	{
		Name: "log_text", Default: false, field: func(s *Set) any { return &s.LogText },
		Help:   "Keep what is said in events, and not only its hash and length.",
		Effect: "1: messages can be replayed, and whoever reads events reads them",
	},
}

// Table lists every flag.
func Table() []Flag { return slices.Clone(table) }

// Env is the environment variable that sets a flag.
func Env(name string) string { return "CHATMRPT_" + strings.ToUpper(name) }

// Type is bool or int.
func (f *Flag) Type() string {
	if _, isBool := f.Default.(bool); isBool {
		return "bool"
	}
	return "int"
}

func lookUp(name string) *Flag {
	i := slices.IndexFunc(table, func(f Flag) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return &table[i]
}

// Defaults are the flags where nobody set any.
func Defaults() Set {
	s := Set{Snapshot: map[string]any{}}
	for i := range table {
		s.put(&table[i], table[i].Default)
	}
	return s
}

func (s *Set) put(f *Flag, value any) {
	switch field := f.field(s).(type) {
	case *bool:
		*field = value.(bool)
	case *int64:
		*field = value.(int64)
	}
	s.Snapshot[f.Name] = value
}
