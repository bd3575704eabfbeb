package server_test

import (
	"net/http"
	"sync"
	"testing"
)

// A request that is sent again with its key is answered and not carried out again:
// sessions, uploads and turns, one after another and at once.
func TestRepeatedRequests(t *testing.T) {
	s := openService(t, local)
	key := map[string]string{"Idempotency-Key": "the-first"}
	create := request{method: "POST", path: "/api/v1/sessions", headers: key}
	var first, second struct{ ID string }
	s.want(201, create, &first)
	s.want(201, create, &second)
	if first.ID != second.ID || len(first.ID) != 26 {
		t.Errorf("two sessions: %q and %q", first.ID, second.ID)
	}
	session := "/api/v1/sessions/" + first.ID
	upload := request{method: "POST", path: session + "/uploads", files: clinics, headers: key}
	turn := request{method: "POST", path: session + "/turns", body: `{"text":"compute the tpr with defaults"}`, headers: map[string]string{"Idempotency-Key": "the-second"}}
	for _, r := range []request{upload, turn} {
		answers := make([]answer, 4)
		var sent sync.WaitGroup
		for i := range answers {
			sent.Go(func() { answers[i] = s.send(r) })
		}
		sent.Wait()
		for _, a := range answers {
			if a.status != http.StatusOK || a.body != answers[0].body {
				t.Errorf("%s: %d %.300s", r.path, a.status, a.body)
			}
		}
	}
	reused := turn
	reused.body = `{"text":"status"}`
	if a := s.send(reused); a.status != 422 {
		t.Errorf("the key under another request: %d %s", a.status, a.body)
	}
	var page struct{ Turns []struct{ Number int } }
	s.want(200, request{method: "GET", path: session + "/turns"}, &page)
	if len(page.Turns) != 2 {
		t.Errorf("%d turns, want the upload and one", len(page.Turns))
	}
}

// Lists are read page by page, each item once, and the last page has no next.
func TestPages(t *testing.T) {
	s := openService(t, local)
	session := s.start("")
	for range 4 {
		s.say("", session, "status")
		s.start("")
	}
	for path, want := range map[string]int{"/api/v1/sessions": 5, session + "/turns": 4} {
		for _, limit := range []string{"1", "2", "4", "5", "6", "200"} {
			seen, cursor := 0, ""
			for pages := 0; ; pages++ {
				var page struct {
					Sessions, Turns []any
					Next            string
				}
				s.want(200, request{method: "GET", path: path + "?limit=" + limit + "&cursor=" + cursor}, &page)
				items := len(page.Sessions) + len(page.Turns)
				seen += items
				if cursor = page.Next; cursor == "" {
					break
				}
				if items == 0 || pages > want {
					t.Fatalf("%s by %s: a page of nothing", path, limit)
				}
			}
			if seen != want {
				t.Errorf("%s by %s: %d items, want %d", path, limit, seen, want)
			}
		}
	}
}
