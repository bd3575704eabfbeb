package paraphrasetests

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
)

var refit = flag.Bool("refit", false, "fit the confidence again and write it")

// TestRefit fits the confidence by cross-validation on the training corpus,
// never on the lines of this folder.
func TestRefit(t *testing.T) {
	if !*refit {
		t.Skip("run with -refit to fit the confidence again")
	}
	seen, err := choiceinterp.CrossValidate(Tools(), 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d decisions", len(seen.Net))
	raw, err := json.MarshalIndent(seen.Fit(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("../core/choiceinterp/confidence.json", append(raw, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}
