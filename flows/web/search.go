package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// Bounds of one search.
const (
	engineTime  = 6 * time.Second
	engineBytes = 2 << 20
	snippetSize = 300 // characters
)

// A hit is one result of a search.
type hit struct{ title, url, snippet string }

// A search asks search engines.
type search struct {
	searxng    string
	duckDuckGo string
	own        *http.Client // for the deployment's own engine, which may stand in a private network
	public     *http.Client
}

func newSearch(searxng string, public *http.Client) *search {
	return &search{searxng: searxng, duckDuckGo: "https://html.duckduckgo.com/html/", own: &http.Client{}, public: public}
}

// find asks SearXNG where there is one, and DuckDuckGo when it does not answer. The
// error wraps schemaregistry.ErrUnavailable when none does.
func (s *search) find(ctx context.Context, query string, most int, recent bool) (source string, hits []hit, err error) {
	var failures error
	if s.searxng != "" {
		hits, err := s.askSearXNG(ctx, query, recent)
		if err == nil {
			return "searxng", clean(hits, most), nil
		}
		failures = fmt.Errorf("searxng: %w", err)
	}
	hits, err = s.askDuckDuckGo(ctx, query, recent)
	if err != nil {
		return "", nil, schemaregistry.Fail("no_search", "No search engine answers now.").
			Because(errors.Join(schemaregistry.ErrUnavailable, failures, fmt.Errorf("duckduckgo: %w", err)))
	}
	return "duckduckgo", clean(hits, most), nil
}

func (s *search) askSearXNG(ctx context.Context, query string, recent bool) ([]hit, error) {
	values := url.Values{"q": {query}, "format": {"json"}}
	if recent {
		values.Set("time_range", "year")
	}
	content, err := get(ctx, s.own, strings.TrimSuffix(s.searxng, "/")+"/search", values)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Results []struct {
			Title   string `json:"title"`
			URL     string `json:"url"`
			Content string `json:"content"`
		} `json:"results"`
	}
	if err := json.Unmarshal(content, &answer); err != nil {
		return nil, err
	}
	var hits []hit
	for _, result := range answer.Results {
		hits = append(hits, hit{result.Title, result.URL, result.Content})
	}
	return hits, nil
}

func (s *search) askDuckDuckGo(ctx context.Context, query string, recent bool) ([]hit, error) {
	values := url.Values{"q": {query}}
	if recent {
		values.Set("df", "y")
	}
	content, err := get(ctx, s.public, s.duckDuckGo, values)
	if err != nil {
		return nil, err
	}
	page, err := html.Parse(strings.NewReader(string(content)))
	if err != nil {
		return nil, err
	}
	return readDuckDuckGo(page)
}

// readDuckDuckGo reads the page of results for browsers without scripts. A page that
// has neither results nor says that there are none is a refusal.
func readDuckDuckGo(page *html.Node) (hits []hit, err error) {
	none := false
	for node := range page.Descendants() {
		switch {
		case hasClass(node, "no-results"):
			none = true
		case hasClass(node, "result") && !hasClass(node, "result--ad"):
			var h hit
			for inner := range node.Descendants() {
				switch {
				case inner.DataAtom == atom.A && hasClass(inner, "result__a"):
					h.title, h.url = textOf(inner), target(inner)
				case hasClass(inner, "result__snippet"):
					h.snippet = textOf(inner)
				}
			}
			hits = append(hits, h)
		}
	}
	if len(hits) == 0 && !none {
		return nil, errors.New("it answers with a page that holds no results")
	}
	return hits, nil
}

func hasClass(node *html.Node, class string) bool {
	return slices.ContainsFunc(node.Attr, func(a html.Attribute) bool {
		return a.Key == "class" && slices.Contains(strings.Fields(a.Val), class)
	})
}

func textOf(node *html.Node) string {
	var l lines
	l.children(node)
	l.end()
	return strings.Join(l.done, " ")
}

// target is where a link of the page leads: through the engine's own redirect, whose
// "uddg" names it.
func target(link *html.Node) string {
	for _, attribute := range link.Attr {
		if attribute.Key != "href" {
			continue
		}
		address, err := url.Parse(attribute.Val)
		if err != nil {
			return ""
		}
		if direct := address.Query().Get("uddg"); direct != "" {
			return direct
		}
		return attribute.Val
	}
	return ""
}

// clean keeps the first hits that lead to the web, each page once, in one line.
func clean(hits []hit, most int) []hit {
	var kept []hit
	for _, h := range hits {
		address, err := webAddress(h.url)
		if err != nil || len(kept) == most {
			continue
		}
		h.url = address.String()
		if !slices.ContainsFunc(kept, func(other hit) bool { return other.url == h.url }) {
			kept = append(kept, hit{oneLine(h.title), h.url, oneLine(h.snippet)})
		}
	}
	return kept
}

func oneLine(text string) string {
	return cut(strings.Join(strings.Fields(strings.ToValidUTF8(text, "\ufffd")), " "), snippetSize)
}

// cut shortens a text to so many characters.
func cut(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return strings.TrimSpace(string(runes[:most])) + " …"
	}
	return text
}

// get asks a search engine.
func get(ctx context.Context, client *http.Client, address string, values url.Values) (content []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, engineTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"?"+values.Encode(), nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", "Mozilla/5.0 (compatible; chatmrpt)")
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, errors.New("it answers " + strconv.Itoa(response.StatusCode))
	}
	content, err = io.ReadAll(io.LimitReader(response.Body, engineBytes+1))
	if err == nil && len(content) > engineBytes {
		err = errors.New("its answer is too long")
	}
	return content, err
}

// table lists hits.
func table(hits []hit) *schemaregistry.Table {
	title := schemaregistry.Column{Name: "title", Text: []string{}}
	address := schemaregistry.Column{Name: "url", Text: []string{}}
	snippet := schemaregistry.Column{Name: "snippet", Text: []string{}}
	for _, h := range hits {
		title.Text, address.Text, snippet.Text = append(title.Text, h.title), append(address.Text, h.url), append(snippet.Text, h.snippet)
	}
	return &schemaregistry.Table{Columns: []schemaregistry.Column{title, address, snippet}}
}
