package prompted_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/choiceinterp/eval"
	"github.com/chatmrpt/chatmrpt/core/choiceinterp/prompted"
	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
	paraphrasetests "github.com/chatmrpt/chatmrpt/paraphrase_tests"
)

// A model that is always right, quoting the whole message, must be believed: the
// checks may cost no more than a few of its answers.
func TestRightAnswersStandUp(t *testing.T) {
	files, err := filepath.Glob("../../../paraphrase_tests/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var says llmtest.Step
	r := reader(t, llmtest.Play(func(int, llmtest.Request) llmtest.Step { return says }), prompted.Options{})
	net := choiceinterp.New(choiceinterp.Options{})
	asked, believed, left := 0, 0, 0
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		cases, err := eval.Read(bytes.NewReader(content))
		if err != nil {
			t.Fatal(file, err)
		}
		for _, c := range cases {
			tool := paraphrasetests.Named(c.Tool)
			if tool == nil || c.Expect.Outcome != choiceinterp.OutcomeRun {
				continue
			}
			asked++
			claims := args{}
			own := net.Resolve(t.Context(), c.Request(tool)).Provenance
			for name, value := range c.Expect.Args {
				source, quote := "said", c.Text
				if known, ok := c.Memory.Last[name]; ok && cmp.Equal(plain(t, args{"v": known}), args{"v": value}) {
					source = "memory"
				}
				if source == "said" && len(c.Memory.Last) > 0 && own[name].Quote != "" {
					quote = own[name].Quote // what is left of the text points back
				}
				claims[name] = from(source, value, quote)
			}
			answer := map[string]any{"tool": c.Tool, "args": claims, "confidence": 0.9, "kind": "choice"}
			says = llmtest.JSON(answer)
			got, err := r.Interpret(t.Context(), c.Request(tool))
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
	}
	t.Logf("of %d right answers %d stood up, %d change a number and are left to code", asked, believed, left)
	if float64(believed) < 0.99*float64(asked-left) {
		t.Error("too few")
	}
}
