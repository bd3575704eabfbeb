package prompted

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

//go:embed rules.txt
var rules string

// budget is the length of a whole prompt in bytes: 1,800 tokens of about four.
// The prefix takes what it needs, and the session is cut to what is left.
const budget = 1800 * 4

const (
	examplesPerArg = 5
	bareExamples   = 2 // that determine no argument
)

type prompt struct {
	prefix string
	schema json.RawMessage
}

// Prefix is the part of the prompt that is the same, byte for byte, for every
// message to the tool: the rules, the tool's arguments, its examples. Servers
// keep what they computed for it.
func Prefix(tool *schemaregistry.Tool) string {
	var b strings.Builder
	b.WriteString(rules)
	fmt.Fprintf(&b, "\nTool %s: %s\nArguments\n", tool.Name, tool.Description)
	declared := properties(tool)
	for i := range tool.Args {
		arg := &tool.Args[i]
		fmt.Fprintf(&b, "- %s (%s): %s\n", arg.Name, kindOf(arg, declared[arg.Name]), arg.Description)
	}
	b.WriteString("Examples, each a text and the values it determines\n")
	for _, example := range examples(tool) {
		fmt.Fprintf(&b, "%s -> %s\n", example.Text, compact(example.Args))
	}
	return b.String()
}

// kindOf says in a few words what an argument takes.
func kindOf(arg *schemaregistry.Arg, declared property) string {
	var kind string
	switch {
	case len(arg.Enum) > 0:
		kind = named(arg)
	case arg.Values != "":
		kind = "one of " + arg.Values
	case arg.Type == "integer":
		kind = "whole number" + bounds(arg)
	case arg.Type == "number":
		kind = "number" + bounds(arg)
	case arg.Type == "boolean":
		kind = "true|false"
	case arg.Type == "object":
		values := declared.values()
		kind = `list of {"name","value"}, value ` + cmp.Or(strings.Join(values.Enum, "|"), values.Type)
	default:
		kind = "text"
	}
	if len(arg.Enum) == 0 && len(arg.Labels) > 0 {
		kind += " or " + strings.Join(slices.Sorted(maps.Keys(arg.Labels)), "|")
	}
	if arg.Type == "array" {
		return "list, each " + kind
	}
	return kind
}

// named lists the values of an enumeration, each with its label where that says
// more than the value.
func named(arg *schemaregistry.Arg) string {
	values := make([]string, len(arg.Enum))
	for i, value := range arg.Enum {
		values[i] = value
		label := arg.Labels[value]
		if _, rest, found := strings.Cut(label, ": "); found {
			label = rest
		}
		if len(without(words(label), words(value))) > 1 && !mentions(arg.Description, label) {
			values[i] += " = " + strings.ToLower(label)
		}
	}
	return strings.Join(values, "|")
}

func mentions(text, phrase string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(phrase))
}

func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(w string) bool { return slices.Contains(other, w) })
}

func bounds(arg *schemaregistry.Arg) string {
	text := ""
	if arg.Minimum != nil && arg.Maximum != nil {
		text = " " + strconv.FormatFloat(*arg.Minimum, 'f', -1, 64) + ".." + strconv.FormatFloat(*arg.Maximum, 'f', -1, 64)
	}
	if arg.Unit != "" {
		text += ", " + arg.Unit
	}
	return text
}

// examples are the declared ones, at most examplesPerArg for each argument. One
// that points into a list is left out: what it means depends on the list [3.34].
func examples(tool *schemaregistry.Tool) []schemaregistry.Example {
	shown := map[string]int{}
	bare := 0
	var out []schemaregistry.Example
	for _, example := range tool.Examples {
		if place, found := choiceinterp.ParseOrdinal(example.Text); found && place.Firm || choiceinterp.PointsIntoList(example.Text) {
			continue
		}
		wanted := len(example.Args) == 0 && bare < bareExamples
		for name := range example.Args {
			wanted = wanted || shown[name] < examplesPerArg
		}
		if !wanted {
			continue
		}
		if len(example.Args) == 0 {
			bare++
		}
		for name := range example.Args {
			shown[name]++
		}
		out = append(out, example)
	}
	return out
}

// compact is JSON on one line, keys in order, for our own texts.
func compact(value any) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return "{}" // declarations and arguments come from JSON
	}
	return strings.TrimSuffix(b.String(), "\n")
}
