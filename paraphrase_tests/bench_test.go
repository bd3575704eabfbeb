package paraphrasetests

import (
	"testing"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
)

// BenchmarkLearn is what the first message to a tool waits for.
func BenchmarkLearn(b *testing.B) {
	for b.Loop() {
		if err := choiceinterp.New(choiceinterp.Options{}).Warm(Named("run_tpr_step")); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLearnToPick is what the first message without a tool waits for.
func BenchmarkLearnToPick(b *testing.B) {
	for b.Loop() {
		choiceinterp.New(choiceinterp.Options{}).PickTool(b.Context(), "run tpr", Tools(), choiceinterp.Context{})
	}
}
