package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"
)

// Errors of Complete. Each is matched with errors.Is.
var (
	// ErrUnavailable: no backend of the role could answer. It comes at once when
	// all of them are resting after a failure.
	ErrUnavailable = errors.New("no model is available")
	// ErrTruncated: the answer was cut off at the token limit; its text is withheld.
	ErrTruncated = errors.New("the model's answer was cut off")
	// ErrEmpty: the model answered with nothing.
	ErrEmpty = errors.New("the model's answer was empty")
	// ErrRefused: the model or the provider's filter declined to answer.
	ErrRefused = errors.New("the model declined to answer")
	// ErrToolsUnsupported: the backend takes no native tools; offer them in words.
	ErrToolsUnsupported = errors.New("the backend takes no native tools")
)

var (
	errResting   = errors.New("resting after a failure")
	errNoChoice  = errors.New("the answer is no chat completion")
	errNoBackend = errors.New("no backend serves this role")
)

// A CallError is why one backend did not answer.
type CallError struct {
	Backend    string
	Status     int           // of HTTP; 0 when no answer came
	RetryAfter time.Duration // how long the backend asked to be left alone; 0 unknown
	Message    string        // shortened, without keys
	Err        error         // the cause, when it is not an HTTP status
}

func (e *CallError) Error() string {
	if e.Status != 0 {
		return fmt.Sprintf("backend %s: status %d: %s", e.Backend, e.Status, e.Message)
	}
	return fmt.Sprintf("backend %s: %s", e.Backend, e.Message)
}

func (e *CallError) Unwrap() error { return e.Err }

// messageLimit is how much of a server's own words an error carries, in bytes.
const messageLimit = 300

// callError describes a failed call without the key and without the address,
// which a person may have put a key into.
func callError(b Backend, header http.Header, err error) *CallError {
	out := &CallError{Backend: b.Name, RetryAfter: retryAfter(header, time.Now())}
	var api *openai.APIError
	var raw *openai.RequestError
	switch {
	case errors.As(err, &api):
		out.Status, out.Message = api.HTTPStatusCode, api.Message
	case errors.As(err, &raw):
		out.Status, out.Message = raw.HTTPStatusCode, string(raw.Body)
	default:
		out.Err, out.Message = err, err.Error()
	}
	out.Message = shorten(scrub(out.Message, b.APIKey.Reveal()))
	return out
}

// What looks like a key, and what names a person: the user of an address or of a
// home folder.
var (
	keyLike  = regexp.MustCompile(`(?i)\bbearer\s+[\w.~+/*-]{8,}|\b[sp]k-[\w*-]{8,}|\b(?:gsk|hf|xai)[-_][a-z0-9*]{20,}|\bAIza[\w-]{20,}`)
	userInfo = regexp.MustCompile(`(://)[^/\s"@]+@`)
	userHome = regexp.MustCompile(`(?i)([/\\](?:home|users)[/\\]+)[^/\\\s"]+`)
)

// scrub masks the given key, everything that looks like one, and names of users.
// What it has masked it leaves alone.
func scrub(text, key string) string {
	if key != "" {
		text = strings.ReplaceAll(text, key, mask)
	}
	text = keyLike.ReplaceAllString(text, mask)
	text = userInfo.ReplaceAllString(text, "${1}"+mask+"@")
	return userHome.ReplaceAllString(text, "${1}"+mask)
}

func shorten(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= messageLimit {
		return text
	}
	return strings.ToValidUTF8(text[:messageLimit], "") + "..."
}

// isAnswer reports whether a model did answer, though with nothing to use: asking
// another one would cost time and say nothing about this backend's health.
func isAnswer(err error) bool {
	return errors.Is(err, ErrTruncated) || errors.Is(err, ErrEmpty) || errors.Is(err, ErrRefused)
}

// isOutage reports whether the backend itself failed, so that it is left to rest:
// no connection, no answer in time, too busy, broken or misconfigured. What says
// nothing about its health is a refused request, and a caller who left.
func isOutage(err error) bool {
	var call *CallError
	if !errors.As(err, &call) || errors.Is(err, context.Canceled) ||
		errors.Is(err, ErrNotRecorded) || errors.Is(err, errHurried) || errors.Is(err, ErrToolsUnsupported) {
		return false
	}
	switch call.Status {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		return false
	}
	return true
}
