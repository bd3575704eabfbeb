package risk

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// noteOrder says when the order by median rank is not the order by score.
func (a *analysis) noteOrder() {
	byScore, differ := Ranks(a.composite.Score), 0
	for i, rank := range a.composite.Rank {
		if rank != byScore[i] {
			differ++
		}
	}
	if differ > 0 {
		a.assume(fmt.Sprintf("The rank is the median over %s; ordering by the score alone would place %s differently.",
			dataset.Plural(a.composite.Models, "model"), dataset.Plural(differ, "ward")))
	}
}

// notePCA warns where the score does not mean what its name says.
func (a *analysis) notePCA(tprFalls bool) {
	if tprFalls {
		a.warn(fmt.Sprintf("The PCA score does not rise with TPR (correlation %s): wards with more malaria are not ranked higher. Prefer the composite score for planning.",
			decimal(a.pca.Correlation[a.at("tpr")])))
	}
	var against []string
	for i, v := range a.variables {
		if v.name != "tpr" && a.pca.Correlation[i]*float64(v.direction) <= -minSign {
			against = append(against, title(v.name))
		}
	}
	if len(against) > 0 {
		a.warn(fmt.Sprintf("The PCA score runs against the direction of %s: in these data it moves the other way than the rest.", dataset.Names(against, 6)))
	}
	if len(a.pca.Unclear) > 0 {
		a.warn("The data do not settle which end of PCA component " + strings.Trim(fmt.Sprint(a.pca.Unclear), "[]") + " is the risky one; its sign is a guess.")
	}
}

// noteDirections says which way each variable counts.
func (a *analysis) noteDirections() {
	var riskier, safer []string
	for _, v := range a.variables {
		if v.direction > 0 {
			riskier = append(riskier, title(v.name))
		} else {
			safer = append(safer, title(v.name))
		}
	}
	var parts []string
	if len(riskier) > 0 {
		parts = append(parts, "more risk: "+dataset.Names(riskier, 12))
	}
	if len(safer) > 0 {
		parts = append(parts, "less risk: "+dataset.Names(safer, 12))
	}
	sentence := "A higher value counts as " + strings.Join(parts, "; as ") + "."
	a.assume(sentence)
	a.did(sentence)
	if len(a.variables) == 1 {
		a.warn("The ranking rests on " + title(a.variables[0].name) + " alone. Add a file with rainfall, vegetation or other ward variables for a fuller picture.")
	}
}

// noteThinTPR says how many ranked wards have a TPR of fewer than 30 tests.
func (a *analysis) noteThinTPR() {
	flags := a.tpr.Table.Column("flags")
	if flags == nil || a.at("tpr") < 0 {
		return
	}
	aligned := a.data.Align(a.tpr.Table)
	var thin []int
	for _, position := range a.complete {
		if slices.Contains(strings.Split(flags.Text[aligned[a.wards[position]]], ";"), "low_tests") {
			thin = append(thin, position)
		}
	}
	if len(thin) > 0 {
		a.warn(fmt.Sprintf("TPR rests on fewer than 30 tests in %s: %s.", dataset.Plural(len(thin), "ranked ward"), dataset.Names(a.labels(thin), 5)))
	}
}
