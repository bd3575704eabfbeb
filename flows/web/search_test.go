package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

var duckHits = []hit{
	{"WHO on ITNs", "https://who.example/itn?a=1", "Nets should be given to all."},
	{"Two", "https://two.example/", "Second"},
}

// [003-16]: SearXNG is asked first and DuckDuckGo when it does not answer.
func TestFind(t *testing.T) {
	hits := `{"results":[{"title":"A","url":"https://a.example","content":"B"},{"title":"bad","url":"ftp://a.example"}]}`
	for _, c := range []struct {
		name, source, code string
		searxng, duck      http.HandlerFunc
		want               []hit
	}{
		{"SearXNG", "searxng", "", answer("application/json", hits), nil, []hit{{"A", "https://a.example", "B"}}},
		{"SearXNG is down", "duckduckgo", "", http.NotFound, answer("text/html", duckPage), duckHits},
		{"SearXNG has no JSON", "duckduckgo", "", answer("text/html", "<p>"), answer("text/html", duckPage), duckHits},
		{"SearXNG never ends", "duckduckgo", "", answer("application/json", fillBytes(engineBytes+1)), answer("text/html", duckPage), duckHits},
		{"nothing is found", "duckduckgo", "", nil, answer("text/html", `<div class="no-results">No results.</div>`), nil},
		{"both are down", "", "no_search", http.NotFound, http.NotFound, nil},
		{"DuckDuckGo refuses", "", "no_search", nil, answer("text/html", "<p>Are you a robot?</p>"), nil},
	} {
		paths := map[string]http.HandlerFunc{}
		s := newSearch("", &http.Client{})
		if c.searxng != nil {
			paths["/search"] = c.searxng
		}
		if c.duck != nil {
			paths["/html/"] = c.duck
		}
		base := serve(t, paths)
		s.duckDuckGo = base + "/html/"
		if c.searxng != nil {
			s.searxng = base + "/"
		}
		source, got, err := s.find(t.Context(), "nets & tents", 5, false)
		if source != c.source || code(err) != c.code || c.code != "" && !errors.Is(err, schemaregistry.ErrUnavailable) {
			t.Errorf("%s: %s, %v", c.name, source, err)
		}
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(hit{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// [001-03], [001-17]: title, url and snippet of at most max_results results.
func TestSearchWeb(t *testing.T) {
	asked := ""
	base := serve(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.Query().Get("q")
		answer("text/html", duckPage)(w, r)
	}})
	engines := newSearch("", &http.Client{})
	engines.duckDuckGo = base
	tool := schemaregistry.Define(searchWebDef, searchWeb(engines, &foundPages{}))
	result, err := call(t, tool, schemaregistry.Call{Args: map[string]any{"query": "nets? #1", "max_results": 1}})
	if err != nil {
		t.Fatal(err)
	}
	if asked != "nets? #1" || !result.Untrusted || result.Text != `1 results for "nets? #1", by duckduckgo.` {
		t.Errorf("asked %q, said %q, untrusted %t", asked, result.Text, result.Untrusted)
	}
	if diff := cmp.Diff(table(duckHits[:1]), result.Table); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
	if defaults, err := call(t, tool, schemaregistry.Call{Args: map[string]any{"query": "nets"}}); err != nil || fmt.Sprint(defaults.Args["max_results"]) != "5" {
		t.Errorf("max_results is %v by default, %v", defaults.Args["max_results"], err)
	}
}

// [002-13]: a topic is looked into three times a day, free of charge where no engine
// answers.
func TestResearch(t *testing.T) {
	up := false
	base := serve(t, map[string]http.HandlerFunc{
		"/html/": func(w http.ResponseWriter, r *http.Request) {
			if !up || r.URL.Query().Get("df") != "y" {
				http.NotFound(w, r)
				return
			}
			answer("text/html", `<div class="result"><a class="result__a" href="http://`+r.Host+`/read">Page</a></div><div class="result"><a class="result__a" href="http://`+r.Host+`/gone">Gone</a></div>`)(w, r)
		},
		"/read": answer("text/html", "<p>"+strings.Repeat("Preface. ", 200)+"<p>Dual nets cut malaria by half."),
	})
	pages := newReader(thisMachine, "")
	engines := newSearch("", &http.Client{})
	engines.duckDuckGo = base + "/html/"
	registry := schemaregistry.New(schemaregistry.Options{Now: func() time.Time { return time.Unix(1e9, 0) }})
	if err := registry.Register(schemaregistry.Define(researchDef, research(engines, pages, &foundPages{}))); err != nil {
		t.Fatal(err)
	}
	ask := func() (schemaregistry.Result, error) {
		args, ok := registry.Tool("research").ReadTag("RESEARCH: dual nets")
		if !ok {
			t.Fatal("the tag is not read")
		}
		return registry.Execute(t.Context(), schemaregistry.Call{Tool: "research", User: "amina", Args: args}, schemaregistry.State{}, nil)
	}
	if _, err := ask(); code(err) != "no_search" {
		t.Errorf("no engine: %v", err)
	}
	up = true
	for range 3 {
		result, err := ask()
		if err != nil || !result.Untrusted || !strings.Contains(result.Text, "/read: Dual nets cut malaria by half.") || strings.Contains(result.Text, "/gone:") {
			t.Fatalf("%q, %v", result.Text, err)
		}
	}
	var limited *schemaregistry.RateLimited
	if _, err := ask(); !errors.As(err, &limited) {
		t.Errorf("the fourth time: %v", err)
	}
}

// [001-05]: prompt, size, steps and guidance go to the images endpoint of the backend.
func TestGenerateImage(t *testing.T) {
	picture := []byte("\x89PNG\r\n\x1a\nrest")
	var asked map[string]any
	var key string
	reply := any(map[string]any{"data": []any{map[string]any{"b64_json": picture}}})
	base := serve(t, map[string]http.HandlerFunc{"/v1/images/generations": func(w http.ResponseWriter, r *http.Request) {
		key = r.Header.Get("Authorization")
		body, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(body, &asked)
		if reply == nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		_ = json.NewEncoder(w).Encode(reply)
	}})
	if n := len(Tools(Config{})); n != 3 {
		t.Errorf("without a model there are %d tools", n)
	}
	tool := Tools(Config{Images: Images{BaseURL: base + "/v1/", Key: "k", Model: "brush"}})[3]
	draw := func() (schemaregistry.Result, error) {
		return call(t, tool, schemaregistry.Call{Args: map[string]any{"prompt": "a net", "width": 512}})
	}
	result, err := draw()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"model": "brush", "prompt": "a net", "n": 1.0, "size": "512x1024", "response_format": "b64_json", "steps": 20.0, "guidance_scale": 3.5,
	}
	if diff := cmp.Diff(want, asked); diff != "" || key != "Bearer k" {
		t.Errorf("key %q, asked (-want +got):\n%s", key, diff)
	}
	if got := result.Artifacts[0]; got.Name != "picture.png" || got.MIME != "image/png" || string(got.Data) != string(picture) || len(result.Warnings) != 1 {
		t.Errorf("%+v", result)
	}
	for _, bad := range []any{nil, map[string]any{"data": []any{}}, map[string]any{"data": []any{map[string]any{"b64_json": []byte("<html>")}}}} {
		reply = bad
		if _, err := draw(); code(err) != "no_picture" {
			t.Errorf("%v: %v", bad, err)
		}
	}
}
