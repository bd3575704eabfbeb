package paraphrasetests

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/choiceinterp/eval"
)

// The limits of the whole suite, hard lines included.
const (
	leastAccuracy = 0.94
	mostClarified = 0.05
	mostWrongRuns = 0.02
	mostECE       = 0.05
)

func readSuite(t testing.TB) []eval.Case {
	t.Helper()
	files, err := filepath.Glob("*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no test lines", err)
	}
	var cases []eval.Case
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		read, err := eval.Read(f)
		f.Close()
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		cases = append(cases, read...)
	}
	return cases
}

// TestSuite reads every line without a model and holds the measures to their
// limits; -v lists what was misread.
func TestSuite(t *testing.T) {
	report := eval.Run(t.Context(), choiceinterp.New(choiceinterp.Options{}), Named, readSuite(t), nil)
	logReport(t, report)
	if report.ChoiceAccuracy < leastAccuracy || report.ClarifyRate > mostClarified || report.WrongRunRate > mostWrongRuns || report.ECE > mostECE {
		t.Errorf("below the limits: choice %.3f clarify %.3f wrong %.4f ECE %.3f", report.ChoiceAccuracy, report.ClarifyRate, report.WrongRunRate, report.ECE)
	}
}

func logReport(t *testing.T, report eval.Report) {
	t.Helper()
	for _, a := range report.Answers {
		if a.Right {
			continue
		}
		got, err := json.Marshal(a.Resolution.Args)
		if err != nil {
			t.Fatal(err)
		}
		want, err := json.Marshal(a.Case.Expect.Args)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s %q: want %s %s, got %s %s %.2f (%s)", a.Case.ID, a.Case.Text, a.Case.Expect.Outcome, want,
			a.Resolution.Outcome, got, a.Resolution.Confidence, a.Resolution.Reason)
	}
	t.Logf("n %d choice %.3f clarify %.3f wrong %.4f outcome %.3f ECE %.3f latency %v matched %v", report.N, report.ChoiceAccuracy,
		report.ClarifyRate, report.WrongRunRate, report.OutcomeAccuracy, report.ECE, report.Latency, report.MatchedBy)
	for name, s := range report.Tools {
		t.Logf("%-20s %d/%d", name, s.Right, s.N)
	}
	for _, b := range report.Reliability {
		t.Logf("%+v", b)
	}
	if len(report.Unknown) > 0 {
		t.Logf("tools that are not declared here: %v", report.Unknown)
	}
}
