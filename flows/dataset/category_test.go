package dataset_test

import (
	"testing"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

func TestCategory(t *testing.T) {
	for _, test := range []struct {
		ranks []int
		want  string // initials
	}{
		{[]int{1}, "H"},
		{[]int{1, 2}, "HM"},
		{[]int{1, 2, 3}, "HML"},
		{[]int{1, 2, 3, 4}, "HHML"},
		{[]int{1, 2, 3, 4, 5}, "HHMML"},
		{[]int{1, 2, 3, 4, 5, 6, 7}, "HHHMMLL"},
		{[]int{1, 2, 2, 2, 2, 6}, "HHHHHL"}, // a tie is never split
	} {
		got := ""
		for _, rank := range test.ranks {
			got += dataset.Category(rank, len(test.ranks))[:1]
		}
		if got != test.want {
			t.Errorf("ranks %v fall into %s, want %s", test.ranks, got, test.want)
		}
	}
}
