package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// askService sends JSON to the service and decodes its answer.
func askService(t *testing.T, method, address, token, body string, answer any) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err == nil && answer != nil {
		err = json.Unmarshal(content, answer)
	}
	if err != nil {
		t.Fatalf("%s %s: %v: %.300s", method, address, err, content)
	}
	return response.StatusCode
}

// With users of their own each signs in and sees the own sessions; the shared
// token works beside them.
func TestServeWithUsers(t *testing.T) {
	dir := t.TempDir()
	password := streams{in: strings.NewReader("correct horse\n"), out: io.Discard, err: io.Discard}
	if code := run([]string{"--data-dir", dir, "users", "add", "amina"}, password); code != 0 {
		t.Fatalf("users add: %d", code)
	}
	at := startService(t, dir, "CHATMRPT_ACCESS_TOKEN=open sesame") + "/api/v1"
	if status := askService(t, "GET", at+"/sessions", "", "", nil); status != http.StatusUnauthorized {
		t.Errorf("nobody: %d", status)
	}
	var me struct{ User, Role string }
	if status := askService(t, "POST", at+"/login", "", `{"user":"amina","password":"correct horse"}`, &me); status != 200 || me.User != "amina" || me.Role != "analyst" {
		t.Errorf("amina: %d %+v", status, me)
	}
	if status := askService(t, "GET", at+"/me", "open sesame", "", &me); status != 200 || me.User != "local" || me.Role != "operator" {
		t.Errorf("the shared token: %d %+v", status, me)
	}
}

// A session begun on the command line goes on in the service, and the other way
// round.
func TestOneSessionThroughTwoDoors(t *testing.T) {
	dir := t.TempDir()
	var out bytes.Buffer
	if code := run([]string{"--data-dir", dir, "chat", "--json", "-c", "status"}, streams{strings.NewReader(""), &out, io.Discard}); code != 0 {
		t.Fatalf("chat: %d", code)
	}
	began := time.Now()
	at := startService(t, dir) + "/api/v1"
	var list struct {
		Sessions []struct {
			ID, Opening string
			Turns       int
		}
	}
	askService(t, "GET", at+"/sessions", "", "", &list)
	t.Logf("start to first answer: %s", time.Since(began))
	if len(list.Sessions) != 1 || list.Sessions[0].Opening != "status" {
		t.Fatalf("sessions %+v", list.Sessions)
	}
	askService(t, "POST", at+"/sessions/"+list.Sessions[0].ID+"/turns", "", `{"text":"help"}`, nil)
	out.Reset()
	if code := run([]string{"--data-dir", dir, "chat", "--json", "--resume", "-c", "status"}, streams{strings.NewReader(""), &out, io.Discard}); code != 0 {
		t.Fatalf("chat --resume: %d", code)
	}
	if !strings.Contains(out.String(), list.Sessions[0].ID) {
		t.Errorf("went on elsewhere: %s", out.String())
	}
}
