package risk

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// result writes the reply, the evidence, the file and the receipt.
func (a *analysis) result() (schemaregistry.Result, error) {
	against := a.pcaAgainstTPR()
	if against {
		for _, position := range a.complete {
			a.flag(position, flagAgainstTPR)
		}
	}
	rows := a.rows()
	full := table(rows)
	file, err := full.CSV("risk.csv")
	if err != nil {
		return schemaregistry.Result{}, err
	}
	text := []string{a.saidRanking(rows), a.saidCategories(rows)}
	if a.composite != nil {
		a.noteOrder()
	}
	if a.pca != nil {
		text = append(text, a.saidPCA())
		a.notePCA(against)
	}
	if a.composite != nil && a.pca != nil {
		text = append(text, a.saidAgreement())
	}
	a.noteDirections()
	a.noteThinTPR()
	return schemaregistry.Result{
		Text:      strings.Join(text, "\n"),
		Assumed:   a.assumed,
		Warnings:  a.warnings,
		Table:     a.shown(rows),
		Artifacts: []schemaregistry.Artifact{file},
		Chips:     a.chips(),
		Evidence:  evidence(full, rows),
		Receipt:   a.receipt(),
	}, nil
}

func (a *analysis) saidRanking(rows []row) string {
	var top []string
	for _, r := range rows[:min(5, len(a.complete))] {
		top = append(top, fmt.Sprintf("%d. %s", r.rank(), r.ward.Label()))
	}
	method := map[string]string{methodComposite: "composite score", methodPCA: "PCA score", methodBoth: "composite score (PCA beside it)"}[a.args.Method]
	return fmt.Sprintf("%s ranked by %s over %s: %s. Highest risk: %s.",
		dataset.Plural(len(a.complete), "ward"), method, dataset.Plural(len(a.variables), "variable"), dataset.Names(a.names(), 12), strings.Join(top, ", "))
}

func (a *analysis) saidCategories(rows []row) string {
	count := map[string]int{}
	for _, r := range rows {
		count[r.category]++
	}
	parts := make([]string, len(dataset.Categories))
	for i, category := range dataset.Categories {
		parts[i] = fmt.Sprintf("%d %s", count[category], category)
	}
	return fmt.Sprintf("By thirds of the ranking: %s. Rank 1 is the highest risk.", strings.Join(parts, ", "))
}

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

func (a *analysis) saidPCA() string {
	parts := make([]string, len(a.variables))
	for i, v := range a.variables {
		parts[i] = fmt.Sprintf("%s %s", title(v.name), decimal(a.pca.Correlation[i]))
	}
	return fmt.Sprintf("PCA looks for the combinations of variables in which the wards differ most. It keeps %s with %s of the variance. How each variable goes with the score (-1 to 1): %s.",
		dataset.Plural(a.pca.Kept, "component"), dataset.Percent(a.pca.Share), strings.Join(parts, ", "))
}

func decimal(v float64) string { return fmt.Sprintf("%.2f", v) }

// pcaAgainstTPR reports whether the PCA score does not rise with TPR.
func (a *analysis) pcaAgainstTPR() bool {
	at := a.at("tpr")
	return a.pca != nil && at >= 0 && a.pca.Correlation[at] <= 0
}

// at is the position of a variable in the set, -1 when it is not in it.
func (a *analysis) at(name string) int {
	for i, v := range a.variables {
		if v.name == name {
			return i
		}
	}
	return -1
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

func (a *analysis) saidAgreement() string {
	rho := Spearman(a.composite.Score, a.pca.Score)
	word := "hardly agree"
	switch {
	case rho >= 0.9:
		word = "agree closely"
	case rho >= 0.7:
		word = "largely agree"
	case rho >= 0.4:
		word = "agree in part"
	}
	n, high, shared := len(a.complete), 0, 0
	for i := range a.complete {
		if dataset.Category(a.composite.Rank[i], n) == dataset.High {
			high++
			if dataset.Category(a.pca.Rank[i], n) == dataset.High {
				shared++
			}
		}
	}
	return fmt.Sprintf("Composite and PCA %s (Spearman %s); %d of the %s are High by both. The category goes by the composite rank.",
		word, decimal(rho), shared, dataset.Plural(high, "High ward"))
}

func (a *analysis) noteDirections() {
	var up, down []string
	for _, v := range a.variables {
		if v.direction > 0 {
			up = append(up, title(v.name))
		} else {
			down = append(down, title(v.name))
		}
	}
	var parts []string
	if len(up) > 0 {
		parts = append(parts, "more risk: "+dataset.Names(up, 12))
	}
	if len(down) > 0 {
		parts = append(parts, "less risk: "+dataset.Names(down, 12))
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

func (a *analysis) chips() []schemaregistry.Chip {
	chips := []schemaregistry.Chip{
		{Label: "Plan bed nets", Say: "plan bed nets"},
		{Label: "Map the risk", Say: "map the vulnerability"},
	}
	if a.args.Method == methodComposite && len(a.variables) >= 3 {
		chips = append(chips, schemaregistry.Chip{Label: "Compare with PCA", Say: "compare both methods"})
	}
	return append(chips, schemaregistry.Chip{Label: "Top 10 wards", Say: "top 10 wards by risk"})
}

const (
	compositeFormula = "Composite: x' = (x - min)/(max - min), or 1 - x' where higher is safer; score = mean of x'. " +
		"Every subset of two or more variables is a model that ranks the wards by its mean x'; rank = order by the median of those ranks, then by score. 1 = highest risk; values within 1e-9 share a rank."
	pcaFormula = "PCA: z-scores (n-1); eigenvectors v of their correlation matrix with eigenvalue > 1 (Kaiser 1960), at least one, each turned to rise with the mean of the direction-adjusted variables; " +
		"score = sum of (eigenvalue/p) x Z v. Fit judged by KMO >= 0.5 (Kaiser 1974) and p < 0.05 of Bartlett's test of sphericity (1951)."
	categoryFormula = "Category: High up to rank ceil(n/3), Medium up to ceil(2n/3), then Low."
)

func (a *analysis) receipt() *schemaregistry.Receipt {
	var formula []string
	a.did(fmt.Sprintf("%s of %s have every variable: %s", dataset.Thousands(len(a.complete)), dataset.Plural(len(a.wards), "ward"), strings.Join(a.names(), ", ")))
	if a.composite != nil {
		formula = append(formula, compositeFormula)
		a.did(fmt.Sprintf("Ranked the wards in %s", dataset.Plural(a.composite.Models, "model")))
	}
	if a.pca != nil {
		formula = append(formula, pcaFormula)
		a.did(fmt.Sprintf("KMO %.3f; Bartlett chi-squared %.2f with %.0f degrees of freedom, p = %.2g; eigenvalues %s; kept %d",
			a.pca.KMO, a.pca.ChiSquared, a.pca.DF, a.pca.P, decimals(a.pca.Eigenvalues), a.pca.Kept))
	}
	return &schemaregistry.Receipt{Formula: strings.Join(append(formula, categoryFormula), " "), Rows: len(a.complete), Steps: a.steps}
}

func decimals(values []float64) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = fmt.Sprintf("%.3f", math.Abs(v))
	}
	return strings.Join(parts, ", ")
}
