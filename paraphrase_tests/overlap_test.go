package paraphrasetests

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
)

// No test line is a training line, whatever its case, punctuation and stop words.
func TestNothingWasTrained(t *testing.T) {
	trained := map[string]string{}
	files, err := filepath.Glob("../core/choiceinterp/corpus/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		texts, err := choiceinterp.CorpusTexts(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts {
			trained[choiceinterp.Fingerprint(text)] = name + ": " + text
		}
	}
	shared := 0
	for _, c := range readSuite(t) {
		if line, ok := trained[choiceinterp.Fingerprint(c.Text)]; ok {
			shared++
			t.Errorf("%s %q is trained as %s", c.ID, c.Text, line)
		}
	}
	if shared > 0 {
		t.Errorf("%d test lines were trained", shared)
	}
}
