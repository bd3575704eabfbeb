package schemaregistry

import (
	"context"
	"slices"
	"sync"
	"time"
)

// MemoryUses is a UsageStore that lasts as long as the program: for commands that
// keep nothing, and for tests.
type MemoryUses struct {
	mu   sync.Mutex
	uses map[Use][]time.Time // by user and tool, in order
}

// Uses lists when the user ran the tool, from a time on and in order.
func (m *MemoryUses) Uses(ctx context.Context, user, tool string, from time.Time) ([]time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var since []time.Time
	for _, at := range m.uses[Use{User: user, Tool: tool}] {
		if !at.Before(from) {
			since = append(since, at)
		}
	}
	return since, ctx.Err()
}

// AddUse adds a use when every window has room for it.
func (m *MemoryUses) AddUse(ctx context.Context, use Use, windows Windows) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := Use{User: use.User, Tool: use.Tool}
	times := m.uses[key]
	if err := ctx.Err(); err != nil || !windows.Room(times) {
		return false, err
	}
	times = append(slices.DeleteFunc(times, windows.From().After), use.At)
	slices.SortFunc(times, time.Time.Compare)
	if m.uses == nil {
		m.uses = map[Use][]time.Time{}
	}
	m.uses[key] = times
	return true, nil
}

// RemoveUse takes one such use back, if there is one.
func (m *MemoryUses) RemoveUse(ctx context.Context, use Use) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := Use{User: use.User, Tool: use.Tool}
	if i := slices.IndexFunc(m.uses[key], use.At.Equal); i >= 0 {
		m.uses[key] = slices.Delete(m.uses[key], i, i+1)
	}
	return ctx.Err()
}
