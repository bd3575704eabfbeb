package ingest

import (
	"context"
	"fmt"
	"slices"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// MatchWardArgs are the arguments of match_ward.
type MatchWardArgs struct {
	From string `json:"from" jsonschema:"title=name in the file,minLength=1,description=Which ward name do you want to match?" jsonschema_extras:"x-values=wards"`
	To   string `json:"to" jsonschema:"title=ward,minLength=1,description=Which ward is it? Say none to keep it as a ward of its own." jsonschema_extras:"x-values=wards"`
}

func matchWard(load dataset.Load) schemaregistry.Handler[MatchWardArgs] {
	return func(ctx context.Context, run *schemaregistry.Run, args MatchWardArgs) (schemaregistry.Result, error) {
		d, err := load(ctx, run)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		from, err := findMatch(d, args.From)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		key := matchEdit(wardKey(from.From))
		if isUnknown(args.To) {
			return schemaregistry.Result{
				Text:  fmt.Sprintf("%s in %s stays a ward of its own.", from.From.Label(), from.File),
				Edits: schemaregistry.Edits{key: "none"},
			}, nil
		}
		to, err := findWard(d, args.To, from)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		return schemaregistry.Result{
			Text:  fmt.Sprintf("%s in %s is now the ward %s. What was computed before is out of date.", from.From.Label(), from.File, to.Label()),
			Edits: schemaregistry.Edits{key: unitKey(to)},
			Chips: []schemaregistry.Chip{{Label: "Show the ward matches", Say: "show the ward matches"}},
		}, nil
	}
}

// findMatch finds a name as one of the files has it; doubtful matches come first.
func findMatch(d *dataset.Dataset, typed string) (dataset.Match, error) {
	key := fold(tidyName(typed, kindWard))
	for _, class := range matchOrder {
		var found []dataset.Match
		for _, m := range d.Matches {
			if m.Class == class && (fold(m.From.Label()) == key || placeOf(m.From).name == key) {
				found = append(found, m)
			}
		}
		if len(found) > 1 && !slices.ContainsFunc(found, func(m dataset.Match) bool { return fold(m.From.Label()) == key }) {
			return dataset.Match{}, schemaregistry.Fail("ambiguous_ward", "%q stands %d times. Say it with its LGA, such as %q.", typed, len(found), found[0].From.Label())
		}
		if len(found) > 0 {
			return found[0], nil
		}
	}
	return dataset.Match{}, schemaregistry.Fail("unknown_ward", "No file that had to be matched names a ward %q.", typed)
}

// findWard finds the ward that a name is to mean: any but the one that the name
// made itself.
func findWard(d *dataset.Dataset, typed string, from dataset.Match) (dataset.Ward, error) {
	key := fold(tidyName(typed, kindWard))
	var found []dataset.Ward
	for _, w := range d.Wards {
		if w == from.From {
			continue
		}
		if fold(w.Label()) == key || w.Code != "" && fold(w.Code) == key {
			return w, nil
		}
		if placeOf(w).name == key {
			found = append(found, w)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return dataset.Ward{}, schemaregistry.Fail("unknown_ward", "There is no ward %q.", typed)
	}
	return dataset.Ward{}, schemaregistry.Fail("ambiguous_ward", "%d wards are called %q. Say which with its LGA, such as %q.", len(found), typed, found[0].Label())
}
