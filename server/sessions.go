package server

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
)

func (s *Server) sessionRoutes(api huma.API) {
	create := operation("create-session", http.MethodPost, "/api/v1/sessions", "sessions",
		"Start a session", "Sent again with the same Idempotency-Key it answers with the session that it started.")
	create.DefaultStatus = http.StatusCreated
	huma.Register(api, create, s.createSession)
	huma.Register(api, operation("list-sessions", http.MethodGet, "/api/v1/sessions", "sessions",
		"List your sessions", "Last changed first."), s.listSessions)
	huma.Register(api, operation("get-session", http.MethodGet, "/api/v1/sessions/{id}", "sessions",
		"What a session knows", "Its files, the analyses done, the open question and the suggestions under the last reply."), s.getSession)
	huma.Register(api, operation("delete-session", http.MethodDelete, "/api/v1/sessions/{id}", "sessions",
		"Delete a session", "With its turns and results. What an operator audits of it is kept, and contents that other sessions may share."), s.deleteSession)
}

// InSession names a session in the path.
type InSession struct {
	ID string `path:"id" maxLength:"64" example:"Z2HXKQ5M4T7RWN3VYB6CJDFA2E" doc:"The session's id."`
}

// Once names a request, so that it can be sent again.
type Once struct {
	Key string `header:"Idempotency-Key" maxLength:"200" pattern:"^[!-~]*$" example:"0f8fad5b-d9cb-469f-a165-70867728950e" doc:"A name of your own for this request; sent again with it, the request is answered and not carried out again."`
}

// SessionSummary is a session in a list.
type SessionSummary struct {
	ID        string    `json:"id" example:"Z2HXKQ5M4T7RWN3VYB6CJDFA2E"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
	Turns     int64     `json:"turns" example:"4" doc:"How many turns it has, uploads among them."`
	Opening   string    `json:"opening" example:"Files: facilities.csv wards.zip" doc:"What was said first; empty before the first turn."`
}

func summary(d session.Summary) SessionSummary {
	return SessionSummary{ID: d.ID, CreatedAt: d.CreatedAt, UpdatedAt: d.UpdatedAt, Turns: d.Version, Opening: d.Opening}
}

type sessionOut struct {
	Location string `header:"Location"`
	Body     SessionSummary
}

func (s *Server) createSession(ctx context.Context, in *struct{ Once }) (*sessionOut, error) {
	user := callerOf(ctx).User
	created, err := s.start(ctx, user, in.Key)
	if err != nil {
		return nil, s.problem(ctx, err)
	}
	return &sessionOut{Location: "/api/v1/sessions/" + created.ID, Body: summary(created)}, nil
}

// start opens a session. One with a key has an id that follows from it, so that
// the same request finds it.
func (s *Server) start(ctx context.Context, user, key string) (session.Summary, error) {
	if key == "" {
		started, err := s.Router.Start(ctx, user)
		if err != nil {
			return session.Summary{}, err
		}
		return session.Summary{ID: started.ID, User: user, CreatedAt: started.CreatedAt, UpdatedAt: started.UpdatedAt}, nil
	}
	sum := sha256.Sum256([]byte(user + "\x00" + key))
	id := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:16])
	found, err := s.own(ctx, id)
	if !errors.Is(err, session.ErrNotFound) {
		return found, err
	}
	now := s.Router.Now().UTC()
	err = s.Router.Sessions.Create(ctx, &session.Session{ID: id, User: user, CreatedAt: now, UpdatedAt: now})
	if found, ownErr := s.own(ctx, id); ownErr == nil { // created here, or by the same request a moment ago
		return found, nil
	}
	return session.Summary{}, fmt.Errorf("start a session: %w", err)
}

// own returns the caller's session. Somebody else's is not found.
func (s *Server) own(ctx context.Context, id string) (session.Summary, error) {
	found, err := s.Router.Sessions.Describe(ctx, id)
	if err == nil && found.User != callerOf(ctx).User {
		err = session.ErrNotFound
	}
	return found, err
}

type sessionsOut struct {
	Body struct {
		Sessions []SessionSummary `json:"sessions"`
		Next     string           `json:"next,omitempty" doc:"The cursor of the next page; absent on the last."`
	}
}

func (s *Server) listSessions(ctx context.Context, in *Paged) (*sessionsOut, error) {
	after, err := sessionCursor(in.Cursor)
	if err != nil {
		return nil, err
	}
	found, err := s.Router.Sessions.List(ctx, callerOf(ctx).User, after, in.Limit+1)
	if err != nil {
		return nil, s.problem(ctx, err)
	}
	found, more := cut(found, in.Limit)
	out := &sessionsOut{}
	out.Body.Sessions = make([]SessionSummary, len(found))
	for i, d := range found {
		out.Body.Sessions[i] = summary(d)
	}
	if more {
		last := found[len(found)-1]
		out.Body.Next = cursorAfter(last)
	}
	return out, nil
}

// SessionState is what a session knows.
type SessionState struct {
	SessionSummary
	Files    []schemaregistry.Input   `json:"files" doc:"The files in use."`
	Done     []Analysis               `json:"done" doc:"The analyses done, in the order of the workflow."`
	Question *schemaregistry.Question `json:"question,omitempty" doc:"The open question with its options."`
	Chips    []schemaregistry.Chip    `json:"chips" doc:"The suggestions under the last reply."`
}

// An Analysis is a result that a session holds.
type Analysis struct {
	Kind     string         `json:"kind" example:"tpr"`
	Title    string         `json:"title" example:"Test positivity rate"`
	Args     map[string]any `json:"args,omitempty" doc:"The choices it was computed with."`
	Stale    bool           `json:"stale" doc:"Something it was computed from has changed since."`
	Supplied bool           `json:"supplied" doc:"It came with a file and was not computed here."`
}

type stateOut struct{ Body SessionState }

func (s *Server) getSession(ctx context.Context, in *InSession) (*stateOut, error) {
	described, err := s.own(ctx, in.ID)
	if err != nil {
		return nil, s.problem(ctx, err)
	}
	loaded, err := s.Router.Sessions.Load(ctx, in.ID)
	if err != nil {
		return nil, s.problem(ctx, err)
	}
	state := loaded.State
	out := &stateOut{Body: SessionState{
		SessionSummary: summary(described), Files: nonNil(state.Inputs), Done: s.done(state), Chips: nonNil(state.Suggested),
	}}
	if state.Pending != nil {
		out.Body.Question = &state.Pending.Question
		for _, option := range state.Pending.Question.Options {
			out.Body.Chips = append(out.Body.Chips, option.Chip())
		}
	}
	return out, nil
}

// done lists the evidence in the order of the workflow.
func (s *Server) done(state session.State) []Analysis {
	dataset := schemaregistry.State{Inputs: state.Inputs, Edits: state.Edits}.Dataset()
	list := []Analysis{}
	for _, tool := range s.Router.Workflow() {
		e := state.Evidence[tool.Gives]
		if e == nil {
			continue
		}
		list = append(list, Analysis{
			Kind: e.Kind, Title: tool.Title, Args: e.Args, Supplied: e.Supplied,
			Stale: schemaregistry.IsStale(e.Kind, state.Evidence, dataset),
		})
	}
	return list
}

func (s *Server) deleteSession(ctx context.Context, in *InSession) (*struct{}, error) {
	_, err := s.own(ctx, in.ID)
	if err == nil {
		err = s.Router.Sessions.Delete(ctx, in.ID)
	}
	if err != nil {
		return nil, s.problem(ctx, err)
	}
	return nil, nil
}
