package risk

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestRanks(t *testing.T) {
	for _, test := range []struct {
		name   string
		values []float64
		want   []int
	}{
		{"one", []float64{5}, []int{1}},
		{"none", nil, []int{}},
		{"highest is 1", []float64{2, 9, 4}, []int{3, 1, 2}},
		{"a tie shares the smallest", []float64{3, 7, 7, 1}, []int{3, 1, 1, 4}},
		{"within 1e-9 is a tie", []float64{1, 1 + 9e-10, 1 - 1e-6}, []int{1, 1, 3}},
		{"a group never spans more than 1e-9", []float64{1, 1 - 8e-10, 1 - 16e-10}, []int{1, 1, 3}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, Ranks(test.values)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSpearman(t *testing.T) {
	for _, test := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{1, 2, 3, 4}, []float64{10, 20, 30, 400}, 1},
		{[]float64{1, 2, 3, 4}, []float64{4, 3, 2, 1}, -1},
		{[]float64{1, 2, 2, 4}, []float64{1, 2, 3, 4}, 0.9486832980505138}, // R: cor(..., method = "spearman")
		{[]float64{1, 1, 1}, []float64{1, 2, 3}, math.NaN()},
	} {
		got := Spearman(test.a, test.b)
		if !near(got, test.want, 1e-12) && !(math.IsNaN(got) && math.IsNaN(test.want)) {
			t.Errorf("Spearman(%v, %v) = %v, want %v", test.a, test.b, got, test.want)
		}
	}
}

func TestScale(t *testing.T) {
	values := []float64{-10, 0, 30}
	if diff := cmp.Diff([]float64{0, .25, 1}, Scale(values, 1)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]float64{1, .75, 0}, Scale(values, -1)); diff != "" {
		t.Error(diff)
	}
}

func TestModels(t *testing.T) {
	for p, want := range map[int]float64{1: 1, 2: 1, 3: 4, 4: 11, 11: 2036} {
		models, tasks := plan(p)
		if Models(p) != want || float64(models) != want || len(tasks) == 0 {
			t.Errorf("%d variables make %v (planned %d) models, want %v", p, Models(p), models, want)
		}
	}
}

// naive follows the definition word by word: every subset, its mean, its ranks,
// the median.
func naive(x [][]float64) (score, median []float64) {
	n := len(x[0])
	all := make([][]int, n)
	score = make([]float64, n)
	models := 0
	for mask := 1; mask < 1<<len(x); mask++ {
		means, size := make([]float64, n), 0
		for v := range x {
			if mask>>v&1 == 1 {
				size++
				for i := range n {
					means[i] += x[v][i]
				}
			}
		}
		if size < 2 && len(x) > 1 {
			continue
		}
		models++
		for i := range n {
			means[i] /= float64(size)
			score[i] += means[i]
		}
		for i, rank := range Ranks(means) {
			all[i] = append(all[i], rank)
		}
	}
	median = make([]float64, n)
	for i, ranks := range all {
		slices.Sort(ranks)
		median[i] = float64(ranks[(models-1)/2]+ranks[models/2]) / 2
		score[i] /= float64(models)
	}
	return score, median
}

// scaled draws variables between 0 and 1, coarse enough for ties.
func scaled(t *rapid.T) [][]float64 {
	p, n := rapid.IntRange(1, 6).Draw(t, "variables"), rapid.IntRange(2, 40).Draw(t, "wards")
	steps := rapid.SampledFrom([]int{3, 10, 997}).Draw(t, "steps")
	x := make([][]float64, p)
	for v := range x {
		for range n {
			x[v] = append(x[v], float64(rapid.IntRange(0, steps).Draw(t, "value"))/float64(steps))
		}
	}
	return x
}

func TestCompositeIsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := scaled(t)
		c := NewComposite(x)
		score, median := naive(x)
		for i := range score {
			if !near(c.Score[i], score[i], 1e-12) { // the mean over the set is the mean over all models
				t.Fatalf("ward %d: score %v, mean over all models %v", i, c.Score[i], score[i])
			}
			if c.Median[i] != median[i] {
				t.Fatalf("ward %d: median rank %v, want %v", i, c.Median[i], median[i])
			}
			if c.Score[i] < 0 || c.Score[i] > 1 {
				t.Fatalf("ward %d: score %v", i, c.Score[i])
			}
		}
	})
}

func TestCompositeRanksAreConsistent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := NewComposite(scaled(t))
		for i := range c.Rank {
			better := 0
			for j := range c.Rank {
				ahead := c.Median[j] < c.Median[i] || (c.Median[j] == c.Median[i] && c.Score[j] > c.Score[i]+tie)
				if ahead {
					better++
				}
				if ahead && c.Rank[j] >= c.Rank[i] {
					t.Fatalf("ward %d is ahead of %d but has rank %d and %d", j, i, c.Rank[j], c.Rank[i])
				}
			}
			if c.Rank[i] != better+1 {
				t.Fatalf("ward %d has rank %d with %d ahead", i, c.Rank[i], better)
			}
		}
	})
}

func TestCompositeIgnoresUnitsAndRowOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, n := rapid.IntRange(1, 5).Draw(t, "variables"), rapid.IntRange(2, 30).Draw(t, "wards")
		order := rapid.Permutation(indexes(n)).Draw(t, "order")
		x, y := make([][]float64, p), make([][]float64, p)
		for v := range x {
			direction := rapid.SampledFrom([]int{1, -1}).Draw(t, "direction")
			factor, shift := rapid.Float64Range(.1, 50).Draw(t, "factor"), rapid.Float64Range(-9, 9).Draw(t, "shift")
			raw := []float64{0, 1000} // so that the column varies
			for len(raw) < n {
				raw = append(raw, float64(rapid.IntRange(0, 1000).Draw(t, "value")))
			}
			moved := make([]float64, n)
			for at, i := range order {
				moved[at] = raw[i]*factor + shift
			}
			x[v], y[v] = Scale(raw, direction), Scale(moved, direction)
		}
		a, b := NewComposite(x), NewComposite(y)
		for at, i := range order {
			if !near(a.Score[i], b.Score[at], 1e-9) || a.Rank[i] != b.Rank[at] {
				t.Fatalf("ward %d: %v rank %d, then %v rank %d", i, a.Score[i], a.Rank[i], b.Score[at], b.Rank[at])
			}
		}
	})
}

func TestCompositeIsTheSameOnOneCore(t *testing.T) {
	x := random(300, 9)
	many := NewComposite(x)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if diff := cmp.Diff(many, NewComposite(x)); diff != "" {
		t.Error(diff)
	}
}

func TestMedianOfFewAndFar(t *testing.T) {
	values := []uint32{9000, 1, 500}
	if got, _ := median(values, nil); got != 500 {
		t.Errorf("median %v", got)
	}
	if got, _ := median([]uint32{4, 1, 2, 3}, nil); got != 2.5 {
		t.Errorf("median %v", got)
	}
}

// random variables of a fixed seed.
func random(n, p int) [][]float64 {
	source := rand.New(rand.NewPCG(7, 11))
	x := make([][]float64, p)
	for v := range x {
		raw := make([]float64, n)
		for i := range raw {
			raw[i] = source.Float64()
		}
		x[v] = Scale(raw, 1)
	}
	return x
}

// 500 wards x 11 variables: 2,036 models, to stay below 60 ms.
func BenchmarkComposite(b *testing.B) {
	x := random(500, 11)
	for b.Loop() {
		NewComposite(x)
	}
}
