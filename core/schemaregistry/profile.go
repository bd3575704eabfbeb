package schemaregistry

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Categories that modes select by.
const (
	CategoryExecution     = "execution"     // files and shell
	CategoryResearch      = "research"      // the web
	CategoryOrchestration = "orchestration" // tasks, workers, memory and skills
)

// A Mode says how much a worker is told and which tools it gets: everything but
// orchestration, and with ModeFull that too [003-02..05].
type Mode string

// The modes.
const (
	ModeMinimal  Mode = "minimal" // the default
	ModeBaseOnly Mode = "base_only"
	ModeNone     Mode = "none"
	ModeFull     Mode = "full"
)

var modes = []Mode{ModeMinimal, ModeBaseOnly, ModeNone, ModeFull}

// Has reports whether a mode gives the tools of a category.
func (m Mode) Has(category string) bool { return m == ModeFull || category != CategoryOrchestration }

// A Profile is a named choice of tools and a mode.
type Profile struct {
	Tools []string `json:"tools"`
	Mode  Mode     `json:"prompt_mode,omitempty"`
}

// Profiles are the profiles that a deployment knows, by name.
type Profiles map[string]Profile

// DefaultProfiles are those of every deployment: for workers [003-07..10], and for
// the jobs of a malaria programme.
func DefaultProfiles() Profiles {
	return Profiles{
		"researcher":   {Tools: []string{"search_web", "fetch_url"}, Mode: ModeMinimal},
		"file_worker":  {Tools: []string{"execute_shell", "read_file", "write_file"}, Mode: ModeMinimal},
		"full_worker":  {Tools: []string{"execute_shell", "read_file", "write_file", "search_web", "fetch_url"}, Mode: ModeMinimal},
		"orchestrator": {Tools: []string{"spawn_sub_session", "task", "append_memory", "add_skill"}, Mode: ModeFull},

		"analyst":      {Tools: []string{"review_data", "run_tpr_step", "run_risk_analysis", "plan_itn", "make_map", "query_data"}, Mode: ModeMinimal},
		"mapper":       {Tools: []string{"make_map", "query_data"}, Mode: ModeMinimal},
		"planner":      {Tools: []string{"run_risk_analysis", "plan_itn", "make_map", "query_data"}, Mode: ModeMinimal},
		"data_steward": {Tools: []string{"review_data", "set_column", "match_ward", "query_data"}, Mode: ModeMinimal},
	}
}

// With adds the profiles of a deployment, or replaces those of the same name. A
// profile without a mode is ModeMinimal; one without tools or of an unknown mode is
// an error.
func (p Profiles) With(own Profiles) (Profiles, error) {
	all := maps.Clone(p)
	for name, profile := range own {
		if profile.Mode == "" {
			profile.Mode = ModeMinimal
		}
		if !slices.Contains(modes, profile.Mode) {
			return nil, Fail("bad_profile", "The tool profile %q has a mode %q; there are minimal, base_only, none and full.", name, profile.Mode)
		}
		if len(profile.Tools) == 0 {
			return nil, Fail("bad_profile", "The tool profile %q names no tools.", name)
		}
		all[name] = profile
	}
	return all, nil
}

// A Selection is what somebody asks for who starts a worker. Every part may be left
// open.
type Selection struct {
	Mode    Mode     // wins over the profile's
	Profile string   // by name
	Tools   []string // win over the profile's
}

// Select returns the mode and the tools of a selection, by name of the tool. The
// order of precedence is, for the mode: said, the profile's, ModeMinimal; for the
// tools: said, the profile's, those of the mode's categories (resolution 3.17).
//
// A profile may name tools that this deployment does not have; whoever names a tool
// himself must name one that there is.
func (r *Registry) Select(s Selection, known Profiles) (Mode, []*Tool, error) {
	profile, found := known[s.Profile]
	if s.Profile != "" && !found {
		return "", nil, Fail("unknown_profile", "There is no tool profile %q; there are %s.",
			s.Profile, strings.Join(slices.Sorted(maps.Keys(known)), ", "))
	}
	mode := ModeMinimal
	for _, wanted := range []Mode{profile.Mode, s.Mode} {
		if wanted != "" {
			mode = wanted
		}
	}
	if !slices.Contains(modes, mode) {
		return "", nil, Fail("unknown_mode", "There is no mode %q; there are minimal, base_only, none and full.", mode)
	}
	names := profile.Tools
	if s.Tools != nil {
		names = s.Tools
		for _, name := range names {
			if r.tools[name] == nil {
				return "", nil, fmt.Errorf("%q: %w", name, ErrNotFound)
			}
		}
	}
	selected := slices.DeleteFunc(r.Tools(), func(t *Tool) bool {
		if names == nil {
			return !mode.Has(t.Category)
		}
		return !slices.ContainsFunc(names, func(name string) bool { return r.tools[name] == t })
	})
	return mode, selected, nil
}

// InCategories are the tools of some categories, in their order; nil means all
// [000-54].
func InCategories(tools []*Tool, categories []string) []*Tool {
	return slices.DeleteFunc(slices.Clone(tools), func(t *Tool) bool {
		return categories != nil && !slices.Contains(categories, t.Category)
	})
}
