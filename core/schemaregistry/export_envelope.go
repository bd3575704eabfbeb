package schemaregistry

import (
	"fmt"
	"strings"
)

// EnvelopePrompt tells a model that writes JSON how to call these tools: one object
// {"tool","args"} and nothing else [001-24].
func EnvelopePrompt(tools []*Tool) string {
	var b strings.Builder
	b.WriteString(`You can use these tools. To use one, answer with one JSON object and nothing else:
{"tool": "<name>", "args": {<arguments>}}
`)
	for _, t := range tools {
		fmt.Fprintf(&b, "\n%s\n  %s\n  {\"tool\": %q, \"args\": %s}\n", t.signature(), t.Description, t.Name, t.exampleArgs())
	}
	return b.String()
}
