package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// [002-20], [002-22], [002-23]: a review service is told of a call what it needs to
// judge it, and only its clear answer counts.
func TestRemoteGate(t *testing.T) {
	for _, c := range []struct {
		name, body string
		status     int
		want       string // of the audit
		sentence   string
	}{
		{"approves", `{"approved":true}`, 200, "approved", ""},
		{"declines", `{"approved":false,"reason":"The month's budget is spent."}`, 200, "blocked", "draw was not approved: The month's budget is spent."},
		{"has an error", `{"approved":false}`, 500, "timeout-open", ""},
		{"sends elsewhere", ``, 302, "timeout-open", ""},
		{"says nothing", `{}`, 200, "timeout-open", ""},
		{"speaks something else", `yes`, 200, "timeout-open", ""},
		{"talks without end", `{"reason":"` + strings.Repeat("because ", judgementLimit) + `","approved":false}`, 200, "timeout-open", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var told map[string]any
			service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if err := json.NewDecoder(r.Body).Decode(&told); err != nil {
					t.Error(err)
				}
				w.Header().Set("Location", "http://elsewhere.invalid/")
				w.WriteHeader(c.status)
				_, _ = w.Write([]byte(c.body))
			}))
			defer service.Close()
			var record schemaregistry.Audit
			tools := schemaregistry.New(schemaregistry.Options{
				Gate:  newEvalGate(&settings{EvalGateURL: service.URL}),
				Audit: func(_ context.Context, a schemaregistry.Audit) { record = a },
			})
			type args struct {
				Prompt string `json:"prompt"`
			}
			err := tools.Register(schemaregistry.Define(schemaregistry.Def{
				Name: "draw", Description: "d", Cost: schemaregistry.CostExpensive, Effect: schemaregistry.EffectSend, RequiresGate: true,
			}, func(context.Context, *schemaregistry.Run, args) (schemaregistry.Result, error) {
				return schemaregistry.Result{}, nil
			}))
			if err != nil {
				t.Fatal(err)
			}
			_, err = tools.Execute(t.Context(), schemaregistry.Call{
				Tool: "draw", Args: map[string]any{"prompt": "a net"}, User: "amina", Origin: schemaregistry.OriginModel, Said: "draw me a net",
			}, schemaregistry.State{}, nil)
			sentence := ""
			if err != nil {
				_, sentence = schemaregistry.Sentence(err)
			}
			if record.Gate != c.want || sentence != c.sentence {
				t.Errorf("%s, %q, %v", record.Gate, sentence, err)
			}
			want := map[string]any{
				"tool": "draw", "args": map[string]any{"prompt": "a net"}, "user": "amina", "origin": "model", "said": "draw me a net",
				"cost": "expensive", "effect": "send", "irreversible": false,
			}
			if diff := cmp.Diff(want, told); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRemoteGateIsAway(t *testing.T) {
	service := httptest.NewServer(nil)
	service.Close()
	gate := newEvalGate(&settings{EvalGateURL: service.URL})
	if _, err := gate.Check(t.Context(), schemaregistry.Def{}, schemaregistry.Call{}); err == nil || errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if newEvalGate(&settings{}) != nil {
		t.Error("a gate without an address")
	}
}
