package server

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/chatmrpt/chatmrpt/core/router"
	"github.com/chatmrpt/chatmrpt/core/session"
)

func (s *Server) turnRoutes(api huma.API) {
	adding := upload()
	huma.Register(api, answersReply(api, adding), s.addFiles)
	api.OpenAPI().Paths[adding.Path].Post.RequestBody = filesBody
	huma.Register(api, answersReply(api, operation("say", http.MethodPost, "/api/v1/sessions/{id}/turns", "turns",
		"Say something", "In your own words, or what a chip says, or the number of an option. A reply with the outcome error is about the request, in a sentence.")), s.say)
	huma.Register(api, operation("list-turns", http.MethodGet, "/api/v1/sessions/{id}/turns", "turns",
		"List what was said", "In order, uploads among them."), s.listTurns)
}

type sayIn struct {
	InSession
	Once
	Answering
	Body struct {
		Text string `json:"text" maxLength:"20000" example:"TPR for under fives at primary facilities" doc:"What you say."`
	}
}

func (s *Server) say(ctx context.Context, in *sayIn) (*huma.StreamResponse, error) {
	if _, err := s.own(ctx, in.ID); err != nil {
		return nil, s.problem(ctx, err)
	}
	return s.answer(in.huma, task{session: in.ID, within: s.limits.turns, do: func(ctx context.Context, progress router.Progress) (router.Reply, error) {
		return s.Router.Turn(ctx, in.ID, in.Body.Text, router.Options{Key: in.Key, Progress: progress})
	}})
}

// A Turn is one exchange of a session.
type Turn struct {
	Number int64        `json:"number" example:"2"`
	At     time.Time    `json:"at"`
	Text   string       `json:"text" example:"TPR for under fives" doc:"What was said."`
	Reply  router.Reply `json:"reply"`
}

type turnsOut struct {
	Body struct {
		Turns []Turn `json:"turns"`
		Next  string `json:"next,omitempty" doc:"The cursor of the next page; absent on the last."`
	}
}

func (s *Server) listTurns(ctx context.Context, in *struct {
	InSession
	Paged
}) (*turnsOut, error) {
	turns, next, err := s.turns(ctx, in.ID, in.Paged)
	if err != nil {
		return nil, s.problem(ctx, err)
	}
	out := &turnsOut{}
	out.Body.Next, out.Body.Turns = next, make([]Turn, len(turns))
	for i, turn := range turns {
		out.Body.Turns[i] = Turn{Number: turn.Number, At: turn.At, Text: turn.Text}
		if err := json.Unmarshal(turn.Reply, &out.Body.Turns[i].Reply); err != nil {
			return nil, s.problem(ctx, err)
		}
	}
	return out, nil
}

// turns is a page of the turns of the caller's session.
func (s *Server) turns(ctx context.Context, id string, page Paged) (turns []session.Turn, next string, err error) {
	if _, err := s.own(ctx, id); err != nil {
		return nil, "", err
	}
	after, err := page.number()
	if err != nil {
		return nil, "", err
	}
	turns, err = s.Router.Sessions.Turns(ctx, id, after, page.Limit+1)
	turns, more := cut(turns, page.Limit)
	if more {
		next = strconv.FormatInt(turns[len(turns)-1].Number, 10)
	}
	return turns, next, err
}
