package server

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"go.uber.org/zap"
)

type requestKey struct{}

// requestID names the request in the log and in the answer's X-Request-Id.
func requestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey{}).(string)
	return id
}

// log names the request and writes a line for it.
func (s *Server) log(c *gin.Context) {
	started, id := time.Now(), rand.Text()
	c.Request = c.Request.WithContext(context.WithValue(c.Request.Context(), requestKey{}, id))
	c.Header("X-Request-Id", id)
	c.Next()
	s.Log.Info("request", zap.String("request_id", id), zap.String("method", c.Request.Method),
		zap.String("route", c.FullPath()), zap.Int("status", c.Writer.Status()), zap.Int("bytes", c.Writer.Size()),
		zap.String("user", callerOf(c.Request.Context()).User), zap.Duration("took", time.Since(started)))
}

// recover answers for a request that panicked.
func (s *Server) recover(c *gin.Context) {
	defer func() {
		if p := recover(); p != nil {
			if refusal := s.problem(c.Request.Context(), panicked(p)); !c.Writer.Written() {
				s.refuse(c, refusal)
			}
		}
	}()
	c.Next()
}

func panicked(p any) error { return fmt.Errorf("panic: %v\n%s", p, debug.Stack()) }

// What every answer says to the browser: run and load nothing but our own files,
// be framed by nobody, tell nobody where one came from.
var headers = map[string]string{
	"Content-Security-Policy":      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	"X-Content-Type-Options":       "nosniff",
	"X-Frame-Options":              "DENY",
	"Referrer-Policy":              "no-referrer",
	"Permissions-Policy":           "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
}

// fileSecurity is the policy of what the API answers, which is never a page: a
// map opened by itself may show its own styles and nothing else.
const fileSecurity = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

// answerTime is how long a request may take with all waiting and working, and with
// a client that reads its answer slowly.
const answerTime = 10 * time.Minute

// guard sets the headers and refuses what another site's page sends.
func (s *Server) guard(c *gin.Context) {
	for name, value := range headers {
		c.Header(name, value)
	}
	_ = http.NewResponseController(c.Writer).SetWriteDeadline(time.Now().Add(answerTime)) // where connections have one
	if strings.HasPrefix(c.Request.URL.Path, "/api/") {
		c.Header("Content-Security-Policy", fileSecurity)
		c.Header("Cache-Control", "no-store")
	}
	if s.SignIn.IsOpen() && !isLocal(c.Request.Host) {
		s.refuse(c, fail(http.StatusMisdirectedRequest, "not_local", "Without sign-in the service is reached as localhost only."))
		return
	}
	var origins http.CrossOriginProtection
	if err := origins.Check(c.Request); err != nil {
		s.refuse(c, fail(http.StatusForbidden, "other_origin", "The request comes from the page of another site."))
	}
}

// isLocal reports whether a Host header names this machine. Another name that
// leads here is how a page of another site would get in (DNS rebinding).
func isLocal(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	ip := net.ParseIP(name)
	return strings.EqualFold(name, "localhost") || (ip != nil && ip.IsLoopback())
}

// elsewhere answers what is not the API: the page's files, or nothing.
func (s *Server) elsewhere(c *gin.Context) {
	if s.Page == nil || strings.HasPrefix(c.Request.URL.Path, "/api/") {
		s.refuse(c, fail(http.StatusNotFound, "no_such_address", "There is nothing at this address; /docs lists what there is."))
		return
	}
	c.Status(http.StatusOK)
	s.Page.ServeHTTP(c.Writer, c.Request)
}
