package itn

import (
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestAllocate(t *testing.T) {
	// Two tiers; the second needs 10, 20 and 30.
	claims := []claim{{0, 40, 12}, {0, 60, 18}, {1, 10, 3}, {1, 20, 6}, {1, 30, 9}}
	for _, test := range []struct {
		name     string
		strategy string
		total    int64
		want     []int64
	}{
		{"proportional shares the first tier", proportional, 50, []int64{20, 30, 0, 0, 0}},
		{"proportional fills one tier, shares the next", proportional, 130, []int64{40, 60, 5, 10, 15}},
		{"the largest remainder gets the odd net", proportional, 110, []int64{40, 60, 2, 3, 5}},
		{"equal remainders go in order", proportional, 103, []int64{40, 60, 1, 1, 1}},
		{"greedy goes ward by ward", greedy, 95, []int64{40, 55, 0, 0, 0}},
		{"equity lays the floor first", equity, 48, []int64{12, 18, 3, 6, 9}},
		{"equity fills up in order", equity, 80, []int64{40, 22, 3, 6, 9}},
		{"equity short of the floor", equity, 20, []int64{12, 8, 0, 0, 0}},
		{"enough for all", proportional, 1000, []int64{40, 60, 10, 20, 30}},
		{"enough for all, greedy", greedy, 1000, []int64{40, 60, 10, 20, 30}},
		{"enough for all, equity", equity, 1000, []int64{40, 60, 10, 20, 30}},
		{"nothing to give", proportional, 0, []int64{0, 0, 0, 0, 0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, allocate(test.strategy, claims, test.total)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestShareDoesNotOverflow(t *testing.T) {
	claims := []claim{{0, 1 << 40, 0}, {0, 1 << 40, 0}}
	if diff := cmp.Diff([]int64{1 << 39, 1 << 39}, allocate(proportional, claims, 1<<40)); diff != "" {
		t.Error(diff)
	}
}

// drawClaims draws claims in the order of their tiers, some of them without need.
func drawClaims(t *rapid.T) []claim {
	percent := rapid.Int64Range(0, 100).Draw(t, "floor percent")
	var claims []claim
	for tier := range rapid.IntRange(1, 6).Draw(t, "tiers") {
		for range rapid.IntRange(0, 12).Draw(t, "wards") {
			need := rapid.Int64Range(0, 50_000).Draw(t, "need")
			claims = append(claims, claim{tier, need, base(need, whole(percent))})
		}
	}
	return claims
}

func sum(given []int64) (total int64) {
	for _, n := range given {
		total += n
	}
	return total
}

func TestNetsAreConservedAndNeverAboveNeed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		claims := drawClaims(t)
		total := rapid.Int64Range(0, 1_000_000).Draw(t, "total")
		need := int64(0)
		for _, c := range claims {
			need += c.need
		}
		for _, strategy := range []string{proportional, greedy, equity} {
			given := allocate(strategy, claims, total)
			if got := sum(given); got != min(total, need) {
				t.Fatalf("%s gives %d of %d for a need of %d", strategy, got, total, need)
			}
			for i, c := range claims {
				if given[i] < 0 || given[i] > c.need {
					t.Fatalf("%s gives %d for a need of %d", strategy, given[i], c.need)
				}
			}
		}
	})
}

func TestGreedyAndEquityNeverTakeBackWhenThereIsMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		claims := drawClaims(t)
		total, more := rapid.Int64Range(0, 500_000).Draw(t, "total"), rapid.Int64Range(0, 500_000).Draw(t, "more")
		for _, strategy := range []string{greedy, equity} {
			before, after := allocate(strategy, claims, total), allocate(strategy, claims, total+more)
			for i := range claims {
				if after[i] < before[i] {
					t.Fatalf("%s: ward %d falls from %d to %d with %d more nets", strategy, i, before[i], after[i], more)
				}
			}
		}
	})
}

func TestEquityKeepsItsFloor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		claims := drawClaims(t)
		floors := int64(0)
		for _, c := range claims {
			floors += c.base
		}
		given := allocate(equity, claims, floors+rapid.Int64Range(0, 100_000).Draw(t, "more"))
		for i, c := range claims {
			if given[i] < c.base {
				t.Fatalf("ward %d gets %d, below its floor of %d", i, given[i], c.base)
			}
		}
	})
}

func TestNoTierBeforeTheOneAheadIsFull(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		claims := drawClaims(t)
		given := allocate(proportional, claims, rapid.Int64Range(0, 500_000).Draw(t, "total"))
		short := -1
		for i, c := range claims {
			if given[i] < c.need && short < 0 {
				short = c.tier
			}
			if short >= 0 && c.tier > short && given[i] > 0 {
				t.Fatalf("tier %d gets nets before tier %d is full", c.tier, short)
			}
		}
	})
}

func TestBase(t *testing.T) {
	for _, test := range []struct {
		need    int64
		percent string
		want    int64
	}{{100, "30", 30}, {101, "30", 31}, {1, "30", 1}, {0, "30", 0}, {1000, "12.5", 125}, {7, "100", 7}, {7, "0", 0}} {
		percent, _ := new(big.Rat).SetString(test.percent)
		if got := base(test.need, percent); got != test.want {
			t.Errorf("floor of %d at %s%% is %d, want %d", test.need, test.percent, got, test.want)
		}
	}
}
