package notes

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/memory"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// LearningArgs are the arguments of learning.
type LearningArgs struct {
	Category string `json:"category" jsonschema:"title=kind of learning,enum=factual,enum=communication,enum=structured_data,description=Is it a fact, a way to speak, or what a name in the files means?"`
	Content  string `json:"content" jsonschema:"title=what was learnt,minLength=1,maxLength=1000,description=What was learnt?"`
}

var learningDef = schemaregistry.Def{
	Name: "learning", Title: "Learn from a correction",
	Description: "Keeps a correction or new fact from the conversation, for the analyst's later sessions. A structured_data learning says what a name in the files means, \"column fev_2 means suspected\" or \"ward Gari Uku means Gari 3\", and is used for the files at hand once she has confirmed it.",
	Category:    "evidence", Effect: schemaregistry.EffectWrite, Unspoken: true,
	Tag: schemaregistry.Tag{
		Prefix: "LEARNING", Pattern: `(factual|communication|structured_data)\s+(.+)`, Groups: []string{"category", "content"},
		Example: "LEARNING: [category] [what was learned]",
	},
	Labels: map[string]map[string]string{"category": {
		"factual": "A fact", "communication": "A way to speak", "structured_data": "What a name in the files means",
	}},
	Examples: []schemaregistry.Example{
		{Text: "no, Kumbotso is peri-urban", Args: map[string]any{"category": "factual", "content": "Kumbotso is peri-urban."}},
		{Text: "say fever cases, not suspected cases, when you write to us", Args: map[string]any{"category": "communication", "content": "Say fever cases instead of suspected cases."}},
		{Text: "the ward Gari Uku is Gari 3 in the shapefile", Args: map[string]any{"category": "structured_data", "content": "ward Gari Uku means Gari 3"}},
		{Text: "fev_2 counts suspected cases", Args: map[string]any{"category": "structured_data", "content": "column fev_2 means suspected"}},
	},
}

// alias reads what a name means: "ward A means B", "column a = tested rdt u5".
var alias = regexp.MustCompile(`(?i)^\s*(?:the\s+)?(ward|column)\s+["'“]?(.+?)["'”]?\s*(?:=|→|->|\bmeans\b|\bis the same (?:ward )?as\b|\bis\b)\s*["'“]?(.+?)["'”]?\s*\.?\s*$`)

func learning(store memory.Store) schemaregistry.Handler[LearningArgs] {
	return func(ctx context.Context, run *schemaregistry.Run, args LearningArgs) (schemaregistry.Result, error) {
		var question *schemaregistry.Question
		if args.Category == "structured_data" {
			found := alias.FindStringSubmatch(args.Content)
			if found == nil {
				return schemaregistry.Result{}, schemaregistry.Fail("unclear_alias",
					`What a name means is said as "ward A means B" or "column a means tested rdt u5"; %q is neither.`, args.Content)
			}
			use, err := correction(strings.ToLower(found[1]), found[2], found[3])
			if err != nil {
				return schemaregistry.Result{}, err
			}
			question = &schemaregistry.Question{
				ID: "alias:" + found[1] + ":" + found[2], Text: fmt.Sprintf("Shall the %s %q be read as %s in your files from now on?", strings.ToLower(found[1]), found[2], found[3]),
				Options: []schemaregistry.Option{use, {Label: "No, leave it", Say: "cancel"}},
			}
		}
		known, _, err := knows(ctx, store, run.Call.User, memory.Learning, args.Content)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		result := schemaregistry.Result{Text: "I know that already.", Ask: question}
		if !known {
			entry := memory.Entry{Kind: memory.Learning, User: run.Call.User, Name: args.Category, Text: strings.TrimSpace(args.Content), At: run.Now}
			if err := store.AddEntry(ctx, entry); err != nil {
				return schemaregistry.Result{}, err
			}
			result.Text, result.SideEffects = "I have learnt that.", []string{"created:learning"}
		}
		return result, nil
	}
}

// correction is the option that makes a name mean something in the files, by the tool
// that corrects them.
func correction(of, name, means string) (schemaregistry.Option, error) {
	option := schemaregistry.Option{Label: fmt.Sprintf("Yes, %s is %s", name, means), Recommended: true, Tool: "match_ward", Args: map[string]any{"from": name, "to": means}}
	if of == "ward" {
		return option, nil
	}
	option.Tool, option.Args = "set_column", map[string]any{"column": name}
	for _, word := range strings.FieldsFunc(strings.ToLower(means), func(r rune) bool { return strings.ContainsRune(" ,;/", r) }) {
		meaning, known := columnMeanings[word]
		if !known {
			return option, schemaregistry.Fail("unclear_alias",
				"%q says nothing of a column. Say what it counts (%s), and by which method (rdt, microscopy) and of which age (u5, o5, pw).", word, "attendance, suspected, tested, positive, treated, population, households")
		}
		option.Args[meaning.arg] = meaning.value
	}
	return option, nil
}

// columnMeanings are the words that say what a column is, as the arguments of
// set_column name it.
var columnMeanings = func() map[string]struct{ arg, value string } {
	meanings := map[string]struct{ arg, value string }{}
	for arg, values := range map[string]string{
		"role":   "attendance suspected tested positive treated rate population households variable ignored ward lga state facility period",
		"method": "rdt microscopy",
		"age":    "u5 o5 pw",
	} {
		for value := range strings.FieldsSeq(values) {
			meanings[value] = struct{ arg, value string }{arg, value}
		}
	}
	return meanings
}()
