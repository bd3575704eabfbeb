package server

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"go.uber.org/zap"

	"github.com/chatmrpt/chatmrpt/core/session"
)

func (s *Server) healthRoutes(api huma.API) {
	huma.Register(api, open("healthz", http.MethodGet, "/healthz", "health", "Is the process alive", ""),
		func(context.Context, *struct{}) (*healthOut, error) { return healthy(s.Version), nil })
	ready := open("readyz", http.MethodGet, "/readyz", "health", "Can it answer", "503 while its store does not answer.")
	ready.Errors = append(ready.Errors, http.StatusServiceUnavailable)
	huma.Register(api, ready, s.ready)
}

type healthOut struct {
	Body struct {
		Status  string `json:"status" example:"ok"`
		Version string `json:"version" example:"1.0.0"`
	}
}

func healthy(version string) *healthOut {
	out := &healthOut{}
	out.Body.Status, out.Body.Version = "ok", version
	return out
}

func (s *Server) ready(ctx context.Context, _ *struct{}) (*healthOut, error) {
	if _, err := s.Router.Sessions.Describe(ctx, "readyz"); err != nil && !errors.Is(err, session.ErrNotFound) {
		s.Log.Error("the store does not answer", zap.Error(err))
		return nil, fail(http.StatusServiceUnavailable, "not_ready", "The store does not answer.").later(comeBack)
	}
	return healthy(s.Version), nil
}
