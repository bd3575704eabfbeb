package llm_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
)

var update = flag.Bool("update", false, "write the golden files again")

// byHost sends each request to the server of its host.
type byHost map[string]http.RoundTripper

func (h byHost) RoundTrip(r *http.Request) (*http.Response, error) { return h[r.URL.Host].RoundTrip(r) }

// [000-49]: a role nobody declares falls back.
func TestRolesFallBack(t *testing.T) {
	backends := []llm.Backend{
		{BaseURL: "http://a", Model: "any"},
		{BaseURL: "http://a", Model: "worker", Roles: []string{llm.RoleSubSessions}},
		{BaseURL: "http://a", Model: "agent", Roles: []string{llm.RoleAgent}},
	}
	c, err := llm.New(backends, llm.Options{Transport: llmtest.New(llmtest.Say("ok"))})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for role, want := range map[string]string{
		llm.RoleInterpreter: "any", llm.RoleTranslation: "worker", llm.RoleAgent: "agent",
	} {
		if response, err := c.Complete(t.Context(), role, ask()); err != nil || response.Backend != want {
			t.Errorf("%s is served by %q (%v), want %q", role, response.Backend, err, want)
		}
	}
}

func TestBackendsThatCannotBe(t *testing.T) {
	good := llm.Backend{BaseURL: "http://a", Model: "m"}
	for name, change := range map[string]func(*llm.Backend){
		"needs the name of its model": func(b *llm.Backend) { b.Model = "" },
		"must start with http":        func(b *llm.Backend) { b.BaseURL = "localhost:8080" },
		"keep user names and keys":    func(b *llm.Backend) { b.BaseURL = "http://a/v1?key=" + key },
		"a role is one of":            func(b *llm.Backend) { b.Roles = []string{"poet"} },
	} {
		bad := good
		change(&bad)
		if _, err := llm.New([]llm.Backend{good, bad}, llm.Options{}); err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), key) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := llm.New([]llm.Backend{good, good}, llm.Options{}); err == nil {
		t.Error("two backends share a name")
	}
}

func TestFailover(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hosts := byHost{"a": llmtest.New(llmtest.Hang()), "b": llmtest.New(llmtest.Say("ok"))}
		c, err := llm.New([]llm.Backend{{BaseURL: "http://a", Model: "first"}, {BaseURL: "http://b", Model: "second"}}, llm.Options{Transport: hosts})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if response, err := c.Complete(t.Context(), llm.RoleAgent, ask()); err != nil || response.Backend != "second" {
			t.Errorf("%q, %v", response.Backend, err)
		}
	})
}

func TestNobodyServes(t *testing.T) {
	c, err := llm.New(nil, llm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Complete(t.Context(), llm.RoleAgent, ask()); !errors.Is(err, llm.ErrUnavailable) || c.Serves(llm.RoleAgent) {
		t.Error(err)
	}
}

// The bodies as they go over the wire.
func TestRequestBodies(t *testing.T) {
	tests := map[string]struct {
		backend llm.Backend
		change  func(*llm.Request)
	}{
		"schema":    {llm.Backend{Model: "m"}, func(*llm.Request) {}},
		"text":      {llm.Backend{Model: "m"}, func(r *llm.Request) { r.Schema = nil }},
		"reasoning": {llm.Backend{Model: "openai/gpt-5-mini", Effort: "low"}, func(*llm.Request) {}},
		"tools": {llm.Backend{Model: "m"}, func(r *llm.Request) {
			r.Schema, r.Tools = nil, []llm.Tool{{Name: "query_data", Description: "Answers from the data.", Parameters: schema}}
			r.Messages = append(r.Messages,
				llm.Message{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: "c1", Name: "query_data", Arguments: "{}"}}},
				llm.Message{Role: llm.ToolReply, ToolCallID: "c1"})
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			server := llmtest.New(llmtest.Say("ok"))
			test.backend.BaseURL = "http://model.test"
			c, err := llm.New([]llm.Backend{test.backend}, llm.Options{Transport: server})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			request := ask()
			test.change(&request)
			if _, err := c.Complete(t.Context(), llm.RoleAgent, request); err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := json.Indent(&got, server.Requests()[0].Body, "", "  "); err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", "request-"+name+".json")
			if *update {
				if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(golden, got.Bytes(), 0o644)); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil || !bytes.Equal(want, got.Bytes()) {
				t.Errorf("%v; the body is now\n%s", err, got.Bytes())
			}
		})
	}
}
