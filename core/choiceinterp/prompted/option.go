package prompted

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// byPlace decides words that only point into a list: the option in view, and not
// what the model takes it for [3.34]. A bare number that could be an amount is none.
func (c *check) byPlace(arg *schemaregistry.Arg, at span) (value any, points bool, err error) {
	quote := at.of(c.req.Text)
	if !choiceinterp.PointsIntoList(quote) {
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
	if len(c.req.Visible) == 0 || !choiceinterp.PointsIntoList(text) {
		return 0
	}
	labels := make([]string, len(c.req.Visible))
	for i, option := range c.req.Visible {
		labels[i] = option.Label
	}
	return choiceinterp.Pick(text, labels)
}

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
		if f, ok := choiceinterp.AsFloat(value); ok {
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
