package server_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/server"
)

// Scenarios on one service: SESSION is a session of amina's with files and a
// result, RESULT and REPORT what it produced.
func TestScenarios(t *testing.T) {
	s := openService(t)
	session := s.start("amina")
	s.upload("amina", session, clinics)
	table := s.say("amina", session, "compute the tpr with defaults").Results[0].ID
	var results struct{ Results []struct{ ID, Kind string } }
	s.want(200, request{method: "GET", path: session + "/results", as: "amina"}, &results)
	report := results.Results[0].ID
	place := strings.NewReplacer("SESSION", session, "RESULT", table, "REPORT", report)

	for _, c := range []struct {
		name   string
		send   request
		status int
		has    []string // in the answer's body
		lacks  []string
		header map[string]string // contains
	}{
		{name: "alive", send: request{method: "GET", path: "/healthz"}, status: 200, has: []string{`"ok"`}},
		{name: "ready", send: request{method: "GET", path: "/readyz"}, status: 200},
		{name: "nobody is told how to sign in", send: request{method: "GET", path: "/api/v1/me"}, status: 200,
			has: []string{`"signed_in":false`, `["token","password"]`}, lacks: []string{"role"}},
		{name: "who am I", send: request{method: "GET", path: "/api/v1/me", as: "amina"}, status: 200, has: []string{`"user":"amina"`, `"analyst"`}},
		{name: "the shared token", send: request{method: "GET", path: "/api/v1/me", as: "team"}, status: 200, has: []string{`"user":"team"`, `"operator"`}},
		{name: "nobody starts a session", send: request{method: "POST", path: "/api/v1/sessions"}, status: 401,
			has: []string{"sign_in_needed"}, header: map[string]string{"WWW-Authenticate": "Bearer", "Content-Type": "application/problem+json"}},
		{name: "a token that is none", send: request{method: "GET", path: "/api/v1/sessions", headers: map[string]string{"Authorization": "Bearer shared-toke"}}, status: 401},
		{name: "a session has an address", send: request{method: "POST", path: "/api/v1/sessions", as: "amina"}, status: 201,
			header: map[string]string{"Location": "/api/v1/sessions/"}},
		{name: "what a session knows", send: request{method: "GET", path: "SESSION", as: "amina"}, status: 200,
			has: []string{`"kind":"tpr"`, `"clinics.csv"`, `"stale":false`, `"opening":"Files: clinics.csv"`}},
		{name: "no such session", send: request{method: "GET", path: "/api/v1/sessions/nothing", as: "amina"}, status: 404, has: []string{"not_found"}},
		{name: "an unused address", send: request{method: "GET", path: "/api/v1/nothing", as: "amina"}, status: 404, has: []string{"no_such_address"}},
		{name: "a method it does not take", send: request{method: "PUT", path: "SESSION", as: "amina"}, status: 405, has: []string{"method_not_allowed"}},
		{name: "status", send: say("status"), status: 200, has: []string{`"outcome":"answer"`, "Test positivity rate: done"}},
		{name: "a question", send: say("which wards have the highest tpr"), status: 200, has: []string{"Gamma", `"numbers":[`}},
		{name: "nonsense", send: say("flurb the gnarble"), status: 200, has: []string{`"outcome":"rephrase"`}},
		{name: "a closed gate", send: say("plan 5000 nets"), status: 200, has: []string{`"outcome":"blocked"`, `"chips"`}},
		{name: "hostile words", send: say(`<script>alert(1)</script> '; DROP TABLE turns; --`), status: 200, header: map[string]string{"Content-Type": "application/json"}},
		{name: "no words", send: say(""), status: 200, has: []string{`"outcome":"rephrase"`}},
		{name: "too many words", send: say(strings.Repeat("tpr ", 6000)), status: 422, has: []string{"invalid_request", "body.text"}},
		{name: "far too many words", send: say(strings.Repeat("tpr ", 500_000)), status: 413, has: []string{"too_large"}},
		{name: "no JSON", send: request{method: "POST", path: "SESSION/turns", as: "amina", body: `{"text`}, status: 400, has: []string{"invalid_request"}},
		{name: "another shape", send: request{method: "POST", path: "SESSION/turns", as: "amina", body: `{"txt":"hello"}`}, status: 422, has: []string{"body.txt"}},
		{name: "another kind of body", send: request{method: "POST", path: "SESSION/turns", as: "amina", body: `text=a`,
			headers: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}}, status: 415, has: []string{"unsupported_media_type"}},
		{name: "an upload that is none", send: request{method: "POST", path: "SESSION/uploads", as: "amina", body: `{}`}, status: 415, has: []string{"not_multipart"}},
		{name: "an upload without files", send: request{method: "POST", path: "SESSION/uploads", as: "amina", files: map[string][]byte{}}, status: 422, has: []string{"no_files"}},
		{name: "a key that is none", send: request{method: "POST", path: "/api/v1/sessions", as: "amina", headers: map[string]string{"Idempotency-Key": "a b"}}, status: 422},
		{name: "the table as it is", send: get("SESSION/results/RESULT"), status: 200, has: []string{"state,lga,ward", "Gamma"},
			header: map[string]string{"Content-Type": "text/csv", "Content-Disposition": `attachment; filename=tpr.csv`, "Cache-Control": "private"}},
		{name: "a layer without boundaries", send: get("SESSION/results/RESULT?format=geojson"), status: 422, has: []string{"no_boundaries"}},
		{name: "a table is no picture", send: get("SESSION/results/RESULT?format=png"), status: 422, has: []string{"no_such_format", "csv, xlsx, geojson"}},
		{name: "a report is no layer", send: get("SESSION/results/REPORT?format=geojson"), status: 422, has: []string{"no_such_format"}},
		{name: "an unheard format", send: get("SESSION/results/RESULT?format=doc"), status: 422, has: []string{"invalid_request"}},
		{name: "a made up result", send: get("SESSION/results/ABC"), status: 404},
		{name: "a result elsewhere", send: get("SESSION/results/../../../../etc/passwd"), status: 404},
		{name: "a bad cursor", send: get("SESSION/turns?cursor=-1"), status: 422, has: []string{"bad_cursor"}},
		{name: "a made up cursor", send: get("/api/v1/sessions?cursor=MTc5"), status: 422, has: []string{"bad_cursor"}},
		{name: "a page of nothing", send: get("SESSION/turns?limit=0"), status: 422, has: []string{"query.limit"}},
		{name: "events keep no words", send: get("SESSION/events"), status: 200, has: []string{`"choice_event"`, "sha256:"}, lacks: []string{"compute the tpr"}},
		{name: "the tools", send: get("/api/v1/tools"), status: 200, has: []string{`"plan_itn"`, `"schema":{`}},
		{name: "a tool by another name", send: get("/api/v1/tools/run_tpr_step"), status: 200, has: []string{`"examples":[`}},
		{name: "no such tool", send: get("/api/v1/tools/fly"), status: 404, has: []string{"unknown_tool"}},
		{name: "the description", send: request{method: "GET", path: "/openapi.json"}, status: 200, has: []string{`"openapi":"3.1.0"`, `"example`}, lacks: []string{"$schema\""}},
		{name: "the docs page", send: request{method: "GET", path: "/docs"}, status: 200, has: []string{"/api/v1/sessions/{id}/turns", "/docs.css"},
			lacks: []string{"http://", "https://", "<script", "style="}, header: map[string]string{"Content-Security-Policy": "default-src 'none'; script-src 'self'"}},
		{name: "another site's page", send: request{method: "POST", path: "/api/v1/sessions", as: "amina", headers: map[string]string{"Origin": "https://elsewhere.example"}}, status: 403, has: []string{"other_origin"}},
		{name: "another site's page, newer browsers", send: request{method: "DELETE", path: "SESSION", as: "amina", headers: map[string]string{"Sec-Fetch-Site": "cross-site"}}, status: 403},
		{name: "our own page", send: request{method: "POST", path: "/api/v1/sessions", as: "amina", headers: map[string]string{"Sec-Fetch-Site": "same-origin"}}, status: 201},
		{name: "a wrong password", send: login(`{"user":"amina","password":"password of bola"}`), status: 401, has: []string{"wrong_sign_in"}},
		{name: "an unknown user", send: login(`{"user":"nobody","password":"password of nobody"}`), status: 401, has: []string{"wrong_sign_in"}},
		{name: "the shared token signs in", send: login(`{"token":"shared-token"}`), status: 200, header: map[string]string{"Set-Cookie": "HttpOnly; SameSite=Strict"}},
		{name: "deleting is final", send: request{method: "DELETE", path: "SESSION", as: "amina"}, status: 204},
		{name: "and done", send: get("SESSION/turns"), status: 404},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.send.path = place.Replace(c.send.path)
			got := s.send(c.send)
			if got.status != c.status {
				t.Errorf("%d, want %d: %.300s", got.status, c.status, got.body)
			}
			for _, part := range c.has {
				if !strings.Contains(got.body, part) {
					t.Errorf("lacks %q: %.600s", part, got.body)
				}
			}
			for _, part := range c.lacks {
				if strings.Contains(got.body, part) {
					t.Errorf("has %q: %.600s", part, got.body)
				}
			}
			for name, part := range c.header {
				if !strings.Contains(got.header.Get(name), part) {
					t.Errorf("%s is %q, want %q", name, got.header.Get(name), part)
				}
			}
			if got.status >= 400 {
				checkProblem(t, got)
			}
			if got.header.Get("X-Content-Type-Options") != "nosniff" || got.header.Get("Content-Security-Policy") == "" {
				t.Errorf("without the headers of security: %v", got.header)
			}
		})
	}
}

