package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"go.uber.org/zap"

	"github.com/chatmrpt/chatmrpt/core/router"
)

const eventStream = "text/event-stream"

const (
	workTime  = 2 * time.Minute  // for one turn or upload, once it has begun
	heartbeat = 15 * time.Second // of a stream in which nothing happens
	writeTime = 30 * time.Second // for a client to take what is sent
)

// Answering is the part of an input that lets an operation write its own answer.
type Answering struct{ huma huma.Context }

// Resolve keeps the request at hand.
func (a *Answering) Resolve(ctx huma.Context) []error {
	a.huma = ctx
	return nil
}

// A task is work that makes a reply.
type task struct {
	session string
	within  *room
	do      func(ctx context.Context, progress router.Progress) (router.Reply, error)
	release func() // is called when all is over, also when do never began; may be nil
}

// Progress is the news of work that takes long.
type Progress struct {
	What  string `json:"what" example:"Reading facilities.csv"`
	Done  int    `json:"done" example:"1"`
	Total int    `json:"total" example:"3" doc:"0 when it is not known."`
}

// answer does the work in its turn and answers with the reply, as JSON or as
// events. Work that has begun is finished also when the client goes away: its
// reply is then found by the request's key, or among the turns.
func (s *Server) answer(ctx huma.Context, t task) (*huma.StreamResponse, error) {
	if err := ctx.SetReadDeadline(time.Time{}); err != nil { // the body is here; its deadline would end the work
		return nil, s.problem(ctx.Context(), err)
	}
	if strings.Contains(ctx.Header("Accept"), eventStream) {
		return &huma.StreamResponse{Body: func(ctx huma.Context) { s.stream(ctx, t) }}, nil
	}
	reply, err := s.perform(ctx.Context(), t, nil)
	if err != nil {
		return nil, s.problem(ctx.Context(), err)
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		ctx.SetHeader("Content-Type", "application/json")
		ctx.SetStatus(http.StatusOK)
		s.sent(encode(ctx.BodyWriter(), reply))
	}}, nil
}

// perform does a task when its turn has come. A panic becomes an error.
func (s *Server) perform(ctx context.Context, t task, progress router.Progress) (reply router.Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicked(p)
		}
		if t.release != nil {
			t.release()
		}
	}()
	leave, err := s.limits.enter(ctx, t.within, t.session)
	if err != nil {
		return router.Reply{}, err
	}
	defer leave()
	working, cancel := context.WithTimeout(context.WithoutCancel(ctx), workTime)
	defer cancel()
	return t.do(working, progress)
}

// stream sends the news while the work is done, then what came of it. It returns
// when the work has ended.
func (s *Server) stream(ctx huma.Context, t task) {
	type outcome struct {
		reply router.Reply
		err   error
	}
	ended := make(chan outcome, 1)
	news := make(chan Progress, 1)
	go func() {
		reply, err := s.perform(ctx.Context(), t, func(what string, done, total int) {
			select {
			case <-news: // the latest counts
			default:
			}
			select {
			case news <- Progress{what, done, total}:
			default:
			}
		})
		ended <- outcome{reply, err}
	}()
	events := s.openEvents(ctx)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		select {
		case p := <-news:
			events.send("progress", p)
		case <-beat.C:
			events.write([]byte(": still working\n\n"))
		case o := <-ended:
			if o.err != nil {
				events.send("problem", s.problem(ctx.Context(), o.err))
				return
			}
			events.send("reply", o.reply)
			return
		}
	}
}

// events writes server-sent events. After the client went away it writes nothing.
type events struct {
	out     io.Writer
	control *http.ResponseController
	server  *Server
	gone    bool
}

func (s *Server) openEvents(ctx huma.Context) *events {
	ctx.SetHeader("Content-Type", eventStream)
	ctx.SetHeader("X-Accel-Buffering", "no") // a proxy in front must not hold them back
	ctx.SetStatus(http.StatusOK)
	return &events{out: ctx.BodyWriter(), control: http.NewResponseController(humagin.Unwrap(ctx).Writer), server: s}
}

func (e *events) send(name string, data any) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "event: %s\ndata: ", name)
	if err := encode(&b, data); err != nil { // a line: JSON has no line breaks of its own
		e.server.Log.Error("event not encoded", zap.String("event", name), zap.Error(err))
		return
	}
	b.WriteByte('\n')
	e.write(b.Bytes())
}

func (e *events) write(raw []byte) {
	if e.gone {
		return
	}
	err := e.control.SetWriteDeadline(time.Now().Add(writeTime))
	if err == nil {
		_, err = e.out.Write(raw)
	}
	if err == nil {
		err = e.control.Flush()
	}
	e.gone = err != nil
	e.server.sent(err)
}

// sent notes that an answer did not arrive: the client went away.
func (s *Server) sent(err error) {
	if err != nil {
		s.Log.Debug("answer not sent", zap.Error(err))
	}
}

// encode writes JSON and a line break.
func encode(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}
