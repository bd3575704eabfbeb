package store_test

import (
	"testing"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/store"
)

func TestMemoryUses(t *testing.T) {
	store.TestUsage(t, func(*testing.T) schemaregistry.UsageStore { return &schemaregistry.MemoryUses{} })
}
