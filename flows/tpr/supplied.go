package tpr

import (
	"fmt"
	"math"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// supplied takes the rates that the analyst's file brings, when there is nothing
// to compute them from.
func supplied(data *dataset.Dataset) (schemaregistry.Result, error) {
	column := data.Column("tpr")
	if column == nil {
		return schemaregistry.Result{}, noCounts(data.Counts)
	}
	rates, kept := make([]Rate, len(data.Wards)), make([]bool, len(data.Wards))
	for w := range rates {
		r := Rate{Ward: w, Rate: fraction(column, w), Flags: []string{FlagSupplied}}
		r.Tested, r.Positive, r.Low, r.High, r.Facilities = math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()
		kept[w] = !math.IsNaN(r.Rate)
		rates[w] = r
	}
	keep := reported(data.Wards, kept)
	o := outcome{data: data, chosen: &choice{Choice: Choice{Wards: keep}}, rates: inOrder(data, rates, keep)}
	file, err := o.table(o.rates, false).CSV("tpr.csv")
	if err != nil {
		return schemaregistry.Result{}, err
	}
	evidence := o.evidence()
	evidence.Supplied = true
	return schemaregistry.Result{
		Text: fmt.Sprintf("%s already brings a test positivity rate for %s, so there is nothing to compute; it is used as supplied. %s",
			column.File, dataset.Plural(o.withValue(), o.noun()), o.ranking()),
		Assumed:   []string{"The rates are as the file gives them: without counts there is no confidence interval and no check."},
		Table:     o.top(10),
		Artifacts: []schemaregistry.Artifact{file},
		Chips:     []schemaregistry.Chip{{Label: "Rank wards by risk", Say: "run the risk analysis"}},
		Evidence:  evidence,
		Receipt: &schemaregistry.Receipt{
			Formula: fmt.Sprintf("Supplied in column %q of %s; nothing was computed.", column.Heading, column.File),
			Rows:    o.withValue(),
		},
	}, nil
}

// noCounts says which file is needed, and what half of it is there.
func noCounts(c *dataset.Counts) error {
	const needed = "Please add a file with tested and positive counts by facility or ward, or a ward table with a tpr column."
	if c != nil {
		if columns := unpaired(c); len(columns) > 0 {
			return schemaregistry.Fail("no_counts", "A positivity rate needs tested and positive of the same people; here one is missing beside %s. %s",
				dataset.Names(columns, 5), needed)
		}
	}
	return schemaregistry.Fail("no_counts", "There are no malaria test counts to work with. %s", needed)
}

// fraction is the column's value as a fraction, NaN when it is missing or cannot
// be a rate.
func fraction(c *dataset.WardColumn, ward int) float64 {
	v := c.Values[ward]
	if c.Unit == "percent" {
		v /= 100
	}
	if v < 0 || v > 1 {
		return math.NaN()
	}
	return v
}
