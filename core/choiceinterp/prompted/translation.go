package prompted

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// rawLimit is how much of an unusable answer is shown, in bytes [000-19].
const rawLimit = 300

// separator stands between the results of several calls [000-45].
const separator = "\n---\n"

// A Translation is what a description came to: calls, or a question.
type Translation struct {
	Calls     []map[string]any        // 1 to 8, in order, each legal and complete; none with a Clarifier
	Skipped   []Skipped               // items of an array that were left out
	Clarifier *choiceinterp.Clarifier // what has to be known first

	tool  *schemaregistry.Tool
	items int
}

// Skipped is an item that could not be used.
type Skipped struct {
	Number int // 1-based place in the array
	Err    error
}

// Override sets arguments that were given beside the description in every call;
// they win over the translation [3.11].
func (t Translation) Override(args map[string]any) {
	for _, call := range t.Calls {
		maps.Copy(call, args)
	}
}

// Summary shows the arguments of a call in the order of the schema [000-62]:
//
//	[Translated to: message='Check email', schedule_type='daily', at='09:00']
func (t Translation) Summary(call map[string]any) string {
	var parts []string
	for _, arg := range t.tool.Args {
		if value, given := call[arg.Name]; given {
			parts = append(parts, arg.Name+"="+shown(value))
		}
	}
	return "[Translated to: " + strings.Join(parts, ", ") + "]\n"
}

var escapes = strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

func shown(value any) string {
	if text, ok := value.(string); ok {
		return "'" + escapes.Replace(text) + "'"
	}
	return compact(value)
}

// Report is the one message in which the describing model gets the results of
// the calls, in their order, with what each was translated to and what was
// skipped; without calls it is the question.
func (t Translation) Report(results []string) string {
	if t.Clarifier != nil {
		return "[TRANSLATION AMBIGUITY] " + t.Clarifier.Question
	}
	var parts []string
	for i, call := range t.Calls[:min(len(t.Calls), len(results))] {
		parts = append(parts, t.Summary(call)+results[i])
	}
	for _, skipped := range t.Skipped {
		parts = append(parts, fmt.Sprintf("[TRANSLATION ERROR] Skipped item %d of %d: %v", skipped.Number, t.items, reason(skipped.Err)))
	}
	return strings.Join(parts, separator)
}

// A TranslationError is why a description could not be translated.
type TranslationError struct {
	Tool string
	Raw  string // what the translator wrote, shortened; "" when it wrote nothing
	Err  error
}

func (e *TranslationError) Error() string {
	return fmt.Sprintf("translating for %s: %v", e.Tool, e.Err)
}

func (e *TranslationError) Unwrap() error { return e.Err }

// Message is what the describing model is told: what to do [000-57], and what was
// wrong where it can help [000-64, 000-68].
func (e *TranslationError) Message() string {
	message := fmt.Sprintf("[TRANSLATION ERROR] Failed to translate your natural-language description for '%s'. "+
		"Please try again with more detail, or call the tool with explicit arguments.", e.Tool)
	var invalid *schemaregistry.Invalid
	if errors.As(e.Err, &invalid) || errors.Is(e.Err, errTooLong) {
		message += "\nProblems: " + reason(e.Err)
	}
	if e.Raw != "" {
		message += "\nThe translator wrote: " + e.Raw
	}
	return message
}

// reason is what a model is told of an error: of arguments that do not fit, what
// is wrong with which.
func reason(err error) string {
	var invalid *schemaregistry.Invalid
	if !errors.As(err, &invalid) {
		return err.Error()
	}
	problems := make([]string, len(invalid.Problems))
	for i, p := range invalid.Problems {
		problems[i] = strings.TrimPrefix(strings.TrimPrefix(p.Pointer, "/")+": "+p.Message, ": ")
	}
	return strings.Join(slices.Compact(problems), "; ")
}
