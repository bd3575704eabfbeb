package choiceinterp

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// Assumed shares of a model's errors, for a message that the net understands. No
// model runs where the confidence is fitted; `chatmrpt calibrate` corrects these
// by what models did.
const (
	wrongKind  = 0.01 // takes a choice for none, or none for a choice
	wrongValue = 0.01 // of an argument: a legal value that was not meant
	missed     = 0.01 // of an argument
	invented   = 0.01 // of a message: an argument that was not said
	figureless = 0.03 // gives no confidence of its own
)

// How many times likelier the errors are where the net misreads too, since what
// is hard for one is hard for the other, and where the model gives no figure.
const (
	harder = 8
	looser = 3
)

// A simulation answers as a model might that is mostly right and too sure of itself.
type simulation struct{ random *rand.Rand }

// answer is the model's reading of a message whose meaning is known.
func (s simulation) answer(tool *schemaregistry.Tool, meant, net Resolution) Resolution {
	rate, figured := 1., !s.happens(figureless)
	if net.Outcome != meant.Outcome || meant.Outcome == OutcomeRun && !agrees(meant, net) {
		rate *= harder
	}
	if !figured {
		rate *= looser
	}
	said := Resolution{Outcome: meant.Outcome, Args: map[string]any{}, MatchedBy: ByLLM}
	if meant.Outcome == OutcomeRun {
		maps.Copy(said.Args, meant.Args)
	}
	switch {
	case s.happens(rate*wrongKind) && meant.Outcome == OutcomeRun:
		said.Args = map[string]any{}
		said.Outcome = []Outcome{OutcomeAsk, OutcomeQuestion, OutcomeReject}[s.random.IntN(3)]
	case s.happens(rate * wrongKind):
		said.Outcome = OutcomeRun
		s.invent(tool, said.Args)
	}
	if said.Outcome == OutcomeRun {
		for _, name := range slices.Sorted(maps.Keys(said.Args)) {
			if s.happens(rate * missed) {
				delete(said.Args, name)
			} else if arg := tool.Arg(name); s.happens(rate*wrongValue) && len(arg.Enum) > 0 {
				said.Args[name] = arg.Enum[s.random.IntN(len(arg.Enum))]
			}
		}
		if s.happens(rate * invented) {
			s.invent(tool, said.Args)
		}
	}
	if said.Outcome == OutcomeRun && figured {
		said.Confidence = s.figure(agrees(meant, said))
	}
	return said
}

func (s simulation) happens(share float64) bool { return s.random.Float64() < share }

// invent adds a value that nobody said.
func (s simulation) invent(tool *schemaregistry.Tool, args map[string]any) {
	arg := &tool.Args[s.random.IntN(len(tool.Args))]
	if _, said := args[arg.Name]; !said && len(arg.Enum) > 0 {
		args[arg.Name] = arg.Enum[s.random.IntN(len(arg.Enum))]
	}
}

// figure is how sure the model says it is: of right answers 0.94 on average, of
// wrong ones still 0.85.
func (s simulation) figure(right bool) float64 {
	width := 0.30
	if right {
		width = 0.12
	}
	return 1 - width*math.Sqrt(s.random.Float64())*0.75
}
