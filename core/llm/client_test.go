package llm_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
)

const key = "key-of-the-test-4711"

var schema = json.RawMessage(`{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"],"additionalProperties":false}`)

func client(t *testing.T, transport http.RoundTripper) *llm.Client {
	t.Helper()
	c, err := llm.New([]llm.Backend{{Name: "one", BaseURL: "http://model.test", Model: "m", APIKey: llm.NewSecret(key)}}, llm.Options{Transport: transport})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func ask() llm.Request {
	return llm.Request{
		Messages: []llm.Message{{Role: llm.System, Content: "rules"}, {Role: llm.User, Content: "go with primary"}},
		Schema:   schema, MaxTokens: 50,
	}
}

func TestComplete(t *testing.T) {
	ok := llmtest.Say(`{"ok":true}`)
	tests := []struct {
		name  string
		steps []llmtest.Step
		want  error
		calls int
		took  time.Duration // at most
	}{
		{"answers", []llmtest.Step{ok}, nil, 1, 0},
		{"is slow but in time", []llmtest.Step{llmtest.After(time.Second, ok)}, nil, 1, time.Second},
		{"asks to wait", []llmtest.Step{llmtest.Busy("1"), ok}, nil, 2, 2 * time.Second},
		{"asks to wait too long", []llmtest.Step{llmtest.Busy("60"), ok}, llm.ErrUnavailable, 1, 0},
		{"fails once", []llmtest.Step{llmtest.Fail(500, "oops"), ok}, nil, 2, time.Second},
		{"breaks off once", []llmtest.Step{llmtest.Break(), ok}, nil, 2, time.Second},
		{"fails on", []llmtest.Step{llmtest.Fail(503, "oops")}, llm.ErrUnavailable, 3, 2 * time.Second},
		{"rejects the key", []llmtest.Step{llmtest.Fail(401, "bad key "+key)}, llm.ErrUnavailable, 1, 0},
		{"says garbage", []llmtest.Step{llmtest.Garbage()}, llm.ErrUnavailable, 1, 0},
		{"says nothing", []llmtest.Step{llmtest.Empty()}, llm.ErrEmpty, 1, 0},
		{"is cut off", []llmtest.Step{llmtest.Truncated(`{"ok":`)}, llm.ErrTruncated, 1, 0},
		{"declines", []llmtest.Step{llmtest.Declined("no")}, llm.ErrRefused, 1, 0},
		{"hangs", []llmtest.Step{llmtest.Hang()}, llm.ErrUnavailable, 1, llm.DefaultTimeout},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server := llmtest.New(test.steps...)
				started := time.Now()
				response, err := client(t, server).Complete(t.Context(), llm.RoleInterpreter, ask())
				if !errors.Is(err, test.want) {
					t.Fatalf("error %v, want %v", err, test.want)
				}
				if got := len(server.Requests()); got != test.calls {
					t.Errorf("%d calls, want %d", got, test.calls)
				}
				if took := time.Since(started); took > test.took {
					t.Errorf("took %s", took)
				}
				if err == nil && response.Text != `{"ok":true}` || err != nil && response.Text != "" {
					t.Errorf("text %q", response.Text)
				}
				if err != nil && strings.Contains(err.Error(), key) {
					t.Errorf("the key is in the error: %v", err)
				}
			})
		})
	}
}

// A model that is down costs one deadline; it comes back without anyone waiting.
func TestDownCostsOneDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		down := true
		server := llmtest.Play(func(int, llmtest.Request) llmtest.Step {
			if down {
				return llmtest.Hang()
			}
			return llmtest.Say("ok")
		})
		c := client(t, server)
		for turn := range 10 {
			started := time.Now()
			if _, err := c.Complete(t.Context(), llm.RoleInterpreter, ask()); !errors.Is(err, llm.ErrUnavailable) {
				t.Fatal(err)
			}
			if took := time.Since(started); turn > 0 && took != 0 {
				t.Errorf("turn %d waited %s", turn, took)
			}
			time.Sleep(20 * time.Second)
			synctest.Wait()
		}
		down = false
		c.Available(llm.RoleInterpreter)
		time.Sleep(time.Minute)
		c.Available(llm.RoleInterpreter)
		synctest.Wait()
		if _, err := c.Complete(t.Context(), llm.RoleInterpreter, ask()); err != nil {
			t.Errorf("did not come back: %v", err)
		}
	})
}

func TestRequestsAndDegradation(t *testing.T) {
	server := llmtest.New(llmtest.Say("ok")).Refuse(llmtest.Schema, llmtest.JSONObject)
	c := client(t, server)
	for range 2 {
		if _, err := c.Complete(t.Context(), llm.RoleInterpreter, ask()); err != nil {
			t.Fatal(err)
		}
	}
	if got := len(server.Probes()); got != 2 {
		t.Errorf("%d refused requests, want 2 in all", got)
	}
	last := server.Requests()[1]
	if !bytes.Contains(last.Body, []byte(`"temperature":0,`)) || last.Has("response_format") {
		t.Errorf("body %s", last.Body)
	}
	if last.Authorization != "Bearer "+key || !strings.Contains(last.Messages[0].Content, string(schema)) {
		t.Errorf("request %+v", last)
	}
}

func TestRecordAndReplay(t *testing.T) {
	var file bytes.Buffer
	recorder := llm.NewRecorder(&file, llmtest.New(llmtest.Say("echo "+key)))
	if _, err := client(t, recorder).Complete(t.Context(), llm.RoleAgent, ask()); err != nil || recorder.Err() != nil {
		t.Fatal(err, recorder.Err())
	}
	if strings.Contains(file.String(), key) {
		t.Error("the recording holds the key")
	}
	replayer, err := llm.NewReplayer(&file)
	if err != nil {
		t.Fatal(err)
	}
	c := client(t, replayer)
	if response, err := c.Complete(t.Context(), llm.RoleAgent, ask()); err != nil || response.Text != "echo [secret]" {
		t.Errorf("%q, %v", response.Text, err)
	}
	other := ask()
	other.MaxTokens = 51
	if _, err := c.Complete(t.Context(), llm.RoleAgent, other); !errors.Is(err, llm.ErrNotRecorded) {
		t.Errorf("error %v", err)
	}
}

func TestProbe(t *testing.T) {
	c := client(t, llmtest.New().Capable().Refuse(llmtest.Schema, llmtest.Tools))
	c.Probe(context.Background())
	got, _ := c.Capabilities(llm.RoleAgent)
	if want := (llm.Capabilities{Format: llm.FormatObject, Logprobs: true, Probed: true}); got != want {
		t.Errorf("got %+v", got)
	}
}

func TestSecretIsNeverPrinted(t *testing.T) {
	backend := llm.Backend{APIKey: llm.NewSecret(key)}
	raw, _ := json.Marshal(backend)
	for _, text := range []string{fmt.Sprintf("%v %+v %#v %q %x", backend, backend, backend, backend.APIKey, backend.APIKey), string(raw)} {
		if strings.Contains(text, key) || strings.Contains(text, fmt.Sprintf("%x", key)) {
			t.Errorf("printed: %s", text)
		}
	}
}
