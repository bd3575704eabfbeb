package risk

import (
	"fmt"
	"math"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

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
