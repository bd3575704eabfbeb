package llm

import (
	"fmt"
	"io"
	"log/slog"
)

// A Secret is an API key that can be set but not printed: every format verb, JSON
// and the log show a mask. Its text lies behind a pointer, so that printing a
// struct that holds it in an unexported field shows an address and no key.
type Secret struct{ text *string }

const mask = "[secret]"

// NewSecret keeps a text as a Secret; "" is no secret at all.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{text: &text}
}

// Reveal returns the text itself, for the one place that sends it.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// String returns the mask, or "" when there is no secret.
func (s Secret) String() string {
	if s.text == nil {
		return ""
	}
	return mask
}

// Format prints the mask whatever the verb.
func (s Secret) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, s.String()) }

// LogValue shows the mask to slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText writes the mask, in JSON too.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText sets the secret from a setting.
func (s *Secret) UnmarshalText(text []byte) error {
	*s = NewSecret(string(text))
	return nil
}
