package server_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/server"
)

// What goes wrong inside is told to nobody and logged once, with the request's
// name in both places.
func TestFailuresInside(t *testing.T) {
	for name, fail := range map[string]func() ([]byte, error){
		"an error": func() ([]byte, error) { return nil, errors.New("the disk is on fire") },
		"a panic":  func() ([]byte, error) { panic("the disk is on fire") },
	} {
		t.Run(name, func(t *testing.T) {
			s := openService(t, local, func(o *server.Options) {
				o.Formats = []server.Format{{Name: "xlsx", Of: "csv", MIME: "text/plain",
					Convert: func(context.Context, schemaregistry.State, []byte) ([]byte, error) { return fail() }}}
			})
			session := s.start("")
			result := s.upload("", session, clinics).Results[0].ID
			a := s.want(http.StatusInternalServerError, request{method: "GET", path: session + "/results/" + result + "?format=xlsx"}, nil)
			checkProblem(t, a)
			if strings.Contains(a.body, "fire") {
				t.Errorf("told: %s", a.body)
			}
			logged := s.logged.FilterMessage("request failed").All()
			if len(logged) != 1 {
				t.Fatalf("logged %d times", len(logged))
			}
			context := logged[0].ContextMap()
			if context["request_id"] != a.header.Get("X-Request-Id") || !strings.Contains(context["error"].(string), "fire") {
				t.Errorf("logged %v", context)
			}
			s.say("", session, "status") // it works on
		})
	}
}

// While its store does not answer the service is alive and not ready.
func TestNotReady(t *testing.T) {
	s := openService(t, local)
	if err := s.options.Router.Sessions.Close(); err != nil {
		t.Fatal(err)
	}
	s.want(http.StatusOK, request{method: "GET", path: "/healthz"}, nil)
	checkProblem(t, s.want(http.StatusServiceUnavailable, request{method: "GET", path: "/readyz"}, nil))
	checkProblem(t, s.want(http.StatusInternalServerError, request{method: "GET", path: "/api/v1/sessions"}, nil))
}

// Answers are compressed for those who take it, but for events, which would wait.
func TestCompression(t *testing.T) {
	s := openService(t, local)
	session := s.start("")
	for _, c := range []struct {
		request request
		want    string
	}{
		{request{method: "GET", path: "/api/v1/tools"}, "gzip"},
		{request{method: "GET", path: "/healthz"}, ""}, // too small to gain
		{request{method: "POST", path: session + "/turns", body: `{"text":"help"}`, headers: map[string]string{"Accept": "text/event-stream"}}, ""},
	} {
		if c.request.headers == nil {
			c.request.headers = map[string]string{}
		}
		c.request.headers["Accept-Encoding"] = "gzip"
		if a := s.want(http.StatusOK, c.request, nil); a.header.Get("Content-Encoding") != c.want {
			t.Errorf("%s %s: %q, want %q", c.request.method, c.request.path, a.header.Get("Content-Encoding"), c.want)
		}
	}
}
