package prompted

import (
	_ "embed"
	"fmt"
	"strings"
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

//go:embed translator.txt
var translatorRules string

// TranslatorPrompt is the system message of a translation without the time. It
// is generated from the tool's declaration, so that it cannot be out of date.
func TranslatorPrompt(tool *schemaregistry.Tool) string {
	var b strings.Builder
	b.WriteString(translatorRules)
	for _, rule := range tool.Guide.Rules {
		fmt.Fprintf(&b, "- %s\n", rule)
	}
	fmt.Fprintf(&b, "\nTool %s: %s\nFull schema\n%s\n\nExamples\n", tool.Name, tool.Description, tool.Schema)
	for _, example := range tool.Guide.Examples {
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
