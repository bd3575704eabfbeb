package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/router"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/server"
)

var asEvents = map[string]string{"Accept": "text/event-stream"}

// events parses a stream into names and data.
func events(t *testing.T, stream string) (names []string, last string) {
	t.Helper()
	for _, block := range strings.Split(strings.TrimSpace(stream), "\n\n") {
		name, data, whole := strings.Cut(block, "\n")
		if !whole || !strings.HasPrefix(name, "event: ") || !strings.HasPrefix(data, "data: ") || strings.Contains(data, "\n") {
			t.Fatalf("no event: %q", block)
		}
		names, last = append(names, strings.TrimPrefix(name, "event: ")), strings.TrimPrefix(data, "data: ")
	}
	return names, last
}

// An upload and a turn as events: news, then the reply that JSON has too.
func TestEvents(t *testing.T) {
	s := openService(t, local)
	session := s.start("")
	a := s.want(200, request{method: "POST", path: session + "/uploads", files: state(), headers: asEvents}, nil)
	names, last := events(t, a.body)
	var reply router.Reply
	if err := json.Unmarshal([]byte(last), &reply); err != nil || names[0] != "progress" || names[len(names)-1] != "reply" || len(reply.Results) == 0 {
		t.Errorf("%v: %v %.200s", names, err, last)
	}
	if a.header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("the headers %v", a.header)
	}
	a = s.want(200, request{method: "POST", path: session + "/turns", body: `{"text":"status\nplease"}`, headers: asEvents}, nil)
	if names, last := events(t, a.body); names[len(names)-1] != "reply" || !strings.Contains(last, `"outcome":"answer"`) {
		t.Errorf("%v %s", names, last)
	}
	a = s.want(200, request{method: "POST", path: session + "/uploads", files: map[string][]byte{"x.csv": nil}, headers: asEvents}, nil)
	if names, last := events(t, a.body); names[len(names)-1] != "problem" || !strings.Contains(last, `"code":"empty_file"`) {
		t.Errorf("%v %s", names, last)
	}
	s.want(404, request{method: "POST", path: "/api/v1/sessions/nothing/turns", body: `{"text":"status"}`, headers: asEvents}, nil)
}

// slow lets a test hold a tool at work.
type slow struct{ begun, end chan struct{} }

func newSlow() *slow { return &slow{begun: make(chan struct{}, 100), end: make(chan struct{})} }

// add gives the program a tool that works until it is told to end.
func (w *slow) add(o *server.Options) {
	tools := schemaregistry.New(schemaregistry.Options{Version: "test"})
	err := tools.Register(append(o.Router.Tools.Tools(), schemaregistry.Define(schemaregistry.Def{
		Name: "count_beans", Title: "Counting beans", Description: "Counts the beans in a jar, one by one.", Effect: schemaregistry.EffectRun, Gives: "beans",
		Examples: []schemaregistry.Example{{Text: "count the beans"}, {Text: "how many beans are in the jar"}},
	}, func(ctx context.Context, run *schemaregistry.Run, _ struct{}) (schemaregistry.Result, error) {
		run.Progress("counting", 1, 2)
		w.begun <- struct{}{}
		select {
		case <-w.end:
			return schemaregistry.Result{Text: "There are 12 beans."}, nil
		case <-ctx.Done():
			return schemaregistry.Result{}, ctx.Err()
		}
	}))...)
	if err != nil {
		panic(err)
	}
	tools.Freeze()
	o.Router.Tools = tools
}

const countBeans = `{"text":"count the beans"}`

// Work that has begun is finished also when the client goes away, and found by
// the request's key.
func TestTheClientGoesAway(t *testing.T) {
	work := newSlow()
	s := openService(t, local, work.add)
	session := s.start("")
	for _, accept := range []string{"application/json", "text/event-stream"} {
		ctx, leave := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, "POST", s.URL+session+"/turns", strings.NewReader(countBeans))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", accept)
		r.Header.Set("Idempotency-Key", accept)
		gone := make(chan struct{})
		go func() {
			defer close(gone)
			if response, err := http.DefaultClient.Do(r); err == nil {
				_, _ = io.Copy(io.Discard, response.Body) // it is cut off
				response.Body.Close()
			}
		}()
		<-work.begun
		leave()
		<-gone
		work.end <- struct{}{}
		a := s.want(200, request{method: "POST", path: session + "/turns", body: countBeans, headers: map[string]string{"Idempotency-Key": accept}}, nil)
		if !strings.Contains(a.body, "12 beans") {
			t.Errorf("%s: %s", accept, a.body)
		}
		if len(work.begun) != 0 {
			t.Errorf("%s: the beans were counted twice", accept)
		}
	}
}

// The news come while the work goes on.
func TestNewsComeAtOnce(t *testing.T) {
	work := newSlow()
	s := openService(t, local, work.add)
	r, err := http.NewRequestWithContext(t.Context(), "POST", s.URL+s.start("")+"/turns", strings.NewReader(countBeans))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Accept-Encoding", "gzip")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	if !lines.Scan() || lines.Text() != "event: progress" {
		t.Fatalf("first came %q, %v", lines.Text(), lines.Err())
	}
	close(work.end)
	rest := ""
	for lines.Scan() {
		rest += lines.Text() + "\n"
	}
	if !strings.Contains(rest, "12 beans") {
		t.Errorf("then came %s", rest)
	}
}

// A server that is told to end finishes the turns at work and takes no more.
func TestTurnsAreFinishedAtTheEnd(t *testing.T) {
	work := newSlow()
	s := openService(t, local, work.add)
	handler, err := server.New(s.options)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- handler.Serve(ctx, listener) }()
	session := s.start("")
	ending := &service{TB: t, Server: &httptest.Server{URL: "http://" + listener.Addr().String()}}
	answered := make(chan string, 1)
	go func() {
		answered <- ending.send(request{method: "POST", path: session + "/turns", body: countBeans}).body
	}()
	<-work.begun
	end()
	for { // until it listens no more
		connection, err := new(net.Dialer).DialContext(t.Context(), "tcp", listener.Addr().String())
		if err != nil {
			break
		}
		connection.Close()
	}
	select {
	case err := <-served:
		t.Fatalf("it ended before the turn did: %v", err)
	default:
	}
	close(work.end)
	if body := <-answered; !strings.Contains(body, "12 beans") {
		t.Errorf("the turn at work was answered %q", body)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}