func get(path string) request { return request{method: "GET", path: path, as: "amina"} }

func login(body string) request { return request{method: "POST", path: "/api/v1/login", body: body} }

func say(text string) request {
	body, err := json.Marshal(map[string]string{"text": text})
	if err != nil {
		panic(err)
	}
	return request{method: "POST", path: "SESSION/turns", as: "amina", body: string(body)}
}

// checkProblem holds a refusal to RFC 9457 and to what a client may be told.
func checkProblem(t *testing.T, a answer) {
	t.Helper()
	var p server.Problem
	if err := json.Unmarshal([]byte(a.body), &p); err != nil {
		t.Fatalf("%v: %.300s", err, a.body)
	}
	if p.Status != a.status || p.Title != http.StatusText(a.status) || p.Code == "" || p.Type != "urn:chatmrpt:problem:"+p.Code ||
		!strings.HasSuffix(strings.TrimSpace(p.Detail), ".") || a.header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("no good problem: %v %.500s", a.header, a.body)
	}
	for _, inside := range []string{"goroutine", ".go:", "panic", "sql:"} {
		if strings.Contains(a.body, inside) {
			t.Errorf("tells of the inside: %.500s", a.body)
		}
	}
}

// Every operation of the description is walked as nobody, who is let into the
// open ones only, and as somebody else, to whom amina's session does not exist.
func TestEveryEndpointAsSomebodyElse(t *testing.T) {
	s := openService(t)
	session := s.start("amina")
	s.upload("amina", session, clinics)
	result := s.say("amina", session, "compute the tpr with defaults").Results[0].ID
	before := s.want(200, get(session+"/turns"), nil).body
	var api struct {
		Paths map[string]map[string]struct {
			Security []any
		}
	}
	s.want(200, request{method: "GET", path: "/openapi.json"}, &api)
	place := strings.NewReplacer("/api/v1/sessions/{id}", session, "{result}", result, "{name}", "plan_itn")
	isOpen := []string{"GET /healthz", "GET /readyz", "GET /api/v1/me", "POST /api/v1/login", "POST /api/v1/logout"}
	var opened []string
	for _, path := range slices.Sorted(maps.Keys(api.Paths)) {
		for method, operation := range api.Paths[path] {
			name := strings.ToUpper(method) + " " + path
			r := request{method: strings.ToUpper(method), path: place.Replace(path)}
			switch {
			case strings.HasSuffix(path, "/uploads"):
				r.files = clinics
			case strings.HasSuffix(path, "/turns") && method == "post":
				r.body = `{"text":"undo"}`
			case strings.HasSuffix(path, "/login"):
				r.body = `{}`
			}
			if got := s.send(r); got.status != http.StatusUnauthorized || strings.HasSuffix(path, "/login") {
				opened = append(opened, name)
				if len(operation.Security) > 0 {
					t.Errorf("%s is open and not described so", name)
				}
			}
			if !strings.Contains(path, "{id}") {
				continue
			}
			for _, other := range []string{"bola", "team"} {
				r.as = other
				if got := s.send(r); got.status != http.StatusNotFound {
					t.Errorf("%s as %s: %d %.200s", name, other, got.status, got.body)
				}
			}
		}
	}
	slices.Sort(isOpen)
	slices.Sort(opened)
	if diff := cmp.Diff(isOpen, opened); diff != "" {
		t.Errorf("open to nobody (-want +got):\n%s", diff)
	}
	if after := s.want(200, get(session+"/turns"), nil).body; after != before {
		t.Error("somebody else changed the session")
	}
	for user, want := range map[string]int{"bola": 0, "team": 0, "amina": 1} {
		var list struct{ Sessions []any }
		s.want(200, request{method: "GET", path: "/api/v1/sessions", as: user}, &list)
		if len(list.Sessions) != want {
			t.Errorf("%s sees %d sessions, want %d", user, len(list.Sessions), want)
		}
	}
}

