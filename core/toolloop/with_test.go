package toolloop_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
	"github.com/chatmrpt/chatmrpt/core/toolloop"
)

// A user's own time bounds her questions, whatever the loop's is.
func TestWithAnotherTime(t *testing.T) {
	var none *toolloop.Loop
	if none.With(time.Second, true) != nil {
		t.Error("a loop was made of none")
	}
	for _, own := range []time.Duration{3 * time.Second, 5 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			h := play(t, north, llmtest.Hang())
			h.loop = slow(t, h).With(own, false)
			began := time.Now()
			answer := h.ask(h.question("How high is the water?"))
			if took := time.Since(began); took != own || answer.End != toolloop.OutOfTime {
				t.Errorf("end %q after %s, want %s", answer.End, took, own)
			}
		})
	}
}
