package risk

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// chooseMethod asks for the method where there is a choice: PCA must fit the data.
func (a *analysis) chooseMethod() (*schemaregistry.Question, error) {
	directions := make([]int, len(a.variables))
	for i, v := range a.variables {
		directions[i] = v.direction
	}
	pca := NewPCA(a.completeValues(), directions)
	a.pca = &pca
	switch {
	case pca.Refused == "" && a.args.Method == "":
		return a.askMethod(), nil
	case pca.Refused == "" || a.args.Method == methodComposite:
		return nil, nil
	case a.args.Method == "":
		a.args.Method = methodComposite
		a.assume("The composite score is the method; PCA does not fit these data: " + pca.Refused + ".")
		return nil, nil
	}
	return &schemaregistry.Question{
		ID: "method", Arg: "method",
		Text: fmt.Sprintf("PCA does not fit these data: %s. Shall I rank the wards by the composite score instead?", pca.Refused),
		Options: []schemaregistry.Option{
			{Label: "Use the composite score", Recommended: true, Args: map[string]any{"method": methodComposite}},
		},
	}, nil
}

func (a *analysis) askMethod() *schemaregistry.Question {
	question := &schemaregistry.Question{
		ID: "method", Arg: "method",
		Text: fmt.Sprintf("Which method shall rank the %s by %s?", dataset.Plural(len(a.complete), "ward"), dataset.Names(a.names(), 6)),
	}
	for _, method := range []string{methodComposite, methodPCA, methodBoth} {
		question.Options = append(question.Options, schemaregistry.Option{
			Label: labels["method"][method], Say: method, Recommended: method == methodComposite,
			Args: map[string]any{"method": method},
		})
	}
	return question
}

// checkBound refuses a composite of more than MaxRankings wards x models and
// says what to leave out: the variables that another one repeats most.
func (a *analysis) checkBound() (*schemaregistry.Question, error) {
	if a.args.Method == methodPCA {
		return nil, nil
	}
	fits := func(p int) bool { return float64(len(a.complete))*Models(p) <= MaxRankings }
	p := len(a.variables)
	if fits(p) {
		return nil, nil
	}
	spare := 1
	for !fits(p - spare) {
		spare++
	}
	repeated := a.mostRepeated(spare)
	exclude := append(slices.Clone(a.args.Exclude), repeated...)
	names := make([]string, len(repeated))
	for i, name := range repeated {
		names[i] = title(name)
	}
	question := &schemaregistry.Question{
		ID: "variables", Arg: "exclude",
		Text: fmt.Sprintf("%s make %s models for %s, more than I can rank (%s rankings in all). At least %s must go; these repeat others most: %s. Shall I leave them out?",
			dataset.Plural(p, "variable"), many(Models(p)), dataset.Plural(len(a.complete), "ward"), many(MaxRankings), dataset.Plural(spare, "variable"), dataset.Names(names, 8)),
		Options: []schemaregistry.Option{
			{Label: "Leave out " + dataset.Names(names, 4), Recommended: true, Args: map[string]any{"exclude": exclude}},
		},
	}
	if a.pca.Refused == "" {
		question.Options = append(question.Options, schemaregistry.Option{Label: "Use PCA with all of them", Args: map[string]any{"method": methodPCA}})
	}
	return question, nil
}

func many(n float64) string {
	if n >= 1e9 {
		return "over a billion"
	}
	return dataset.Thousands(n)
}

// mostRepeated picks the variables with the strongest correlation with another
// one that stays, never TPR.
func (a *analysis) mostRepeated(number int) []string {
	type rated struct {
		name     string
		strength float64
	}
	left := slices.Clone(a.variables)
	x := a.completeValues()
	var picked []string
	for range number {
		best, at := rated{strength: -1}, -1
		for v := range left {
			if left[v].name == "tpr" {
				continue
			}
			for w := range left {
				if strength := math.Abs(Pearson(x[v], x[w])); w != v && cmp.Less(best.strength, strength) {
					best, at = rated{left[v].name, strength}, v
				}
			}
		}
		picked = append(picked, best.name)
		left, x = slices.Delete(left, at, at+1), slices.Delete(x, at, at+1)
	}
	return picked
}
