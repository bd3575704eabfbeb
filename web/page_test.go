package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"testing"
)

// get asks for an address of the page, in the encodings given.
func get(t *testing.T, method, address, encodings string) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), method, "/", nil)
	request.URL.Path = address
	request.Header.Set("Accept-Encoding", encodings)
	recorder := httptest.NewRecorder()
	Page().ServeHTTP(recorder, request)
	return recorder
}

func TestWhatIsAnswered(t *testing.T) {
	for _, c := range []struct {
		name, method, address string
		status                int
	}{
		{"the page", http.MethodGet, "/", http.StatusOK},
		{"its headers", http.MethodHead, "/", http.StatusOK},
		{"no writing", http.MethodPost, "/", http.StatusMethodNotAllowed},
		{"no other address", http.MethodGet, "/sessions", http.StatusNotFound},
		{"no such asset", http.MethodGet, "/assets/none.js", http.StatusNotFound},
		{"no list of assets", http.MethodGet, "/assets/", http.StatusNotFound},
		{"no way out of the assets", http.MethodGet, "/assets/../../page.go", http.StatusNotFound},
		{"no way out written otherwise", http.MethodGet, "/assets/..\\..\\page.go", http.StatusNotFound},
		{"no file of the page as it lies there", http.MethodGet, "/index.html.br", http.StatusNotFound},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := get(t, c.method, c.address, "").Code; got != c.status {
				t.Errorf("%s %s answers %d, not %d", c.method, c.address, got, c.status)
			}
		})
	}
}

func TestThePageSaysWhatItIs(t *testing.T) {
	response := get(t, http.MethodGet, "/", "")
	if got := response.Header().Get("Content-Type"); got != "text/html; charset=utf-8" {
		t.Errorf("the page is %s", got)
	}
	if got := response.Header().Get("Cache-Control"); got != "no-cache" {
		t.Errorf("the page is kept: %s", got)
	}
	body := response.Body.Bytes()
	if says := bytes.Contains(body, []byte("make web")); says == IsBuilt() {
		t.Errorf("the page is built: %t; it says how to build it: %t", IsBuilt(), says)
	}
	if inline := bytes.Contains(body, []byte("<style")) || bytes.Contains(body, []byte("style=")) || bytes.Contains(body, []byte("<script>")); inline {
		t.Errorf("the page has inline styles or scripts, which its policy refuses:\n%s", body)
	}
}

func TestTheFirstLoadIsLight(t *testing.T) {
	const most = 100_000 // bytes with gzip
	names := assets(t)
	total := 0
	for _, name := range names {
		response := get(t, http.MethodGet, name, "gzip")
		packed := response.Body.Bytes()
		total += len(packed)
		if cache := response.Header().Get("Cache-Control"); strings.HasPrefix(name, "/assets/") && !strings.Contains(cache, "immutable") {
			t.Errorf("%s is kept as %q", name, cache)
		}
		unpacked, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		content, err := io.ReadAll(unpacked)
		if err != nil {
			t.Fatal(err)
		}
		if plain := get(t, http.MethodGet, name, "").Body.Bytes(); !bytes.Equal(content, plain) {
			t.Errorf("%s is not the same when packed", name)
		}
	}
	t.Logf("%d files, %d bytes with gzip", len(names), total)
	if total > most {
		t.Errorf("the first load is %d bytes, more than %d", total, most)
	}
}

// assets are the addresses of everything that the page loads.
func assets(t *testing.T) []string {
	t.Helper()
	if !IsBuilt() {
		t.Skip("the page is not built (make web)")
	}
	names := []string{"/"}
	err := fs.WalkDir(dist, built+"/assets", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && types[path.Ext(name)] != "" {
			names = append(names, strings.TrimPrefix(name, built))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestEncodings(t *testing.T) {
	if !IsBuilt() {
		t.Skip("the page is not built (make web)")
	}
	for _, c := range []struct{ accepted, want string }{
		{"gzip, deflate, br", "br"},
		{"gzip", "gzip"},
		{"br;q=0, gzip;q=0.5", "gzip"},
		{" br ; q=1", "br"},
		{"deflate", ""},
		{"", ""},
		{"brotli", ""},
	} {
		response := get(t, http.MethodGet, "/", c.accepted)
		if got := response.Header().Get("Content-Encoding"); got != c.want {
			t.Errorf("Accept-Encoding %q is answered with %q, not %q", c.accepted, got, c.want)
		}
		if response.Header().Get("Vary") != "Accept-Encoding" {
			t.Error("a cache would give one browser's encoding to another")
		}
	}
}
