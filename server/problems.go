package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gin-gonic/gin"
	"go.uber.org/zap"

	"github.com/chatmrpt/chatmrpt/core/account"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
)

// A Problem is what a client is told of a failure (RFC 9457), with a stable code
// for programs and a sentence for people.
type Problem struct {
	Type   string `json:"type" format:"uri" example:"urn:chatmrpt:problem:empty_file" doc:"The code as a URI."`
	Title  string `json:"title" example:"Unprocessable Entity" doc:"The status in words."`
	Status int    `json:"status" example:"422" doc:"The HTTP status."`
	Detail string `json:"detail" example:"facilities.csv is empty." doc:"A sentence that a person can act on."`
	Code   string `json:"code" example:"empty_file" doc:"A stable name of the problem."`

	retryAfter time.Duration
}

const problemJSON = "application/problem+json"

// huma makes its own errors through these variables.
func init() {
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return ofHuma(status, message, errs)
	}
}

// fail is a problem with a formatted sentence.
func fail(status int, code, format string, args ...any) *Problem {
	return &Problem{
		Type: "urn:chatmrpt:problem:" + code, Title: http.StatusText(status), Status: status,
		Detail: fmt.Sprintf(format, args...), Code: code,
	}
}

// later adds when to try again.
func (p *Problem) later(after time.Duration) *Problem {
	p.retryAfter = after
	return p
}

// Error is the sentence.
func (p *Problem) Error() string { return p.Detail }

// GetStatus is the HTTP status.
func (p *Problem) GetStatus() int { return p.Status }

// GetHeaders are the headers that go with the problem.
func (p *Problem) GetHeaders() http.Header {
	h := http.Header{}
	if p.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int((p.retryAfter+time.Second-1)/time.Second)))
	}
	if p.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Bearer realm="chatmrpt"`)
	}
	return h
}

// ContentType is the media type in which the problem is written.
func (*Problem) ContentType(string) string { return problemJSON }

// ofHuma words what huma found wrong with a request.
func ofHuma(status int, message string, errs []error) *Problem {
	var said []string
	for _, err := range errs {
		var own *Problem
		if errors.As(err, &own) {
			return own
		}
		if detailed, ok := err.(huma.ErrorDetailer); ok {
			d := detailed.ErrorDetail()
			said = append(said, strings.TrimPrefix(d.Location+": "+d.Message, ": "))
		}
	}
	switch status {
	case http.StatusRequestEntityTooLarge:
		return fail(status, "too_large", "The request is larger than is allowed here.")
	case http.StatusUnsupportedMediaType:
		return fail(status, "unsupported_media_type", "This address takes a body of another kind: see /docs.")
	case http.StatusRequestTimeout:
		return fail(status, "too_slow", "The request did not arrive in time; send it again.")
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		if len(said) == 0 {
			said = []string{message}
		}
		return fail(status, "invalid_request", "The request does not fit: %s.", strings.Join(said, "; "))
	}
	return fail(status, "internal", "Something went wrong inside; the cause is in the log.")
}

// statuses of codes that are not 422: most are about content that cannot be used.
var statuses = map[string]int{
	"gate_closed":  http.StatusConflict,
	"rate_limited": http.StatusTooManyRequests,
	"unknown_tool": http.StatusNotFound,
	"not_approved": http.StatusForbidden,
	"timeout":      http.StatusServiceUnavailable,
	"unavailable":  http.StatusServiceUnavailable,
	"internal":     http.StatusInternalServerError,
}

// problem is what a client may know of an error. What it may not is logged here,
// once.
func (s *Server) problem(ctx context.Context, err error) *Problem {
	var own *Problem
	switch {
	case errors.As(err, &own):
		return own
	case errors.Is(err, session.ErrNotFound):
		return fail(http.StatusNotFound, "not_found", "There is no such thing here; it may have been deleted, or belong to somebody else.")
	case errors.Is(err, session.ErrConflict):
		return fail(http.StatusConflict, "session_busy", "Others are writing in this session at the moment; try again.").later(time.Second)
	case errors.Is(err, account.ErrDenied):
		return fail(http.StatusUnauthorized, "wrong_sign_in", "The name or the password is not right.")
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return fail(http.StatusServiceUnavailable, "timeout", "That took longer than allowed and was stopped; nothing was changed.").later(time.Second)
	}
	code, sentence := schemaregistry.Sentence(err)
	status, known := statuses[code]
	if !known {
		status = http.StatusUnprocessableEntity
	}
	if status == http.StatusInternalServerError {
		s.Log.Error("request failed", zap.String("request_id", requestID(ctx)), zap.Error(err))
	}
	problem := fail(status, code, "%s", sentence)
	var limited *schemaregistry.RateLimited
	if errors.As(err, &limited) {
		return problem.later(time.Until(limited.RetryAt))
	}
	return problem
}

// refuse ends a request that reaches no operation.
func (s *Server) refuse(c *gin.Context, p *Problem) {
	for name, values := range p.GetHeaders() {
		c.Writer.Header()[name] = values
	}
	c.Header("Content-Type", problemJSON)
	c.Status(p.Status)
	c.Abort()
	if err := json.NewEncoder(c.Writer).Encode(p); err != nil {
		s.Log.Debug("answer not sent", zap.Error(err)) // the client went away
	}
}
