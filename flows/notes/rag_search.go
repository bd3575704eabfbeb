package notes

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/chatmrpt/chatmrpt/core/memory"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// passageSize is how much of an entry is shown, in characters.
const passageSize = 400

// RAGSearchArgs are the arguments of rag_search.
type RAGSearchArgs struct {
	Query  string `json:"query" jsonschema:"title=words to look for,minLength=1,maxLength=400,description=What should I look for?"`
	Limit  int    `json:"limit,omitempty" jsonschema:"title=number of passages,minimum=1,maximum=20,default=3,description=How many passages should be shown?"`
	Global bool   `json:"global,omitempty" jsonschema:"title=in all sessions,default=false,description=Should I look in all her sessions and not only in this one?"`
}

var ragSearchDef = schemaregistry.Def{
	Name: "rag_search", Title: "Look in notes and results",
	Description: "Finds passages in the analyst's notes, in what was learnt and claimed, in earlier results, and in the skills of the programme. Use it before saying that something is not known, and for how something is done here.",
	Opens:       []string{"look in my notes", "search my notes", "recall"},
	Category:    "question", Unspoken: true,
	Tag: schemaregistry.Tag{Prefix: "RECALL", Example: "RECALL: [words to look for]"},
	Examples: []schemaregistry.Example{
		{Text: "what did we decide about buffer stock?", Args: map[string]any{"query": "buffer stock decision"}},
		{Text: "how do we check ward names here", Args: map[string]any{"query": "check ward names"}},
		{Text: "find the ranking of Kano in my earlier sessions", Args: map[string]any{"query": "ranking Kano", "global": true}},
		{Text: "the ten notes that speak of bales", Args: map[string]any{"query": "bales", "limit": 10}},
	},
}

func ragSearch(store memory.Store) schemaregistry.Handler[RAGSearchArgs] {
	return func(ctx context.Context, run *schemaregistry.Run, args RAGSearchArgs) (schemaregistry.Result, error) {
		words := memory.Words(args.Query)
		found, err := store.SearchEntries(ctx, memory.Query{
			Words: words, User: run.Call.User, Session: run.Call.Session, Global: args.Global, Limit: args.Limit,
		})
		if err != nil {
			return schemaregistry.Result{}, err
		}
		result := schemaregistry.Result{Text: fmt.Sprintf("Neither notes nor results nor skills speak of %q.", args.Query), Untrusted: true}
		if len(found) == 0 {
			return result, nil
		}
		passages := make([]string, len(found))
		for i, e := range found {
			passages[i] = fmt.Sprintf("%s: %s", heading(e, run.Now.Location()), passage(e.Text, words))
		}
		result.Text = strings.Join(passages, "\n\n")
		return result, nil
	}
}

// heading says what an entry is, and whence.
func heading(e memory.Entry, zone *time.Location) string {
	on := e.At.In(zone).Format("2 January 2006")
	switch e.Kind {
	case memory.Skill:
		return fmt.Sprintf("Skill skills/%s.md (%s)", e.Name, e.Title)
	case memory.Result:
		return fmt.Sprintf("Result %s of %s, %s", e.Result, e.Name, on)
	case memory.Claim:
		if e.Result == "" {
			return "Claim that rests on no result, " + on
		}
		return fmt.Sprintf("Claim that rests on %s, %s", e.Result, on)
	case memory.Learning:
		return fmt.Sprintf("Learning (%s), %s", e.Name, on)
	}
	kind := string(e.Kind)
	return strings.ToUpper(kind[:1]) + kind[1:] + ", " + on
}

// passage is the part of a text that begins a little before the first of some words.
func passage(text string, words []string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len([]rune(text)) <= passageSize {
		return text
	}
	const before = 80 // characters
	lower, at := strings.ToLower(text), len(text)
	for _, word := range words {
		if i := strings.Index(lower, word); i >= 0 {
			at = min(at, i)
		}
	}
	if at == len(text) || len(lower) != len(text) {
		at = 0
	}
	start := max(0, len([]rune(text[:at]))-before)
	runes := []rune(text)[start:]
	shown := string(runes[:min(len(runes), passageSize)])
	if start > 0 {
		shown = "… " + shown
	}
	if len(runes) > passageSize {
		shown += " …"
	}
	return shown
}
