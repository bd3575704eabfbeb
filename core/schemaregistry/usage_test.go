package schemaregistry_test

import (
	"testing"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/store"
)

func TestMemoryUsesConformance(t *testing.T) {
	store.TestUsage(t, func(*testing.T) schemaregistry.UsageStore { return &schemaregistry.MemoryUses{} })
}
