package risk

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// handleMissing drops variables that cannot tell wards apart, and takes the chosen way out
// for wards that lack a variable. Afterwards a.complete is settled.
func (a *analysis) handleMissing() (*schemaregistry.Question, error) {
	a.dropUseless()
	if len(a.variables) == 0 {
		return nil, nothingToRank(len(a.wards))
	}
	lacking := a.lacking()
	if len(lacking) > 0 {
		if question := a.askMissing(lacking); question != nil {
			return question, nil
		}
	}
	switch a.args.Missing {
	case dropVariable:
		a.dropIncomplete()
	case impute:
		a.fillFromNeighbours()
	}
	a.keepComplete()
	switch {
	case len(a.variables) == 0:
		return nil, schemaregistry.Fail("no_variables", "No variable is left: each of them lacks a value in some ward. Leave the incomplete wards unranked instead.")
	case len(a.complete) < 2:
		return nil, schemaregistry.Fail("too_few_wards", "Fewer than two wards have all of %s, so there is nothing to rank. Drop a variable that has gaps.", dataset.Names(a.names(), 8))
	}
	return nil, nil
}

// dropUseless takes out what cannot tell wards apart, so that nothing is asked
// about its gaps: variables without a value, and those with one value only.
func (a *analysis) dropUseless() {
	var kept []variable
	for _, v := range a.variables {
		known := slices.DeleteFunc(slices.Clone(v.values), math.IsNaN)
		switch {
		case len(known) == 0:
			a.drop(v, "it has no value in any ward")
		case slices.Max(known) == slices.Min(known):
			a.drop(v, "it has the same value in every ward")
		default:
			kept = append(kept, v)
		}
	}
	a.variables = kept
}

// drop says that a variable does not count, and why.
func (a *analysis) drop(v variable, why string) {
	a.warn(fmt.Sprintf("Left out: %s, because %s.", title(v.name), why))
	a.did("Dropped " + title(v.name) + ": " + why)
}

// lacking lists the positions of wards without one or more of the variables.
func (a *analysis) lacking() []int {
	var positions []int
	for i := range a.wards {
		for _, v := range a.variables {
			if math.IsNaN(v.values[i]) {
				positions = append(positions, i)
				break
			}
		}
	}
	return positions
}

// askMissing puts the ways out that exist, or returns nil when one was chosen
// that can be taken.
func (a *analysis) askMissing(lacking []int) *schemaregistry.Question {
	bounded := a.data.Boundary != nil
	if a.args.Missing != "" && (a.args.Missing != impute || bounded) {
		return nil
	}
	var parts, droppable []string
	for _, v := range a.variables {
		if missing := gaps(v.values); len(missing) > 0 {
			parts = append(parts, fmt.Sprintf("%s in %s", title(v.name), dataset.Thousands(len(missing))))
			if v.name != "tpr" {
				droppable = append(droppable, title(v.name))
			}
		}
	}
	text := fmt.Sprintf("%s of %s lack a value (%s): %s. What shall I do?", dataset.Thousands(len(lacking)), dataset.Plural(len(a.wards), "ward"),
		dataset.Names(a.labels(lacking), 4), strings.Join(parts, ", "))
	if a.args.Missing == impute {
		text = "Filling from neighbours needs ward boundaries, and no file has them. " + text
	}
	most := len(a.wards) / 2 // that may stay unranked before dropping variables is worth it
	drop := len(lacking) > most && len(droppable) > 0 && a.withoutTPR() <= most
	option := func(value, label string, recommended bool) schemaregistry.Option {
		return schemaregistry.Option{Label: label, Recommended: recommended, Args: map[string]any{"missing": value}}
	}
	options := []schemaregistry.Option{option(leaveOut, "Leave "+dataset.Plural(len(lacking), "ward")+" unranked", !drop)}
	if len(droppable) > 0 {
		label := "Rank without " + dataset.Names(droppable, 4)
		if untested := a.withoutTPR(); untested > 0 {
			label += fmt.Sprintf("; %s without TPR %s unranked", dataset.Plural(untested, "ward"), stay(untested))
		}
		options = append(options, option(dropVariable, label, drop))
	}
	if bounded {
		options = append(options, option(impute, "Fill the gaps from neighbouring wards, flagged", false))
	}
	return &schemaregistry.Question{ID: "missing", Arg: "missing", Text: text, Options: options}
}

