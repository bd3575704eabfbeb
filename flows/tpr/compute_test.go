package tpr

import (
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func TestWilson(t *testing.T) {
	for _, c := range []struct{ positive, tested, low, high float64 }{
		{0, 10, 0, 0.2775},
		{5, 10, 0.2366, 0.7634},
		{10, 10, 0.7225, 1},
		{1, 1, 0.2065, 1},
		{13591, 174237, 0.0768, 0.0793},
	} {
		low, high := Wilson(c.positive, c.tested)
		if math.Abs(low-c.low) > 5e-5 || math.Abs(high-c.high) > 5e-5 {
			t.Errorf("Wilson(%v, %v) = %.4f, %.4f", c.positive, c.tested, low, high)
		}
	}
}

func TestBlankLeavesOutTheFacilityMonthMethod(t *testing.T) {
	c := countsOf([]line{
		{0, 1, 50, blank, 10, 3}, // RDT is left out, microscopy stays
		{0, 2, blank, 7, blank, blank},
		{0, 3, 20, 5, blank, blank}, // microscopy says nothing, which leaves nothing out
	})
	got := Compute(c, 4, Choice{})
	want := Sum{Tested: 30, Positive: 8, Reports: 2, Rows: 2, Facilities: 1, Known: 2, Sparse: 1}
	if diff := cmp.Diff(want, got.Wards[0]); diff != "" {
		t.Error(diff)
	}
	if got.Partial != 2 || got.Blank["positive by rdt"] != 1 || got.Blank["tested by rdt"] != 1 {
		t.Errorf("partial %d, blank %v", got.Partial, got.Blank)
	}
}

func TestBlankAgeLeavesOutItsMethodWhenAllAgesAreChosen(t *testing.T) {
	counts := byAge([]float64{40}, []float64{9}, []float64{60}, []float64{blank})
	if got := Compute(counts, 1, Choice{}); got.Wards[0].Reports != 0 || got.Partial != 1 {
		t.Errorf("all ages: %+v", got)
	}
	if got := Compute(counts, 1, Choice{Age: dataset.U5}); got.Wards[0].Positive != 9 || got.Partial != 0 {
		t.Errorf("under five: %+v", got)
	}
}

func TestAbsentPositiveOfALongExportIsZero(t *testing.T) {
	counts := byAge([]float64{40, blank}, []float64{blank, blank}, []float64{60, 5}, []float64{6, 1})
	counts.AbsentIsZero = true
	got := Compute(counts, 1, Choice{})
	if w := got.Wards[0]; w.Tested != 105 || w.Positive != 7 || got.Zeros != 1 || got.Partial != 0 {
		t.Errorf("%+v, %d zeros, %d partial", w, got.Zeros, got.Partial)
	}
	if r := Rates(got)[0]; !math.IsNaN(r.Facilities) {
		t.Errorf("a unit that reports itself has %v facilities", r.Facilities)
	}
}

// byAge makes RDT counts of one ward that reports itself.
func byAge(u5, u5Pos, o5, o5Pos []float64) *dataset.Counts {
	c := &dataset.Counts{}
	for i := range u5 {
		c.Ward = append(c.Ward, 0)
		c.Facility = append(c.Facility, -1)
		c.Periods = append(c.Periods, dataset.Month(2023, i+1))
	}
	add := func(role dataset.Role, age dataset.Age, values []float64) {
		c.Series = append(c.Series, dataset.Series{Indicator: dataset.Indicator{Role: role, Method: dataset.RDT, Age: age}, Values: values})
	}
	add(dataset.RoleTested, dataset.U5, u5)
	add(dataset.RolePositive, dataset.U5, u5Pos)
	add(dataset.RoleTested, dataset.O5, o5)
	add(dataset.RolePositive, dataset.O5, o5Pos)
	return c
}

func TestFewMonths(t *testing.T) {
	var lines []line
	for month := 1; month <= 12; month++ {
		lines = append(lines, line{0, month, 90, 9, blank, blank})
		if month <= 5 {
			lines = append(lines, line{1, month, 90, 9, blank, blank}, line{2, month, 90, 9, blank, blank})
		}
		if month <= 6 {
			lines = append(lines, line{3, month, 90, 9, blank, blank})
		}
	}
	got := Rates(Compute(countsOf(lines), 4, Choice{}))
	want := [][]string{nil, {FlagFewMonths}, nil, {FlagNoTests}}
	// Ward 0: one of two facilities is sparse, not most. Ward 2: one reports six of
	// twelve months, the other nothing, which is one of two again.
	for w, r := range got {
		if diff := cmp.Diff(want[w], r.Flags); diff != "" {
			t.Errorf("ward %d: %s", w, diff)
		}
	}
}

func TestPeriodAndLevel(t *testing.T) {
	c := countsOf([]line{{0, 1, 10, 1, blank, blank}, {1, 1, 20, 2, blank, blank}, {0, 2, 40, 4, blank, blank}})
	got := Compute(c, 4, Choice{Level: dataset.Primary, Periods: []dataset.Period{dataset.Month(2024, 2)}})
	if w := got.Wards[0]; w.Tested != 40 || w.Known != 1 || got.Months != 1 || got.Span != dataset.Month(2024, 2) {
		t.Errorf("%+v", got)
	}
}

func TestRowsOfNoKnownWardAreReported(t *testing.T) {
	c := countsOf([]line{{0, 1, 10, 1, blank, blank}, {1, 1, 20, 2, blank, blank}})
	c.Ward[1] = -1
	got := Compute(c, 4, Choice{})
	if got.LostRows != 1 || got.LostTests != 20 || got.Wards[0].Tested != 10 {
		t.Errorf("%+v", got)
	}
}

func TestFillFromNeighbours(t *testing.T) {
	rates := Rates(Totals{Wards: []Sum{
		{Tested: 100, Positive: 20, Reports: 1}, {Tested: 300, Positive: 30, Reports: 1}, {}, {},
	}})
	if n := FillFromNeighbours(rates, [][]int{{2}, {2}, {0, 1, 3}, {2}}); n != 1 {
		t.Fatalf("%d filled", n)
	}
	if r := rates[2]; r.Rate != 0.125 || !math.IsNaN(r.Tested) || r.Low >= r.Rate || r.High <= r.Rate {
		t.Errorf("%+v", r)
	}
	if diff := cmp.Diff([]string{FlagNoTests, FlagFromNeigh}, rates[2].Flags); diff != "" {
		t.Error(diff)
	}
	if rates[3].HasValue() {
		t.Error("a filled ward filled another")
	}
}

// someLines draws a small file with blanks, zeros and contradictions.
func someLines(t *rapid.T) []line {
	count := rapid.OneOf(rapid.Just(blank), rapid.Just(0.0), rapid.Map(rapid.IntRange(0, 500), func(n int) float64 { return float64(n) }))
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) line {
		return line{
			facility: rapid.Int32Range(0, 4).Draw(t, "facility"), month: rapid.IntRange(1, 12).Draw(t, "month"),
			rdt: count.Draw(t, "rdt"), rdtPos: count.Draw(t, "rdt+"), slide: count.Draw(t, "slide"), slidePos: count.Draw(t, "slide+"),
		}
	}), 0, 60).Draw(t, "lines")
}

