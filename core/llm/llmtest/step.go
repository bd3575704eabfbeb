package llmtest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// A Step is how one request is answered. The zero Step answers with empty content.
type Step struct {
	Content      string
	ToolCalls    []ToolCall
	FinishReason string    // "stop", or "tool_calls" when there are some
	Logprobs     []float64 // of the tokens; sent when the request asks for them
	Refusal      string

	Status     int           // of HTTP; 0 means 200
	Error      string        // the message of a status that is no success
	RetryAfter string        // the header
	Raw        *string       // the body, in place of a completion
	Delay      time.Duration // before anything is sent
	Hang       bool          // send nothing until the client leaves
	Break      bool          // cut the connection in the middle of the body
}

// A ToolCall is a native call; Arguments is JSON text.
type ToolCall struct{ ID, Name, Arguments string }

// Say answers with the text.
func Say(content string) Step { return Step{Content: content} }

// JSON answers with the value as JSON.
func JSON(value any) Step { return Say(marshal(value)) }

// Prose answers with the value as JSON in a code fence between sentences.
func Prose(value any) Step {
	return Say("Sure, here is what I understood:\n```json\n" + marshal(value) + "\n```\nLet me know if you need more.")
}

// Calls answers with one native call of a tool.
func Calls(name string, args any) Step {
	return Step{ToolCalls: []ToolCall{{ID: "call_" + name, Name: name, Arguments: marshal(args)}}}
}

// Truncated answers with the text, cut off at the token limit.
func Truncated(content string) Step { return Step{Content: content, FinishReason: "length"} }

// Empty answers with no content.
func Empty() Step { return Step{} }

// Declined answers with a refusal.
func Declined(why string) Step { return Step{Refusal: why} }

// Body answers status 200 with the bytes as they are.
func Body(raw string) Step { return Step{Raw: &raw} }

// Garbage answers status 200 with a page that is no completion.
func Garbage() Step { return Body("<html><body>Welcome to the hotel's network</body></html>") }

// Fail answers with a status and a message.
func Fail(status int, message string) Step { return Step{Status: status, Error: message} }

// Busy answers 429 with a Retry-After header, in seconds or as a date; "" sends none.
func Busy(retryAfter string) Step {
	return Step{Status: http.StatusTooManyRequests, Error: "too many requests", RetryAfter: retryAfter}
}

// Hang answers nothing until the client leaves.
func Hang() Step { return Step{Hang: true} }

// Break cuts the connection in the middle of the answer.
func Break() Step { return Step{Break: true} }

// After plays the step after a delay.
func After(delay time.Duration, step Step) Step {
	step.Delay = delay
	return step
}

// WithLogprobs adds the tokens' log probabilities.
func (s Step) WithLogprobs(values ...float64) Step {
	s.Logprobs = values
	return s
}

// brokenHeader tells RoundTrip that the connection broke.
const brokenHeader = "X-Llmtest-Broken"

func (s Step) play(ctx context.Context, w http.ResponseWriter, request Request) {
	if s.Hang {
		<-ctx.Done()
		return
	}
	if s.Delay > 0 {
		timer := time.NewTimer(s.Delay)
		defer timer.Stop()
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
	}
	body := s.body(request)
	w.Header().Set("Content-Type", "application/json")
	if s.RetryAfter != "" {
		w.Header().Set("Retry-After", s.RetryAfter)
	}
	if s.Break {
		w.Header().Set(brokenHeader, "yes")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		body = body[:len(body)/2]
	}
	if s.Status != 0 {
		w.WriteHeader(s.Status)
	}
	_, _ = io.WriteString(w, body)
}

func (s Step) body(request Request) string {
	switch {
	case s.Raw != nil:
		return *s.Raw
	case s.Status >= 300:
		return marshal(map[string]any{"error": map[string]any{"message": s.Error, "type": "scripted_error"}})
	}
	return marshal(s.completion(request))
}

// completion writes the answer; tokens are counted as four bytes each.
func (s Step) completion(request Request) map[string]any {
	message := map[string]any{"role": "assistant", "content": s.Content}
	finish := s.FinishReason
	if finish == "" {
		finish = "stop"
	}
	if s.Refusal != "" {
		message["content"], message["refusal"] = nil, s.Refusal
	}
	if len(s.ToolCalls) > 0 {
		message["tool_calls"], finish = wireCalls(s.ToolCalls), "tool_calls"
	}
	choice := map[string]any{"index": 0, "message": message, "finish_reason": finish}
	if len(s.Logprobs) > 0 && request.Has("logprobs") {
		choice["logprobs"] = map[string]any{"content": wireLogprobs(s.Logprobs)}
	}
	prompt, completion := len(request.Body)/4, len(s.Content)/4
	return map[string]any{
		"id": "chatcmpl-scripted", "object": "chat.completion", "model": request.Model,
		"choices": []any{choice},
		"usage":   map[string]any{"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion},
	}
}

func wireCalls(calls []ToolCall) []any {
	out := make([]any, len(calls))
	for i, call := range calls {
		out[i] = map[string]any{
			"id": call.ID, "type": "function",
			"function": map[string]any{"name": call.Name, "arguments": call.Arguments},
		}
	}
	return out
}

func wireLogprobs(values []float64) []any {
	out := make([]any, len(values))
	for i, value := range values {
		out[i] = map[string]any{"token": fmt.Sprintf("t%d", i), "logprob": value}
	}
	return out
}

func marshal(value any) string {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Sprintf("%q", err.Error()) // a value of a test that JSON cannot hold
	}
	return strings.TrimSuffix(text.String(), "\n")
}
