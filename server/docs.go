package server

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gin-gonic/gin"
)

//go:embed docs.html
var docsPage string

//go:embed docs.css
var docsStyle []byte

// documented is an operation as the docs page shows it.
type documented struct {
	*huma.Operation
	Tag      string
	Body     string // an example of what is sent, as JSON
	Examples []example
}

type example struct{ Status, Type, Text string }

// docs serves a page made of the API's description.
func (s *Server) docs(engine *gin.Engine, api *huma.OpenAPI) error {
	page, err := template.New("docs").Parse(docsPage)
	if err != nil {
		return fmt.Errorf("docs page: %w", err)
	}
	var b bytes.Buffer
	if err := page.Execute(&b, map[string]any{"Info": api.Info, "Operations": operations(api)}); err != nil {
		return fmt.Errorf("docs page: %w", err)
	}
	engine.GET("/docs", func(c *gin.Context) { c.Data(http.StatusOK, "text/html; charset=utf-8", b.Bytes()) })
	engine.GET("/docs.css", func(c *gin.Context) { c.Data(http.StatusOK, "text/css; charset=utf-8", docsStyle) })
	return nil
}

// operations lists all operations by address.
func operations(api *huma.OpenAPI) []documented {
	var list []documented
	for _, item := range api.Paths {
		for _, o := range []*huma.Operation{item.Get, item.Post, item.Put, item.Delete} {
			if o != nil {
				list = append(list, documented{Operation: o, Tag: o.Tags[0], Body: sent(api, o), Examples: answers(api, o)})
			}
		}
	}
	slices.SortFunc(list, func(a, b documented) int {
		return strings.Compare(a.Path+a.Method, b.Path+b.Method)
	})
	return list
}

func sent(api *huma.OpenAPI, o *huma.Operation) string {
	if o.RequestBody == nil {
		return ""
	}
	for kind, media := range o.RequestBody.Content {
		if kind == "application/json" {
			return indented(exampleOf(api, media.Schema, 0))
		}
		return kind
	}
	return ""
}

func answers(api *huma.OpenAPI, o *huma.Operation) (list []example) {
	for status, response := range o.Responses {
		for kind, media := range response.Content {
			if kind == problemJSON {
				continue
			}
			shown := media.Example
			if shown == nil && media.Schema != nil {
				shown = exampleOf(api, media.Schema, 0)
			}
			list = append(list, example{status, kind, indented(shown)})
		}
	}
	slices.SortFunc(list, func(a, b example) int { return strings.Compare(a.Status+a.Type, b.Status+b.Type) })
	return list
}

// deepest is how far an example follows a schema that refers to itself.
const deepest = 6

// exampleOf makes a value that fits a schema of its examples.
func exampleOf(api *huma.OpenAPI, s *huma.Schema, depth int) any {
	if s.Ref != "" {
		s = api.Components.Schemas.SchemaFromRef(s.Ref)
	}
	switch {
	case len(s.Examples) > 0:
		return s.Examples[0]
	case len(s.Enum) > 0:
		return s.Enum[0]
	case depth > deepest:
		return nil
	}
	switch s.Type {
	case huma.TypeObject:
		object := map[string]any{}
		for name, property := range s.Properties {
			object[name] = exampleOf(api, property, depth+1)
		}
		return object
	case huma.TypeArray:
		return []any{exampleOf(api, s.Items, depth+1)}
	case huma.TypeInteger, huma.TypeNumber:
		return 1
	case huma.TypeBoolean:
		return false
	case huma.TypeString:
		if s.Format == "date-time" {
			return "2026-03-31T08:30:00Z"
		}
		return "…"
	}
	return nil
}

func indented(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v); err != nil { // examples are JSON
		panic(err)
	}
	return strings.TrimSpace(b.String())
}
