package prompted_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/choiceinterp/eval"
	"github.com/chatmrpt/chatmrpt/core/choiceinterp/prompted"
	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
	paraphrasetests "github.com/chatmrpt/chatmrpt/paraphrase_tests"
)

// readSuite reads the lines of the tools that are declared.
func readSuite(t *testing.T) []eval.Case {
	t.Helper()
	files, err := filepath.Glob("../../../paraphrase_tests/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var cases []eval.Case
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		read, err := eval.Read(bytes.NewReader(content))
		if err != nil {
			t.Fatal(file, err)
		}
		cases = append(cases, read...)
	}
	return slices.DeleteFunc(cases, func(c eval.Case) bool { return paraphrasetests.Named(c.Tool) == nil })
}

// claims are what a model that is right writes of the arguments: values of memory
// as such, the others with the words that the net finds for them.
func claims(t *testing.T, net *choiceinterp.Interpreter, c *eval.Case) args {
	t.Helper()
	var own map[string]choiceinterp.Origin
	if len(c.Memory.Last) > 0 {
		own = net.Resolve(t.Context(), c.Request(paraphrasetests.Named(c.Tool))).Provenance
	}
	out := args{}
	for name, value := range c.Expect.Args {
		source, quote := "said", c.Text
		if known, ok := c.Memory.Last[name]; ok && cmp.Equal(plain(t, args{"v": known}), args{"v": value}) {
			source = "memory"
		}
		if source == "said" && own[name].Quote != "" {
			quote = own[name].Quote // what is left of the text points back
		}
		out[name] = from(source, value, quote)
	}
	return out
}

// A model that is always right, quoting the whole message, must be believed: the
// checks may cost no more than a few of its answers.
func TestRightAnswersStandUp(t *testing.T) {
	var says llmtest.Step
	r := reader(t, llmtest.Play(func(int, llmtest.Request) llmtest.Step { return says }), prompted.Options{})
	net := choiceinterp.New(choiceinterp.Options{})
	asked, believed, left := 0, 0, 0
	for _, c := range readSuite(t) {
		if c.Expect.Outcome != choiceinterp.OutcomeRun {
			continue
		}
		asked++
		says = llmtest.JSON(map[string]any{"tool": c.Tool, "args": claims(t, net, &c), "confidence": 0.9, "kind": "choice"})
		got, err := r.Interpret(t.Context(), c.Request(paraphrasetests.Named(c.Tool)))
		if errors.Is(err, prompted.ErrChange) {
			left++
			continue
		}
		if err != nil || got.Outcome != choiceinterp.OutcomeRun || !cmp.Equal(plain(t, got.Args), plain(t, c.Expect.Args)) {
			raw, _ := json.Marshal(c.Expect.Args)
			t.Logf("%s %q %s -> %v %v: %v", c.ID, c.Text, raw, got.Outcome, got.Args, err)
			continue
		}
		believed++
	}
	t.Logf("of %d right answers %d stood up, %d change a number and are left to code", asked, believed, left)
	if float64(believed) < 0.99*float64(asked-left) {
		t.Error("too few")
	}
}

// A liar is right but for a share of its values and of what is no choice: there it
// is as sure of another value of the same argument, which it has the words for.
type liar struct {
	*prompted.Reader
	t      *testing.T
	net    *choiceinterp.Interpreter
	says   *llmtest.Step
	share  float64
	dice   *rand.Rand
	values map[string][]any
	cases  map[string]*eval.Case
}

func (l *liar) Interpret(ctx context.Context, req choiceinterp.Request) (choiceinterp.Resolution, error) {
	c := l.cases[req.Text+req.Tool.Name+req.Asked]
	answer := map[string]any{"tool": req.Tool.Name, "args": args{}, "confidence": 0.95, "kind": "none"}
	if c != nil {
		answer["args"] = claims(l.t, l.net, c)
		switch c.Expect.Outcome {
		case choiceinterp.OutcomeRun:
			answer["kind"] = "choice"
		case choiceinterp.OutcomeAsk:
			answer["kind"], answer["confidence"] = "choice", 0.5
		case choiceinterp.OutcomeQuestion:
			answer["kind"] = "question"
		}
		l.spoil(answer, req)
	}
	*l.says = llmtest.JSON(answer)
	return l.Reader.Interpret(ctx, req)
}

func (l *liar) spoil(answer map[string]any, req choiceinterp.Request) {
	other := func(name string) any {
		seen := l.values[req.Tool.Name+"."+name]
		return seen[l.dice.IntN(len(seen))]
	}
	given := answer["args"].(args)
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if l.dice.Float64() < l.share {
			given[name] = said(other(name), req.Text)
		}
	}
	if answer["kind"] != "choice" && l.dice.Float64() < l.share {
		name := req.Tool.Args[l.dice.IntN(len(req.Tool.Args))].Name
		if len(l.values[req.Tool.Name+"."+name]) > 0 {
			answer["kind"], given[name] = "choice", said(other(name), req.Text)
		}
	}
}

// With a model that is right nearly everything is; one that lies with confidence
// makes the program ask, and hardly ever do what was not said [004-24, 004-26].
func TestSuiteWithScriptedModels(t *testing.T) {
	var everyFifth []eval.Case
	values, cases := map[string][]any{}, map[string]*eval.Case{}
	for i, c := range readSuite(t) {
		if i%5 == 0 {
			everyFifth = append(everyFifth, c)
		}
		for _, name := range slices.Sorted(maps.Keys(c.Expect.Args)) {
			values[c.Tool+"."+name] = append(values[c.Tool+"."+name], c.Expect.Args[name])
		}
	}
	for i := range everyFifth {
		c := &everyFifth[i]
		cases[c.Text+c.Tool+c.Asked] = c
	}
	var says llmtest.Step
	model := &liar{
		Reader: reader(t, llmtest.Play(func(int, llmtest.Request) llmtest.Step { return says }), prompted.Options{}),
		t:      t, net: choiceinterp.New(choiceinterp.Options{}), says: &says, values: values, cases: cases,
	}
	in := choiceinterp.New(choiceinterp.Options{Model: model})
	for _, c := range []struct {
		share                 float64
		right, asked, wronged float64 // limits of choice accuracy, clarify rate and wrong runs
	}{
		{0, 0.96, 0.03, 0.01},
		{0.1, 0.87, 0.13, 0.02},
		{0.3, 0.70, 0.30, 0.04},
	} {
		model.share, model.dice = c.share, rand.New(rand.NewPCG(1, 2))
		r := eval.Run(t.Context(), in, paraphrasetests.Named, everyFifth, nil)
		t.Logf("lying in %.0f %%: n %d choice %.3f clarify %.3f wrong %.4f ECE %.3f", 100*c.share, r.N, r.ChoiceAccuracy, r.ClarifyRate, r.WrongRunRate, r.ECE)
		if r.ChoiceAccuracy < c.right || r.ClarifyRate > c.asked || r.WrongRunRate > c.wronged {
			t.Errorf("beyond the limits %+v", c)
		}
	}
}
