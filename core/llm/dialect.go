package llm

import (
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/sashabaranov/go-openai"
)

// A dialect is the form of request that a backend takes.
type dialect struct {
	format           Format
	tools            bool
	logprobs         bool
	temperature      bool
	completionTokens bool // max_completion_tokens in place of max_tokens
}

// firstDialect is the best form the model may take; probing and refusals correct it.
func firstDialect(b Backend) dialect {
	reasoning := b.isReasoning()
	return dialect{
		format: FormatSchema, tools: true,
		temperature: !reasoning, completionTokens: reasoning,
	}
}

// refusals are the statuses with which servers turn down a parameter.
var refusals = []int{
	http.StatusBadRequest, http.StatusNotFound, http.StatusUnprocessableEntity,
	http.StatusInternalServerError, http.StatusNotImplemented,
}

var unsupported = regexp.MustCompile(`support|unknown|unrecogni[sz]ed|requires?\b|not (allowed|permitted|available)|invalid`)

// concede returns a plainer form when the error says that the backend does not
// take a parameter of this one. Servers agree on no code for it, so the words of
// the message are read; a wrong guess costs a feature and no answer.
func (d dialect) concede(request Request, err error) (dialect, bool) {
	if errors.Is(err, openai.ErrReasoningToolsRequireResponses) {
		d.tools = false
		return d, true
	}
	var call *CallError
	if !errors.As(err, &call) || !slices.Contains(refusals, call.Status) {
		return d, false
	}
	message := strings.ToLower(call.Message)
	mentions := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(message, word) })
	}
	declined := unsupported.MatchString(message)
	switch {
	case d.logprobs && request.Logprobs && mentions("logprob"):
		d.logprobs = false
	case d.temperature && declined && mentions("temperature"):
		d.temperature = false
	case request.MaxTokens > 0 && declined && mentions("max_completion_tokens"):
		d.completionTokens = !d.completionTokens
	case request.Schema != nil && d.format != FormatText && mentions("response_format", "json_schema", "json_object", "schema", "grammar"):
		d.format = d.format.weaker()
	case len(request.Tools) > 0 && d.tools && declined && mentions("tool", "function"):
		d.tools = false
	default:
		return d, false
	}
	return d, true
}

func (f Format) weaker() Format {
	if f == FormatSchema {
		return FormatObject
	}
	return FormatText
}
