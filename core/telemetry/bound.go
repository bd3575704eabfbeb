package telemetry

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"strings"
)

// How much of a text and of an argument an event keeps, in bytes.
const (
	maxText = 4096
	maxArg  = 1024 // as JSON
)

// maxKnown is how much an event keeps of what its words were read against, in bytes.
const maxKnown = 16 << 10

// HashPrefix begins what stands for a text that is not kept.
const HashPrefix = "sha256:"

func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return HashPrefix + hex.EncodeToString(sum[:])
}

// cut shortens a text without breaking a character, and marks it.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "…"
}

// boundedArgs are the arguments as JSON, each bounded.
func boundedArgs(args map[string]any) map[string]any {
	kept := make(map[string]any, len(args))
	for name, value := range args {
		kept[name] = bounded(value)
	}
	return kept
}

// bounded is a value as JSON. Of one that is too long the beginning of its JSON is
// kept, as text; one that JSON cannot hold is null.
func bounded(value any) any {
	raw, err := json.Marshal(value)
	switch {
	case err != nil:
		return nil
	case len(raw) > maxArg:
		return cut(string(raw), maxArg)
	}
	return json.RawMessage(raw)
}

func (e Entities) bounded() Entities {
	return Entities{Variables: bounded(e.Variables), N: bounded(e.N), Method: bounded(e.Method), MapVariable: bounded(e.MapVariable)}
}

// finite is the figure, or 0 where there is none.
func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}
