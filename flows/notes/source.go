package notes

import (
	"context"

	"github.com/chatmrpt/chatmrpt/core/memory"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// SourceArgs are the arguments of source.
type SourceArgs struct {
	Description string `json:"description" jsonschema:"title=source,minLength=1,maxLength=2000,description=Where does it come from?"`
}

var sourceDef = schemaregistry.Def{
	Name: "source", Title: "Keep a source",
	Description: "Keeps where something comes from that the analyst contributed: a report, a letter, a page, a person's word. It stays with the session.",
	Category:    "evidence", Effect: schemaregistry.EffectWrite, Unspoken: true,
	Tag: schemaregistry.Tag{Prefix: "SOURCE", Example: "SOURCE: [description]"},
	Examples: []schemaregistry.Example{
		{Text: "the population is from the 2022 microplan of the state", Args: map[string]any{"description": "Population: microplan of the state, 2022"}},
		{Text: "the rainfall comes from CHIRPS, June to September", Args: map[string]any{"description": "Rainfall: CHIRPS, June to September"}},
		{Text: "the LGA team told us by phone that Dala had no RDTs in March", Args: map[string]any{"description": "No RDTs in Dala in March: LGA team, by phone"}},
	},
}

func source(store memory.Store) schemaregistry.Handler[SourceArgs] {
	return func(ctx context.Context, run *schemaregistry.Run, args SourceArgs) (schemaregistry.Result, error) {
		if err := store.AddEntry(ctx, inSession(run, memory.Source, args.Description)); err != nil {
			return schemaregistry.Result{}, err
		}
		return schemaregistry.Result{Text: "The source is kept with this session.", SideEffects: []string{"created:source"}}, nil
	}
}
