package server_test

import (
	"io"
	"net/http"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/telemetry"
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

// Resolution 3.31: what comes over HTTP leaves the events of every other door.
func TestHTTPIsObserved(t *testing.T) {
	s := openService(t)
	id := s.start("amina")
	s.upload("amina", id, map[string][]byte{"wards.csv": []byte("state,lga,ward,population\nKwara,Asa,Afon,1200\n")})
	s.say("amina", id, "undo", "plan 200k nets")
	if err := s.options.Router.Telemetry.Close(t.Context()); err != nil { // so that all is written
		t.Fatal(err)
	}
	var got []string
	for e, err := range telemetry.All(t.Context(), s.options.Events, telemetry.Filter{Session: path.Base(id)}) {
		if err != nil {
			t.Fatal(err)
		}
		if e.User != "amina" {
			t.Errorf("a %s is of %s", e.Type, e.User)
		}
		got = append(got, e.Type)
	}
	want := []string{"tool_event", "router_event", "router_event", "router_event", "choice_event"} // the file, undo, the wish
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
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
