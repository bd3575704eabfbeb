package llmtest

import (
	"fmt"
	"net/http"
)

// A Feature is something a server may not take.
type Feature string

// The features that differ between servers.
const (
	Schema      Feature = "response_format of type json_schema"
	JSONObject  Feature = "response_format of type json_object"
	Tools       Feature = "tools"
	Logprobs    Feature = "logprobs"
	Temperature Feature = "temperature"
	MaxTokens   Feature = "max_tokens"
)

func (f Feature) usedBy(request Request) bool {
	switch f {
	case Schema:
		return request.Format == "json_schema"
	case JSONObject:
		return request.Format == "json_object"
	}
	return request.Has(string(f))
}

func (f Feature) refusal() Step {
	hint := ""
	if f == MaxTokens {
		hint = " Use 'max_completion_tokens' instead."
	}
	return Fail(http.StatusBadRequest, fmt.Sprintf("Unsupported parameter: '%s' is not supported with this model.%s", string(f), hint))
}

// probed answers a capability probe with everything it asks for.
func probed(request Request) Step {
	ok := map[string]bool{"ok": true}
	if len(request.Tools) > 0 {
		return Calls(request.Tools[0], ok)
	}
	step := Say("ok")
	if request.Format != "" {
		step = JSON(ok)
	}
	return step.WithLogprobs(-0.01)
}
