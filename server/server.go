// Package server is the HTTP door of the program: sessions, uploads, turns and
// results under /api/v1, described by /openapi.json, and the analyst's page.
//
// It holds nothing between requests but bounds on the work: any number of
// servers may share one store.
package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"
	"github.com/klauspost/compress/gzhttp"
	"go.uber.org/zap"

	"github.com/chatmrpt/chatmrpt/core/router"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

// Options of a Server.
type Options struct {
	Router  *router.Router
	Events  telemetry.Store
	Metrics *telemetry.Metrics // count the requests; may be nil
	Scrape  http.Handler       // what Prometheus reads at /metrics; nil: nothing
	SignIn  SignIn
	Formats []Format     // of results, besides the ones they are stored in
	Page    http.Handler // everything that is not the API; nil: nothing is
	Spool   string       // folder in which uploads wait for their turn; "" is the system's for temporary files
	Log     *zap.Logger
	Version string
	Limits  Limits
}

// A Server answers HTTP. It is safe for concurrent use.
type Server struct {
	Options
	limits  *limits
	handler http.Handler
}

// New wires a server.
func New(o Options) (*Server, error) {
	o.Limits = o.Limits.filled()
	s := &Server{Options: o, limits: newLimits(o.Limits)}
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	engine.HandleMethodNotAllowed, engine.RedirectTrailingSlash = true, false
	if err := engine.SetTrustedProxies(nil); err != nil {
		return nil, fmt.Errorf("set up the HTTP router: %w", err)
	}
	engine.Use(s.log, s.measure, s.recover, s.guard, s.identify)
	engine.NoRoute(s.elsewhere)
	engine.NoMethod(func(c *gin.Context) {
		s.refuse(c, fail(http.StatusMethodNotAllowed, "method_not_allowed", "This address does not take %s requests.", c.Request.Method))
	})
	engine.GET("/metrics", s.metrics)
	engine.GET("/dashboard", s.dashboard)
	api := humagin.New(engine, s.config())
	s.routes(api)
	if err := s.docs(engine, api.OpenAPI()); err != nil {
		return nil, err
	}
	compress, err := gzhttp.NewWrapper(gzhttp.MinSize(1024), gzhttp.ExceptContentTypes([]string{eventStream, "image/png", mimeXLSX}))
	if err != nil {
		return nil, fmt.Errorf("set up compression: %w", err)
	}
	s.handler = compress(engine)
	return s, nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

const (
	headerTime = 10 * time.Second // for a request's headers to arrive
	idleTime   = 2 * time.Minute  // of a connection between requests
	lastTurns  = 30 * time.Second // for work to be finished when the server is told to end
)

// Serve answers on the listener until ctx ends; then it takes no more requests
// and returns when the turns at work are finished, or after 30 s.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	web := &http.Server{
		Handler: s, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: 64 << 10,
		ErrorLog: zap.NewStdLog(s.Log),
	}
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(listener) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve HTTP: %w", err)
	case <-ctx.Done():
	}
	patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastTurns)
	defer cancel()
	err := web.Shutdown(patience)
	if err != nil {
		err = errors.Join(fmt.Errorf("turns at work were cut off: %w", err), web.Close())
	}
	if reason := <-ended; !errors.Is(reason, http.ErrServerClosed) {
		err = errors.Join(err, reason)
	}
	return err
}
