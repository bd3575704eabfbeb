package risk

import "slices"

// A sorter ranks scores between 0 and 1, many times over the same number of
// wards. It works on scores rounded to 2^-37 (7e-12, far below a tie), packed
// with the ward's number into one key, so that a radix sort does.
type sorter struct{ keys, spare []uint64 }

const (
	wardBits  = 26  // more wards than MaxRankings
	scoreBits = 37  // of the fraction; a score of 1 takes one bit more
	tieSteps  = 137 // 1e-9 in steps of 2^-37
)

func newSorter(n int) *sorter {
	return &sorter{make([]uint64, n), make([]uint64, n)}
}

// rank writes the competition ranks of sums x scale, highest first, into ranks.
func (s *sorter) rank(sums []float64, scale float64, ranks []uint32) {
	scale *= 1 << scoreBits
	for i, sum := range sums {
		s.keys[i] = uint64(sum*scale+0.5)<<wardBits | uint64(i)
	}
	s.radix()
	leader, rank := uint64(0), uint32(0)
	last := len(s.keys) - 1
	for at := range s.keys {
		key := s.keys[last-at]
		score := key >> wardBits
		if at == 0 || leader-score > tieSteps {
			leader, rank = score, uint32(at+1)
		}
		ranks[key&(1<<wardBits-1)] = rank
	}
}

// radix sorts the keys by their score, byte by byte from the lowest.
func (s *sorter) radix() {
	const passes = (scoreBits + 1 + 7) / 8
	var counts [passes][256]int32
	for _, key := range s.keys {
		key >>= wardBits
		for p := range passes {
			counts[p][key>>(8*p)&255]++
		}
	}
	for p := range passes {
		at := int32(0)
		for digit, count := range counts[p] {
			counts[p][digit], at = at, at+count
		}
		for _, key := range s.keys {
			digit := key >> (wardBits + 8*p) & 255
			s.spare[counts[p][digit]] = key
			counts[p][digit]++
		}
		s.keys, s.spare = s.spare, s.keys
	}
}

// medians gives each ward the median of its ranks over the models.
func medians(ranks []uint32, models, wards int) []float64 {
	const block = 16 // wards whose ranks share a cache line
	result := make([]float64, wards)
	onAllCores((wards+block-1)/block, func() func(int) {
		own := make([]uint32, block*models)
		var counts []int32
		return func(b int) {
			low, high := b*block, min((b+1)*block, wards)
			for m := range models {
				for j, rank := range ranks[m*wards+low : m*wards+high] {
					own[j*models+m] = rank
				}
			}
			for i := low; i < high; i++ {
				result[i], counts = median(own[(i-low)*models:(i-low+1)*models], counts)
			}
		}
	})
	return result
}

// median counts the values, or sorts them when they are few and far apart. It
// may reorder them; counts is scratch space that it hands back.
func median(values []uint32, counts []int32) (float64, []int32) {
	low, high := slices.Min(values), slices.Max(values)
	spread := int(high-low) + 1
	lower, upper := (len(values)-1)/2, len(values)/2 // places of the two middle values
	if spread > 8*len(values) {
		slices.Sort(values)
		return float64(values[lower]+values[upper]) / 2, counts
	}
	counts = append(counts[:0], make([]int32, spread)...)
	for _, v := range values {
		counts[v-low]++
	}
	return float64(2*low+place(counts, lower)+place(counts, upper)) / 2, counts
}

// place returns the value that stands at a place (0 is first) of the counted values.
func place(counts []int32, at int) uint32 {
	seen := 0
	for v, count := range counts {
		if seen += int(count); seen > at {
			return uint32(v)
		}
	}
	return uint32(len(counts) - 1)
}
