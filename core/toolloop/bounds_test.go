package toolloop_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/toolloop"
)

// restless is a model that never stops looking: each call is a new one.
func restless(turn int, request llmtest.Request) llmtest.Step {
	if len(request.Tools) == 0 {
		return llmtest.Say("So far: 4.14 m at the north pier.")
	}
	return llmtest.Calls("read_gauge", map[string]any{"pier": "north", "hours": turn + 1})
}

// At the cap one answer is asked for without tools, and there is something to go on
// with [001-23, 3.24].
func TestStepsAreBounded(t *testing.T) {
	for _, steps := range []int{1, 5, 12} {
		t.Run(fmt.Sprint(steps), func(t *testing.T) {
			h := open(t, toolloop.Options{Steps: steps}, llmtest.Play(restless).Capable())
			answer := h.ask(h.question("How high is the water?"))
			if answer.End != toolloop.OutOfSteps || !answer.End.Unfinished() {
				t.Errorf("end %q", answer.End)
			}
			if len(answer.Uses) != steps || len(answer.History) != steps {
				t.Errorf("%d uses, %d lines of history, want %d", len(answer.Uses), len(answer.History), steps)
			}
			if want := "So far: 4.14 m at the north pier.\n\nSources: read_gauge"; answer.Text != want {
				t.Errorf("text %q, want %q", answer.Text, want)
			}
			if asked := len(h.server.Requests()); asked != steps+1 {
				t.Errorf("the model was asked %d times", asked)
			}
		})
	}
}

func TestStepsOutsideOfTheBounds(t *testing.T) {
	for _, steps := range []int{-1, 13} {
		if _, err := toolloop.New(nil, schemaregistry.New(schemaregistry.Options{}), toolloop.Options{Steps: steps}); err == nil {
			t.Errorf("%d steps were taken", steps)
		}
	}
}

// The tools must fit into the tokens of a question, which is known at the start [3.22].
func TestToolsThatFillThePrompt(t *testing.T) {
	registry := schemaregistry.New(schemaregistry.Options{})
	if err := registry.Register(harbourTools()...); err != nil {
		t.Fatal(err)
	}
	if _, err := toolloop.New(nil, registry, toolloop.Options{Tokens: 500}); err == nil {
		t.Error("a loop that can never finish was made")
	}
}

// Whatever a model does, it is asked a bounded number of times, and no tool runs
// more often than there are steps.
func TestNothingIsUnbounded(t *testing.T) {
	deeds := []llmtest.Step{
		north, south, note, llmtest.Calls("call_neptune", nil), llmtest.Calls("read_gauge", map[string]any{"pier": "north", "hours": 99}),
		llmtest.Say("{"), llmtest.Empty(), llmtest.JSON(3), llmtest.Calls("ship_log", nil), llmtest.Truncated("a"),
		{ToolCalls: append(append(north.ToolCalls, south.ToolCalls...), append(note.ToolCalls, north.ToolCalls...)...)},
	}
	rapid.Check(t, func(rt *rapid.T) {
		steps := rapid.IntRange(1, 6).Draw(rt, "steps")
		played := make([]llmtest.Step, 30)
		for i := range played {
			deed := rapid.IntRange(0, len(deeds)-1).Draw(rt, "deed")
			played[i] = deeds[deed]
		}
		h := open(t, toolloop.Options{Steps: steps}, llmtest.New(played...).Capable())
		answer, err := h.loop.Answer(t.Context(), h.question("What now?"))
		if err != nil && !errors.Is(err, toolloop.ErrNoAnswer) {
			rt.Fatal(err)
		}
		if asked := len(h.server.Requests()); asked > 2*steps+2 {
			rt.Errorf("asked %d times in %d steps", asked, steps)
		}
		if len(h.ran) > steps {
			rt.Errorf("%d calls in %d steps", len(h.ran), steps)
		}
		if err == nil && (answer.Text == "" || strings.HasPrefix(answer.Text, "{") || strings.HasPrefix(answer.Text, "[")) {
			rt.Errorf("text %q", answer.Text)
		}
	})
}

// A question whose tokens are used up is answered with what there is.
func TestTokensAreBounded(t *testing.T) {
	h := open(t, toolloop.Options{Tokens: 3000, Steps: 12}, llmtest.Play(restless).Capable())
	answer := h.ask(h.question("How high is the water?"))
	if answer.End != toolloop.OutOfTokens || len(answer.Uses) == 0 || len(answer.Uses) == 12 {
		t.Errorf("end %q after %d uses", answer.End, len(answer.Uses))
	}
}

