package risk

import (
	"fmt"
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

// saidPCA explains the PCA score by how the variables go with it.
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

// saidAgreement compares the two rankings.
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

// chips are what an analyst does next.
func (a *analysis) chips() []schemaregistry.Chip {
	chips := []schemaregistry.Chip{{Label: "Plan bed nets", Say: "plan bed nets"}}
	if a.data.Boundary != nil {
		chips = append(chips, schemaregistry.Chip{Label: "Map the risk", Say: "map the vulnerability"})
	}
	if a.args.Method == methodComposite && len(a.variables) >= 3 {
		chips = append(chips, schemaregistry.Chip{Label: "Compare with PCA", Say: "rank again with both methods"})
	}
	return append(chips, schemaregistry.Chip{Label: "Top 10 wards", Say: "top 10 wards by risk rank"})
}
