package prompted

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// value is the legal value that the words at a place of the message carry; the
// model's own is only compared with it.
func (c *check) value(arg *schemaregistry.Arg, claimed any, at span) (any, error) {
	if option, points, err := c.byPlace(arg, at); points {
		return option, err
	}
	switch {
	case isNumeric(arg):
		return c.number(arg, claimed, at)
	case arg.Type == "array":
		return c.list(arg, claimed)
	case arg.Type == "object":
		return c.pairs(claimed)
	case arg.Type == "boolean":
		return claimed, nil
	}
	text, ok := claimed.(string)
	if !ok {
		return nil, errors.New("must be text")
	}
	return c.name(arg, text, at)
}

func isNumeric(arg *schemaregistry.Arg) bool { return arg.Type == "integer" || arg.Type == "number" }

// byPlace decides words that only point into a list: the option in view, and not
// what the model takes it for [3.34]. A bare number that could be an amount is none.
func (c *check) byPlace(arg *schemaregistry.Arg, at span) (value any, points bool, err error) {
	quote := at.of(c.req.Text)
	if !pointsIntoList(quote) {
		return nil, false, nil
	}
	asked := arg.Name == c.req.Asked
	if _, amount := choiceinterp.ParseQuantity(quote); amount && (isNumeric(arg) || !asked) {
		return nil, false, nil
	}
	if !asked {
		return nil, true, fmt.Errorf("%s points into the list of options, which is not about this argument", quoted(quote))
	}
	option := c.pointed(quote)
	if option == 0 {
		return nil, true, fmt.Errorf("there is no option %s", quoted(quote))
	}
	if value = c.optionValue(option); value == nil {
		return nil, true, fmt.Errorf("option %d is no value of it", option)
	}
	return value, true, nil
}

// pointed is the 1-based option in view at which the whole text points by number
// or place; 0 none. Labels are left to the model.
func (c *check) pointed(text string) int {
	if len(c.req.Visible) == 0 || !pointsIntoList(text) {
		return 0
	}
	labels := make([]string, len(c.req.Visible))
	for i, option := range c.req.Visible {
		labels[i] = option.Label
	}
	return choiceinterp.Pick(text, labels)
}

// pointsIntoList reports words that are a place in a list of any ordinary length.
func pointsIntoList(text string) bool { return choiceinterp.Pick(text, make([]string, 40)) > 0 }

// optionValue is what an option stands for in the asked argument, or nil when it
// is an action.
func (c *check) optionValue(option int) any {
	arg := c.tool.Arg(c.req.Asked)
	if arg == nil {
		return nil
	}
	o := c.req.Visible[option-1]
	candidates := []any{o.Value}
	if text, isText := o.Value.(string); isText || o.Value == nil {
		if o.Value == nil {
			text = o.Label
		}
		if value, ok := enumerated(arg, text); ok {
			candidates = append(candidates, value)
		}
		if q, ok := choiceinterp.ParseQuantity(text); ok && isNumeric(arg) {
			candidates = append(candidates, q.Value)
		}
		if name, ok := c.known(arg, text); ok {
			candidates = append(candidates, name)
		}
		if arg.Values != "" {
			candidates = append(candidates, text)
		}
	}
	for _, value := range candidates {
		if f, ok := float(value); ok {
			value = whole(arg, f)
		}
		if value != nil && value != "" && c.tool.CheckPartial(map[string]any{arg.Name: value}) == nil {
			return value
		}
	}
	return nil
}

// enumerated finds a value of an enumeration by its name or label, either of them
// without what explains it: "Greedy: each ward in turn", "PCA (slower)".
func enumerated(arg *schemaregistry.Arg, text string) (string, bool) {
	for _, value := range arg.Enum {
		for _, name := range []string{value, arg.Labels[value], unexplained(arg.Labels[value])} {
			own := words(name)
			if len(own) > 0 && (slices.Equal(own, words(text)) || slices.Equal(own, words(unexplained(text)))) {
				return value, true
			}
		}
	}
	return "", false
}

func unexplained(label string) string {
	if at := strings.IndexAny(label, ":("); at > 0 {
		return label[:at]
	}
	return label
}

