package tpr

import (
	"math"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// The flags of a ward, a closed list in this order.
const (
	FlagNoTests   = "no_tests"               // nothing was tested: no value
	FlagLowTests  = "low_tests"              // fewer than LowTests tests
	FlagOver      = "positive_gt_tested"     // more positive than tested in the ward as a whole: no value
	FlagFewMonths = "few_months"             // more than half of its facilities reported in fewer than half of the months
	FlagTotalRow  = "total_row_used"         // its counts come from a total row without parts
	FlagFromNeigh = "filled_from_neighbours" // the value is that of the neighbours' pooled counts
	FlagSupplied  = "supplied"               // the value was brought by the analyst's file

	flagSeparator = ";"
)

// LowTests is the number of tests below which a rate is flagged.
const LowTests = 30

// wilsonZ is the 97.5th percentile of the normal distribution, for a 95 % interval.
const wilsonZ = 1.959963984540054

// What a receipt says of the arithmetic.
const (
	formulaOfRate = "TPR = sum(positive) / sum(tested) over the chosen facilities, ages, methods and months " +
		"(WHO, DHIS2 package for malaria); no value where tested = 0 or TPR > 1."
	formulaOfWilson = "95% interval: Wilson score interval, z = 1.96 (Wilson 1927)."
)

// A Rate is one ward's result. Rate, Low and High are fractions, NaN without a
// value; Tested and Positive are the ward's own counts, NaN when nothing was
// reported.
type Rate struct {
	Ward             int // index into Dataset.Wards
	Tested, Positive float64
	Rate, Low, High  float64
	Facilities       float64 // distinct facilities counted; NaN when the ward reported as a whole
	Flags            []string
}

// Rates turns sums into rates and flags, one for every ward of the totals.
func Rates(t Totals) []Rate {
	rates := make([]Rate, len(t.Wards))
	for w, sum := range t.Wards {
		r := Rate{
			Ward: w, Tested: math.NaN(), Positive: math.NaN(),
			Rate: math.NaN(), Low: math.NaN(), High: math.NaN(),
			Facilities: float64(sum.Facilities), Flags: flags(sum),
		}
		if sum.Reports > 0 {
			r.Tested, r.Positive = sum.Tested, sum.Positive
			r.setValue(sum.Positive, sum.Tested)
		}
		if sum.Facilities == 0 && sum.UnitRows > 0 {
			r.Facilities = math.NaN()
		}
		rates[w] = r
	}
	return rates
}

// HasValue reports whether the ward has a rate.
func (r *Rate) HasValue() bool { return !math.IsNaN(r.Rate) }

func (r *Rate) setValue(positive, tested float64) {
	if tested > 0 && positive <= tested {
		r.Rate = positive / tested
		r.Low, r.High = Wilson(positive, tested)
	}
}

func flags(sum Sum) []string {
	var f []string
	switch {
	case sum.Tested == 0:
		f = append(f, FlagNoTests)
	case sum.Tested < LowTests:
		f = append(f, FlagLowTests)
	}
	if sum.Positive > sum.Tested {
		f = append(f, FlagOver)
	}
	if sum.Reports > 0 && 2*sum.Sparse > sum.Known {
		f = append(f, FlagFewMonths)
	}
	if sum.TotalRows > 0 {
		f = append(f, FlagTotalRow)
	}
	return f
}

// Wilson is the 95 % score interval of positive out of tested, as fractions
// (E. B. Wilson 1927, "Probable inference, the law of succession, and
// statistical inference"). It needs tested > 0 and 0 <= positive <= tested.
func Wilson(positive, tested float64) (low, high float64) {
	p, z2 := positive/tested, wilsonZ*wilsonZ
	centre := (p + z2/(2*tested)) / (1 + z2/tested)
	half := wilsonZ / (1 + z2/tested) * math.Sqrt(p*(1-p)/tested+z2/(4*tested*tested))
	// The ends are p itself at 0 and 1; rounding must not put p outside.
	return max(0, min(centre-half, p)), min(1, max(centre+half, p))
}

// FillFromNeighbours gives wards without a value the rate of the pooled counts of
// their neighbours that have a value of their own, flags them and returns how
// many it filled. Their own counts stay as they were reported.
func FillFromNeighbours(rates []Rate, neighbours [][]int) int {
	filled := 0
	for i := range rates {
		r := &rates[i]
		if r.HasValue() || i >= len(neighbours) {
			continue
		}
		tested, positive := 0.0, 0.0
		for _, n := range neighbours[i] {
			if from := &rates[n]; from.HasValue() && !from.filled() {
				tested += from.Tested
				positive += from.Positive
			}
		}
		if tested > 0 {
			r.setValue(positive, tested)
			r.Flags = append(r.Flags, FlagFromNeigh)
			filled++
		}
	}
	return filled
}

func (r *Rate) filled() bool {
	return len(r.Flags) > 0 && r.Flags[len(r.Flags)-1] == FlagFromNeigh
}

// Pooled is the sum over wards: tested, positive and their rate.
func Pooled(rates []Rate) (tested, positive, rate float64) {
	for i := range rates {
		if r := &rates[i]; !math.IsNaN(r.Tested) {
			tested += r.Tested
			positive += r.Positive
		}
	}
	return tested, positive, ratio(positive, tested)
}

func ratio(positive, tested float64) float64 {
	if tested <= 0 || positive > tested {
		return math.NaN()
	}
	return positive / tested
}

// reported keeps the wards of the states in which anything was counted; where
// states are not known it keeps all.
func reported(wards []dataset.Ward, counted []bool) []bool {
	states := map[string]bool{}
	for w, ward := range wards {
		if counted[w] {
			states[ward.State] = true
		}
	}
	keep := make([]bool, len(wards))
	for w, ward := range wards {
		keep[w] = states[ward.State] || len(states) == 0 || len(states) == 1 && states[""]
	}
	return keep
}
