package router_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/choiceinterp/prompted"
	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
	"github.com/chatmrpt/chatmrpt/core/router"
)

// mute is a model that gives nothing usable and counts how often it was asked.
type mute struct{ asked int }

func (m *mute) Interpret(context.Context, choiceinterp.Request) (choiceinterp.Resolution, error) {
	m.asked++
	return choiceinterp.Resolution{}, errors.New("lost for words")
}

// Whoever waits for a model waits once in a turn, whatever the turn tries to make
// of the words.
func TestAModelIsAskedOnceInATurn(t *testing.T) {
	model := &mute{}
	h := openHouse(t)
	h.router.Interpreter = choiceinterp.New(choiceinterp.Options{Model: model})
	h.bring("leaves.txt")
	total := 0
	for _, text := range []string{
		"put the kettle on", "well, go on then", "copper or steel, hard to say", "the other kettle", "not too hot, I beg you",
		"brew the tea", "what about 20 cups?", "serve some guests", "wooden, but how many", "40", "make it 50 cups", "boil it in copper again",
	} {
		model.asked = 0
		if _, err := h.router.Turn(t.Context(), h.id, text, router.Options{}); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if model.asked > 1 {
			t.Errorf("%q: asked %d times", text, model.asked)
		}
		total += model.asked
	}
	if total == 0 {
		t.Error("the model was never asked")
	}
}

// What a model that answers in 300 ms over a socket adds to a turn beyond those
// 300: the whole turn less the time that the server took, beside the same turn
// without a model.
func BenchmarkTurnWithAModel(b *testing.B) {
	const answering = 300 * time.Millisecond
	says := llmtest.Say(`{"tool":"boil_water","args":{"kettle":{"value":"copper","quote":"copper kettle","source":"said"},"heat":null},"confidence":0.9,"reason":"named","kind":"choice"}`)
	turns := func(b *testing.B, o choiceinterp.Options, waiting time.Duration) {
		h := openHouse(b)
		h.router.Interpreter = choiceinterp.New(o)
		h.bring("spring.csv")
		h.say("boil it gently in steel", "1", "use the copper kettle")
		started := time.Now()
		for b.Loop() {
			h.say("use the copper kettle")
		}
		own := time.Since(started) - time.Duration(b.N)*waiting
		b.ReportMetric(own.Seconds()*1000/float64(b.N), "own-ms/op")
	}
	b.Run("without", func(b *testing.B) { turns(b, choiceinterp.Options{}, 0) })
	b.Run("with", func(b *testing.B) {
		server := llmtest.New(llmtest.After(answering, says))
		client, err := llm.New([]llm.Backend{{BaseURL: server.Start(b), Model: "m"}}, llm.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(client.Close)
		before := len(server.Requests())
		turns(b, choiceinterp.Options{Model: prompted.New(client, prompted.Options{})}, answering)
		if asked := len(server.Requests()) - before; asked < b.N {
			b.Errorf("the model was asked %d times in %d turns", asked, b.N)
		}
	})
}
