package server_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/chatmrpt/chatmrpt/core/account"
	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/router"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
	"github.com/chatmrpt/chatmrpt/flows/dataset/ingest"
	"github.com/chatmrpt/chatmrpt/flows/dataset/sample"
	"github.com/chatmrpt/chatmrpt/flows/export"
	"github.com/chatmrpt/chatmrpt/flows/itn"
	"github.com/chatmrpt/chatmrpt/flows/maps"
	"github.com/chatmrpt/chatmrpt/flows/query"
	"github.com/chatmrpt/chatmrpt/flows/risk"
	"github.com/chatmrpt/chatmrpt/flows/tpr"
	"github.com/chatmrpt/chatmrpt/server"
	"github.com/chatmrpt/chatmrpt/store/blob"
	"github.com/chatmrpt/chatmrpt/store/sqlite"
)

// TestMain fails where goroutines are left behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// interpreter is shared: it is learned once and holds nothing of a session.
var interpreter = sync.OnceValue(func() *choiceinterp.Interpreter { return choiceinterp.New(choiceinterp.Options{}) })

// A service is the whole program behind HTTP, over stores of its own.
type service struct {
	testing.TB
	*httptest.Server
	options server.Options
	logged  *observer.ObservedLogs
}

// openService starts a service with users amina and bola; change alters its
// options first.
func openService(t testing.TB, change ...func(*server.Options)) *service {
	t.Helper()
	dir := t.TempDir()
	db, err := sqlite.Open(t.Context(), filepath.Join(dir, "chatmrpt.db"))
	if err != nil {
		t.Fatal(err)
	}
	blobs, err := blob.Open(filepath.Join(dir, "blobs"))
	if err != nil {
		t.Fatal(err)
	}
	core, logged := observer.New(zapcore.InfoLevel)
	log := zap.New(core)
	load := ingest.NewLoader(blobs, ingest.DefaultLimits()).Load
	recorder := telemetry.NewRecorder(db, zap.NewNop(), telemetry.Options{Version: "test"})
	tools := schemaregistry.New(schemaregistry.Options{Version: "test", Audit: func(_ context.Context, a schemaregistry.Audit) { recorder.Tool(a) }})
	for _, declared := range [][]*schemaregistry.Tool{
		ingest.Tools(load), tpr.Tools(load), risk.Tools(load), itn.Tools(load), maps.Tools(load), query.Tools(load),
	} {
		if err := tools.Register(declared...); err != nil {
			t.Fatal(err)
		}
	}
	tools.Freeze()
	accounts := &account.Accounts{Store: db, Now: time.Now}
	for _, name := range []string{"amina", "bola"} {
		if err := accounts.Add(t.Context(), name, "password of "+name, account.Analyst); err != nil {
			t.Fatal(err)
		}
	}
	s := &service{TB: t, logged: logged, options: server.Options{
		Router: &router.Router{
			Tools: tools, Interpreter: interpreter(), Sessions: db, Blobs: blobs, Review: "review_data",
			Now: time.Now, NewID: rand.Text, Telemetry: recorder,
		},
		Events: db, SignIn: server.SignIn{User: "team", Token: "shared-token", Accounts: accounts}, Spool: dir, Log: log, Version: "test",
		Formats: []server.Format{
			{Name: "xlsx", Of: "csv", MIME: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
				Convert: func(_ context.Context, _ schemaregistry.State, csv []byte) ([]byte, error) { return export.XLSX(csv) }},
			{Name: "geojson", Of: "csv", Kind: "table", MIME: "application/geo+json",
				Convert: func(ctx context.Context, state schemaregistry.State, csv []byte) ([]byte, error) {
					data, err := load(ctx, &schemaregistry.Run{State: state, Progress: func(string, int, int) {}})
					if err != nil {
						return nil, err
					}
					return export.GeoJSON(csv, data)
				}},
			{Name: "png", Of: "svg", MIME: "image/png",
				Convert: func(_ context.Context, _ schemaregistry.State, svg []byte) ([]byte, error) { return export.PNG(svg) }},
		},
	}}
	for _, c := range change {
		c(&s.options)
	}
	handler, err := server.New(s.options)
	if err != nil {
		t.Fatal(err)
	}
	s.Server = httptest.NewServer(handler)
	t.Cleanup(func() {
		s.Close()
		http.DefaultClient.CloseIdleConnections()
		if err := recorder.Close(context.Background()); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// local lets nobody sign in.
func local(o *server.Options) { o.SignIn = server.SignIn{User: "local"} }

// A request is sent by somebody: a user's name, "team" for the shared token, ""
// for nobody.
type request struct {
	method, path string
	as           string
	headers      map[string]string
	body         string            // JSON
	files        map[string][]byte // by name, as multipart
}

// An answer is what came back.
type answer struct {
	status int
	header http.Header
	body   string
}

func (s *service) send(r request) answer {
	s.Helper()
	var body io.Reader = strings.NewReader(r.body)
	kind := "application/json"
	if r.files != nil {
		body, kind = form(s, r.files)
	}
	sent, err := http.NewRequestWithContext(s.Context(), r.method, s.URL+r.path, body)
	if err != nil {
		s.Fatal(err)
	}
	if r.body != "" || r.files != nil {
		sent.Header.Set("Content-Type", kind)
	}
	switch r.as {
	case "":
	case "team":
		sent.Header.Set("Authorization", "Bearer shared-token")
	default:
		sent.AddCookie(s.signIn(r.as))
	}
	for name, value := range r.headers {
		sent.Header.Set(name, value)
		if name == "Host" {
			sent.Host = value
		}
	}
	response, err := http.DefaultClient.Do(sent)
	if err != nil {
		s.Fatalf("%s %s: %v", r.method, r.path, err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		s.Fatalf("%s %s: %v", r.method, r.path, err)
	}
	return answer{response.StatusCode, response.Header, string(content)}
}

func form(t testing.TB, files map[string][]byte) (io.Reader, string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for name, content := range files {
		part, err := w.CreateFormFile("files", name)
		if err == nil {
			_, err = part.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return &b, w.FormDataContentType()
}

// logins are kept for the tests of one process: hashing takes its time.
var logins sync.Map // the service's address and the user -> *http.Cookie

func (s *service) signIn(user string) *http.Cookie {
	s.Helper()
	key := s.URL + " " + user
	if known, ok := logins.Load(key); ok {
		return known.(*http.Cookie)
	}
	a := s.send(request{method: "POST", path: "/api/v1/login", body: `{"user":"` + user + `","password":"password of ` + user + `"}`})
	if a.status != http.StatusOK {
		s.Fatalf("sign in %s: %d %s", user, a.status, a.body)
	}
	cookie, err := http.ParseSetCookie(a.header.Get("Set-Cookie"))
	if err != nil {
		s.Fatal(err)
	}
	logins.Store(key, cookie)
	return cookie
}

// want sends a request that has to be answered with the status, and decodes the
// answer into v unless it is nil.
func (s *service) want(status int, r request, v any) answer {
	s.Helper()
	a := s.send(r)
	if a.status != status {
		s.Fatalf("%s %s as %q: %d, want %d: %.500s", r.method, r.path, r.as, a.status, status, a.body)
	}
	if v != nil {
		if err := json.Unmarshal([]byte(a.body), v); err != nil {
			s.Fatalf("%s %s: %v: %.500s", r.method, r.path, err, a.body)
		}
	}
	return a
}

// start opens a session and returns its address.
func (s *service) start(as string) string {
	s.Helper()
	var made struct{ ID string }
	s.want(http.StatusCreated, request{method: "POST", path: "/api/v1/sessions", as: as}, &made)
	return "/api/v1/sessions/" + made.ID
}

func (s *service) upload(as, session string, files map[string][]byte) router.Reply {
	s.Helper()
	var reply router.Reply
	s.want(http.StatusOK, request{method: "POST", path: session + "/uploads", as: as, files: files}, &reply)
	return reply
}

// say says several things and returns the last reply.
func (s *service) say(as, session string, texts ...string) router.Reply {
	s.Helper()
	var reply router.Reply
	for _, text := range texts {
		body, err := json.Marshal(map[string]string{"text": text})
		if err != nil {
			s.Fatal(err)
		}
		s.want(http.StatusOK, request{method: "POST", path: session + "/turns", as: as, body: string(body)}, &reply)
	}
	return reply
}

// state is the synthetic state's files by name.
var state = sync.OnceValue(func() map[string][]byte {
	dir, err := os.MkdirTemp("", "state")
	if err == nil {
		defer os.RemoveAll(dir)
		err = sample.Generate(1).Write(dir)
	}
	files := map[string][]byte{}
	for _, name := range []string{"facilities.csv", "covariates.csv", "population.csv", "wards.zip"} {
		if err == nil {
			files[name], err = os.ReadFile(filepath.Join(dir, name))
		}
	}
	if err != nil {
		panic(err)
	}
	return files
})

// clinics is a small table that can be analysed.
var clinics = map[string][]byte{"clinics.csv": []byte("State,LGA,Ward,HealthFacility,periodcode,tested by RDT <5yrs,tested positive by RDT <5yrs\n" +
	"Kano,Dala,Alpha,Clinic A,202401,120,30\nKano,Dala,Beta,Clinic B,202401,80,8\nKano,Gwale,Gamma,Clinic C,202401,90,45\n")}
