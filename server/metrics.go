package server

import (
	"net/http"
	"net/netip"
	"slices"

	"github.com/gin-gonic/gin"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/chatmrpt/chatmrpt/core/account"
)

// methods are the ones that are counted by name.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions}

// measure counts and traces a request by the pattern of its address.
func (s *Server) measure(c *gin.Context) {
	method, route := c.Request.Method, c.FullPath()
	if !slices.Contains(methods, method) {
		method = "_OTHER"
	}
	if route == "" {
		route = "page" // or nothing at all
	}
	ctx, span := tracer.Start(c.Request.Context(), method+" "+route, trace.WithSpanKind(trace.SpanKindServer))
	defer span.End()
	c.Request = c.Request.WithContext(ctx)
	done := s.Metrics.Request()
	c.Next()
	done(method, route, c.Writer.Status())
	span.SetAttributes(attribute.String("http.request.method", method), attribute.String("http.route", route),
		attribute.Int("http.response.status_code", c.Writer.Status()), attribute.String("chatmrpt.request_id", requestID(ctx)))
	if c.Writer.Status() >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, http.StatusText(c.Writer.Status()))
	}
}

var tracer = otel.Tracer("github.com/chatmrpt/chatmrpt/server")

// metrics answers a scrape of Prometheus.
func (s *Server) metrics(c *gin.Context) {
	if s.Scrape == nil {
		s.elsewhere(c)
		return
	}
	if s.mayWatch(c) {
		s.Scrape.ServeHTTP(c.Writer, c.Request)
	}
}

// mayWatch lets operators see how the service does, and programs of this machine
// that speak to it directly; others are refused.
func (s *Server) mayWatch(c *gin.Context) bool {
	who := callerOf(c.Request.Context())
	switch {
	case who.Role == account.Operator, isDirect(c.Request):
		return true
	case who.User == "":
		s.refuse(c, fail(http.StatusUnauthorized, "sign_in_needed", "Sign in first."))
	default:
		s.refuse(c, fail(http.StatusForbidden, "operators_only", "Only an operator may see this."))
	}
	return false
}

// isDirect reports that a request was sent on this machine, and not by a proxy here
// on behalf of somebody elsewhere.
func isDirect(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	forwarded := r.Header.Get("X-Forwarded-For") != "" || r.Header.Get("Forwarded") != "" || r.Header.Get("X-Real-Ip") != "" || r.Header.Get("Via") != ""
	return err == nil && from.Addr().Unmap().IsLoopback() && isLocal(r.Host) && !forwarded
}
