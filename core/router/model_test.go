package router_test

import (
	"context"
	"errors"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
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
