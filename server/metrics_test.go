package server_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chatmrpt/chatmrpt/server"
)

// Numbers of the service are for operators and for programs of its own machine: a
// proxy here may speak for anybody.
func TestWhoSeesTheMetrics(t *testing.T) {
	s := openService(t, func(o *server.Options) {
		o.Scrape = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "turns 3\n") })
	})
	for _, c := range []struct {
		name, token, from, host string
		forwarded               bool
		want                    int
	}{
		{"an operator from afar", "shared-token", "203.0.113.9:4000", "nets.example.org", false, 200},
		{"nobody from afar", "", "203.0.113.9:4000", "nets.example.org", false, 401},
		{"nobody from afar, with the name of this machine", "", "203.0.113.9:4000", "localhost", false, 401},
		{"a program here", "", "127.0.0.1:4000", "127.0.0.1:8080", false, 200},
		{"a program here, by IPv6", "", "[::1]:4000", "localhost:8080", false, 200},
		{"a proxy here for somebody", "", "127.0.0.1:4000", "nets.example.org", false, 401},
		{"a proxy here that changes the name", "", "127.0.0.1:4000", "127.0.0.1:8080", true, 401},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil)
			r.RemoteAddr, r.Host = c.from, c.host
			if c.token != "" {
				r.Header.Set("Authorization", "Bearer "+c.token)
			}
			if c.forwarded {
				r.Header.Set("X-Forwarded-For", "203.0.113.9")
			}
			w := httptest.NewRecorder()
			s.Config.Handler.ServeHTTP(w, r)
			if w.Code != c.want || (w.Code == 200) != (w.Body.String() == "turns 3\n") {
				t.Errorf("%d: %.200s", w.Code, w.Body)
			}
		})
	}
}
