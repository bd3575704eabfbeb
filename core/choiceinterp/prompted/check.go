package prompted

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// A check holds an answer against the message, the session and the tool.
type check struct {
	req     *choiceinterp.Request
	tool    *schemaregistry.Tool
	partial bool // the model saw a part of the message only

	args     map[string]any
	origins  map[string]choiceinterp.Origin
	spans    map[string]span // of the quotes
	problems []string
	cap      float64 // of the confidence
	changes  bool    // an earlier number is to be altered
}

func newCheck(req *choiceinterp.Request) *check { return &check{req: req, tool: req.Tool} }

// read turns an answer into a resolution, or lists what is wrong with it.
func (c *check) read(text string) (choiceinterp.Resolution, []string) {
	c.args, c.origins, c.spans, c.problems = map[string]any{}, map[string]choiceinterp.Origin{}, map[string]span{}, nil
	c.cap, c.changes = 1, false
	if c.partial {
		c.cap = doubtful
	}
	a, problem := parse(text)
	if problem != "" {
		return choiceinterp.Resolution{}, []string{problem}
	}
	if a.Tool != c.tool.Name && !slices.Contains(c.tool.Aliases, a.Tool) {
		c.object("the tool is %s, not %s", c.tool.Name, quoted(a.Tool))
	}
	if a.Kind == kindChoice {
		c.claims(a.Args)
	}
	if len(c.problems) > 0 {
		return choiceinterp.Resolution{}, c.problems
	}
	return c.resolution(a), nil
}

func (c *check) object(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}

// quoted shows foreign words inside a message to the model as data.
func quoted(text string) string { return line(cut(text, 80)) }

// claims checks the arguments one by one, in the order of their names.
func (c *check) claims(args map[string]json.RawMessage) {
	for _, name := range slices.Sorted(maps.Keys(args)) {
		raw := args[name]
		arg := c.tool.Arg(name)
		if arg == nil {
			if c.tool.Effect != schemaregistry.EffectRead { // else dropped [3.1]
				c.object("%s has no argument %s", c.tool.Name, quoted(name))
			}
			continue
		}
		if string(raw) == "null" {
			continue
		}
		var said claim
		if err := decode(raw, &said); err != nil {
			c.object(`%s must be null or {"value","quote","source"}`, name)
			continue
		}
		if said.Value == nil && said.Source != sourceChange {
			continue
		}
		if err := c.claim(arg, said); err != nil {
			c.object("%s: %v", name, err)
		}
	}
	c.pointsBack()
}

// pointsBack objects to values from memory whose words all say something else:
// nothing in the message asks for the earlier value.
func (c *check) pointsBack() {
	for _, name := range slices.Sorted(maps.Keys(c.args)) {
		if c.origins[name].Source != sourceMemory {
			continue
		}
		free := slices.ContainsFunc(split(c.req.Text), func(w word) bool {
			inside := c.spans[name].start <= w.start && w.end <= c.spans[name].end
			return inside && !c.isSaid(w) && (!slices.Contains(agreement, w.folded) || c.isRecommended(c.tool.Arg(name), c.args[name]))
		})
		if !free {
			c.object("%s: the words %s point at nothing earlier", name, quoted(c.origins[name].Quote))
		}
	}
}

// isSaid reports a word that carries a value which the message says.
func (c *check) isSaid(w word) bool {
	for name, at := range c.spans {
		if c.origins[name].Source == sourceSaid && at.start <= w.start && w.end <= at.end {
			return true
		}
	}
	return false
}

// claim accepts one argument, or says why not.
func (c *check) claim(arg *schemaregistry.Arg, said claim) error {
	at, found := find(c.req.Text, said.Quote)
	if !found {
		return fmt.Errorf("the quote %s does not stand in the text", quoted(said.Quote))
	}
	if c.alters(arg, said, at) {
		c.changes = true
		return nil
	}
	origin := choiceinterp.Origin{Quote: at.of(c.req.Text), Source: sourceSaid}
	value, err := c.value(arg, said.Value, at)
	if said.Source == sourceMemory {
		origin.Source = sourceMemory
		value, err = c.remembered(arg, said.Value)
	}
	if err == nil {
		err = c.legal(arg.Name, value)
	}
	if err != nil {
		return err
	}
	c.args[arg.Name], c.origins[arg.Name], c.spans[arg.Name] = value, origin, at
	if origin.Source == sourceSaid && c.isWeak(arg, value, at) {
		c.cap = min(c.cap, doubtful)
	}
	return nil
}

// legal says what the tool's schema has against a value.
func (c *check) legal(name string, value any) error {
	err := c.tool.CheckPartial(map[string]any{name: value})
	var invalid *schemaregistry.Invalid
	if errors.As(err, &invalid) && len(invalid.Problems) > 0 {
		return errors.New(invalid.Problems[0].Message)
	}
	return err
}

// alters reports a number that is made of an earlier one: the model says so, or
// it brings a number that the words do not name where there was one before.
func (c *check) alters(arg *schemaregistry.Arg, said claim, at span) bool {
	if !isNumeric(arg) || said.Source == sourceChange {
		return isNumeric(arg)
	}
	before, known := choiceinterp.AsFloat(c.req.Memory.Last[arg.Name])
	expected, given := claimedNumber(said.Value)
	if !known || !given || said.Source == sourceMemory || before == expected {
		return false
	}
	_, err := c.number(arg, said.Value, at)
	return err != nil
}

// remembered is the value of an argument that memory holds, or an option in view
// recommends, and that the model repeats; any other would be invented.
func (c *check) remembered(arg *schemaregistry.Arg, value any) (any, error) {
	for _, memory := range []map[string]any{c.req.Memory.Last, c.req.Memory.Recommended, c.req.Memory.Previous} {
		if known, ok := memory[arg.Name]; ok && same(known, value) {
			return known, nil
		}
	}
	if text, isText := value.(string); isText && c.isRecommended(arg, value) {
		return text, nil
	}
	return nil, errors.New("memory holds no such value")
}

// same compares values as JSON; 5 and 5.0 are the same, and so is a list of pairs
// and the object it stands for.
func same(a, b any) bool {
	plain := func(v any) string {
		var out any
		if json.Unmarshal([]byte(compact(v)), &out) != nil {
			return ""
		}
		if pairs, ok := mapOfPairs(out); ok {
			out = pairs
		}
		return compact(out)
	}
	return plain(a) == plain(b)
}
