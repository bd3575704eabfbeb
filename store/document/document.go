// Package document writes what a database keeps of a session as JSON, for every
// database alike.
package document

import (
	"bytes"
	"encoding/json"
)

// Encode writes a value as JSON and leaves <, > and & as they are, so that a
// reply comes back as it was given.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