func TestRatesAreRates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rates := Rates(Compute(countsOf(someLines(t)), 4, Choice{}))
		tested, positive := 0.0, 0.0
		for _, r := range rates {
			if !r.HasValue() {
				if !math.IsNaN(r.Low) || !math.IsNaN(r.High) {
					t.Fatalf("an interval without a value: %+v", r)
				}
				if r.Tested > 0 && r.Positive <= r.Tested {
					t.Fatalf("a value is missing: %+v", r)
				}
			} else if r.Rate < 0 || r.Rate > 1 || r.Low > r.Rate || r.High < r.Rate || r.Tested == 0 {
				t.Fatalf("%+v", r)
			}
			if !math.IsNaN(r.Tested) {
				tested, positive = tested+r.Tested, positive+r.Positive
			}
		}
		gotTested, gotPositive, _ := Pooled(rates)
		if gotTested != tested || gotPositive != positive {
			t.Fatalf("pooled %v of %v, summed %v of %v", gotPositive, gotTested, positive, tested)
		}
	})
}

func TestOrderOfRowsIsIrrelevant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := someLines(t)
		shuffled := rapid.Permutation(lines).Draw(t, "shuffled")
		want, got := Compute(countsOf(lines), 4, Choice{}), Compute(countsOf(shuffled), 4, Choice{})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestCountingTwiceChangesNoRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := someLines(t)
		once := Rates(Compute(countsOf(lines), 4, Choice{}))
		twice := Rates(Compute(countsOf(append(lines, lines...)), 4, Choice{}))
		for w := range once {
			if diff := cmp.Diff(once[w].Rate, twice[w].Rate, cmpopts.EquateNaNs(), cmpopts.EquateApprox(1e-12, 0)); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

func TestPartsAddUpToTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := countsOf(someLines(t))
		whole := Compute(c, 4, Choice{})
		for _, parts := range [][]Choice{
			{{Level: dataset.Primary}, {Level: dataset.Secondary}},
			{{Method: dataset.RDT}, {Method: dataset.Microscopy}},
			{{Periods: []dataset.Period{{First: 2024 * 12, Months: 5}}}, {Periods: []dataset.Period{{First: 2024*12 + 5, Months: 7}}}},
		} {
			tested, counted := 0.0, 0
			for _, choice := range parts {
				part := Compute(c, 4, choice)
				tested += part.tests()
				counted += part.Counted
			}
			if tested != whole.tests() || counted != whole.Counted {
				t.Fatalf("%+v: %v tests of %v", parts, tested, whole.tests())
			}
		}
	})
}

