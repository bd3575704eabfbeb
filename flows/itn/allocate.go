package itn

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"
)

// A claim is what one ward asks for; claims stand in the order of the plan, tier
// by tier.
type claim struct {
	tier int
	need int64 // at most this much is given, never negative
	base int64 // what equity grants first, at most need
}

// allocate gives out at most total, whole, nobody above need. What the needs
// leave over remains.
func allocate(strategy string, claims []claim, total int64) []int64 {
	given := make([]int64, len(claims))
	switch strategy {
	case greedy:
		serve(claims, given, total, func(c claim) int64 { return c.need })
	case equity:
		total = serve(claims, given, total, func(c claim) int64 { return c.base })
		serve(claims, given, total, func(c claim) int64 { return c.need })
	default:
		proportionally(claims, given, total)
	}
	return given
}

// serve fills each claim in order up to a level and returns what is left.
func serve(claims []claim, given []int64, left int64, level func(claim) int64) int64 {
	for i, c := range claims {
		more := min(left, level(c)-given[i])
		given[i] += more
		left -= more
	}
	return left
}

// proportionally fills tier after tier; the tier that cannot be filled shares
// what is left by need.
func proportionally(claims []claim, given []int64, left int64) {
	for start := 0; start < len(claims); {
		end, sum := start, int64(0)
		for end < len(claims) && claims[end].tier == claims[start].tier {
			sum += claims[end].need
			end++
		}
		if sum > left {
			share(claims[start:end], given[start:end], left, sum)
			return
		}
		left = serve(claims[start:end], given[start:end], left, func(c claim) int64 { return c.need })
		start = end
	}
}

// share splits left < sum by need: the whole part of need x left / sum, then one
// more for the largest remainders (Hamilton's method), the earlier claim first
// among equal ones.
func share(claims []claim, given []int64, left, sum int64) {
	type fraction struct {
		at        int
		remainder uint64
	}
	fractions := make([]fraction, len(claims))
	over := left
	for i, c := range claims {
		high, low := bits.Mul64(uint64(c.need), uint64(left))
		part, remainder := bits.Div64(high, low, uint64(sum))
		given[i] = int64(part)
		over -= int64(part)
		fractions[i] = fraction{i, remainder}
	}
	slices.SortStableFunc(fractions, func(a, b fraction) int { return cmp.Compare(b.remainder, a.remainder) })
	for _, f := range fractions[:over] {
		given[f.at]++
	}
}

// base is what equity grants first: ceil(percent of need).
func base(need int64, floorPercent *big.Rat) int64 {
	part := new(big.Rat).Mul(whole(need), floorPercent)
	return ceil(part.Quo(part, whole(100)))
}
