package server

import (
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/chatmrpt/chatmrpt/core/router"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

const about = `From facility files and boundaries to test positivity, ward risk, a bed-net plan and maps, in your own words.

A session is one conversation. Upload files to it, say what you want as turns, and fetch the results that the replies name. Every number was computed from the files; its receipt says how.

Uploads and turns may take seconds. With "Accept: text/event-stream" they answer with the events "progress" and then "reply" or "problem"; otherwise with the reply as JSON. A request that is sent again with the same Idempotency-Key is answered and not carried out again.`

// config describes the API.
func (s *Server) config() huma.Config {
	config := huma.DefaultConfig("ChatMRPT", s.Version)
	config.DocsPath, config.SchemasPath = "", "" // the docs page is our own: huma's come from other hosts
	config.CreateHooks = nil                     // no $schema in the bodies
	config.Info.Description = about
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"bearer": {Type: "http", Scheme: "bearer", Description: "The shared access token."},
		"cookie": {Type: "apiKey", In: "cookie", Name: cookieName, Description: "Set by signing in."},
	}
	schemas := config.Components.Schemas
	schemas.RegisterTypeAlias(reflect.TypeFor[schemaregistry.Numbers](), reflect.TypeFor[[]*float64]()) // missing is null
	return config
}

// routes registers every operation.
func (s *Server) routes(api huma.API) {
	api.UseMiddleware(s.admit)
	s.healthRoutes(api)
	s.signInRoutes(api)
	s.sessionRoutes(api)
	s.turnRoutes(api)
	s.resultRoutes(api)
	s.toolRoutes(api)
}

// operation declares an operation for those who have signed in.
func operation(id, method, path, tag, summary, description string) huma.Operation {
	return huma.Operation{
		OperationID: id, Method: method, Path: path, Tags: []string{tag}, Summary: summary, Description: description,
		Security: []map[string][]string{{"bearer": {}}, {"cookie": {}}},
		Errors:   []int{http.StatusUnauthorized, http.StatusNotFound, http.StatusTooManyRequests},
	}
}

// open declares an operation for everybody.
func open(id, method, path, tag, summary, description string) huma.Operation {
	o := operation(id, method, path, tag, summary, description)
	o.Security = nil
	o.Errors = []int{http.StatusTooManyRequests}
	return o
}

// answersReply lets an operation answer with a reply, as JSON or as events.
func answersReply(api huma.API, o huma.Operation) huma.Operation {
	reply := api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[router.Reply](), true, "Reply")
	o.Responses = map[string]*huma.Response{"200": {
		Description: "The reply. As events: any number of `progress` {what, done, total}, then one `reply` (as in JSON) or one `problem`.",
		Content: map[string]*huma.MediaType{
			"application/json": {Schema: reply, Example: exampleReply},
			eventStream:        {Schema: &huma.Schema{Type: huma.TypeString}, Example: exampleEvents},
		},
	}}
	o.Errors = append(o.Errors, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusServiceUnavailable)
	return o
}

var exampleReply = map[string]any{
	"answer": "TPR is 51.2% over 190 wards.", "outcome": "run", "tool": "run_tpr_step",
	"args":       map[string]any{"age_group": "u5", "facility_level": "primary", "test_method": "rdt"},
	"confidence": 0.97, "matched_by": "fuzzy",
	"assumed": []string{"Kept from before: facility level primary."},
	"chips":   []map[string]string{{"label": "Ward risk ranking", "say": "rank the wards by risk"}},
	"results": []map[string]any{{
		"id": "QX4KQ2M7W3T5Z6Y7A2B3C4D5E6", "kind": "table", "name": "tpr.csv", "mime": "text/csv; charset=utf-8",
		"hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "size": 10240,
	}},
}

const exampleEvents = "event: progress\ndata: {\"what\":\"Reading facilities.csv\",\"done\":1,\"total\":3}\n\nevent: reply\ndata: {\"answer\":\"TPR is 51.2% over 190 wards.\",\"outcome\":\"run\"}\n\n"
