package llm

import (
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"
)

// A Response is a model's answer and where it came from.
type Response struct {
	Text         string     // without the thoughts some models print before it
	ToolCalls    []ToolCall // native calls, in order
	FinishReason string     // stop, tool_calls, length, content_filter
	Usage        Usage
	MeanLogprob  *float64 // mean natural log probability of the answer's tokens (<= 0); nil when unknown
	Format       Format   // how far the answer was held to the schema; "" when none was asked
	Backend      string
	Model        string        // as the server names it
	Latency      time.Duration // of the answer that was used, with its retries
}

// Usage counts tokens as the server reports them.
type Usage struct {
	Prompt     int `json:"prompt"`
	Cached     int `json:"cached"` // of Prompt
	Completion int `json:"completion"`
}

// read turns the wire's answer into ours: ErrTruncated, ErrEmpty or ErrRefused
// when there is nothing a caller may parse, errNoChoice when it is no answer.
func read(wire openai.ChatCompletionResponse) (Response, error) {
	response := Response{Model: wire.Model, Usage: usage(wire.Usage)}
	if len(wire.Choices) == 0 {
		return response, errNoChoice
	}
	choice := wire.Choices[0]
	response.FinishReason = string(choice.FinishReason)
	switch {
	case choice.FinishReason == openai.FinishReasonLength:
		return response, ErrTruncated
	case choice.FinishReason == openai.FinishReasonContentFilter, choice.Message.Refusal != "":
		return response, ErrRefused
	}
	response.Text = withoutThoughts(content(choice.Message))
	for _, call := range choice.Message.ToolCalls {
		response.ToolCalls = append(response.ToolCalls, ToolCall{ID: call.ID, Name: call.Function.Name, Arguments: call.Function.Arguments})
	}
	response.MeanLogprob = meanLogprob(choice.LogProbs)
	if response.Text == "" && len(response.ToolCalls) == 0 {
		return response, ErrEmpty
	}
	return response, nil
}

func usage(wire openai.Usage) Usage {
	out := Usage{Prompt: wire.PromptTokens, Completion: wire.CompletionTokens}
	if wire.PromptTokensDetails != nil {
		out.Cached = wire.PromptTokensDetails.CachedTokens
	}
	return out
}

// content joins the parts of servers that answer in parts.
func content(message openai.ChatCompletionMessage) string {
	var text strings.Builder
	text.WriteString(message.Content)
	for _, part := range message.MultiContent {
		text.WriteString(part.Text)
	}
	return text.String()
}

// withoutThoughts drops the <think> block that local reasoning models begin with.
// A block that never ends leaves nothing: the answer was not reached.
func withoutThoughts(text string) string {
	text = strings.TrimSpace(text)
	rest, thinks := strings.CutPrefix(text, "<think>")
	if !thinks {
		return text
	}
	_, answer, _ := strings.Cut(rest, "</think>")
	return strings.TrimSpace(answer)
}

func meanLogprob(logprobs *openai.LogProbs) *float64 {
	if logprobs == nil || len(logprobs.Content) == 0 {
		return nil
	}
	sum := 0.0
	for _, token := range logprobs.Content {
		sum += token.LogProb
	}
	mean := sum / float64(len(logprobs.Content))
	return &mean
}
