package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

var thisMachine = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}

// serve answers every path by its handler.
func serve(t *testing.T, paths map[string]http.HandlerFunc) string {
	t.Helper()
	mux := http.NewServeMux()
	for path, handler := range paths {
		mux.HandleFunc(path, handler)
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

func answer(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(body))
	}
}

// call runs one tool as a registry does that has it alone.
func call(t *testing.T, tool *schemaregistry.Tool, c schemaregistry.Call) (schemaregistry.Result, error) {
	t.Helper()
	registry := schemaregistry.New(schemaregistry.Options{Now: func() time.Time { return time.Unix(0, 0) }})
	if err := registry.Register(tool); err != nil {
		t.Fatal(err)
	}
	c.Tool = tool.Name
	return registry.Execute(t.Context(), c, schemaregistry.State{}, nil)
}

func code(err error) string {
	if err == nil {
		return ""
	}
	code, _ := schemaregistry.Sentence(err)
	return code
}

func mustRead(t *testing.T, r *reader, address string) (page, error) {
	t.Helper()
	parsed, err := webAddress(address)
	if err != nil {
		t.Fatal(err)
	}
	return r.read(context.WithoutCancel(t.Context()), parsed)
}

const duckPage = `<html><body><div class="results">
<div class="result result--ad"><a class="result__a" href="https://ads.example/buy">Buy nets</a></div>
<div class="result"><h2><a class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fwho.example%2Fitn%3Fa%3D1&amp;rut=0">WHO on <b>ITNs</b></a></h2>
<a class="result__snippet">Nets   should be
 given to <b>all</b>.</a></div>
<div class="result"><a class="result__a" href="javascript:alert(1)">No page</a></div>
<div class="result"><a class="result__a" href="https://two.example/">Two</a><a class="result__snippet">Second</a></div>
<div class="result"><a class="result__a" href="https://two.example/">Two again</a></div>
</div></body></html>`

func fillBytes(n int) string { return strings.Repeat("x", n) }
