package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// judgementLimit bounds what is read of an answer, in bytes.
const judgementLimit = 64 << 10

// remoteGate is a policy that a deployment runs as a service of its own: every call
// that wants a review is posted to it, and it answers {"approved","reason"}.
type remoteGate struct {
	url    string
	client *http.Client
}

// newEvalGate is the gate of the settings, or nil. A redirect is no judgement: what
// users say goes to the address that the operator named and to no other.
func newEvalGate(s *settings) schemaregistry.EvalGate {
	if s.EvalGateURL == "" {
		return nil
	}
	return &remoteGate{url: s.EvalGateURL, client: &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// A reviewedCall is what the service sees.
type reviewedCall struct {
	Cost         schemaregistry.Cost   `json:"cost"`
	Effect       schemaregistry.Effect `json:"effect"`
	Irreversible bool                  `json:"irreversible"`
	schemaregistry.Call
}

// Check posts the call; the registry gives it its time.
func (g *remoteGate) Check(ctx context.Context, tool schemaregistry.Def, call schemaregistry.Call) (schemaregistry.Judgement, error) {
	body, err := json.Marshal(reviewedCall{tool.Cost, tool.Effect, tool.Irreversible, call})
	if err != nil {
		return schemaregistry.Judgement{}, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, g.url, bytes.NewReader(body))
	if err != nil {
		return schemaregistry.Judgement{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := g.client.Do(request)
	if err != nil {
		return schemaregistry.Judgement{}, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return schemaregistry.Judgement{}, fmt.Errorf("the review service answered %s", response.Status)
	}
	var answer struct {
		Approved *bool  `json:"approved"`
		Reason   string `json:"reason"`
	}
	if err := json.NewDecoder(io.LimitReader(response.Body, judgementLimit)).Decode(&answer); err != nil {
		return schemaregistry.Judgement{}, fmt.Errorf("the review service's answer: %w", err)
	}
	if answer.Approved == nil {
		return schemaregistry.Judgement{}, fmt.Errorf("the review service's answer lacks %q", "approved")
	}
	return schemaregistry.Judgement{Approved: *answer.Approved, Reason: answer.Reason}, nil
}
