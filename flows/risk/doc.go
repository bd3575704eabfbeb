// Package risk ranks wards by malaria risk: it combines test positivity with
// ward-level variables into a composite score, a principal component score, or
// both side by side.
//
// The arithmetic (composite.go, ranks.go, pca.go, impute.go) is pure: slices in,
// numbers out. A variable is a slice with a value a ward; NaN is a missing value
// and never reaches the scores.
package risk
