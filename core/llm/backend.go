package llm

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"
)

// Roles of a backend. A backend that declares none serves every role that no
// other backend declares.
const (
	RoleInterpreter = "interpreter"    // an analyst's words into one call
	RoleTranslation = "nl_translation" // a model's plain English into one call [000-49]
	RoleSubSessions = "sub_sessions"   // background workers; stands in for RoleTranslation
	RoleAgent       = "agent"          // the loop with tools
	RoleDefault     = "default"        // the same as declaring none
)

var roles = []string{RoleInterpreter, RoleTranslation, RoleSubSessions, RoleAgent, RoleDefault}

// DefaultTimeout is the longest wait for one answer of a backend that sets no Timeout.
const DefaultTimeout = 5 * time.Second

// A Backend is one OpenAI-compatible endpoint with one model, as configured.
type Backend struct {
	Name      string        `json:"name"`               // shown in errors and events; the model's name when empty
	BaseURL   string        `json:"base_url"`           // such as http://localhost:11434/v1; a missing path means /v1
	APIKey    Secret        `json:"api_key,omitzero"`   // sent as a bearer token; none for a local server
	Model     string        `json:"model"`              // as the endpoint knows it
	Roles     []string      `json:"roles,omitempty"`    // see the Role constants
	Timeout   time.Duration `json:"timeout,omitempty"`  // of one answer with its retries; 0 means DefaultTimeout
	Reasoning bool          `json:"reasoning,omitzero"` // treat as a reasoning model whatever its name says
	Effort    string        `json:"effort,omitempty"`   // reasoning_effort of a reasoning model: minimal, low, medium, high

	InputPrice  float64 `json:"input_price,omitzero"` // dollars for a million tokens, cached ones too
	OutputPrice float64 `json:"output_price,omitzero"`
}

// checked returns the backend with its defaults, or what is wrong with it.
func (b Backend) checked() (Backend, error) {
	if b.Model == "" {
		return b, errors.New("a backend needs the name of its model")
	}
	if b.Name == "" {
		b.Name = b.Model
	}
	address, err := url.Parse(b.BaseURL)
	switch {
	case err != nil, address.Host == "", address.Scheme != "http" && address.Scheme != "https":
		return b, fmt.Errorf("backend %s: the base URL must start with http:// or https:// and name a host", b.Name)
	case slices.ContainsFunc(b.Roles, func(role string) bool { return !slices.Contains(roles, role) }):
		return b, fmt.Errorf("backend %s: a role is one of %s", b.Name, strings.Join(roles, ", "))
	case address.User != nil, address.RawQuery != "":
		return b, fmt.Errorf("backend %s: keep user names and keys out of the base URL; an API key has its own setting", b.Name)
	}
	if path.Clean("/"+address.Path) == "/" {
		address.Path = "/v1"
	}
	b.BaseURL = strings.TrimRight(address.String(), "/")
	if b.Timeout <= 0 {
		b.Timeout = DefaultTimeout
	}
	return b, nil
}

// dollars is what a call cost, as far as prices are set.
func (b Backend) dollars(u Usage) float64 {
	return (float64(u.Prompt)*b.InputPrice + float64(u.Completion)*b.OutputPrice) / 1e6
}

// anonymous is the backend without its key and its host, for a recording.
func (b Backend) anonymous() Backend {
	b.Name, b.Model, b.APIKey, b.Timeout = scrub(b.Name, b.APIKey.Reveal()), scrub(b.Model, b.APIKey.Reveal()), Secret{}, 0
	address, err := url.Parse(b.BaseURL)
	if err != nil {
		address = &url.URL{}
	}
	b.BaseURL = (&url.URL{Scheme: "http", Host: "recording", Path: address.Path}).String()
	return b
}

// isReasoning reports whether the model thinks before it answers, and therefore
// takes no temperature and counts its thoughts as completion tokens.
func (b Backend) isReasoning() bool {
	if b.Reasoning {
		return true
	}
	name := strings.ToLower(b.Model[strings.LastIndexByte(b.Model, '/')+1:])
	return slices.ContainsFunc([]string{"o1", "o3", "o4", "gpt-5", "gpt-6"}, func(family string) bool {
		return strings.HasPrefix(name, family)
	})
}

// declares reports whether the backend names the role.
func (b Backend) declares(role string) bool {
	if role == RoleDefault && len(b.Roles) == 0 {
		return true
	}
	return slices.Contains(b.Roles, role)
}

// standIns are the roles tried in order when nobody declares one [000-49].
func standIns(role string) []string {
	if role == RoleTranslation {
		return []string{role, RoleSubSessions, RoleDefault}
	}
	return []string{role, RoleDefault}
}
