package schemaregistry

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// signature is the tool's name and arguments in one line, for prompts:
// "query_data(operation: top|bottom, N?: integer 1..1000 = 10)". A question mark
// says that an argument may be left out.
func (t *Tool) signature() string {
	args := make([]string, len(t.Args))
	for i, arg := range t.Args {
		optional := "?"
		if arg.Required {
			optional = ""
		}
		args[i] = arg.Name + optional + ": " + arg.allowed()
		if arg.Default != nil {
			args[i] += fmt.Sprintf(" = %v", arg.Default)
		}
	}
	return t.Name + "(" + strings.Join(args, ", ") + ")"
}

// allowed says which values an argument takes: "tea|coffee", "integer 1..12",
// "list of string".
func (a Arg) allowed() string {
	kind := a.Type
	if a.Type == "array" {
		kind = "list of " + a.ItemType
	}
	if len(a.Enum) > 0 {
		kind = strings.Join(a.Enum, "|")
		if a.Type == "array" {
			kind = "list of " + kind
		}
	}
	switch {
	case a.Minimum != nil && a.Maximum != nil:
		return kind + " " + number(*a.Minimum) + ".." + number(*a.Maximum)
	case a.Minimum != nil:
		return kind + " from " + number(*a.Minimum)
	case a.Maximum != nil:
		return kind + " up to " + number(*a.Maximum)
	}
	return kind
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// exampleArgs are the arguments of the fullest declared example, as JSON, or a form
// of what is required where there is no example.
func (t *Tool) exampleArgs() string {
	if len(t.Examples) == 0 {
		var form []string
		for _, arg := range t.Args {
			if arg.Required {
				form = append(form, fmt.Sprintf("%q: <%s>", arg.Name, arg.allowed()))
			}
		}
		return "{" + strings.Join(form, ", ") + "}"
	}
	fullest := slices.MaxFunc(t.Examples, func(a, b Example) int { return len(a.Args) - len(b.Args) })
	if fullest.Args == nil {
		return "{}"
	}
	raw, err := json.Marshal(fullest.Args)
	if err != nil { // Define checked the examples
		panic(err)
	}
	return string(raw)
}
