package server_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/server"
)

// The page shows operators what was understood, escaped and without a script.
func TestDashboard(t *testing.T) {
	s := openService(t)
	id := s.start("amina")
	s.say("amina", id, "undo", "xqzt wvvk", "plan 200k nets")
	if err := s.options.Router.Telemetry.Close(t.Context()); err != nil { // so that all is written
		t.Fatal(err)
	}
	page := s.get("/dashboard?since=1h&by=tool", "shared-token")
	for _, want := range []string{">plan_itn<", "rephrase", "off_domain", "navigation", "understand", "Events lost since this node began: 0", "by <b>tool</b>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, never := range []string{"<script", "style=", "xqzt", "NaN"} {
		if strings.Contains(page, never) {
			t.Errorf("the page says %q", never)
		}
	}
	for address, want := range map[string]string{
		"/dashboard?since=forever": "bad_span", "/dashboard?by=%3Cscript%3E": "bad_span",
	} {
		if refusal := s.get(address, "shared-token"); !strings.Contains(refusal, want) || strings.Contains(refusal, "<script") {
			t.Errorf("%s: %s", address, refusal)
		}
	}
}

// An analyst sees no figures of others.
func TestDashboardIsForOperators(t *testing.T) {
	s := openService(t, func(o *server.Options) { o.Scrape = http.NotFoundHandler() })
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/dashboard", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.AddCookie(s.signIn("amina"))
	r.Header.Set("X-Forwarded-For", "203.0.113.9")
	response, err := s.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusForbidden {
		t.Errorf("amina: %s", response.Status)
	}
}

func (s *service) get(address, token string) string {
	s.Helper()
	r, err := http.NewRequestWithContext(s.Context(), http.MethodGet, s.URL+address, nil)
	if err != nil {
		s.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	response, err := s.Client().Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		s.Fatal(err)
	}
	return string(content)
}
