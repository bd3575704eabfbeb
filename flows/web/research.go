package web

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// ResearchArgs are the arguments of research.
type ResearchArgs struct {
	Query string `json:"query" jsonschema:"title=topic,minLength=1,maxLength=400,description=Which topic should I look into?"`
}

// Bounds of one research.
const (
	researchHits  = 10
	researchPages = 3 // of them are read
	passageSize   = 700
	researchTime  = 2*engineTime + pageTime + 2*time.Second
)

var researchDef = schemaregistry.Def{
	Name: "research", Title: "Look into a topic",
	Description: "Searches the web for what was published on a topic in the last year and reads the first pages for the passage that speaks of it. Use it a few times a day at most, for a topic and not for a single fact.",
	Category:    "evidence", Cost: schemaregistry.CostCheap, DailyLimit: 3, Unspoken: true,
	Timeout: researchTime,
	Tag:     schemaregistry.Tag{Prefix: "RESEARCH", Example: "RESEARCH: [search query]"},
	Examples: []schemaregistry.Example{
		{Text: "what is new on dual-insecticide nets?", Args: map[string]any{"query": "dual-insecticide nets effectiveness"}},
		{Text: "look into urban malaria and Anopheles stephensi in Nigeria", Args: map[string]any{"query": "Anopheles stephensi urban malaria Nigeria"}},
		{Text: "has anybody written about stock-outs of RDTs lately", Args: map[string]any{"query": "RDT stock-outs malaria"}},
	},
}

func research(engines *search, pages *reader, found *foundPages) schemaregistry.Handler[ResearchArgs] {
	return func(ctx context.Context, run *schemaregistry.Run, args ResearchArgs) (schemaregistry.Result, error) {
		source, hits, err := engines.find(ctx, args.Query, researchHits, true)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		found.add(run, hits)
		result := schemaregistry.Result{
			Text: fmt.Sprintf("Nothing was published on %q in the last year that %s knows of.", args.Query, source), Untrusted: true,
			SideEffects: []string{"searched:" + source + ":" + args.Query},
		}
		if len(hits) == 0 {
			return result, nil
		}
		parts := []string{fmt.Sprintf("%d results of the last year on %q, by %s.", len(hits), args.Query, source)}
		for i, passage := range readFirst(ctx, pages, hits, args.Query) {
			if passage != "" {
				parts = append(parts, hits[i].url+": "+passage)
				result.SideEffects = append(result.SideEffects, "fetched:"+hits[i].url)
			}
		}
		result.Text, result.Table = strings.Join(parts, "\n\n"), table(hits)
		return result, nil
	}
}

// readFirst reads the first pages at once, for the passage of each that speaks of the
// topic most; one that cannot be read has none.
func readFirst(ctx context.Context, pages *reader, hits []hit, topic string) []string {
	passages := make([]string, min(len(hits), researchPages))
	var reading sync.WaitGroup
	for i := range passages {
		address, err := webAddress(hits[i].url)
		if err != nil {
			continue
		}
		reading.Go(func() {
			if p, err := pages.read(ctx, address); err == nil {
				passages[i] = passage(p.text, topic)
			}
		})
	}
	reading.Wait()
	return passages
}

// passage is the part of a text in which most words of a topic stand, with as little
// before them as its lines allow.
func passage(text, topic string) string {
	words := strings.Fields(strings.ToLower(topic))
	best, most, isBest := "", -1, false
	remaining := []rune(text)
	for len(remaining) > 0 {
		part := string(remaining[:min(len(remaining), passageSize)])
		lower, hits := strings.ToLower(part), 0
		for _, word := range words {
			if strings.Contains(lower, word) {
				hits++
			}
		}
		// Of parts that follow each other and hold the same the last is the closest.
		if isBest = hits > most || isBest && hits == most && hits > 0; isBest {
			best, most = cut(string(remaining), passageSize), hits
		}
		if line := strings.IndexByte(part, '\n'); line >= 0 {
			part = part[:line+1]
		}
		remaining = remaining[len([]rune(part)):]
	}
	return strings.Join(strings.Fields(best), " ")
}
