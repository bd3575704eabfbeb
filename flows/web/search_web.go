package web

import (
	"context"
	"fmt"
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// SearchWebArgs are the arguments of search_web.
type SearchWebArgs struct {
	Query      string `json:"query" jsonschema:"title=words to search for,minLength=1,maxLength=400,description=What should I search the web for?"`
	MaxResults int    `json:"max_results,omitempty" jsonschema:"title=number of results,minimum=1,maximum=20,default=5,description=How many results should be listed?"`
}

var searchWebDef = schemaregistry.Def{
	Name: "search_web", Aliases: []string{"web_search"}, Title: "Search the web",
	Description: "Searches the web and lists title, address and a snippet of each result. Use it for guidance, policy and news that the analyst's files cannot hold; never put names of patients or numbers of her files into the query.",
	Opens:       []string{"search the web", "search online", "look online", "look up online"},
	Category:    schemaregistry.CategoryResearch, Cost: schemaregistry.CostCheap, Unspoken: true,
	Timeout: 2*engineTime + 2*time.Second,
	Tag:     schemaregistry.Tag{Prefix: "SEARCH", Example: "SEARCH: [words to search for]"},
	Examples: []schemaregistry.Example{
		{Text: "search the web for the WHO guideline on ITN distribution", Args: map[string]any{"query": "WHO guideline ITN distribution"}},
		{Text: "look up online which states had SMC in 2025, ten results", Args: map[string]any{"query": "Nigeria SMC states 2025", "max_results": 10}},
		{Text: "what does the web say about pyrethroid resistance in Anopheles?", Args: map[string]any{"query": "pyrethroid resistance Anopheles"}},
	},
}

func searchWeb(engines *search, found *foundPages) schemaregistry.Handler[SearchWebArgs] {
	return func(ctx context.Context, run *schemaregistry.Run, args SearchWebArgs) (schemaregistry.Result, error) {
		source, hits, err := engines.find(ctx, args.Query, args.MaxResults, false)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		found.add(run, hits)
		result := schemaregistry.Result{
			Text: fmt.Sprintf("The web has nothing for %q, says %s.", args.Query, source), Untrusted: true,
			SideEffects: []string{"searched:" + source + ":" + args.Query},
		}
		if len(hits) > 0 {
			result.Text, result.Table = fmt.Sprintf("%d results for %q, by %s.", len(hits), args.Query, source), table(hits)
		}
		return result, nil
	}
}
