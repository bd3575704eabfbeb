// Package llmtest plays an OpenAI-compatible server from a script, so that tests
// of anything that asks a model need none: answers good and bad, failures of
// every kind, and a record of what was asked.
//
// The same Server works over a socket (Start) and as an http.RoundTripper without
// one, which lets a testing/synctest bubble control its delays.
package llmtest

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A Server answers chat completions as its script says.
type Server struct {
	respond func(turn int, request Request) Step

	mu       sync.Mutex
	refused  []Feature
	capable  bool
	requests []Request
	probes   []Request
}

// New plays the steps in order; the last one is repeated for ever.
func New(steps ...Step) *Server {
	if len(steps) == 0 {
		steps = []Step{Fail(http.StatusInternalServerError, "the script is empty")}
	}
	return Play(func(turn int, _ Request) Step { return steps[min(turn, len(steps)-1)] })
}

// Play answers by rule: turn counts the requests from 0.
func Play(respond func(turn int, request Request) Step) *Server {
	return &Server{respond: respond}
}

// Capable answers capability probes by itself, as a server with every feature
// that is not refused; they take no step of the script.
func (s *Server) Capable() *Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.capable = true
	return s
}

// Refuse turns down requests that use any of the features, with status 400 and
// the words that servers use for it; they take no step of the script.
func (s *Server) Refuse(features ...Feature) *Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused = append(s.refused, features...)
	return s
}

// Start serves on a local socket until the test ends and returns the base URL.
func (s *Server) Start(t testing.TB) string {
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return server.URL + "/v1"
}

// Requests returns what was asked so far, probes and refused requests aside.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Probes returns the capability probes and the refused requests.
func (s *Server) Probes() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.probes)
}

// ServeHTTP plays the next step.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client has left
	}
	request, err := parse(r, body)
	if err != nil {
		Fail(http.StatusBadRequest, err.Error()).play(r.Context(), w, request)
		return
	}
	s.step(request).play(r.Context(), w, request)
}

// step records the request and returns what it is answered with.
func (s *Server) step(request Request) Step {
	s.mu.Lock()
	for _, feature := range s.refused {
		if feature.usedBy(request) {
			s.probes = append(s.probes, request)
			s.mu.Unlock()
			return feature.refusal()
		}
	}
	if s.capable && strings.Contains(string(request.Body), "capability_probe") {
		s.probes = append(s.probes, request)
		s.mu.Unlock()
		return probed(request)
	}
	turn := len(s.requests)
	s.requests = append(s.requests, request)
	s.mu.Unlock()
	return s.respond(turn, request)
}

// RoundTrip serves a request without a network. It ends with the request's
// context, as a connection would.
func (s *Server) RoundTrip(r *http.Request) (*http.Response, error) {
	played := make(chan *httptest.ResponseRecorder, 1)
	go func() {
		recorder := httptest.NewRecorder()
		s.ServeHTTP(recorder, r)
		played <- recorder
	}()
	select {
	case <-r.Context().Done():
		return nil, r.Context().Err()
	case recorder := <-played:
		if recorder.Header().Get(brokenHeader) != "" {
			return nil, io.ErrUnexpectedEOF
		}
		response := recorder.Result()
		response.Request = r
		return response, nil
	}
}

// A Request is what the server was asked, as far as tests care.
type Request struct {
	Path          string
	Authorization string
	Body          json.RawMessage

	Model    string
	Messages []Message
	Tools    []string // names
	Format   string   // type of response_format: "", json_object or json_schema
	Schema   string   // name of the schema
	Params   []string // every top-level field of the body, sorted
}

// A Message is one entry of the conversation.
type Message struct {
	Role       string `json:"role"`
	Content    string `json:"content"`
	ToolCallID string `json:"tool_call_id"`
	ToolCalls  []struct {
		ID       string `json:"id"`
		Function struct {
			Name      string `json:"name"`
			Arguments string `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
}

// Last returns the text of the last message.
func (r Request) Last() string {
	if len(r.Messages) == 0 {
		return ""
	}
	return r.Messages[len(r.Messages)-1].Content
}

// Has reports whether the body has a top-level field.
func (r Request) Has(param string) bool { return slices.Contains(r.Params, param) }

func parse(r *http.Request, body []byte) (Request, error) {
	request := Request{Path: r.URL.Path, Authorization: r.Header.Get("Authorization"), Body: body}
	if !strings.HasSuffix(r.URL.Path, "/chat/completions") {
		return request, errors.New("there is nothing at " + r.URL.Path)
	}
	var fields map[string]json.RawMessage
	var wire struct {
		Model          string    `json:"model"`
		Messages       []Message `json:"messages"`
		ResponseFormat struct {
			Type       string `json:"type"`
			JSONSchema struct {
				Name string `json:"name"`
			} `json:"json_schema"`
		} `json:"response_format"`
		Tools []struct {
			Function struct {
				Name string `json:"name"`
			} `json:"function"`
		} `json:"tools"`
	}
	if err := errors.Join(json.Unmarshal(body, &fields), json.Unmarshal(body, &wire)); err != nil {
		return request, err
	}
	for field := range fields {
		request.Params = append(request.Params, field)
	}
	slices.Sort(request.Params)
	for _, tool := range wire.Tools {
		request.Tools = append(request.Tools, tool.Function.Name)
	}
	request.Model, request.Messages = wire.Model, wire.Messages
	request.Format, request.Schema = wire.ResponseFormat.Type, wire.ResponseFormat.JSONSchema.Name
	return request, nil
}
