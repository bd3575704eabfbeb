// Package web is the analyst's page, built from the TypeScript beside this file
// into the binary. Without Node the binary builds as well; it then serves a page
// that says how to build the real one.
package web

import (
	"embed"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
)

//go:embed all:dist
var dist embed.FS

const (
	built       = "dist/page" // what "npm run build" writes; absent without Node
	placeholder = "dist/placeholder.html"
)

// IsBuilt reports whether the page itself is in the binary.
func IsBuilt() bool {
	_, err := fs.Stat(dist, built+"/index.html")
	return err == nil
}

// Page serves the page and its assets. An asset's name carries the hash of its
// content, so that a browser may keep it for good. Each file lies ready in the
// encodings that browsers take.
func Page() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "This address can only be read.", http.StatusMethodNotAllowed)
			return
		}
		name := path.Clean("/" + r.URL.Path)
		switch {
		case name == "/" && !IsBuilt():
			send(w, r, placeholder, "no-cache")
		case name == "/":
			send(w, r, built+"/index.html", "no-cache")
		case strings.HasPrefix(name, "/assets/"):
			send(w, r, built+name, "public, max-age=31536000, immutable")
		default:
			http.NotFound(w, r)
		}
	})
}

// types by ending, not by the tables of the machine, which may say anything.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
}

var encodings = []struct{ name, ending string }{{"br", ".br"}, {"gzip", ".gz"}}

// send writes a file in the best encoding that the browser takes.
func send(w http.ResponseWriter, r *http.Request, name, cache string) {
	header := w.Header()
	content, err := dist.ReadFile(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	for _, encoding := range encodings {
		encoded, err := dist.ReadFile(name + encoding.ending)
		if err == nil && takes(r, encoding.name) {
			header.Set("Content-Encoding", encoding.name)
			content = encoded
			break
		}
	}
	header.Set("Content-Type", types[path.Ext(name)])
	header.Set("Content-Length", strconv.Itoa(len(content)))
	header.Set("Cache-Control", cache)
	header.Add("Vary", "Accept-Encoding")
	if r.Method == http.MethodGet {
		_, _ = w.Write(content) // an error means that the browser went away
	}
}

// takes reports whether Accept-Encoding lists an encoding, and not with weight 0.
func takes(r *http.Request, encoding string) bool {
	for offer := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(offer), ";")
		if strings.TrimSpace(name) == encoding {
			value, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
			return err != nil || value > 0
		}
	}
	return false
}
