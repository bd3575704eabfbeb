package prompted

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/llm"
)

// Kinds of message, as the model names them.
const (
	kindChoice   = "choice"
	kindQuestion = "question"
	kindNone     = "none"
)

// An answer is what a model wrote, read but not believed.
type answer struct {
	Tool       string                     `json:"tool"`
	Args       map[string]json.RawMessage `json:"args"`
	Confidence any                        `json:"confidence"`
	Reason     string                     `json:"reason"`
	Kind       string                     `json:"kind"`
}

// A claim is what the model says of one argument.
type claim struct {
	Value  any    `json:"value"` // numbers as json.Number
	Quote  string `json:"quote"`
	Source string `json:"source"`
}

// Sources of a claim.
const (
	sourceSaid   = "said"
	sourceMemory = "memory"
	sourceChange = "change"
)

// parse reads an answer, or says what is wrong with its form.
func parse(text string) (answer, string) {
	var a answer
	raw, err := llm.RecoverObject(text)
	if err != nil {
		return a, "it is no complete JSON object"
	}
	if err := decode(raw, &a); err != nil {
		return a, "it does not have the form that was asked for"
	}
	switch a.Kind {
	case kindChoice, kindQuestion, kindNone:
		return a, ""
	}
	return a, `"kind" must be "choice", "question" or "none"`
}

func decode(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return d.Decode(into)
}

// confidence is the model's own figure, 0..1. One that is missing, no number or
// out of range is 0, never a guess.
func (a answer) confidence() float64 {
	var f float64
	var err error
	switch v := a.Confidence.(type) {
	case json.Number:
		f, err = v.Float64()
	case string:
		f, err = strconv.ParseFloat(strings.TrimSpace(v), 64)
	default:
		return 0
	}
	if err != nil || math.IsNaN(f) || f < 0 || f > 1 {
		return 0
	}
	return f
}