// A model that hangs costs the time of one question; what was found by then is said.
func TestTimeIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := play(t, north, llmtest.Hang())
		h.loop = slow(t, h)
		began := time.Now()
		answer := h.ask(h.question("How high is the water?"))
		if took := time.Since(began); took != 8*time.Second {
			t.Errorf("took %s", took)
		}
		if answer.End != toolloop.OutOfTime || !strings.Contains(answer.Text, "stands at 4.14 m") {
			t.Errorf("end %q: %s", answer.End, answer.Text)
		}
	})
}

// slow is the loop of a harbour whose backend may take longer than the question.
func slow(t *testing.T, h *harbour) *toolloop.Loop {
	client, err := llm.New([]llm.Backend{{BaseURL: "http://model.invalid", Model: "m", Timeout: time.Minute}}, llm.Options{Transport: h.server})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	loop, err := toolloop.New(client, h.registry, toolloop.Options{Timeout: 8 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return loop
}

// A backend that fails ends the question at once: the caller does without.
func TestModelThatIsAway(t *testing.T) {
	h := play(t, llmtest.Fail(503, "overloaded"))
	if _, err := h.loop.Answer(t.Context(), h.question("Is it high?")); !errors.Is(err, llm.ErrUnavailable) {
		t.Errorf("error %v", err)
	}
	if h.loop.Available() {
		t.Error("it would be asked again at once")
	}
	var none *toolloop.Loop
	if none.Available() {
		t.Error("a loop that does not exist is available")
	}
}

// A model that goes away in the middle leaves its results.
func TestModelThatGoesAway(t *testing.T) {
	h := play(t, north, llmtest.Fail(503, "overloaded"))
	answer := h.ask(h.question("Is it high?"))
	if answer.End != toolloop.Lost || !strings.Contains(answer.Text, "stands at 4.14 m") || !strings.HasSuffix(answer.Text, "Sources: read_gauge") {
		t.Errorf("end %q: %s", answer.End, answer.Text)
	}
}

// Whoever has gone is not worked for, neither between steps nor inside one [001-33].
func TestCancellation(t *testing.T) {
	t.Run("inside a tool", func(t *testing.T) {
		h := play(t, north, llmtest.Say(high))
		ctx, cancel := context.WithCancel(t.Context())
		q := h.question("Is it high?")
		q.Execute = func(ctx context.Context, _ schemaregistry.Call) (schemaregistry.Result, error) {
			cancel()
			<-ctx.Done()
			return schemaregistry.Result{}, ctx.Err()
		}
		if _, err := h.loop.Answer(ctx, q); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		if asked := len(h.server.Requests()); asked != 1 {
			t.Errorf("the model was asked %d times", asked)
		}
	})
	t.Run("between steps", func(t *testing.T) {
		h := play(t, north, llmtest.Say(high))
		ctx, cancel := context.WithCancel(t.Context())
		q := h.question("Is it high?")
		execute := q.Execute
		q.Execute = func(ctx context.Context, call schemaregistry.Call) (schemaregistry.Result, error) {
			defer cancel()
			return execute(ctx, call)
		}
		if _, err := h.loop.Answer(ctx, q); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		if asked := len(h.server.Requests()); asked != 1 {
			t.Errorf("the model was asked %d times", asked)
		}
	})
	t.Run("inside the model", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := play(t, llmtest.Hang())
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if _, err := h.loop.Answer(ctx, h.question("Is it high?")); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("error %v", err)
			}
		})
	})
}

// An answer goes on where an earlier one ended: its results are told, numbered on.
func TestGoingOn(t *testing.T) {
	h := play(t, south, llmtest.Say("North 4.14 m, south 2.25 m."))
	q := h.question("Compare the piers.")
	q.Found = []string{"Tool 1 [read_gauge]: Gauge results: The water at the north pier stands at 4.14 m over 6 hours."}
	answer := h.ask(q)
	if len(answer.Unproven) > 0 {
		t.Errorf("unproven %v", answer.Unproven)
	}
	if told := h.told(); !strings.Contains(told, q.Found[0]) || !strings.Contains(told, "Tool 2 [read_gauge]: ") {
		t.Errorf("told:\n%s", told)
	}
	if diff := cmp.Diff(2, len(answer.History)); diff != "" {
		t.Error(diff)
	}
}

// BenchmarkFiveSteps is the loop's own time: the model answers at once.
func BenchmarkFiveSteps(b *testing.B) {
	h := open(b, toolloop.Options{}, llmtest.Play(func(turn int, request llmtest.Request) llmtest.Step {
		return restless(turn%6, request)
	}).Capable())
	q := h.question("How high is the water?")
	for b.Loop() {
		if answer := h.ask(q); len(answer.Uses) != 5 {
			b.Fatalf("%d uses", len(answer.Uses))
		}
	}
}
