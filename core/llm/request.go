package llm

import (
	"encoding/json"
	"math"
	"slices"
	"time"

	"github.com/sashabaranov/go-openai"
)

// Message roles.
const (
	System    = openai.ChatMessageRoleSystem
	User      = openai.ChatMessageRoleUser
	Assistant = openai.ChatMessageRoleAssistant
	ToolReply = openai.ChatMessageRoleTool
)

// A Message is one entry of the conversation with a model.
type Message struct {
	Role       string     `json:"role"`
	Content    string     `json:"content"`
	ToolCalls  []ToolCall `json:"tool_calls,omitempty"`   // what an assistant's message called
	ToolCallID string     `json:"tool_call_id,omitempty"` // what a tool's reply answers
}

// A ToolCall is a native function call. Arguments are as the model wrote them:
// nobody has checked that they are JSON.
type ToolCall struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// A Tool is a function offered to the model; Parameters is its JSON Schema.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
}

// A Request is one question to a model. It is answered at temperature 0.
type Request struct {
	Messages   []Message
	Schema     json.RawMessage // of the answer, fit for OpenAI's strict mode; nil for plain text
	SchemaName string          // letters, digits, _ and -; "answer" when empty
	Tools      []Tool          // offered natively; ErrToolsUnsupported when the backend cannot
	MaxTokens  int             // of the answer, a reasoning model's thoughts included; 0 leaves it to the backend
	Logprobs   bool            // ask for Response.MeanLogprob where the backend can
	Timeout    time.Duration   // of one backend's answer in place of Backend.Timeout; 0 leaves that
}

// A Format is how far a backend can be held to an output schema.
type Format string

// The formats, strongest first.
const (
	FormatSchema Format = "json_schema" // the server enforces the schema
	FormatObject Format = "json_object" // the server enforces JSON, the prompt carries the schema
	FormatText   Format = "text"        // the prompt alone carries the schema
)

// explicitZero stands for temperature 0 in a request, because go-openai leaves a
// plain zero out. The wire turns it into 0 (see zeroTemperature).
const explicitZero = math.SmallestNonzeroFloat32

// build is the one place where a request to a backend is put together.
func build(b Backend, d dialect, request Request) openai.ChatCompletionRequest {
	out := openai.ChatCompletionRequest{
		Model:    b.Model,
		Messages: wireMessages(withSchemaInWords(request, d.format)),
		LogProbs: request.Logprobs && d.logprobs,
	}
	if d.temperature {
		out.Temperature = explicitZero
	}
	if d.completionTokens {
		out.MaxCompletionTokens = request.MaxTokens
	} else {
		out.MaxTokens = request.MaxTokens //nolint:staticcheck // what servers other than OpenAI's understand
	}
	if b.isReasoning() {
		out.ReasoningEffort = b.Effort
	}
	if request.Schema != nil {
		out.ResponseFormat = responseFormat(d.format, request)
	}
	for _, tool := range request.Tools {
		out.Tools = append(out.Tools, openai.Tool{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{
			Name: tool.Name, Description: tool.Description, Parameters: tool.Parameters,
		}})
	}
	return out
}

func responseFormat(format Format, request Request) *openai.ChatCompletionResponseFormat {
	switch format {
	case FormatSchema:
		return &openai.ChatCompletionResponseFormat{
			Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{
				Name: request.schemaName(), Schema: request.Schema, Strict: true,
			},
		}
	case FormatObject:
		return &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
	}
	return nil
}

func (r Request) schemaName() string {
	if r.SchemaName == "" {
		return "answer"
	}
	return r.SchemaName
}

// withSchemaInWords adds the schema to the system message where the server does
// not enforce it. It goes to the end of the first message, which many chat
// templates want to be the only one of the system.
func withSchemaInWords(request Request, format Format) []Message {
	if request.Schema == nil || format == FormatSchema {
		return request.Messages
	}
	words := "Answer with one JSON object that fits this JSON Schema, and with nothing else:\n" + string(request.Schema)
	messages := slices.Clone(request.Messages)
	if len(messages) > 0 && messages[0].Role == System {
		messages[0].Content += "\n\n" + words
		return messages
	}
	return slices.Insert(messages, 0, Message{Role: System, Content: words})
}

func wireMessages(messages []Message) []openai.ChatCompletionMessage {
	out := make([]openai.ChatCompletionMessage, len(messages))
	for i, m := range messages {
		out[i] = openai.ChatCompletionMessage{Role: m.Role, Content: m.Content, ToolCallID: m.ToolCallID}
		if m.Content == "" && len(m.ToolCalls) == 0 {
			out[i].Content = "(empty)" // go-openai would leave the field out, which servers refuse
		}
		for _, call := range m.ToolCalls {
			out[i].ToolCalls = append(out[i].ToolCalls, openai.ToolCall{
				ID: call.ID, Type: openai.ToolTypeFunction,
				Function: openai.FunctionCall{Name: call.Name, Arguments: call.Arguments},
			})
		}
	}
	return out
}
