package notes

import (
	"context"
	"errors"
	"fmt"

	"github.com/chatmrpt/chatmrpt/core/memory"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// ClaimArgs are the arguments of claim.
type ClaimArgs struct {
	Assertion string `json:"assertion" jsonschema:"title=claim,minLength=1,maxLength=1000,description=What exactly is claimed?"`
	Result    string `json:"result,omitempty" jsonschema:"title=result,pattern=^r_[0-9a-f]{12}$,description=On which result does it rest? Give its ID."`
}

var claimDef = schemaregistry.Def{
	Name: "claim", Title: "Draft a claim",
	Description: "Drafts a claim that the analyst makes, bound to the ID of the result that it rests on (r_ and twelve characters), so that others can check it. It stays with the session.",
	Opens:       []string{"claim"},
	Category:    "evidence", Effect: schemaregistry.EffectWrite, Unspoken: true,
	Tag: schemaregistry.Tag{Prefix: "CLAIM", Groups: []string{"assertion"}, Example: "CLAIM: [specific assertion]"},
	Examples: []schemaregistry.Example{
		{Text: "put down that Gwale has the highest positivity of all wards", Args: map[string]any{"assertion": "Gwale has the highest positivity of all wards.", "result": "r_0123456789ab"}},
		{Text: "claim: microscopy finds half of what RDTs find", Args: map[string]any{"assertion": "Microscopy finds half of what RDTs find."}},
		{Text: "I say that 30 wards need no nets, by result r_a1b2c3d4e5f6", Args: map[string]any{"assertion": "30 wards need no nets.", "result": "r_a1b2c3d4e5f6"}},
	},
}

func claim(store memory.Store) schemaregistry.Handler[ClaimArgs] {
	return func(ctx context.Context, run *schemaregistry.Run, args ClaimArgs) (schemaregistry.Result, error) {
		entry := inSession(run, memory.Claim, args.Assertion)
		entry.Result = args.Result
		result := schemaregistry.Result{SideEffects: []string{"created:claim"}}
		basis, err := store.FindResult(ctx, entry.User, args.Result)
		switch {
		case args.Result == "":
			result.Text = "The claim is drafted, and rests on no result yet."
			result.Warnings = []string{"A claim without a result cannot be checked; name the result that shows it."}
		case errors.Is(err, memory.ErrNotFound):
			result.Text = fmt.Sprintf("The claim is drafted, and rests on %s.", args.Result)
			result.Warnings = []string{fmt.Sprintf("%s is none of your kept results, unless this very message made it.", args.Result)}
		case err != nil:
			return schemaregistry.Result{}, err
		default:
			result.Text = fmt.Sprintf("The claim is drafted, and rests on %s: %s", args.Result, passage(basis.Text, nil))
		}
		if err := store.AddEntry(ctx, entry); err != nil {
			return schemaregistry.Result{}, err
		}
		return result, nil
	}
}
