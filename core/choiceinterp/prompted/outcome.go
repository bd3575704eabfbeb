package prompted

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

const (
	reasonLimit = 200 // bytes of the model's own words
	chipLimit   = 4
	surelyAsked = 0.69 // the most confidence of a question back
)

// resolution says what a checked answer comes to.
func (c *check) resolution(a answer) choiceinterp.Resolution {
	res := choiceinterp.Resolution{
		Tool: c.tool.Name, Args: c.args, Provenance: c.origins, MatchedBy: choiceinterp.ByLLM,
		Confidence: min(a.confidence(), c.cap), Reason: cut(strings.Join(strings.Fields(a.Reason), " "), reasonLimit),
	}
	switch a.Kind {
	case kindQuestion:
		res.Outcome = choiceinterp.OutcomeQuestion
		return res
	case kindNone:
		res.Outcome = choiceinterp.OutcomeReject
		return res
	}
	open := len(c.args) == 0 && (c.req.Asked != "" || len(c.req.Visible) > 0)
	if open || choiceinterp.BandOf(res.Confidence) != choiceinterp.BandRun {
		res.Outcome = choiceinterp.OutcomeAsk
		res.Confidence = min(res.Confidence, surelyAsked)
		res.Clarifier = c.clarifier()
		return res
	}
	res.Outcome = choiceinterp.OutcomeRun
	res.Option = c.optionOf(c.args[c.req.Asked])
	return res
}

// optionOf is the option in view that stands for a value, or 0.
func (c *check) optionOf(value any) int {
	if value == nil {
		return 0
	}
	for i := range c.req.Visible {
		if own := c.optionValue(i + 1); own != nil && same(own, value) {
			return i + 1
		}
	}
	return 0
}

// clarifier is one question: about the asked argument where it is open, else
// about the first one that was understood, with what was understood first.
func (c *check) clarifier() *choiceinterp.Clarifier {
	arg := c.tool.Arg(c.req.Asked)
	if arg == nil || c.args[arg.Name] != nil {
		for i := range c.tool.Args {
			if c.args[c.tool.Args[i].Name] != nil {
				arg = &c.tool.Args[i]
				break
			}
		}
	}
	if arg == nil {
		return &choiceinterp.Clarifier{Question: "What should I do with that?"}
	}
	question := fmt.Sprintf("Which %s do you mean?", strings.ToLower(arg.Title))
	if isNumeric(arg) {
		question = fmt.Sprintf("What should the %s be?", strings.ToLower(arg.Title))
	}
	return &choiceinterp.Clarifier{Arg: arg.Name, Question: question, Chips: c.chips(arg)}
}

func (c *check) chips(arg *schemaregistry.Arg) []schemaregistry.Chip {
	values := texts(c.args[arg.Name])
	if f, ok := choiceinterp.AsFloat(c.args[arg.Name]); ok {
		values = []string{strconv.FormatFloat(f, 'f', -1, 64)}
	}
	if arg.Name == c.req.Asked {
		for i := range c.req.Visible {
			values = append(values, texts(c.optionValue(i+1))...)
		}
	}
	values = append(values, arg.Enum...)
	var chips []schemaregistry.Chip
	for i, value := range values {
		if slices.Contains(values[:i], value) || len(chips) == chipLimit {
			continue
		}
		label := arg.Labels[value]
		if label == "" {
			label = strings.ReplaceAll(value, "_", " ")
		}
		chips = append(chips, schemaregistry.Chip{Label: label, Say: value})
	}
	return chips
}
