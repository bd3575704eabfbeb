package risk

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestImputed(t *testing.T) {
	none := math.NaN()
	chain := [][]int{{1}, {0, 2}, {1, 3}, {2}} // wards in a row
	for _, test := range []struct {
		name   string
		values []float64
		from   *counts
		want   []float64
	}{
		{"the mean of the neighbours", []float64{4, none, 10, 1}, nil, []float64{4, 7, 10, 1}},
		{"a filled value does not serve others", []float64{4, none, none, none}, nil, []float64{4, 4, none, none}},
		{"nothing is missing", []float64{1, 2, 3, 4}, nil, []float64{1, 2, 3, 4}},
		{"a rate pools the counts", []float64{.5, none, .1, .2},
			&counts{part: []float64{5, 0, 100, 2}, whole: []float64{10, 0, 1000, 10}}, []float64{.5, 105.0 / 1010, .1, .2}},
		{"a rate without all counts takes the mean", []float64{.5, none, .1, .2},
			&counts{part: []float64{5, 0, none, 2}, whole: []float64{10, 0, none, 10}}, []float64{.5, .3, .1, .2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, imputed(test.values, chain, test.from), cmpopts.EquateNaNs()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
