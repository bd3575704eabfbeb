package schemaregistry

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Registry holds every tool of the program and executes calls.
type Registry struct {
	tools   map[string]*Tool // by name and alias
	sorted  []*Tool
	frozen  bool
	now     func() time.Time
	version string
	audit   func(context.Context, Audit)
	gate    EvalGate
	uses    UsageStore
	zone    func(user string) *time.Location
}

// Options of a Registry. All have usable zero values.
type Options struct {
	Now     func() time.Time                 // default time.Now
	Version string                           // of the program, stamped into receipts
	Audit   func(context.Context, Audit)     // receives every record; default none
	Gate    EvalGate                         // default none: every tool runs
	Uses    UsageStore                       // of limited tools; default in memory
	Zone    func(user string) *time.Location // in which a user's days begin; default UTC
}

// New returns an empty registry.
func New(o Options) *Registry {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Audit == nil {
		o.Audit = func(context.Context, Audit) {}
	}
	if o.Uses == nil {
		o.Uses = &MemoryUses{}
	}
	if o.Zone == nil {
		o.Zone = func(string) *time.Location { return time.UTC }
	}
	return &Registry{
		tools: map[string]*Tool{}, now: o.Now, version: o.Version, audit: o.Audit,
		gate: o.Gate, uses: o.Uses, zone: o.Zone,
	}
}

// Register adds tools. A name, alias or tag that is taken is ErrCollision; after
// Freeze it is ErrFrozen.
func (r *Registry) Register(tools ...*Tool) error {
	for _, tool := range tools {
		if r.frozen {
			return fmt.Errorf("%s: %w", tool.Name, ErrFrozen)
		}
		names := append([]string{tool.Name}, tool.Aliases...)
		for _, name := range names {
			if _, taken := r.tools[name]; taken {
				return fmt.Errorf("%s: %w", name, ErrCollision)
			}
		}
		if slices.ContainsFunc(r.sorted, func(t *Tool) bool { return t.Tag.Prefix == tool.Tag.Prefix }) {
			return fmt.Errorf("the tag %s of %s: %w", tool.Tag.Prefix, tool.Name, ErrCollision)
		}
		for _, name := range names {
			r.tools[name] = tool
		}
		r.sorted = append(r.sorted, tool)
	}
	slices.SortFunc(r.sorted, func(a, b *Tool) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

// Freeze ends registration.
func (r *Registry) Freeze() { r.frozen = true }

// Tool returns a tool by name or alias, or nil.
func (r *Registry) Tool(name string) *Tool { return r.tools[name] }

// Tools lists all tools by name.
func (r *Registry) Tools() []*Tool { return slices.Clone(r.sorted) }

// Spoken lists the tools that an analyst's words can mean, by name.
func (r *Registry) Spoken() []*Tool {
	return slices.DeleteFunc(r.Tools(), func(t *Tool) bool { return t.Unspoken })
}
