package choiceinterp

import (
	"context"
	"errors"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// scripted is a model that gives one answer and counts how often it was asked.
type scripted struct {
	answer Resolution
	err    error
	asked  int
}

func (s *scripted) Interpret(context.Context, Request) (Resolution, error) {
	s.asked++
	return s.answer, s.err
}

type bakeArgs struct {
	Bread  string `json:"bread,omitempty" jsonschema:"title=Bread,enum=rye,enum=wheat,enum=spelt"`
	Loaves int    `json:"loaves,omitempty" jsonschema:"title=Loaves,minimum=1" jsonschema_extras:"x-unit=loaves"`
}

var bakery = schemaregistry.Define(schemaregistry.Def{
	Name: "bake", Description: "Bakes bread.",
	Examples: []schemaregistry.Example{
		{Text: "bake rye", Args: map[string]any{"bread": "rye"}}, {Text: "wheat please", Args: map[string]any{"bread": "wheat"}},
		{Text: "spelt", Args: map[string]any{"bread": "spelt"}}, {Text: "12 loaves", Args: map[string]any{"loaves": 12}},
	},
}, func(context.Context, *schemaregistry.Run, bakeArgs) (schemaregistry.Result, error) {
	return schemaregistry.Result{}, nil
})

func run(confidence float64, args map[string]any) Resolution {
	return Resolution{Tool: "bake", Outcome: OutcomeRun, Confidence: confidence, Args: args}
}

// quoting gives every argument the words that carry it.
func quoting(words string, r Resolution) Resolution {
	r.Provenance = map[string]Origin{}
	for name := range r.Args {
		r.Provenance[name] = Origin{Quote: words, Source: "said"}
	}
	return r
}

func TestTheModelIsWeighedAgainstTheNet(t *testing.T) {
	tests := []struct {
		name    string
		text    string
		visible []Option
		model   scripted
		outcome Outcome
		band    Band
		bread   any
		by      MatchedBy
		asked   int
	}{
		{name: "both read the same", text: "bake rye", model: scripted{answer: run(0.6, map[string]any{"bread": "rye"})}, outcome: OutcomeRun, band: BandRun, bread: "rye", by: ByLLM, asked: 1},
		{name: "only the model understands", text: "that dark loaf my grandmother loved", model: scripted{answer: quoting("dark loaf", run(0.95, map[string]any{"bread": "rye"}))}, outcome: OutcomeRun, band: BandRun, bread: "rye", by: ByLLM, asked: 1},
		{name: "they read different values", text: "bake rye", model: scripted{answer: run(0.99, map[string]any{"bread": "wheat"})}, outcome: OutcomeAsk, band: BandAsk, bread: "wheat", by: ByLLM, asked: 1},
		{name: "a model that is down", text: "bake rye", model: scripted{err: errors.New("down")}, outcome: OutcomeRun, band: BandRun, bread: "rye", by: ByRegex, asked: 1},
		{name: "a model that is not sure", text: "that dark loaf", model: scripted{answer: Resolution{Outcome: OutcomeReject, Confidence: 0.9}}, outcome: OutcomeReject, band: BandRun, asked: 1, by: ByLLM},
		{name: "an option in view needs no model", text: "2", visible: []Option{{Label: "wheat"}, {Label: "rye"}}, model: scripted{answer: run(1, map[string]any{"bread": "spelt"})}, outcome: OutcomeRun, band: BandRun, bread: "rye", by: ByOrdinal},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			in := New(Options{Model: &test.model})
			asked := ""
			if test.visible != nil {
				asked = "bread"
			}
			got := in.Resolve(t.Context(), Request{Text: test.text, Tool: bakery, Asked: asked, Visible: test.visible})
			if got.Outcome != test.outcome || BandOf(got.Confidence) != test.band || got.Args["bread"] != test.bread || test.model.asked != test.asked {
				t.Errorf("%s %.2f %v, the model was asked %d times", got.Outcome, got.Confidence, got.Args, test.model.asked)
			}
			if got.MatchedBy != test.by && test.by != "" {
				t.Errorf("matched by %s", got.MatchedBy)
			}
			if got.Outcome == OutcomeAsk && got.Clarifier == nil {
				t.Error("asks without a question")
			}
		})
	}
}
