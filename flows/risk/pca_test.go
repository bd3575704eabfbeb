package risk

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func near(got, want, within float64) bool { return math.Abs(got-want) <= within }

// The expected figures are those of R: prcomp(USArrests, scale. = TRUE), and KMO
// and cortest.bartlett of package psych.
func TestPCAAgainstR(t *testing.T) {
	x := columns(t, arrests, 4)
	pca := NewPCA(x, []int{1, 1, 1, 1})
	for i, want := range []float64{1.5748783, 0.9948694, 0.5971291, 0.4164494} {
		if got := math.Sqrt(pca.Eigenvalues[i]); !near(got, want, 5e-8) {
			t.Errorf("sdev of component %d is %.7f, want %.7f", i+1, got, want)
		}
	}
	if pca.Refused != "" || pca.Kept != 1 || !near(pca.Share, 0.62006039, 5e-7) {
		t.Errorf("refused %q, kept %d, share %v", pca.Refused, pca.Kept, pca.Share)
	}
	// Alabama's first component is 0.9756604 in absolute value, before weighting.
	if got := math.Abs(pca.Score[0]) / pca.Share; !near(got, 0.9756604, 1e-6) {
		t.Errorf("first score %v", got)
	}
}

func TestSuitabilityAgainstR(t *testing.T) {
	for _, test := range []struct {
		name                string
		data                string
		kmo, kmoWithin, chi float64
		chiWithin           float64
	}{
		{"USArrests", arrests, 0.65, 0.005, 88.28815, 5e-6},
		{"iris", iris, 0.5400767, 5e-8, 706.9592, 5e-5},
	} {
		t.Run(test.name, func(t *testing.T) {
			pca := NewPCA(columns(t, test.data, 4), []int{1, 1, 1, 1})
			if !near(pca.KMO, test.kmo, test.kmoWithin) {
				t.Errorf("KMO %.7f, want %v", pca.KMO, test.kmo)
			}
			if !near(pca.ChiSquared, test.chi, test.chiWithin) || pca.DF != 6 || pca.P > 1e-10 {
				t.Errorf("Bartlett %.6f on %v, p %g; want %v", pca.ChiSquared, pca.DF, pca.P, test.chi)
			}
		})
	}
}

func TestPCARefusals(t *testing.T) {
	long := []float64{1, 2, 3, 4, 5, 6, 7, 8}
	for _, test := range []struct {
		name string
		x    [][]float64
		want string
	}{
		{"two variables", [][]float64{long, {2, 1, 4, 3, 6, 5, 8, 7}}, "at least 3 variables"},
		{"as many wards as variables", [][]float64{{1, 2, 3}, {2, 1, 3}, {3, 1, 2}}, "more wards than variables"},
		{"one variable twice", [][]float64{long, long, {2, 1, 4, 3, 6, 5, 8, 7}}, "singular"},
		{"unrelated", [][]float64{{1, -1, 1, -1, 1, -1, 1, -1.1}, {1, 1, -1, -1, 1, 1, -1, -1.1}, {1, 1, 1, 1, -1, -1, -1, -1.1}}, "correlated"},
		{"one sums up two unrelated ones", [][]float64{
			{1, -1, 1, -1, 1, -1, 1, -1}, {1, 1, -1, -1, 1, 1, -1, -1}, {2.1, 0, .1, -2, 2, .1, 0, -2.1}}, "KMO"},
	} {
		t.Run(test.name, func(t *testing.T) {
			directions := make([]int, len(test.x))
			for i := range directions {
				directions[i] = 1
			}
			pca := NewPCA(test.x, directions)
			if !strings.Contains(pca.Refused, test.want) {
				t.Errorf("refused %q, want something of %q", pca.Refused, test.want)
			}
			if pca.Score != nil {
				t.Error("a refused analysis has scores")
			}
		})
	}
}

func TestPCATurnsTowardsRisk(t *testing.T) {
	x := columns(t, arrests, 4)
	up := NewPCA(x, []int{1, 1, 1, 1})
	down := NewPCA(x, []int{-1, -1, -1, -1})
	for i := range up.Score {
		if !near(up.Score[i], -down.Score[i], 1e-9) {
			t.Fatalf("ward %d: %v and %v", i, up.Score[i], down.Score[i])
		}
	}
	if up.Correlation[0] <= 0 {
		t.Errorf("the score falls with a variable that means risk: %v", up.Correlation)
	}
}

func TestPCAIgnoresUnitsAndRowOrder(t *testing.T) {
	x := columns(t, arrests, 4)
	directions := []int{1, 1, -1, 1}
	want := NewPCA(x, directions)
	rapid.Check(t, func(t *rapid.T) {
		order := rapid.Permutation(indexes(len(x[0]))).Draw(t, "order")
		y := make([][]float64, len(x))
		for v := range x {
			factor, shift := rapid.Float64Range(.01, 100).Draw(t, "factor"), rapid.Float64Range(-50, 50).Draw(t, "shift")
			for _, i := range order {
				y[v] = append(y[v], x[v][i]*factor+shift)
			}
		}
		got := NewPCA(y, directions)
		for at, i := range order {
			if !near(got.Score[at], want.Score[i], 1e-8) || got.Rank[at] != want.Rank[i] {
				t.Fatalf("ward %d: score %v rank %d, want %v and %d", i, got.Score[at], got.Rank[at], want.Score[i], want.Rank[i])
			}
		}
	})
}

func indexes(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
