package prompted

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

//go:embed translator.txt
var translatorRules string

// A Guide is what a tool adds to its translation beyond its declaration. The zero
// value is fine: then schema, descriptions and declared examples must do.
type Guide struct {
	Summary     string   // of the tool, for the model that only describes; default the tool's description
	Description string   // what a description should say
	Rules       []string // what the schema cannot say, such as which arguments go together
	Examples    []Translated
}

// Translated shows what a description comes to: an object, an array of objects,
// or an object with "error".
type Translated struct {
	Description string
	Output      any
}

// TranslatorPrompt is the system message of a translation without the time. It
// is generated from the tool's declaration, so that it cannot be out of date.
func TranslatorPrompt(tool *schemaregistry.Tool, guide Guide) string {
	var b strings.Builder
	b.WriteString(translatorRules)
	for _, rule := range guide.Rules {
		fmt.Fprintf(&b, "- %s\n", rule)
	}
	fmt.Fprintf(&b, "\nTool %s: %s\nFull schema\n%s\n\nExamples\n", tool.Name, tool.Description, tool.Schema)
	for _, example := range guide.Examples {
		fmt.Fprintf(&b, "User: %s\nOutput: %s\n", example.Description, compact(example.Output))
	}
	for _, example := range examples(tool) {
		fmt.Fprintf(&b, "User: %s\nOutput: %s\n", example.Text, compact(example.Args))
	}
	return b.String()
}

// at adds the time, which relative times in a description refer to.
func at(prompt string, now time.Time) string {
	if now.IsZero() {
		return prompt
	}
	return fmt.Sprintf("%s\nIt is %s, %s (%s).\n", prompt, now.Weekday(), now.Format(time.RFC3339), now.Location())
}

// Simplified is the tool as a model sees it that only describes what it wants:
// one required text field in place of the arguments [000-09].
func Simplified(tool *schemaregistry.Tool, guide Guide) llm.Tool {
	summary, what := guide.Summary, guide.Description
	if summary == "" {
		summary = tool.Description
	}
	if what == "" {
		what = "What is wanted of the tool, in plain English, with every detail that matters."
	}
	parameters, err := json.Marshal(fields{
		{"type", "object"},
		{"properties", fields{{descriptionKey, fields{{"type", "string"}, {"description", what}}}}},
		{"required", []string{descriptionKey}},
	})
	if err != nil { // text always marshals
		parameters = nil
	}
	return llm.Tool{Name: tool.Name, Description: summary, Parameters: parameters}
}
