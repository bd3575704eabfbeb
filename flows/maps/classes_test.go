package maps

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var missing = math.NaN()

func TestClassify(t *testing.T) {
	tests := []struct {
		name   string
		values []float64
		method string
		k      int
		bounds []float64
		counts []int
	}{
		{"equal steps", []float64{0, 1, 5, 9, 10}, classesEqual, 5, []float64{0, 2, 4, 6, 8, 10}, []int{2, 0, 1, 0, 2}},
		{"an upper bound is inside", []float64{0, 2, 4}, classesEqual, 2, []float64{0, 2, 4}, []int{2, 1}},
		{"quantiles at round numbers", []float64{1.1, 2.2, 3.3, 4.4, 5.6, 6.6}, classesQuantile, 3, []float64{1.1, 3, 5, 6.6}, []int{2, 2, 2}},
		{"quantiles keep ties together", []float64{1, 1, 1, 1, 2, 3, 4}, classesQuantile, 3, []float64{1, 1.5, 2.5, 4}, []int{4, 1, 2}},
		{"few values have a class each", []float64{0, 0, 0, 0, 0.5, 0.5, 1}, classesQuantile, 5, []float64{0, 0, 0.5, 1}, []int{4, 2, 1}},
		{"natural breaks find the gaps", []float64{1, 2, 3, 20, 21, 22, 90, 91}, classesNatural, 3, []float64{1, 10, 50, 91}, []int{3, 3, 2}},
		{"one value", []float64{7, 7, 7}, classesQuantile, 5, []float64{7, 7}, []int{3}},
		{"one value, equal steps", []float64{7, 7}, classesEqual, 5, []float64{7, 7}, []int{2}},
		{"one value, natural", []float64{7, 7}, classesNatural, 5, []float64{7, 7}, []int{2}},
		{"missing values are in no class", []float64{missing, 1, missing, 2}, classesNatural, 3, []float64{1, 1.5, 2}, []int{1, 1}},
		{"nothing but missing values", []float64{missing, math.Inf(1)}, classesQuantile, 3, nil, nil},
		{"no values", nil, classesEqual, 3, nil, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := Classify(test.values, 2, test.method, test.k)
			if diff := cmp.Diff(test.bounds, c.Bounds); diff != "" {
				t.Error("bounds", diff)
			}
			if diff := cmp.Diff(test.counts, c.Counts); diff != "" {
				t.Error("counts", diff)
			}
			if got := c.Of(missing); got != -1 {
				t.Errorf("a missing value is in class %d", got)
			}
		})
	}
}

var anyMethod = rapid.SampledFrom([]string{classesQuantile, classesEqual, classesNatural})

// anyValues mixes smooth values, ties, tiny and huge ones, and missing ones.
func anyValues(t *rapid.T) []float64 {
	value := rapid.OneOf(
		rapid.Float64Range(-1e6, 1e6),
		rapid.Float64Range(0, 1),
		rapid.Map(rapid.IntRange(0, 6), func(n int) float64 { return float64(n) / 4 }),
		rapid.SampledFrom([]float64{math.NaN(), 0, 1e-12, 1e300, -1e300}),
	)
	return rapid.SliceOfN(value, 0, 80).Draw(t, "values")
}

// Every value is in exactly one class, bounds rise, equal values share a class,
// and nothing is lost.
func TestClassesHoldEveryValueOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := anyValues(t)
		k := rapid.IntRange(1, 9).Draw(t, "k")
		decimals := rapid.IntRange(0, 8).Draw(t, "decimals")
		c := Classify(values, decimals, anyMethod.Draw(t, "method"), k)
		if c.Len() > k || !slices.IsSorted(c.Bounds) {
			t.Fatalf("%d classes of at most %d, bounds %v", c.Len(), k, c.Bounds)
		}
		total, of := 0, map[int]int{}
		for _, v := range values {
			class := c.Of(v)
			if v = decimal(v, decimals); present(v) {
				if class < 0 || v > c.Bounds[class+1] || v < c.Bounds[class] || (class > 0 && v == c.Bounds[class]) {
					t.Fatalf("%v is in class %d of %v", v, class, c.Bounds)
				}
				of[class]++
				total++
			} else if class != -1 {
				t.Fatalf("%v is in class %d", v, class)
			}
		}
		sum := 0
		for class, n := range c.Counts {
			if sum += n; of[class] != n {
				t.Fatalf("class %d counts %d, holds %d", class, n, of[class])
			}
			if n == 0 && c.Method != classesEqual {
				t.Fatalf("class %d of %v is empty", class, c.Bounds)
			}
		}
		if sum != total {
			t.Fatalf("%d of %d values", sum, total)
		}
	})
}

