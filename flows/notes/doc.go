// Package notes remembers for an analyst and finds it again: notes, skills of the
// programme, and what makes a statement hold: its source, the result it rests on, and
// what was learnt about names.
package notes

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/memory"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// Tools declares append_memory, add_skill, rag_search, source, claim and learning.
func Tools(store memory.Store) []*schemaregistry.Tool {
	return []*schemaregistry.Tool{
		schemaregistry.Define(appendMemoryDef, appendMemory(store)),
		schemaregistry.Define(addSkillDef, addSkill(store)),
		schemaregistry.Define(ragSearchDef, ragSearch(store)),
		schemaregistry.Define(sourceDef, source(store)),
		schemaregistry.Define(claimDef, claim(store)),
		schemaregistry.Define(learningDef, learning(store)),
	}
}

// SkillText returns the documentation of a skill, or an error with a sentence; for no
// name the list of all with their summaries.
func SkillText(ctx context.Context, store memory.Store, name string) (string, error) {
	if name == "" {
		skills, err := store.Skills(ctx)
		var contents strings.Builder
		for _, skill := range skills {
			fmt.Fprintf(&contents, "skills/%s.md: %s\n", skill.Name, skill.Title)
		}
		return contents.String(), err
	}
	skill, _, err := store.FindSkill(ctx, strings.TrimSuffix(name, ".md"))
	if errors.Is(err, memory.ErrNotFound) {
		return "", schemaregistry.Fail("unknown_skill", "There is no skill %q.", name).Because(err)
	}
	return skill.Text, err
}

// knows reports whether one of the user's entries of a kind says the same.
func knows(ctx context.Context, store memory.Store, user string, kind memory.Kind, text string) (known bool, all []memory.Entry, err error) {
	all, err = store.Entries(ctx, user, kind)
	for _, e := range all {
		known = known || memory.SaysTheSame(e.Text, text)
	}
	return known, all, err
}

// inSession returns an entry that goes with the session of a run.
func inSession(run *schemaregistry.Run, kind memory.Kind, text string) memory.Entry {
	return memory.Entry{Kind: kind, User: run.Call.User, Session: run.Call.Session, Text: strings.TrimSpace(text), At: run.Now}
}
