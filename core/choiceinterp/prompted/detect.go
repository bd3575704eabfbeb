package prompted

import (
	"maps"
	"slices"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// A Description is a call that says in plain English what it wants.
type Description struct {
	Text      string
	Overrides map[string]any // arguments given beside it that are legal; they win
	Dropped   []string       // what else was given
}

// Detect reads a model's call of a tool as a description: it has a text under
// "description", and the tool's own schema has no such argument.
func Detect(tool *schemaregistry.Tool, args map[string]any) (Description, bool) {
	text, isText := args[schemaregistry.DescriptionKey].(string)
	if !isText || tool.Arg(schemaregistry.DescriptionKey) != nil {
		return Description{}, false
	}
	d := Description{Text: text, Overrides: map[string]any{}}
	for _, name := range slices.Sorted(maps.Keys(args)) {
		value := args[name]
		switch {
		case name == schemaregistry.DescriptionKey:
		case value != nil && tool.Arg(name) != nil && tool.CheckPartial(map[string]any{name: value}) == nil:
			d.Overrides[name] = value
		default:
			d.Dropped = append(d.Dropped, name)
		}
	}
	return d, true
}

// DetectStrict takes a call for a description only when there is nothing beside
// it [000-23].
func DetectStrict(tool *schemaregistry.Tool, args map[string]any) (Description, bool) {
	if len(args) != 1 {
		return Description{}, false
	}
	return Detect(tool, args)
}
