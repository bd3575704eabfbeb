package eval

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/google/go-cmp/cmp"
)

func TestRead(t *testing.T) {
	cases, err := Read(strings.NewReader(`
{"id":"a","tool":"paint","asked":"colour","visible":["red",{"label":"Blue","value":"blue"},3],"memory":{"colour":"red"},"context":{"columns":["x",{"name":"y","aliases":["why"]}],"states":["Kano"]},"text":"hi","expect":{"outcome":"run","args":{"n":5}}}

{"id":"b","tool":"paint","memory":{"last":{"colour":"red"},"recommended":{"n":2}},"text":"go","expect":{"outcome":"ask"}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []choiceinterp.Option{{Label: "red"}, {Label: "Blue", Value: "blue"}, {Label: "3", Value: 3.}}
	if diff := cmp.Diff(want, cases[0].Visible); diff != "" {
		t.Error(diff)
	}
	if cases[0].Memory.Last["colour"] != "red" || cases[1].Memory.Recommended["n"] != 2. {
		t.Errorf("memory %+v %+v", cases[0].Memory, cases[1].Memory)
	}
	if c := cases[0].Context; len(c.Columns) != 2 || c.Columns[1].Aliases[0] != "why" || c.States[0] != "Kano" {
		t.Errorf("context %+v", c)
	}
	if _, err := Read(strings.NewReader("{}\nnonsense")); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a broken line gives %v", err)
	}
}

// scripted answers every text with what stands behind it.
type scripted map[string]choiceinterp.Resolution

func (s scripted) Resolve(_ context.Context, req choiceinterp.Request) choiceinterp.Resolution {
	return s[req.Text]
}

func TestRun(t *testing.T) {
	run := func(confidence float64, args map[string]any) choiceinterp.Resolution {
		return choiceinterp.Resolution{Outcome: choiceinterp.OutcomeRun, Args: args, Confidence: confidence, MatchedBy: choiceinterp.ByRegex}
	}
	answers := scripted{
		"right": run(0.95, map[string]any{"n": int64(5)}),
		"wrong": run(0.75, map[string]any{"n": 6}),
		"asked": {Outcome: choiceinterp.OutcomeAsk, Confidence: 0.5},
		"ran":   run(0.95, nil),
	}
	cases := []Case{
		{Tool: "paint", Text: "right", Expect: Expect{choiceinterp.OutcomeRun, map[string]any{"n": 5.}}},
		{Tool: "paint", Text: "wrong", Expect: Expect{choiceinterp.OutcomeRun, map[string]any{"n": 5.}}},
		{Tool: "paint", Text: "asked", Expect: Expect{choiceinterp.OutcomeRun, map[string]any{"n": 5.}}},
		{Tool: "paint", Text: "ran", Expect: Expect{Outcome: choiceinterp.OutcomeReject}},
		{Tool: "nobody", Text: "x"},
	}
	tool := func(name string) *schemaregistry.Tool {
		if name != "paint" {
			return nil
		}
		return &schemaregistry.Tool{Def: schemaregistry.Def{Name: name}}
	}
	done := 0
	r := Run(t.Context(), answers, tool, cases, func(int, int) { done++ })
	near := func(name string, got, want float64) {
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	near("choice accuracy", r.ChoiceAccuracy, 1./3)
	near("clarify rate", r.ClarifyRate, 1./3)
	near("wrong runs", r.WrongRunRate, 2./4)
	near("outcome accuracy", r.OutcomeAccuracy, 2./4)
	near("ECE", r.ECE, (0.75*1+0.45*2)/3)
	if r.N != 4 || done != 4 || cmp.Diff([]string{"nobody"}, r.Unknown) != "" || r.Arguments["paint.n"].N != 3 {
		t.Errorf("n %d, done %d, unknown %v, arguments %v", r.N, done, r.Unknown, r.Arguments)
	}
}