// name accepts a text value: of the enumeration, of the names of the data, or
// words of the message themselves.
func (c *check) name(arg *schemaregistry.Arg, text string, at span) (any, error) {
	if len(arg.Enum) > 0 {
		if value, ok := enumerated(arg, text); ok {
			return value, nil
		}
		return nil, fmt.Errorf("%s is none of %s", quoted(text), strings.Join(arg.Enum, ", "))
	}
	if name, ok := c.known(arg, text); ok {
		return name, nil
	}
	if arg.Values != "" && arg.Values != "periods" && len(vocabulary(c.req, arg.Values)) > 0 {
		return nil, fmt.Errorf("%s is none of the %s", quoted(text), arg.Values)
	}
	if own, stands := find(c.req.Text, text); stands {
		return own.of(c.req.Text), nil
	}
	if arg.Values == "periods" {
		return at.of(c.req.Text), nil
	}
	return nil, fmt.Errorf("%s is not what the text says", quoted(text))
}

// known finds a name of the data, of the declared labels, or of the examples.
func (c *check) known(arg *schemaregistry.Arg, text string) (string, bool) {
	wanted := words(text)
	if len(wanted) == 0 {
		return "", false
	}
	is := func(name string) bool { return slices.Equal(words(name), wanted) }
	list := vocabulary(c.req, arg.Values)
	for _, column := range list {
		if is(column.Name) {
			return column.Name, true
		}
	}
	for _, column := range list {
		if slices.ContainsFunc(column.Aliases, is) {
			return column.Name, true
		}
	}
	for name, label := range arg.Labels {
		if is(name) || is(label) {
			return name, true
		}
	}
	for _, example := range c.tool.Examples {
		for _, name := range texts(example.Args[arg.Name]) {
			if arg.Values != "periods" && is(name) {
				return name, true
			}
		}
	}
	return "", false
}

// texts are the text values of an argument, be it one or a list.
func texts(value any) []string {
	switch v := value.(type) {
	case string:
		return []string{v}
	case []string:
		return v
	case []any:
		var out []string
		for _, each := range v {
			out = append(out, texts(each)...)
		}
		return out
	}
	return nil
}

// list accepts each item once, in the model's order.
func (c *check) list(arg *schemaregistry.Arg, claimed any) (any, error) {
	items, ok := claimed.([]any)
	if !ok {
		items = []any{claimed}
	}
	var out []any
	for _, item := range items {
		if text, isText := item.(string); isText {
			name, err := c.name(arg, text, span{})
			if err != nil {
				return nil, err
			}
			item = name
		} else if f, isNumber := float(item); isNumber {
			item = f
		}
		if !slices.Contains(out, item) {
			out = append(out, item)
		}
	}
	return out, nil
}

// pairs accepts an object whose keys are names of the data.
func (c *check) pairs(claimed any) (any, error) {
	pairs, ok := mapOfPairs(claimed)
	if !ok {
		return nil, errors.New(`must be a list of {"name","value"}`)
	}
	out := map[string]any{}
	for key, value := range pairs {
		name, known := key, false
		for i := range c.tool.Args {
			if found, ok := c.known(&c.tool.Args[i], key); ok && c.tool.Args[i].Values != "" {
				name, known = found, true
			}
		}
		if !known && !contains(c.req.Text, key) {
			return nil, fmt.Errorf("%s is no name of the data", quoted(key))
		}
		out[name] = value
	}
	return out, nil
}

// mapOfPairs reads the list of {"name","value"} that stands for an object with
// free keys in the output schema, or the object itself.
func mapOfPairs(value any) (map[string]any, bool) {
	switch v := value.(type) {
	case map[string]any:
		return v, true
	case []any:
		out := map[string]any{}
		for _, each := range v {
			pair, ok := each.(map[string]any)
			name, isText := pair["name"].(string)
			if !ok || !isText || pair["value"] == nil {
				return nil, false
			}
			out[name] = pair["value"]
		}
		return out, len(out) > 0
	}
	return nil, false
}

// float is the number that a value is.
func float(value any) (float64, bool) {
	switch v := value.(type) {
	case float64:
		return v, true
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	case json.Number:
		f, err := v.Float64()
		return f, err == nil
	}
	return 0, false
}