// withoutTPR counts the wards that lack TPR where it is in the set.
func (a *analysis) withoutTPR() int {
	if at := a.at("tpr"); at >= 0 {
		return len(gaps(a.variables[at].values))
	}
	return 0
}

func stay(n int) string {
	if n == 1 {
		return "stays"
	}
	return "stay"
}

// dropIncomplete drops the variables with gaps. TPR goes only when the analyst
// excludes it: wards that lack it are left unranked.
func (a *analysis) dropIncomplete() {
	var kept []variable
	var dropped []string
	for _, v := range a.variables {
		if v.name == "tpr" || len(gaps(v.values)) == 0 {
			kept = append(kept, v)
		} else {
			dropped = append(dropped, title(v.name))
		}
	}
	a.variables = kept
	if len(dropped) > 0 {
		a.assume("Left out, as you chose, for their missing values: " + dataset.Names(dropped, 8) + ".")
		a.did("Dropped for missing values: " + strings.Join(dropped, ", "))
	}
}

// fillFromNeighbours imputes; TPR takes the pooled counts of the neighbours.
func (a *analysis) fillFromNeighbours() {
	neighbours := a.neighbours()
	var parts []string
	touched := map[int]bool{}
	for at := range a.variables {
		v := &a.variables[at]
		var from *counts
		if v.name == "tpr" {
			from = &counts{part: a.tprColumn("positive"), whole: a.tprColumn("tested")}
		}
		filled, done := imputed(v.values, neighbours, from), 0
		for _, i := range gaps(v.values) {
			if !math.IsNaN(filled[i]) {
				a.flag(i, "imputed:"+v.name)
				touched[i] = true
				done++
			}
		}
		v.values = filled
		if done > 0 {
			parts = append(parts, fmt.Sprintf("%s in %s", title(v.name), dataset.Plural(done, "ward")))
		}
	}
	if len(parts) > 0 {
		names := a.labels(slices.Sorted(maps.Keys(touched)))
		a.warn(fmt.Sprintf("Filled from neighbouring wards and flagged: %s. The wards are %s.", strings.Join(parts, ", "), dataset.Names(names, 6)))
		a.did("Imputed from the wards that touch them: " + strings.Join(parts, ", "))
	}
}

// neighbours translates the dataset's neighbours to positions in a.wards.
func (a *analysis) neighbours() [][]int {
	position := make(map[int]int, len(a.wards))
	for i, ward := range a.wards {
		position[ward] = i
	}
	all := a.data.Neighbours()
	own := make([][]int, len(a.wards))
	for i, ward := range a.wards {
		for _, other := range all[ward] {
			if at, covered := position[other]; covered {
				own[i] = append(own[i], at)
			}
		}
	}
	return own
}

// keepComplete settles the wards that are ranked and flags the others.
func (a *analysis) keepComplete() {
	left := a.lacking()
	out := make(map[int]bool, len(left))
	for _, i := range left {
		out[i] = true
		for _, v := range a.variables {
			if math.IsNaN(v.values[i]) {
				a.flag(i, "left_out:"+v.name)
			}
		}
	}
	for i := range a.wards {
		if !out[i] {
			a.complete = append(a.complete, i)
		}
	}
	if len(left) > 0 {
		a.warn(fmt.Sprintf("%s not ranked for want of a value: %s.", dataset.Plural(len(left), "ward"), dataset.Names(a.labels(left), 5)))
		a.did(fmt.Sprintf("Left %s unranked that lack a variable", dataset.Plural(len(left), "ward")))
	}
}
