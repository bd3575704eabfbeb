package prompted

import (
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// doubtful is the most confidence that a value may have which the words carry
// only weakly [3.19].
const doubtful = 0.65

// agreement are words with which somebody agrees and names nothing.
var agreement = words(`yes yeah yep ya y ok okay k sure fine right alright please pls thanks go ahead proceed continue
do it that this the a one with use take let us lets i want we you can could will just oui daccord abeg`)

var denials = words("no not none without zero nil never except skip sans aucun pas non dont")

// isWeak reports a value that the words hardly carry: mere agreement where it
// says neither yes nor to what is recommended, or a value whose own name is denied.
func (c *check) isWeak(arg *schemaregistry.Arg, value any, at span) bool {
	quote := at.of(c.req.Text)
	if len(without(words(quote), agreement)) == 0 {
		return !isNumeric(arg) && value != true && c.pointed(quote) == 0 && !c.isRecommended(arg, value)
	}
	name, isText := value.(string)
	if !isText || len(arg.Enum) == 0 || !contains(quote, name) && !contains(quote, arg.Labels[name]) {
		return false
	}
	affirmed := func(at span) bool { return !c.isDenied(at) }
	return !slices.ContainsFunc(occurrences(c.req.Text, quote), affirmed)
}

// isDenied reports words right behind a "not".
func (c *check) isDenied(at span) bool {
	before := split(c.req.Text[:at.start])
	if len(before) == 0 {
		return false
	}
	last := before[len(before)-1]
	return slices.Contains(denials, last.folded) && strings.TrimSpace(c.req.Text[last.end:at.start]) == ""
}

// isRecommended reports a value that memory or an option in view recommends.
func (c *check) isRecommended(arg *schemaregistry.Arg, value any) bool {
	if known, ok := c.req.Memory.Recommended[arg.Name]; ok && same(known, value) {
		return true
	}
	for i, option := range c.req.Visible {
		if arg.Name == c.req.Asked && mentions(option.Label, "recommended") && same(c.optionValue(i+1), value) {
			return true
		}
	}
	return false
}
