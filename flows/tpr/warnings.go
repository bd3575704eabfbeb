package tpr

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// warnings say what weakens the answer, the heaviest first.
func (o *outcome) warnings() []string {
	said := []string{o.overSaid(), o.partialSaid(), o.lostSaid()}
	said = append(said, cascade(o.data.Counts, o.chosen.Choice)...)
	said = append(said,
		o.flagSaid(FlagFewMonths, "In %s most facilities reported in fewer than half of the months: %s."),
		o.flagSaid(FlagLowTests, "In %s there were fewer than 30 tests, so the rate is uncertain: %s."),
		o.flagSaid(FlagTotalRow, "In %s only a total row reports, so that row is counted: %s."),
	)
	return slices.DeleteFunc(said, func(s string) bool { return s == "" })
}

func (o *outcome) overSaid() string {
	reports, wards := 0, 0
	for _, r := range o.rates {
		if over := o.totals.Wards[r.Ward].Over; over > 0 {
			reports += over
			wards++
		}
	}
	if reports == 0 {
		return ""
	}
	said := fmt.Sprintf("%s of %s, in %s, %s more positives than tests; %s counted as reported. A ward where this holds overall gets no value.",
		dataset.Thousands(reports), dataset.Plural(o.totals.Counted, "report"), dataset.Plural(wards, o.noun()), verb(reports, "has", "have"), verb(reports, "it is", "they are"))
	if 4*reports > o.totals.Counted {
		said += " So many contradictions suggest that a column is mislabelled or swapped: check what each column was taken for before you use these rates."
	}
	return said
}

func (o *outcome) partialSaid() string {
	t := &o.totals
	if t.Partial == 0 {
		return ""
	}
	said := fmt.Sprintf("%s (%s) %s left out of tests and positives alike, because a count is blank",
		dataset.Plural(t.Partial, "report"), share(float64(t.Partial), float64(t.Partial+t.Counted)), verb(t.Partial, "is", "are"))
	if worst := mostBlank(t.Blank); worst != "" {
		said += fmt.Sprintf(", most often %q (%s)", worst, dataset.Thousands(t.Blank[worst]))
	}
	return said + "."
}

func mostBlank(blank map[string]int) string {
	columns := slices.Sorted(maps.Keys(blank))
	if len(columns) == 0 {
		return ""
	}
	return slices.MaxFunc(columns, func(a, b string) int {
		return cmp.Or(cmp.Compare(blank[a], blank[b]), cmp.Compare(b, a))
	})
}

func (o *outcome) lostSaid() string {
	if o.totals.LostRows == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s to no known ward; their %s tests are in no ward's rate.",
		dataset.Plural(o.totals.LostRows, "row"), verb(o.totals.LostRows, "belongs", "belong"), dataset.Thousands(o.totals.LostTests))
}

// flagSaid names the wards with a flag; the format takes their number and names.
func (o *outcome) flagSaid(flag, format string) string {
	var names []string
	for _, r := range o.rates {
		if slices.Contains(r.Flags, flag) {
			names = append(names, o.name(r))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf(format, dataset.Plural(len(names), o.noun()), dataset.Names(names, 5))
}
