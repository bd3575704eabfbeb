package schemaregistry

import (
	"fmt"
	"strings"
)

// PromptBlock tells a model that writes tags which tools there are and how their
// lines look [002-08].
func PromptBlock(tools []*Tool) string {
	var b strings.Builder
	b.WriteString("You can use these tools. To use one, write its line, on a line of its own and exactly in its form.\n")
	for _, t := range tools {
		fmt.Fprintf(&b, "\n%s\n  %s\n", t.tagExample(), t.Description)
		if len(t.Tag.Groups) == 0 && len(t.Args) > 0 {
			fmt.Fprintf(&b, "  %s\n", t.signature())
		}
	}
	return b.String()
}

// tagExample is the declared example of the tool's line, or one made of its fields.
func (t *Tool) tagExample() string {
	switch {
	case t.Tag.Example != "":
		return t.Tag.Example
	case len(t.Tag.Groups) == 0:
		return t.Tag.Prefix + ": " + t.exampleArgs()
	}
	return t.Tag.Prefix + ": [" + strings.Join(t.Tag.Groups, "] [") + "]"
}
