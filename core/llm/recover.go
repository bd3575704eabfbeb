package llm

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"
)

// ErrNoJSON means that there is no complete JSON in a model's text.
var ErrNoJSON = errors.New("the answer holds no complete JSON")

const (
	recoverLimit    = 64 << 10 // bytes of a text that are looked at
	recoverAttempts = 40       // places where JSON may begin
)

// RecoverObject finds the JSON object in a model's text: bare, in a code fence,
// or between sentences. Trailing commas, raw control characters inside strings
// and the literals of Python are repaired; what was cut off is not completed.
func RecoverObject(text string) (json.RawMessage, error) { return recoverJSON(text, isObject) }

// RecoverCalls does the same where an array of objects may stand in place of one.
func RecoverCalls(text string) (json.RawMessage, error) {
	return recoverJSON(text, func(text string) bool { return isObject(text) || objects.MatchString(text) })
}

var objects = regexp.MustCompile(`^\[\s*\{`)

func isObject(text string) bool { return strings.HasPrefix(text, "{") }

// recoverJSON returns the first complete value that begins in a wanted way.
func recoverJSON(text string, wanted func(string) bool) (json.RawMessage, error) {
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	text = strings.ToValidUTF8(text[:min(len(text), recoverLimit)], "\uFFFD")
	attempts := 0
	for at := 0; at < len(text) && attempts < recoverAttempts; {
		skip := strings.IndexAny(text[at:], "{[")
		if skip < 0 {
			break
		}
		at += skip
		if !wanted(text[at:]) {
			at++
			continue
		}
		attempts++
		value, complete := repaired(text[at:])
		if !complete {
			break // cut off: what stands inside is not the answer
		}
		if json.Valid(value) {
			return value, nil
		}
		at++
	}
	return nil, ErrNoJSON
}

// repaired copies the balanced value that the text begins with and repairs it on
// the way; false when the text ends before it.
func repaired(text string) (value json.RawMessage, complete bool) {
	var out strings.Builder
	depth := 0
	for at := 0; at < len(text); {
		switch c := text[at]; c {
		case '"':
			length, ok := copyString(&out, text[at:])
			if !ok {
				return nil, false
			}
			at += length
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',':
			if next := strings.TrimLeft(text[at+1:], " \t\r\n"); next != "" && (next[0] == '}' || next[0] == ']') {
				at++
				continue
			}
		default:
			if word := literal(text[at:]); word != "" {
				out.WriteString(literals[word])
				at += len(word)
				continue
			}
		}
		out.WriteByte(text[at])
		at++
		if depth == 0 {
			return json.RawMessage(out.String()), true
		}
	}
	return nil, false
}

// literals of other languages, and what JSON has for them.
var literals = map[string]string{"True": "true", "False": "false", "None": "null", "NaN": "null", "undefined": "null"}

func literal(text string) string {
	for word := range literals {
		if strings.HasPrefix(text, word) {
			return word
		}
	}
	return ""
}

// copyString copies the string that the text begins with, control characters
// escaped, and returns its length in bytes; false when it never ends.
func copyString(out *strings.Builder, text string) (int, bool) {
	out.WriteByte('"')
	for at := 1; at < len(text); {
		switch c := text[at]; {
		case c == '"':
			out.WriteByte('"')
			return at + 1, true
		case c == '\\' && at+1 < len(text):
			out.WriteString(text[at : at+2])
			at += 2
		case c < ' ':
			escaped, _ := json.Marshal(string(rune(c)))
			out.Write(escaped[1 : len(escaped)-1])
			at++
		default:
			_, size := utf8.DecodeRuneInString(text[at:])
			out.WriteString(text[at : at+size])
			at += size
		}
	}
	return 0, false
}
