package dataset

import "math"

// A TestPair is what one age group was tested and found positive with one method.
type TestPair struct {
	Age              Age
	Tested, Positive *Series
}

// A TestGroup is one method with the pairs that are counted for it. Its counts
// in one row are a facility-month-method, the smallest unit that is kept or
// left out of a test positivity rate.
type TestGroup struct {
	Method Method
	Pairs  []TestPair
}

// TestGroups selects the counts for a method and an age group; AnyMethod and
// AnyAge select all. All methods are RDT and microscopy where the data tells
// them apart, else the counts that do not tell; all ages are the sum of the age
// groups where the data tells them, else the counts that do not tell. It is
// empty when the data lacks what was chosen.
func (c *Counts) TestGroups(method Method, age Age) []TestGroup {
	methods := []Method{method}
	if method == AnyMethod {
		methods = []Method{RDT, Microscopy}
	}
	groups := c.groupsOf(methods, age)
	if len(groups) == 0 && method == AnyMethod {
		groups = c.groupsOf([]Method{AnyMethod}, age)
	}
	return groups
}

func (c *Counts) groupsOf(methods []Method, age Age) []TestGroup {
	var groups []TestGroup
	for _, m := range methods {
		if pairs := c.pairsOf(m, age); len(pairs) > 0 {
			groups = append(groups, TestGroup{Method: m, Pairs: pairs})
		}
	}
	return groups
}

func (c *Counts) pairsOf(method Method, age Age) []TestPair {
	ages := []Age{age}
	if age == AnyAge {
		ages = []Age{U5, O5, PW}
	}
	var pairs []TestPair
	for _, a := range ages {
		if pair, ok := c.pair(method, a); ok {
			pairs = append(pairs, pair)
		}
	}
	if len(pairs) == 0 && age == AnyAge {
		if pair, ok := c.pair(method, AnyAge); ok {
			pairs = append(pairs, pair)
		}
	}
	return pairs
}

// pair finds both series of a method and age; half a pair gives no rate.
func (c *Counts) pair(method Method, age Age) (TestPair, bool) {
	pair := TestPair{Age: age}
	for i := range c.Series {
		s := &c.Series[i]
		if s.Method != method || s.Age != age {
			continue
		}
		switch s.Role {
		case RoleTested:
			pair.Tested = s
		case RolePositive:
			pair.Positive = s
		}
	}
	return pair, pair.Tested != nil && pair.Positive != nil
}

// A Report is one facility-month-method.
type Report struct {
	Tested, Positive float64
	Outcome          Outcome
	AbsentZeros      int // absent positives that were taken as zero
}

// Outcome says what became of a facility-month-method.
type Outcome int

// The outcomes.
const (
	Silent  Outcome = iota // nothing was reported
	Partial                // a count is blank: it is left out of numerator and denominator
	Counted
)

// Report sums the group's pairs in one row. A blank count leaves the whole
// facility-month-method out; in a long export (absentIsZero) an absent positive
// beside a tested is zero and an age group without tested is not reported.
func (g *TestGroup) Report(row int, absentIsZero bool) Report {
	var r Report
	blank, said := false, false
	for i := range g.Pairs {
		tested, positive := g.Pairs[i].Tested.Values[row], g.Pairs[i].Positive.Values[row]
		noTested, noPositive := math.IsNaN(tested), math.IsNaN(positive)
		said = said || !noTested || !noPositive
		switch {
		case absentIsZero && noTested && noPositive:
			continue
		case absentIsZero && noPositive:
			positive = 0
			r.AbsentZeros++
		case noTested || noPositive:
			blank = true
			continue
		}
		r.Tested += tested
		r.Positive += positive
	}
	switch {
	case !said:
		return Report{}
	case blank:
		return Report{Outcome: Partial}
	}
	r.Outcome = Counted
	return r
}
