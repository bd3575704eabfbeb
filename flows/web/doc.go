// Package web looks things up outside: it searches the web, reads pages as text and
// has pictures drawn. What comes back was written by others and is marked as such.
//
// Nothing here reaches a private network, by whatever name or redirect it is called,
// and a model reads only pages that the analyst named or a search found: so that a
// page cannot make it carry anything out in an address of the page's choosing.
package web

import (
	"net/netip"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// Config says what is reachable. The zero value searches by DuckDuckGo and draws
// nothing.
type Config struct {
	SearXNG   string         // base URL of an instance that answers in JSON, asked first; "" none
	Allow     []netip.Prefix // private addresses that may be read all the same
	UserAgent string         // default chatmrpt
	Images    Images         // draws pictures where it has a model
}

// Tools declares search_web, fetch_url and research, and generate_image where there is
// something to draw with.
func Tools(c Config) []*schemaregistry.Tool {
	pages := newReader(c.Allow, c.UserAgent)
	search := newSearch(c.SearXNG, pages.client)
	found := &foundPages{}
	tools := []*schemaregistry.Tool{
		schemaregistry.Define(searchWebDef, searchWeb(search, found)),
		schemaregistry.Define(fetchURLDef, fetchURL(pages, found)),
		schemaregistry.Define(researchDef, research(search, pages, found)),
	}
	if c.Images.Model != "" {
		tools = append(tools, schemaregistry.Define(generateImageDef, generateImage(c.Images)))
	}
	return tools
}