// Where nobody has to sign in, everything is open, but only under the names of
// this machine.
func TestWithoutSignIn(t *testing.T) {
	s := openService(t, local)
	s.start("")
	for host, want := range map[string]int{"localhost:8080": 200, "127.0.0.1": 200, "[::1]:80": 200, "evil.example": 421, "evil.example:8080": 421, "10.0.0.1": 421, "": 200} {
		r := request{method: "GET", path: "/api/v1/sessions"}
		if host != "" {
			r.headers = map[string]string{"Host": host}
		}
		if got := s.send(r); got.status != want {
			t.Errorf("as %q: %d, want %d", host, got.status, want)
		}
	}
	s.want(200, request{method: "GET", path: "/api/v1/me"}, nil)
	s.want(200, login(`{}`), nil)
}

// A login ends by signing out, and with a password that is replaced.
func TestSignOut(t *testing.T) {
	s := openService(t)
	cookie := s.signIn("amina")
	headers := map[string]string{"Cookie": cookie.Name + "=" + cookie.Value}
	s.want(200, request{method: "GET", path: "/api/v1/sessions", headers: headers}, nil)
	s.want(200, request{method: "GET", path: "/api/v1/sessions", headers: map[string]string{"Authorization": "bearer " + cookie.Value}}, nil)
	out := s.want(204, request{method: "POST", path: "/api/v1/logout", headers: headers}, nil)
	if set := out.header.Get("Set-Cookie"); !strings.Contains(set, "Max-Age=0") {
		t.Errorf("the cookie stays: %q", set)
	}
	s.want(401, request{method: "GET", path: "/api/v1/sessions", headers: headers}, nil)

	bola := s.signIn("bola")
	if err := s.options.SignIn.Accounts.SetPassword(t.Context(), "bola", "another password"); err != nil {
		t.Fatal(err)
	}
	s.want(401, request{method: "GET", path: "/api/v1/sessions", headers: map[string]string{"Cookie": bola.Name + "=" + bola.Value}}, nil)
}