func TestOneCoreGivesTheSameAnswer(t *testing.T) {
	c := manyCounts(20_000)
	many := Compute(c, 190, Choice{})
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if diff := cmp.Diff(many, Compute(c, 190, Choice{})); diff != "" {
		t.Error(diff)
	}
}

// manyCounts are rows of 190 wards with RDT and microscopy by two ages: eight series.
func manyCounts(rows int) *dataset.Counts {
	const wards, facilities = 190, 1_100
	c := &dataset.Counts{}
	for f := range facilities {
		c.Facilities = append(c.Facilities, dataset.Facility{Level: dataset.Primary, Ward: int32(f % wards)})
	}
	for _, m := range []dataset.Method{dataset.RDT, dataset.Microscopy} {
		for _, a := range []dataset.Age{dataset.U5, dataset.O5} {
			tested, positive := make([]float64, rows), make([]float64, rows)
			for i := range tested {
				tested[i], positive[i] = float64(i%97), float64(i%97/3)
				if i%101 == 0 {
					positive[i] = blank
				}
			}
			c.Series = append(c.Series,
				dataset.Series{Indicator: dataset.Indicator{Role: dataset.RoleTested, Method: m, Age: a}, Values: tested},
				dataset.Series{Indicator: dataset.Indicator{Role: dataset.RolePositive, Method: m, Age: a}, Values: positive})
		}
	}
	for i := range rows {
		f := int32(i / 12 % facilities)
		c.Facility = append(c.Facility, f)
		c.Ward = append(c.Ward, f%wards)
		c.Periods = append(c.Periods, dataset.Month(2000+i/12/facilities%80, i%12+1))
	}
	return c
}

// BenchmarkCompute1M is the arithmetic of the million-row file; the target is
// under 40 ms on two cores.
func BenchmarkCompute1M(b *testing.B) {
	c := manyCounts(1_000_000)
	for b.Loop() {
		Compute(c, 190, Choice{})
	}
}

// BenchmarkTool1M is the whole tool on the million-row file, with fever and
// treatment for the cascade.
func BenchmarkTool1M(b *testing.B) {
	data := &dataset.Dataset{Wards: make([]dataset.Ward, 190), Counts: manyCounts(1_000_000)}
	for i := range data.Wards {
		data.Wards[i] = dataset.Ward{State: "Kogi", LGA: "Ankpa", Name: fmt.Sprint("Ward ", i)}
	}
	tested := data.Counts.Series[0].Values
	data.Counts.Series = append(data.Counts.Series,
		dataset.Series{Indicator: dataset.Indicator{Role: dataset.RoleSuspected}, Values: tested},
		dataset.Series{Indicator: dataset.Indicator{Role: dataset.RoleTreated}, Values: tested})
	for b.Loop() {
		if r, err := tryExecute(data, everything); err != nil || r.Evidence == nil {
			b.Fatal(r.Ask, err)
		}
	}
}
