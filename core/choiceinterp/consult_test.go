package choiceinterp

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

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

// The hard rules stand outside the fitted confidence [004-26, 3.19].
func TestWhatTheModelMayNotRun(t *testing.T) {
	rye, both := map[string]any{"bread": "rye"}, map[string]any{"bread": "rye", "loaves": 12}
	tests := []struct {
		name    string
		text    string
		model   Resolution
		outcome Outcome
		args    map[string]any
		chips   []string
	}{
		{"a value that no words carry", "that dark loaf my grandmother loved", run(1, rye), OutcomeAsk, rye, []string{"rye", "wheat", "spelt"}},
		{"words that were not said", "that dark loaf my grandmother loved", quoting("black bread", run(1, rye)), OutcomeAsk, rye, []string{"rye", "wheat", "spelt"}},
		{"what it is not sure of itself", "that dark loaf my grandmother loved", quoting("dark loaf", Resolution{Outcome: OutcomeAsk, Confidence: 0.65, Args: rye}), OutcomeAsk, rye, []string{"rye", "wheat", "spelt"}},
		{"without a figure", "that dark loaf my grandmother loved", quoting("dark loaf", Resolution{Outcome: OutcomeAsk, Args: rye}), OutcomeAsk, rye, []string{"rye", "wheat", "spelt"}},
		{"another value than the net's", "bake rye", quoting("rye", run(1, map[string]any{"bread": "spelt"})), OutcomeAsk, nil, []string{"spelt", "rye"}},
		{"what the net confirms needs no figure", "bake rye", quoting("rye", Resolution{Outcome: OutcomeAsk, Args: rye}), OutcomeRun, rye, nil},
		{"one more argument, surely said", "bake rye, a dozen", quoting("dozen", run(0.99, both)), OutcomeRun, both, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			in := New(Options{Model: &scripted{answer: test.model}})
			got := in.Resolve(t.Context(), Request{Text: test.text, Tool: bakery})
			if got.Outcome != test.outcome || test.args != nil && !sameArgs(got.Args, test.args) {
				t.Errorf("%s %.2f %v, want %s %v", got.Outcome, got.Confidence, got.Args, test.outcome, test.args)
			}
			if (got.Outcome == OutcomeRun) != (BandOf(got.Confidence) == BandRun) {
				t.Errorf("%s with %.2f", got.Outcome, got.Confidence)
			}
			var chips []string
			if got.Clarifier != nil {
				for _, c := range got.Clarifier.Chips {
					chips = append(chips, c.Say)
				}
			}
			if diff := cmp.Diff(test.chips, chips); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func sameArgs(a, b map[string]any) bool {
	return len(a) == len(b) && !lacks(Resolution{Args: a}, Resolution{Args: b})
}

// Whatever a model answers, what runs is in the band of run and its values are
// read by the net too, or carried by the words.
func TestNothingUnanchoredRuns(t *testing.T) {
	in := New(Options{})
	k, err := in.knowledge(bakery)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{"bake rye", "12 loaves", "something dark", "what is spelt?", "wheat, 3 loaves", "not rye", "hello"}).Draw(t, "text")
		said := Resolution{
			Outcome:    rapid.SampledFrom([]Outcome{OutcomeRun, OutcomeAsk, OutcomeQuestion, OutcomeReject}).Draw(t, "outcome"),
			Confidence: rapid.Float64Range(0, 1).Draw(t, "figure"),
			Args:       map[string]any{}, Provenance: map[string]Origin{},
		}
		for name, values := range map[string][]any{"bread": {"rye", "wheat", "spelt"}, "loaves": {3, 12}} {
			if rapid.Bool().Draw(t, name) {
				said.Args[name] = rapid.SampledFrom(values).Draw(t, "value")
				said.Provenance[name] = Origin{Quote: rapid.SampledFrom([]string{"", "rye", "loaves", "dark"}).Draw(t, "quote"), Source: "said"}
			}
		}
		req := &Request{Text: text, Tool: bakery}
		net := k.resolve(req)
		model := New(Options{Model: &scripted{answer: said}})
		got := model.consult(t.Context(), k, req, net)
		if got.Outcome != OutcomeRun {
			return
		}
		if BandOf(got.Confidence) != BandRun {
			t.Fatalf("runs with %.2f", got.Confidence)
		}
		for name, value := range got.Args {
			read, known := net.Args[name]
			quote := got.Provenance[name].Quote
			if !(known && sameValue(read, value)) && (quote == "" || !strings.Contains(text, quote)) {
				t.Fatalf("%s=%v runs, carried by %q", name, value, quote)
			}
		}
	})
}
