package ingest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Columns are swapped age by age: where the labels of one age fit, they stay.
func TestSwapByAge(t *testing.T) {
	above := func(u5AsLabelled, u5Swapped, o5AsLabelled, o5Swapped int) [][]int {
		table := [][]int{{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}
		table[1][0], table[0][1], table[3][2], table[2][3] = u5AsLabelled, u5Swapped, o5AsLabelled, o5Swapped
		return table
	}
	for name, test := range map[string]struct {
		above [][]int
		want  []int
	}{
		"one age": {above(121, 32, 72, 80), []int{1, 0, 2, 3}},
		"both":    {above(121, 32, 90, 10), []int{1, 0, 3, 2}},
		"neither": {above(5, 30, 5, 40), []int{1, 0, 3, 2}},
	} {
		if diff := cmp.Diff(test.want, swap(4, test.above)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
