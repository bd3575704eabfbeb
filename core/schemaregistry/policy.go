package schemaregistry

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Cost says what a run of a tool costs besides time, for policies that look at it.
type Cost string

// The costs.
const (
	CostFree      Cost = "free"      // nothing leaves this machine
	CostCheap     Cost = "cheap"     // a request to a service
	CostExpensive Cost = "expensive" // money, or minutes of a machine
)

// A Tag is the line with which a model calls a tool that can neither call natively
// nor write JSON: "RESEARCH: bed nets in Kano". The regular expression of the line
// is made of these fields.
//
// A tool that declares none has its name in capitals as the prefix and a JSON
// object of arguments behind it, so that every tool can be called by every model.
type Tag struct {
	Prefix  string   // capitals, digits and _
	Pattern string   // of what follows; default (.+)
	Groups  []string // the arguments that the pattern's groups hold; default the tool's first argument
	Example string   // for the prompt: "RESEARCH: [search query]"
	Visible bool     // leave the line in the text that people see; default is to strip it
}

// A Guide is what a tool adds to the translation of plain English into its
// arguments, beyond its declaration. The zero value is fine: schema, descriptions
// and examples must do then.
type Guide struct {
	Summary     string   // of the tool, for a model that only describes what it wants; default the tool's description
	Description string   // what a description should say
	Rules       []string // what the schema cannot say, such as which arguments go together
	Examples    []Translated
}

// Translated shows what a description comes to: an object, an array of objects,
// or an object with "error".
type Translated struct {
	Description string
	Output      any
}

var tagPrefix = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)

// readPolicies gives the declaration's policies their defaults and checks that
// they can be kept.
func (t *Tool) readPolicies() error {
	t.Cost = cmp.Or(t.Cost, CostFree)
	if !slices.Contains([]Cost{CostFree, CostCheap, CostExpensive}, t.Cost) {
		return fmt.Errorf("a cost %q does not exist", t.Cost)
	}
	if t.Cooldown < 0 || t.DailyLimit < 0 || t.Timeout < 0 {
		return errors.New("limits and times are positive, or zero for none")
	}
	// What cannot be taken back is never run unasked where somebody is there to ask.
	t.RequiresGate = t.RequiresGate || t.Irreversible
	if t.NL && t.Arg(DescriptionKey) != nil {
		return fmt.Errorf("an argument %q cannot be told from a plain-English call", DescriptionKey)
	}
	return t.readTag()
}

func (t *Tool) readTag() error {
	tag := &t.Tag
	if tag.Prefix == "" {
		if tag.Pattern != "" || tag.Groups != nil {
			return errors.New("a tag needs a prefix")
		}
		tag.Prefix, tag.Pattern = strings.ToUpper(t.Name), `(\{.*\})`
	}
	if !tagPrefix.MatchString(tag.Prefix) {
		return fmt.Errorf("tag prefix %q: capitals, digits and _ only", tag.Prefix)
	}
	if tag.Pattern == "" {
		tag.Pattern = `(.+)`
	}
	if tag.Groups == nil && tag.Pattern == `(.+)` {
		if len(t.Args) == 0 {
			return errors.New("a tag needs an argument that holds what follows it")
		}
		tag.Groups = []string{t.Args[0].Name}
	}
	for _, name := range tag.Groups {
		if t.Arg(name) == nil {
			return fmt.Errorf("the tag's group %q is no argument", name)
		}
	}
	line, err := regexp.Compile(`^` + tag.Prefix + `:[ \t]+` + tag.Pattern + `$`)
	if err != nil {
		return fmt.Errorf("tag: %w", err)
	}
	if groups := max(len(tag.Groups), 1); line.NumSubexp() != groups {
		return fmt.Errorf("the tag's pattern has %d groups for %d arguments", line.NumSubexp(), groups)
	}
	t.tagLine = line
	return nil
}

// ReadTag reads one line of a model's text as a call of the tool. What stands for
// an argument that is no text is read as JSON, and left as text, which validation
// refuses, where it is none.
func (t *Tool) ReadTag(line string) (args map[string]any, ok bool) {
	found := t.tagLine.FindStringSubmatch(strings.TrimRight(line, " \t\r"))
	if found == nil {
		return nil, false
	}
	if len(t.Tag.Groups) == 0 {
		args, err := decodeArgs([]byte(found[1]))
		return args, err == nil
	}
	args = map[string]any{}
	for i, name := range t.Tag.Groups {
		text := strings.TrimSpace(found[i+1])
		var value any = text
		if t.Arg(name).Type != "string" {
			if decoded, err := decodeJSON([]byte(text)); err == nil {
				value = decoded
			}
		}
		args[name] = value
	}
	return args, true
}
