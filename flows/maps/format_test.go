package maps

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLegendRanges(t *testing.T) {
	tests := []struct {
		name   string
		unit   unit
		values []float64
		method string
		k      int
		want   []string
	}{
		{"fractions read as percent", "fraction", []float64{0.042, 0.11, 0.27, 0.31, 0.448}, classesNatural, 2, []string{"4 – 20%", "20 – 45%"}},
		{"percent stays", "percent", []float64{1, 2, 50, 51}, classesNatural, 2, []string{"1 – 30%", "30 – 51%"}},
		{"thousands", "people", []float64{1200, 1300, 25_000, 26_500}, classesNatural, 2, []string{"1,200 – 10,000", "10,000 – 26,500"}},
		{"one value a class", "", []float64{0, 0, 3}, classesQuantile, 5, []string{"0", "3"}},
		{"a class for each of a few values", "fraction", []float64{0.123456, 0.234567, 0.345678}, classesQuantile, 5, []string{"12.3%", "23.5%", "34.6%"}},
		{"values that read the same share a class", "fraction", []float64{0, 0, 0, 0.57154, 0.57161, 0.57158, 0.573}, classesQuantile, 5, []string{"0.0%", "57.2%", "57.3%"}},
		{"one value", "fraction", []float64{0.25, 0.25}, classesQuantile, 5, []string{"25.0%"}},
		{"scores below zero", "score", []float64{-0.52, -0.1, 0.31, 0.44}, classesNatural, 2, []string{"-0.52 to 0.00", "0.00 – 0.44"}},
		{"equal steps", "mm", []float64{0, 3, 10}, classesEqual, 3, []string{"0 – 3", "3 – 7", "10"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			decimals := test.unit.stored(test.unit.decimals(test.values))
			got := test.unit.ranges(Classify(test.values, decimals, test.method, test.k), test.values)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNumbers(t *testing.T) {
	for _, test := range []struct {
		unit     unit
		v        float64
		decimals int
		want     string
	}{
		{"fraction", 0.4567, 1, "45.7"},
		{"people", 1234567, 0, "1,234,567"},
		{"", -1234.5, 1, "-1,234.5"},
		{"", -0.0001, 2, "0.00"},
		{"", 1e22, 0, "10000000000000000000000"},
	} {
		if got := test.unit.number(test.v, test.decimals); got != test.want {
			t.Errorf("%v as %q: %s, want %s", test.v, test.unit, got, test.want)
		}
	}
}

func TestDecimals(t *testing.T) {
	for _, test := range []struct {
		unit   unit
		values []float64
		want   int
	}{
		{"fraction", []float64{0.1, 0.2}, 1},
		{"people", []float64{3000, 9000}, 0},
		{"score", []float64{0.1, 0.9, missing}, 3},
		{"mm", []float64{700.5, 1200.25}, 0},
		{"", []float64{0.5}, 3},
		{"", nil, 0},
	} {
		if got := test.unit.decimals(test.values); got != test.want {
			t.Errorf("%v: %d, want %d", test.values, got, test.want)
		}
	}
}
