package prompted

import (
	"errors"
	"fmt"
	"slices"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

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
		} else if f, isNumber := choiceinterp.AsFloat(item); isNumber {
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
