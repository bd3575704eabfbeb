package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// A collector is sent a span of each turn and execution, and the metrics, but not a
// word of what was said.
func TestTracesAreSent(t *testing.T) {
	var mu sync.Mutex
	sent := map[string][]byte{}
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		content, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		sent[r.URL.Path] = append(sent[r.URL.Path], content...)
	}))
	defer collector.Close()
	std := streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	args := []string{"--data-dir", t.TempDir(), "--otlp-url", collector.URL, "chat", "--data", sampleFiles(t)[0], "-c", "umbrellas in the garden", "-c", "undo"}
	if code := run(args, std); code != 0 {
		t.Fatalf("chat: %d", code)
	}
	mu.Lock()
	defer mu.Unlock()
	for path, wants := range map[string][]string{
		"/v1/traces":  {"turn", "execute_tool review_data", "chatmrpt.intent", "navigation", "service.name"},
		"/v1/metrics": {"chatmrpt.choices", "chatmrpt.tool.executions"},
	} {
		for _, want := range wants {
			if !bytes.Contains(sent[path], []byte(want)) {
				t.Errorf("%s was not sent %q", path, want)
			}
		}
		if bytes.Contains(sent[path], []byte("umbrellas")) {
			t.Errorf("%s was sent what was said", path)
		}
	}
}

// One that is away costs no turn; an address that is none is refused at the start.
func TestCollectorsThatAreOfNoUse(t *testing.T) {
	var out, errs bytes.Buffer
	std := streams{in: strings.NewReader(""), out: &out, err: &errs}
	if code := run([]string{"--data-dir", t.TempDir(), "--otlp-url", "collector", "chat", "-c", "help"}, std); code == 0 || !strings.Contains(errs.String(), "http://localhost:4318") {
		t.Errorf("%d: %s", code, &errs)
	}
}
