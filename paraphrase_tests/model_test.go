package paraphrasetests

import (
	"os"
	"testing"
	"time"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/choiceinterp/eval"
	"github.com/chatmrpt/chatmrpt/core/choiceinterp/prompted"
	"github.com/chatmrpt/chatmrpt/core/llm"
)

// What is wanted of the suite with a model [004-24].
const (
	leastWithModel     = 0.95
	mostAskedWithModel = 0.10
	oneIn              = 10 // lines, where go test has a time limit
)

// TestSuiteWithModel reads lines with the model of the environment: a tenth of
// them, or all with -timeout 0.
func TestSuiteWithModel(t *testing.T) {
	url, name := os.Getenv("CHATMRPT_LLM_BASE_URL"), os.Getenv("CHATMRPT_LLM_MODEL")
	if url == "" {
		t.Skip("no model: CHATMRPT_LLM_BASE_URL, CHATMRPT_LLM_MODEL and, where it needs one, CHATMRPT_LLM_API_KEY name one")
	}
	const patience = time.Minute // what is measured is how it understands
	client, err := llm.New([]llm.Backend{{
		BaseURL: url, Model: name, APIKey: llm.NewSecret(os.Getenv("CHATMRPT_LLM_API_KEY")), Timeout: patience,
	}}, llm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	cases := readSuite(t)
	if _, limited := t.Deadline(); limited {
		cases = everyTenth(cases)
	}
	model := prompted.New(client, prompted.Options{InterpretTimeout: patience})
	report := eval.Run(t.Context(), choiceinterp.New(choiceinterp.Options{Model: model}), Named, cases, nil)
	logReport(t, report)
	switch {
	case report.MatchedBy[string(choiceinterp.ByLLM)] == 0:
		t.Error("the model gave no usable answer")
	case report.ChoiceAccuracy < leastWithModel || report.ClarifyRate > mostAskedWithModel:
		t.Errorf("below the limits: choice %.3f clarify %.3f", report.ChoiceAccuracy, report.ClarifyRate)
	}
}

func everyTenth(cases []eval.Case) []eval.Case {
	var some []eval.Case
	for i := 0; i < len(cases); i += oneIn {
		some = append(some, cases[i])
	}
	return some
}
