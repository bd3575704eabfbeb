package prompted

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

const (
	mostCalls        = 8      // that one description may come to
	descriptionLimit = 16_000 // bytes; a worker's whole instruction fits
)

// moreDetail is asked when the translator does not say what is missing [000-58].
const moreDetail = "Please provide more detail."

// Translate turns a model's plain English into legal, complete calls of a tool,
// with the model of role nl_translation: source 000. now, with its time zone, is
// what relative times refer to; the zero time leaves them to the description.
//
// What has to be asked is a Translation with a Clarifier. The error is always a
// *TranslationError.
func (r *Reader) Translate(ctx context.Context, description string, tool *schemaregistry.Tool, now time.Time) (Translation, error) {
	if strings.TrimSpace(description) == "" {
		return Translation{tool: tool, Clarifier: &choiceinterp.Clarifier{Question: moreDetail}}, nil
	}
	failed := &TranslationError{Tool: tool.Name, Err: llm.ErrUnavailable}
	if len(description) > descriptionLimit {
		failed.Err = errTooLong
		return Translation{}, failed
	}
	messages := []llm.Message{
		{Role: llm.System, Content: at(TranslatorPrompt(tool), now)},
		{Role: llm.User, Content: llm.Disarm(description)},
	}
	if !r.client.Available(llm.RoleTranslation) {
		return Translation{}, failed
	}
	ctx, cancel := bounded(ctx, r.options.TranslateTimeout)
	defer cancel()
	for range 2 {
		response, err := r.client.Complete(ctx, llm.RoleTranslation, llm.Request{
			Messages: messages, MaxTokens: r.options.MaxTokens,
		})
		if err != nil {
			failed.Err = err
			return Translation{}, failed
		}
		translation, err := readTranslation(tool, response.Text)
		if err == nil {
			return translation, nil
		}
		failed.Raw, failed.Err = cut(response.Text, rawLimit), err
		messages = append(messages, retranslation(response.Text, err)...)
	}
	return Translation{}, failed
}

var errTooLong = fmt.Errorf("the description is over %d characters long", descriptionLimit)

func retranslation(answer string, err error) []llm.Message {
	return []llm.Message{
		{Role: llm.Assistant, Content: llm.Disarm(cut(answer, 2000))},
		{Role: llm.User, Content: "The program could not accept that: " + reason(err) +
			"\nOutput the whole JSON again, corrected, and nothing else; or the clarification_needed object."},
	}
}

// readTranslation checks what the translator wrote. Each item goes through the
// tool's own schema; bad ones are left out and named as long as one is good.
func readTranslation(tool *schemaregistry.Tool, text string) (Translation, error) {
	t := Translation{tool: tool}
	items, err := itemsOf(text)
	if err != nil {
		return t, err
	}
	var first error
	for i, item := range items {
		args, clarifier, err := readItem(tool, item)
		if clarifier != nil && len(items) == 1 {
			t.Clarifier = clarifier
			return t, nil
		}
		switch {
		case clarifier != nil:
			err = fmt.Errorf("it needs an answer first: %s", clarifier.Question)
		case err == nil && len(t.Calls) == mostCalls:
			err = fmt.Errorf("one description may come to %d calls at most", mostCalls)
		}
		if err == nil {
			t.Calls = append(t.Calls, args)
			continue
		}
		t.Skipped = append(t.Skipped, Skipped{Number: i + 1, Err: err})
		if first == nil {
			first = err
		}
	}
	if len(t.Calls) == 0 {
		return t, first
	}
	t.items = len(items)
	return t, nil
}

// itemsOf are the objects that the translator wrote, one or an array of them.
func itemsOf(text string) ([]json.RawMessage, error) {
	if raw := json.RawMessage(strings.TrimSpace(text)); json.Valid(raw) {
		if kind := kindOfJSON(raw[0]); kind != "" {
			return nil, fmt.Errorf("expected an object or an array of objects, got %s", kind)
		}
	}
	raw, err := llm.RecoverCalls(text)
	if err != nil {
		return nil, err
	}
	if raw[0] == '{' {
		return []json.RawMessage{raw}, nil
	}
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, err
	}
	return items, nil
}

func kindOfJSON(first byte) string {
	switch first {
	case '{', '[':
		return ""
	case '"':
		return "a text"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	}
	return "a number"
}

// readItem is one call, or the question that it leads to: any object with the
// key "error" is one [3.13].
func readItem(tool *schemaregistry.Tool, raw json.RawMessage) (map[string]any, *choiceinterp.Clarifier, error) {
	var item map[string]any
	if err := decode(raw, &item); err != nil || item == nil {
		return nil, nil, errors.New("it is no object")
	}
	if _, asks := item["error"]; asks && tool.Arg("error") == nil {
		question, _ := item["clarification_needed"].(string)
		if strings.TrimSpace(question) == "" {
			question = moreDetail
		}
		return nil, &choiceinterp.Clarifier{Question: question}, nil
	}
	for name, value := range item {
		unknown := tool.Arg(name) == nil && tool.Effect == schemaregistry.EffectRead
		if value == nil || unknown { // null is "not said"; a tool that reads drops what it does not know [3.1]
			delete(item, name)
		}
	}
	if err := tool.Check(item); err != nil {
		return nil, nil, err
	}
	return plain(item).(map[string]any), nil, nil
}

// plain replaces the checked number literals by Go numbers.
func plain(value any) any {
	switch v := value.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		f, err := v.Float64()
		if err != nil {
			return nil // the schema has seen that it is a number
		}
		return f
	case map[string]any:
		for name, each := range v {
			v[name] = plain(each)
		}
	case []any:
		for i, each := range v {
			v[i] = plain(each)
		}
	}
	return value
}
