package notes

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/chatmrpt/chatmrpt/core/memory"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// mostNotes bounds what a user's notes hold, in characters.
const mostNotes = 200_000

// AppendMemoryArgs are the arguments of append_memory.
type AppendMemoryArgs struct {
	Entry string `json:"entry" jsonschema:"title=note,minLength=1,maxLength=2000,description=What should I remember?"`
}

var appendMemoryDef = schemaregistry.Def{
	Name: "append_memory", Title: "Remember something",
	Description: "Keeps one note for the analyst, for all her later sessions: a preference, a decision, a fact of her programme. Results need no note; they are kept anyway.",
	Opens:       []string{"remember", "keep in mind", "note that", "make a note"},
	Category:    schemaregistry.CategoryOrchestration, Effect: schemaregistry.EffectWrite, Unspoken: true,
	Tag: schemaregistry.Tag{Prefix: "REMEMBER", Example: "REMEMBER: [one note]"},
	Examples: []schemaregistry.Example{
		{Text: "remember that we count nets in bales of 50", Args: map[string]any{"entry": "Nets are counted in bales of 50."}},
		{Text: "keep in mind: the director wants maps with five classes", Args: map[string]any{"entry": "The director wants maps with five classes."}},
		{Text: "for next time, the campaign of Kano begins in June", Args: map[string]any{"entry": "The campaign of Kano begins in June."}},
	},
}

func appendMemory(store memory.Store) schemaregistry.Handler[AppendMemoryArgs] {
	return func(ctx context.Context, run *schemaregistry.Run, args AppendMemoryArgs) (schemaregistry.Result, error) {
		note := memory.Entry{Kind: memory.Note, User: run.Call.User, Text: strings.TrimSpace(args.Entry), At: run.Now}
		known, all, err := knows(ctx, store, note.User, memory.Note, note.Text)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		total := 0
		for _, e := range all {
			total += utf8.RuneCountInString(e.Text)
		}
		if known {
			return noted("known", total), nil
		}
		if total += utf8.RuneCountInString(note.Text); total > mostNotes {
			return schemaregistry.Result{}, schemaregistry.Fail("notes_full", "The notes hold %d characters and no more fit; nothing was noted.", mostNotes)
		}
		if err := store.AddEntry(ctx, note); err != nil {
			return schemaregistry.Result{}, err
		}
		result := noted("added", total)
		result.SideEffects = []string{"created:note"}
		return result, nil
	}
}

func noted(status string, total int) schemaregistry.Result {
	said := map[string]string{"added": "I will remember that.", "known": "I remember that already."}[status]
	return schemaregistry.Result{
		Text: fmt.Sprintf("%s Your notes hold %d characters.", said, total),
		Table: &schemaregistry.Table{Columns: []schemaregistry.Column{
			{Name: "status", Text: []string{status}}, {Name: "total_chars", Unit: "count", Numbers: schemaregistry.Numbers{float64(total)}},
		}},
	}
}