// The order of the wards does not matter.
func TestClassesIgnoreOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := slices.DeleteFunc(anyValues(t), func(v float64) bool { return !present(v) })
		method := anyMethod.Draw(t, "method")
		shuffled := rapid.Permutation(values).Draw(t, "shuffled")
		if diff := cmp.Diff(Classify(values, 3, method, 5), Classify(shuffled, 3, method, 5)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// Quantile classes of distinct values are of about the same size.
func TestQuantilesAreEven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, k := rapid.IntRange(40, 300).Draw(t, "n"), rapid.IntRange(3, 9).Draw(t, "k")
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(i) + rapid.Float64Range(0, 0.9).Draw(t, "noise")
		}
		c := Classify(values, 2, classesQuantile, k)
		slack := 2*min(n/(6*k), 2+n/(30*k)) + 2
		for _, count := range c.Counts {
			if math.Abs(float64(count)-float64(n)/float64(k)) > float64(slack) {
				t.Fatalf("%d values in %d classes: %v", n, k, c.Counts)
			}
		}
	})
}

// The fast natural breaks are as good as trying every partition.
func TestNaturalBreaksAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 60), func(n int) float64 { return float64(n) }), 1, 11).Draw(t, "values")
		k := rapid.IntRange(1, 4).Draw(t, "k")
		slices.Sort(values)
		unique := slices.Compact(slices.Clone(values))
		best := math.Inf(1)
		for mask := range 1 << (len(unique) - 1) {
			var tops []float64
			for i := range len(unique) - 1 {
				if mask>>i&1 == 1 {
					tops = append(tops, unique[i])
				}
			}
			if len(tops) < k {
				best = math.Min(best, deviationOf(values, tops))
			}
		}
		if got := deviationOf(values, naturalTops(values, k)); got > best+1e-6 {
			t.Fatalf("deviation %v, best %v", got, best)
		}
	})
}

// deviationOf sums the squared deviations of a partition the slow way.
func deviationOf(values, tops []float64) float64 {
	groups := make([][]float64, len(tops)+1)
	for _, v := range values {
		at, _ := slices.BinarySearch(tops, v)
		groups[at] = append(groups[at], v)
	}
	sum := 0.0
	for _, group := range groups {
		mean := 0.0
		for _, v := range group {
			mean += v / float64(len(group))
		}
		for _, v := range group {
			sum += (v - mean) * (v - mean)
		}
	}
	return sum
}

func TestRoundest(t *testing.T) {
	for _, test := range []struct {
		low, high, near float64
		decimals        int
		want            float64
	}{
		{12.3, 18.9, 12.3, 1, 15},
		{0.1231, 0.1289, 0.1231, 4, 0.125},
		{0.341, 0.342, 0.3415, 3, 0.341},
		{-3, 4, -3, 0, 0},
		{1999, 2001, 2000, 0, 2000},
		{5, 6, 5.5, 0, 5},
		{0, 0.571, 0.2855, 3, 0.5},
	} {
		if got := roundest(test.low, test.high, test.near, test.decimals); got != test.want {
			t.Errorf("roundest(%v, %v) = %v, want %v", test.low, test.high, got, test.want)
		}
	}
}

func BenchmarkNatural10000(b *testing.B) {
	values := make([]float64, 10_000)
	for i := range values {
		values[i] = math.Sin(float64(i)) * float64(i%97)
	}
	for b.Loop() {
		Classify(values, 3, classesNatural, 9)
	}
}
