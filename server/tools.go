package server

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

func (s *Server) toolRoutes(api huma.API) {
	huma.Register(api, operation("list-tools", http.MethodGet, "/api/v1/tools", "tools",
		"List the tools", "What can be asked for, with what is said to ask for it."), s.listTools)
	huma.Register(api, operation("get-tool", http.MethodGet, "/api/v1/tools/{name}", "tools",
		"Show a tool", "By its name or another name that it has."), s.getTool)
	huma.Register(api, operation("list-events", http.MethodGet, "/api/v1/sessions/{id}/events", "sessions",
		"List how a session was understood", "An event for each message, in order: what was chosen, how, with which confidence, and what came of it."), s.listEvents)
}

// Tool is what can be asked for.
type Tool struct {
	Name        string                   `json:"name" example:"plan_itn"`
	Title       string                   `json:"title" example:"Bed-net plan"`
	Description string                   `json:"description"`
	Category    string                   `json:"category" example:"analysis"`
	Effect      schemaregistry.Effect    `json:"effect" enum:"read,run,write,schedule,send"`
	Needs       []string                 `json:"needs" doc:"Kinds of results without which it does not run."`
	Gives       string                   `json:"gives,omitempty" example:"itn" doc:"The kind of result that it produces."`
	Schema      any                      `json:"schema" doc:"The JSON Schema of its arguments."`
	Examples    []schemaregistry.Example `json:"examples"`
}

func show(t *schemaregistry.Tool) Tool {
	return Tool{
		Name: t.Name, Title: t.Title, Description: t.Description, Category: t.Category, Effect: t.Effect,
		Needs: nonNil(t.Needs), Gives: t.Gives, Schema: t.Schema, Examples: nonNil(t.Examples),
	}
}

type toolsOut struct {
	Body struct {
		Tools []Tool `json:"tools"`
	}
}

func (s *Server) listTools(context.Context, *struct{}) (*toolsOut, error) {
	out := &toolsOut{}
	for _, tool := range s.Router.Tools.Tools() {
		out.Body.Tools = append(out.Body.Tools, show(tool))
	}
	return out, nil
}

type toolOut struct{ Body Tool }

func (s *Server) getTool(_ context.Context, in *struct {
	Name string `path:"name" maxLength:"100" example:"plan_itn"`
}) (*toolOut, error) {
	tool := s.Router.Tools.Tool(in.Name)
	if tool == nil {
		return nil, fail(http.StatusNotFound, "unknown_tool", "There is no tool of that name.")
	}
	return &toolOut{Body: show(tool)}, nil
}

type eventsOut struct {
	Body struct {
		Events []telemetry.Event `json:"events"`
		Next   string            `json:"next,omitempty" doc:"The cursor of the next page; absent on the last."`
	}
}

func (s *Server) listEvents(ctx context.Context, in *struct {
	InSession
	Paged
}) (*eventsOut, error) {
	if _, err := s.own(ctx, in.ID); err != nil {
		return nil, s.problem(ctx, err)
	}
	after, err := in.number()
	if err != nil {
		return nil, err
	}
	found, err := s.Events.Events(ctx, telemetry.Filter{Session: in.ID, After: after, Limit: in.Limit + 1})
	if err != nil {
		return nil, s.problem(ctx, err)
	}
	found, more := cut(found, in.Limit)
	out := &eventsOut{}
	out.Body.Events = nonNil(found)
	if more {
		out.Body.Next = strconv.FormatInt(found[len(found)-1].ID, 10)
	}
	return out, nil
}
