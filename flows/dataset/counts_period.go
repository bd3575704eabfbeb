package dataset

import "github.com/chatmrpt/chatmrpt/core/schemaregistry"

// Span is the period from the first to the last month of the counts; zero when
// they tell none.
func (c *Counts) Span() Period {
	var span Period
	for _, p := range c.Periods {
		switch {
		case p.IsZero():
		case span.IsZero():
			span = p
		default:
			first := min(span.First, p.First)
			span = Period{First: first, Months: max(span.First+span.Months, p.First+p.Months) - first}
		}
	}
	return span
}

// PeriodsFor reads an analyst's phrase for the periods of these counts; nil is
// all of them. It is an error, with a sentence, when the phrase cannot be read
// or nothing was reported then.
func (c *Counts) PeriodsFor(phrase string) ([]Period, error) {
	if phrase == "" {
		return nil, nil
	}
	span := c.Span()
	chosen, err := ParsePeriods(phrase, span)
	if err != nil || chosen == nil {
		return nil, err
	}
	if span.IsZero() {
		return nil, schemaregistry.Fail("no_periods", "The data tells no months, so I cannot pick out %s.", phrase)
	}
	for _, p := range c.Periods {
		if p.In(chosen) {
			return chosen, nil
		}
	}
	return nil, schemaregistry.Fail("nothing_then", "The data runs from %s; it has nothing for %s.", span.Words(), phrase)
}

// In reports whether the period lies wholly inside one of the chosen ones; an
// untold period lies in none.
func (p Period) In(chosen []Period) bool {
	for _, c := range chosen {
		if !p.IsZero() && c.Contains(p) {
			return true
		}
	}
	return false
}
