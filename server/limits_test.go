package server_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chatmrpt/chatmrpt/server"
)

func limited(l server.Limits) func(*server.Options) {
	return func(o *server.Options) { o.Limits = l }
}

// Each user has a rate of her own; past it she is told when to come again.
func TestRateOfAUser(t *testing.T) {
	s := openService(t, limited(server.Limits{Rate: 0.01}))
	for user, want := range map[string]int{"amina": 200, "bola": 200, "team": 200} {
		r := request{method: "GET", path: "/api/v1/me", as: user}
		if user != "team" {
			r.headers = map[string]string{"Authorization": "Bearer " + token(t, s, user)}
			r.as = ""
		}
		s.want(want, r, nil)
		a := s.want(http.StatusTooManyRequests, r, nil)
		if after := a.header.Get("Retry-After"); after != "100" || !strings.Contains(a.body, "rate_limited") {
			t.Errorf("%s: Retry-After %q, %s", user, after, a.body)
		}
	}
}

// token signs in past the rate.
func token(t *testing.T, s *service, user string) string {
	t.Helper()
	token, _, err := s.options.SignIn.Accounts.SignIn(t.Context(), user, "password of "+user)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// Guessing passwords ends after ten attempts, for the right one too.
func TestGuessing(t *testing.T) {
	s := openService(t)
	for range 10 {
		s.want(401, login(`{"token":"guess"}`), nil)
	}
	a := s.want(http.StatusTooManyRequests, login(`{"token":"shared-token"}`), nil)
	if a.header.Get("Retry-After") == "" || !strings.Contains(a.body, "too_many_attempts") {
		t.Errorf("%v %s", a.header, a.body)
	}
}

// One address may try many users, but not without end.
func TestGuessingNames(t *testing.T) {
	s := openService(t, func(o *server.Options) { o.SignIn.Accounts = nil })
	tried := 0
	for range 100 {
		if s.send(login(fmt.Sprintf(`{"user":"u%d","password":"password"}`, tried))).status == http.StatusTooManyRequests {
			break
		}
		tried++
	}
	if tried < 50 || tried > 70 {
		t.Errorf("%d attempts of one address", tried)
	}
}

// When all places are taken and enough wait, the next is turned away at once;
// who waits is served.
func TestOverload(t *testing.T) {
	work := newSlow()
	s := openService(t, local, work.add, limited(server.Limits{Turns: 1, Waiting: 1}))
	sessions := []string{s.start(""), s.start(""), s.start("")}
	answers := make(chan answer, len(sessions))
	send := func(session string) {
		answers <- s.send(request{method: "POST", path: session + "/turns", body: countBeans})
	}
	go send(sessions[0])
	<-work.begun
	go send(sessions[1])
	go send(sessions[2]) // one of these two waits
	refused := <-answers
	if refused.status != http.StatusServiceUnavailable || refused.header.Get("Retry-After") != "5" || !strings.Contains(refused.body, "overloaded") {
		t.Errorf("%d %v %s", refused.status, refused.header, refused.body)
	}
	work.end <- struct{}{}
	<-work.begun
	work.end <- struct{}{}
	for range 2 {
		if a := <-answers; a.status != http.StatusOK {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
}

// An upload past the limit is refused, whether it says its size or not, and
// leaves nothing behind.
func TestTooLargeAnUpload(t *testing.T) {
	s := openService(t, local, limited(server.Limits{Upload: 2 << 20}))
	session := s.start("")
	large := map[string][]byte{"large.csv": bytes.Repeat([]byte("a,b,c\n"), 600_000)}
	a := s.want(http.StatusRequestEntityTooLarge, request{method: "POST", path: session + "/uploads", files: large}, nil)
	if !strings.Contains(a.body, "limit of 2 MB") {
		t.Error(a.body)
	}
	body, kind := form(t, large)
	r, err := http.NewRequestWithContext(t.Context(), "POST", s.URL+session+"/uploads", io.MultiReader(body)) // of unknown size
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("of unknown size: %s", response.Status)
	}
	many := map[string][]byte{}
	for i := range 33 {
		many[fmt.Sprint(i, ".csv")] = []byte("a,b\n1,2\n")
	}
	s.want(http.StatusRequestEntityTooLarge, request{method: "POST", path: session + "/uploads", files: many}, nil)
	s.want(422, request{method: "POST", path: session + "/uploads", files: map[string][]byte{strings.Repeat("n", 300) + ".csv": []byte("a,b\n1,2\n")}}, nil)
	left, err := filepath.Glob(filepath.Join(s.options.Spool, "upload-*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left %v, %v", left, err)
	}
	var page struct{ Turns []any }
	s.want(200, request{method: "GET", path: session + "/turns"}, &page)
	if len(page.Turns) != 0 {
		t.Errorf("%d turns of uploads that did not arrive", len(page.Turns))
	}
}

// Uploads that arrive are bounded too: each holds a file.
func TestTooManyUploadsArrive(t *testing.T) {
	s := openService(t, local, limited(server.Limits{Arriving: 1}))
	session := s.start("")
	reader, writer := io.Pipe()
	r, err := http.NewRequestWithContext(t.Context(), "POST", s.URL+session+"/uploads", reader)
	if err != nil {
		t.Fatal(err)
	}
	body, kind := form(t, clinics)
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Expect", "100-continue") // nothing is sent before the server reads
	transport := &http.Transport{ExpectContinueTimeout: time.Minute}
	defer transport.CloseIdleConnections()
	arrived := make(chan int, 1)
	go func() {
		response, err := transport.RoundTrip(r)
		if err != nil {
			arrived <- 0
			return
		}
		defer response.Body.Close()
		arrived <- response.StatusCode
	}()
	content, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	half := len(content) / 2
	if _, err := writer.Write(content[:half]); err != nil {
		t.Fatal(err)
	}
	s.want(http.StatusServiceUnavailable, request{method: "POST", path: session + "/uploads", files: clinics}, nil)
	if _, err := writer.Write(content[half:]); err != nil {
		t.Fatal(err)
	}
	writer.Close()
	if status := <-arrived; status != http.StatusOK {
		t.Errorf("the slow upload: %d", status)
	}
}
