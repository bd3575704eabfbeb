package web

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// FetchURLArgs are the arguments of fetch_url.
type FetchURLArgs struct {
	URL      string `json:"url" jsonschema:"title=address,minLength=1,maxLength=2000,description=Which page should I read? Give its address."`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"title=length,minimum=1,maximum=100000,default=20000,description=How many characters of it should be read?"`
}

var fetchURLDef = schemaregistry.Def{
	Name: "fetch_url", Title: "Read a web page",
	Description: "Reads a page of the web as plain text. Use it on an address that the analyst gave or that search_web found.",
	Category:    schemaregistry.CategoryResearch, Cost: schemaregistry.CostCheap, Unspoken: true,
	Timeout: pageTime + 2*time.Second,
	Tag:     schemaregistry.Tag{Prefix: "FETCH", Pattern: `(\S+)`, Groups: []string{"url"}, Example: "FETCH: [address of a page]"},
	Examples: []schemaregistry.Example{
		{Text: "read https://www.who.int/teams/global-malaria-programme", Args: map[string]any{"url": "https://www.who.int/teams/global-malaria-programme"}},
		{Text: "what does https://nmcp.example.org/plan say? the first 5000 characters are enough", Args: map[string]any{"url": "https://nmcp.example.org/plan", "max_chars": 5000}},
		{Text: "open the second result", Args: map[string]any{"url": "https://example.org/second"}},
	},
}

func fetchURL(pages *reader, found *foundPages) schemaregistry.Handler[FetchURLArgs] {
	return func(ctx context.Context, run *schemaregistry.Run, args FetchURLArgs) (schemaregistry.Result, error) {
		address, err := webAddress(args.URL)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		if !found.mayRead(run, address.String()) {
			return schemaregistry.Result{}, schemaregistry.Fail("unknown_page",
				"Only a page that the analyst named or that a search found is read; this address is neither.")
		}
		p, err := pages.read(ctx, address)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		length := utf8.RuneCountInString(p.text)
		result := schemaregistry.Result{
			Text:      fmt.Sprintf("%s\n%s (%s, %d characters)\n\n%s", p.title, p.url, p.contentType, length, cut(p.text, args.MaxChars)),
			Untrusted: true, SideEffects: []string{"fetched:" + p.url},
		}
		switch {
		case length == 0:
			result.Warnings = append(result.Warnings, "The page holds no text; it may be drawn by a script.")
		case p.cut:
			result.Warnings = append(result.Warnings, fmt.Sprintf("The page is larger than %d MB and was read to there.", pageBytes>>20))
		case length > args.MaxChars:
			result.Warnings = append(result.Warnings, fmt.Sprintf("Only the first %d characters of the page are here.", args.MaxChars))
		}
		return result, nil
	}
}
