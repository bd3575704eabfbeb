package prompted

import (
	"errors"
	"fmt"
	"slices"
	"strings"

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
