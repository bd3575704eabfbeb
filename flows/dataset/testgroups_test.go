package dataset

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tests makes counts of one row with a tested and a positive series each.
func tests(of ...Indicator) *Counts {
	c := &Counts{Ward: []int32{0}, Facility: []int32{-1}}
	for i, indicator := range of {
		for _, role := range []Role{RoleTested, RolePositive} {
			indicator.Role = role
			c.Series = append(c.Series, Series{Indicator: indicator, Values: []float64{float64(10 * (i + 1))}})
		}
	}
	return c
}

func TestTestGroups(t *testing.T) {
	rdtU5, rdtPW := Indicator{Method: RDT, Age: U5}, Indicator{Method: RDT, Age: PW}
	rdtAny, slideAny := Indicator{Method: RDT}, Indicator{Method: Microscopy}
	for _, c := range []struct {
		name   string
		counts *Counts
		method Method
		age    Age
		want   []string
	}{
		{"all is the sum of ages and methods", tests(rdtU5, rdtPW, slideAny), AnyMethod, AnyAge, []string{"rdt u5 pw", "microscopy "}},
		{"ages win over their total", tests(rdtAny, rdtU5), AnyMethod, AnyAge, []string{"rdt u5"}},
		{"one method", tests(rdtU5, slideAny), Microscopy, AnyAge, []string{"microscopy "}},
		{"one age leaves out a method that does not tell it", tests(rdtU5, slideAny), AnyMethod, U5, []string{"rdt u5"}},
		{"no method told", tests(Indicator{Age: U5}), AnyMethod, AnyAge, []string{" u5"}},
		{"a method that is not told", tests(Indicator{Age: U5}), RDT, AnyAge, nil},
		{"an age that is not there", tests(rdtU5), AnyMethod, O5, nil},
	} {
		var got []string
		for _, g := range c.counts.TestGroups(c.method, c.age) {
			said := string(g.Method)
			for _, p := range g.Pairs {
				said += " " + string(p.Age)
			}
			got = append(got, said)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
	half := tests(rdtU5)
	half.Series = half.Series[:1]
	if got := half.TestGroups(AnyMethod, AnyAge); got != nil {
		t.Errorf("half a pair gave %v", got)
	}
}

func TestReport(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name                     string
		u5, u5Pos, pw, pwPos     float64
		absentIsZero             bool
		outcome                  Outcome
		tested, positive, absent float64
	}{
		{"complete", 10, 1, 20, 2, false, Counted, 30, 3, 0},
		{"a blank leaves all of it out", 10, 1, 20, nan, false, Partial, 0, 0, 0},
		{"nothing said", nan, nan, nan, nan, false, Silent, 0, 0, 0},
		{"an absent positive is zero", 10, nan, 20, 2, true, Counted, 30, 2, 1},
		{"an absent age is not reported", nan, nan, 20, 2, true, Counted, 20, 2, 0},
		{"a positive without tested", 10, 1, nan, 2, true, Partial, 0, 0, 0},
	} {
		counts := tests(Indicator{Method: RDT, Age: U5}, Indicator{Method: RDT, Age: PW})
		for i, v := range []float64{c.u5, c.u5Pos, c.pw, c.pwPos} {
			counts.Series[i].Values[0] = v
		}
		got := counts.TestGroups(RDT, AnyAge)[0].Report(0, c.absentIsZero)
		want := Report{Tested: c.tested, Positive: c.positive, Outcome: c.outcome, AbsentZeros: int(c.absent)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestPeriodsForAndWords(t *testing.T) {
	c := &Counts{Periods: []Period{Month(2023, 11), {}, Month(2024, 2)}}
	if got := c.Span().Words(); got != "November 2023 to February 2024" {
		t.Errorf("span %q", got)
	}
	for phrase, want := range map[string]string{
		"": "all", "all": "all", "2024": "2024", "last 2 months": "202401-202402", "2019": "error", "soon": "error",
	} {
		periods, err := c.PeriodsFor(phrase)
		got := "all"
		if len(periods) > 0 {
			got = periods[0].String()
		}
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", phrase, got, want)
		}
	}
	if _, err := (&Counts{}).PeriodsFor("2024"); err == nil {
		t.Error("a period of counts without periods")
	}
	for want, p := range map[string]Period{"": {}, "March 2024": Month(2024, 3), "January to March 2024": {First: 2024 * 12, Months: 3}} {
		if got := p.Words(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if (Period{}).In([]Period{Month(2024, 1)}) || !Month(2024, 1).In([]Period{Month(2023, 1), {First: 2024 * 12, Months: 12}}) {
		t.Error("In")
	}
}
