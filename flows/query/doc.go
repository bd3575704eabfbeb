// Package query answers questions about the numbers at hand: the highest and
// lowest places, a description, a correlation, a histogram, a count, a trend.
//
// It looks only: values come from the session's results (test positivity, risk,
// nets) and from the ward columns and counts of the dataset. The statistics in
// stats.go are pure functions.
package query
