package server_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// The description holds together: every reference leads somewhere, every operation
// has a name of its own, says what it does, and shows what it answers.
func TestTheDescriptionHoldsTogether(t *testing.T) {
	s := openService(t, local)
	var api struct {
		Paths map[string]map[string]struct {
			OperationID, Summary string
			Responses            map[string]struct {
				Content map[string]struct {
					Schema  map[string]any
					Example any
				}
			}
			RequestBody *struct{ Content map[string]any }
		}
		Components struct{ Schemas map[string]any }
	}
	raw := s.want(200, request{method: "GET", path: "/openapi.json"}, &api).body
	for _, part := range strings.Split(raw, `"$ref":"`)[1:] {
		name, _, _ := strings.Cut(strings.TrimPrefix(part, "#/components/schemas/"), `"`)
		if api.Components.Schemas[name] == nil {
			t.Errorf("a reference leads nowhere: %.60s", part)
		}
	}
	names := map[string]bool{}
	for path, operations := range api.Paths {
		for method, o := range operations {
			if o.OperationID == "" || names[o.OperationID] || o.Summary == "" {
				t.Errorf("%s %s: name %q, summary %q", method, path, o.OperationID, o.Summary)
			}
			names[o.OperationID] = true
			shown := false
			for status, r := range o.Responses {
				for _, media := range r.Content {
					shown = shown || status < "300" && (media.Example != nil || media.Schema != nil)
				}
			}
			if !shown && method != "delete" && o.OperationID != "logout" {
				t.Errorf("%s %s does not show what it answers", method, path)
			}
		}
	}
	if upload := api.Paths["/api/v1/sessions/{id}/uploads"]["post"].RequestBody; upload == nil || upload.Content["multipart/form-data"] == nil {
		t.Error("the upload's files are not described")
	}
	// A missing number of a table is null, and the description says so.
	numbers, err := json.Marshal(api.Components.Schemas["Column"])
	if err != nil || !strings.Contains(string(numbers), `"null"`) {
		t.Errorf("a column is described as %s", numbers)
	}
}
