package schemaregistry

import (
	"errors"
	"time"
)

// An Audit records one execution, whatever came of it. Only the registry writes it.
type Audit struct {
	Tool      string         `json:"tool"`
	Origin    Origin         `json:"origin"`
	Session   string         `json:"session"`
	User      string         `json:"user"`
	Args      map[string]any `json:"args"`
	Dropped   []string       `json:"dropped_args,omitempty"`
	Effects   []string       `json:"side_effects,omitempty"`
	Status    string         `json:"status"`            // success | ask | blocked | declined | limited | invalid | unavailable | timeout | error
	Gate      string         `json:"gate"`              // approved | blocked | timeout-open | timeout-closed
	Warning   string         `json:"warning,omitempty"` // what went wrong beside the call, for the log
	Code      string         `json:"code,omitempty"`    // of the error, see Sentence
	Error     string         `json:"error,omitempty"`
	Timestamp time.Time      `json:"ts"`          // UTC
	Duration  int64          `json:"duration_ms"` // monotonic
}

// status is how an execution ended, for the audit.
func status(result Result, err error) string {
	var invalid *Invalid
	var blocked *Blocked
	var declined *Declined
	var limited *RateLimited
	switch {
	case errors.As(err, &blocked):
		return "blocked"
	case errors.As(err, &declined):
		return "declined"
	case errors.As(err, &limited):
		return "limited"
	case errors.As(err, &invalid):
		return "invalid"
	case errors.Is(err, ErrTimeout):
		return "timeout"
	case errors.Is(err, ErrUnavailable):
		return "unavailable"
	case err != nil:
		return "error"
	case result.Ask != nil:
		return "ask"
	}
	return "success"
}
