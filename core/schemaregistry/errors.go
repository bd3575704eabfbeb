package schemaregistry

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Sentinel errors of the registry.
var (
	ErrNotFound  = errors.New("no tool of that name")
	ErrCollision = errors.New("a tool of that name is registered already")
	ErrFrozen    = errors.New("the registry is frozen: tools are registered at start only")
	ErrTimeout   = errors.New("the tool took too long")
	// ErrUnavailable is what a handler wraps whose service is not there: the run
	// does not count against the user's limits.
	ErrUnavailable = errors.New("the service behind the tool does not answer")
)

// Error is a failure that a person can act on: a stable code and a sentence.
// Row and Column say where, when the cause is a cell of a file.
type Error struct {
	Code    string // such as "empty_file" or "no_population"
	Message string // a full sentence, safe to show
	Row     int    // 1-based row of the file as a spreadsheet shows it; 0 unknown
	Column  string // heading of the column; "" unknown
	Err     error  // the cause, for the log
}

// Fail returns an Error with a formatted sentence.
func Fail(code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// At adds the place.
func (e *Error) At(row int, column string) *Error {
	e.Row, e.Column = row, column
	return e
}

// Because adds the cause.
func (e *Error) Because(err error) *Error {
	e.Err = err
	return e
}

func (e *Error) Error() string {
	if e.Err != nil {
		return e.Message + " (" + e.Err.Error() + ")"
	}
	return e.Message
}

func (e *Error) Unwrap() error { return e.Err }

// Invalid reports arguments that do not fit the tool's schema.
type Invalid struct {
	Tool     string
	Problems []Problem
}

// A Problem is one violation, at a JSON pointer into the arguments.
type Problem struct {
	Pointer string `json:"pointer"`
	Message string `json:"message"`
}

func (p Problem) String() string { return strings.TrimPrefix(p.Pointer, "/") + ": " + p.Message }

func (e *Invalid) Error() string {
	parts := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		parts[i] = p.String()
	}
	return fmt.Sprintf("%s: the arguments do not fit: %s", e.Tool, strings.Join(parts, "; "))
}

// Blocked reports that a gate is closed.
type Blocked struct {
	Tool string
	Gate GateDecision
}

func (e *Blocked) Error() string {
	if len(e.Gate.Missing) > 0 {
		return fmt.Sprintf("%s needs %s first", e.Tool, strings.Join(e.Gate.Missing, ", "))
	}
	return fmt.Sprintf("%s would use outdated %s", e.Tool, strings.Join(e.Gate.Stale, ", "))
}

// Declined reports that the EvalGate did not approve.
type Declined struct {
	Tool   string
	Reason string
}

func (e *Declined) Error() string {
	return fmt.Sprintf("%s was not approved: %s", e.Tool, strings.TrimSuffix(e.Reason, "."))
}

// RateLimited reports that a limit of the user was reached.
type RateLimited struct {
	Tool    string
	RetryAt time.Time // in the user's time zone
}

func (e *RateLimited) Error() string {
	return fmt.Sprintf("%s has reached its limit and may run again at %s", e.Tool, e.RetryAt.Format("15:04:05 on Monday 2 January (MST)"))
}

// Failure tells a model why a call came to nothing: "search_web failed: …"
// [001-22]. It says no more of the inside than Sentence does.
func Failure(tool string, err error) string {
	_, sentence := Sentence(err)
	return tool + " failed: " + strings.TrimSuffix(sentence, ".")
}

// Sentence is what a person may read of any error: its own sentence when it has
// one, and nothing of the inside when it has not.
func Sentence(err error) (code, sentence string) {
	var own *Error
	var invalid *Invalid
	var blocked *Blocked
	var declined *Declined
	var limited *RateLimited
	switch {
	case errors.As(err, &own):
		return own.Code, own.place() + own.Message
	case errors.As(err, &invalid):
		return "invalid_arguments", invalid.Error() + "."
	case errors.As(err, &blocked):
		return "gate_closed", blocked.Error() + "."
	case errors.As(err, &declined):
		return "not_approved", declined.Error() + "."
	case errors.As(err, &limited):
		return "rate_limited", limited.Error() + "."
	case errors.Is(err, ErrNotFound):
		return "unknown_tool", "There is no tool of that name."
	case errors.Is(err, ErrTimeout):
		return "timeout", "That took longer than allowed and was stopped; nothing was changed."
	case errors.Is(err, ErrUnavailable):
		return "unavailable", "The service that this needs does not answer now."
	}
	return "internal", "Something went wrong inside; the cause is in the log and nothing was changed."
}

func (e *Error) place() string {
	switch {
	case e.Row > 0 && e.Column != "":
		return fmt.Sprintf("Row %d, column %q: ", e.Row, e.Column)
	case e.Row > 0:
		return fmt.Sprintf("Row %d: ", e.Row)
	case e.Column != "":
		return fmt.Sprintf("Column %q: ", e.Column)
	}
	return ""
}
