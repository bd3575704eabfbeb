package tpr

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// text is the answer in a few sentences.
func (o *outcome) text() string {
	tested, positive, rate := Pooled(o.rates)
	where := o.chosen.where(o.data, o.wards(o.rates))
	if tested == 0 {
		return fmt.Sprintf("Nothing was tested in %s%s, so there is no test positivity rate.", where, o.choiceWords())
	}
	first := fmt.Sprintf("Test positivity in %s is %s: %s positive of %s tests%s.",
		where, dataset.Percent(rate), dataset.Thousands(positive), dataset.Thousands(tested), o.choiceWords())
	if positive > tested {
		first = fmt.Sprintf("In %s there are more positives (%s) than tests (%s)%s, so there is no overall rate.",
			where, dataset.Thousands(positive), dataset.Thousands(tested), o.choiceWords())
	}
	return strings.Join(slices.DeleteFunc([]string{first, o.credible(), o.ranking(), o.without()}, func(s string) bool { return s == "" }), " ")
}

// credible is the rate without the wards that report more positives than tests,
// which the overall rate contains; "" where there are none.
func (o *outcome) credible() string {
	var kept []Rate
	over := 0
	for _, r := range o.rates {
		if slices.Contains(r.Flags, FlagOver) {
			over++
		} else {
			kept = append(kept, r)
		}
	}
	tested, positive, rate := Pooled(kept)
	if over == 0 || tested == 0 {
		return ""
	}
	return fmt.Sprintf("Without the %s that %s more positives than tests it is %s (%s of %s).",
		dataset.Plural(over, o.noun()), verb(over, "reports", "report"), dataset.Percent(rate), dataset.Thousands(positive), dataset.Thousands(tested))
}

// choiceWords is what was counted, in parentheses with a leading blank.
func (o *outcome) choiceWords() string {
	c := o.chosen
	said := join(c.levelSaid, c.ageSaid, c.methodSaid, o.totals.Span.Words())
	if said == "" {
		return ""
	}
	return " (" + said + ")"
}

// ranking names the range and the five highest wards.
func (o *outcome) ranking() string {
	sorted := byRate(o.rates)[:o.withValue()]
	if len(sorted) < 2 {
		return ""
	}
	lowest := sorted[len(sorted)-1]
	var names []string
	for _, r := range sorted[:min(5, len(sorted))] {
		names = append(names, o.name(r)+" "+dataset.Percent(r.Rate)+onFew(r))
	}
	if len(sorted) <= 5 {
		return "From the highest: " + strings.Join(names, ", ") + "."
	}
	return fmt.Sprintf("The highest are %s; the lowest is %s with %s.",
		strings.Join(names[:len(names)-1], ", ")+" and "+names[len(names)-1], o.name(lowest), dataset.Percent(lowest.Rate))
}

// onFew marks a rate that rests on few tests where it is named.
func onFew(r Rate) string {
	if r.Tested >= LowTests || math.IsNaN(r.Tested) {
		return ""
	}
	return " (only " + dataset.Plural(int(r.Tested), "test") + ")"
}

// noun is what a unit of the result is called.
func (o *outcome) noun() string { return dataset.UnitNoun(o.wards(o.rates)) }

func (o *outcome) name(r Rate) string { return o.data.Wards[r.Ward].Label() }

// without names the wards that have no value, by reason.
func (o *outcome) without() string {
	var untested, over []string
	for _, r := range o.rates {
		switch {
		case r.HasValue():
		case r.Tested > 0:
			over = append(over, o.name(r))
		default:
			untested = append(untested, o.name(r))
		}
	}
	var reasons []string
	if len(untested) > 0 {
		reasons = append(reasons, "no tests in "+dataset.Names(untested, 5))
	}
	if len(over) > 0 {
		reasons = append(reasons, "more positives than tests in "+dataset.Names(over, 5))
	}
	if len(reasons) == 0 {
		return ""
	}
	n := len(untested) + len(over)
	return fmt.Sprintf("%s %s no value: %s.", dataset.Plural(n, o.noun()), verb(n, "has", "have"), strings.Join(reasons, "; "))
}

// assumed lists what was taken for granted.
func (o *outcome) assumed() []string {
	said := slices.Clone(o.chosen.assumed)
	said = append(said, o.periodSaid())
	if o.chosen.Method == dataset.AnyMethod && len(o.data.Counts.TestGroups(o.chosen.Method, o.chosen.Age)) > 1 {
		said = append(said, "RDT and microscopy are added up, so a patient tested with both counts twice.")
	}
	if o.totals.Zeros > 0 {
		said = append(said, fmt.Sprintf("In %s tests were reported without positives; as usual in a DHIS2 export these positives are taken as zero.",
			dataset.Plural(o.totals.Zeros, "case")))
	}
	if columns := unpaired(o.data.Counts); len(columns) > 0 {
		said = append(said, fmt.Sprintf("Not counted, because tested or positive is missing beside it: %s.", dataset.Names(columns, 5)))
	}
	if o.filled > 0 {
		said = append(said, fmt.Sprintf("%s without a value of %s own got the pooled rate of the neighbours, flagged %s.",
			dataset.Plural(o.filled, o.noun()), verb(o.filled, "its", "their"), FlagFromNeigh))
	}
	if o.data.Column("tpr") != nil {
		said = append(said, "The rates are computed from the counts; the test positivity column in your file was not used.")
	}
	return slices.DeleteFunc(said, func(s string) bool { return s == "" })
}

func (o *outcome) periodSaid() string {
	t := &o.totals
	switch {
	case t.Months == 0:
		return "The data tells no months, so its counts are taken as one period."
	case len(o.chosen.Periods) > 0:
		return o.outsideSaid()
	case t.Months < int(t.Span.Months):
		return fmt.Sprintf("All months in the data are used: %d of the %d from %s.", t.Months, t.Span.Months, t.Span.Words())
	case t.Months == 1:
		return fmt.Sprintf("The data holds one month, %s.", t.Span.Words())
	}
	return fmt.Sprintf("All %d months are used, %s.", t.Months, t.Span.Words())
}

// outsideSaid says when the data holds only some of the months asked for.
func (o *outcome) outsideSaid() string {
	asked := 0
	for _, p := range o.chosen.Periods {
		asked += int(p.Months)
	}
	if o.totals.Months >= asked {
		return ""
	}
	return fmt.Sprintf("Of the %d months asked for, the data holds %d.", asked, o.totals.Months)
}

// chips suggest what usually comes next.
func (o *outcome) chips() []schemaregistry.Chip {
	var chips []schemaregistry.Chip
	if o.data.Boundary != nil {
		chips = append(chips, schemaregistry.Chip{Label: "Map test positivity", Say: "map tpr"})
	}
	chips = append(chips, schemaregistry.Chip{Label: "Rank wards by risk", Say: "run the risk analysis"})
	if told := ages(o.data.Counts).told; len(told) > 1 {
		if o.chosen.Age == dataset.U5 {
			chips = append(chips, schemaregistry.Chip{Label: "All ages instead", Say: "same again, but for all ages"})
		} else if slices.Contains(told, string(dataset.U5)) {
			chips = append(chips, schemaregistry.Chip{Label: "Only under-fives", Say: "same again, but for under-fives"})
		}
	}
	if !o.chosen.fill && o.data.Boundary != nil && o.withValue() < len(o.rates) {
		chips = append(chips, schemaregistry.Chip{Label: "Fill the gaps from neighbours", Say: "fill tpr gaps from neighbours"})
	}
	return chips
}
