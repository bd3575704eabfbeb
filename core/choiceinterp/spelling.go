package choiceinterp

import (
	"slices"
	"strings"
)

const (
	rareWord     = 2  // a word that lines use no more often may itself be misspelt
	frequentWord = 10 // a word that lines use this often is what others may mean
)

// uses is how often training lines use a word.
func (k *knowledge) uses(w string) int { return k.loose[w] + k.bound[w] }

// A spelling is what a misspelt word may mean.
type spelling struct{ word, skeleton string }

// learnSpelling collects the words of values and those that lines use often, and
// corrects the rare words of the training lines once for all.
func (k *knowledge) learnSpelling() {
	for w := range k.words {
		named := k.carriers[w] && (!k.trained || k.phrases[w] != nil || k.uses(w) > rareWord)
		if len(w) >= 4 && (named || k.uses(w) >= frequentWord && isContent(w)) {
			k.spellings = append(k.spellings, spelling{w, skeleton(w)})
		}
	}
	slices.SortFunc(k.spellings, func(a, b spelling) int {
		if a, b := k.uses(a.word), k.uses(b.word); a != b {
			return b - a
		}
		return strings.Compare(a.word, b.word)
	})
	k.slips = map[string]string{}
	if !k.trained {
		return
	}
	for w := range k.words {
		if len(w) >= 5 && k.uses(w) <= rareWord && k.uses(stem(w)) <= rareWord && k.phrases[w] == nil && isContent(w) {
			if meant := k.nearest(w, frequentWord); meant != "" {
				k.slips[w] = meant
			}
		}
	}
}

// correct returns the trained or declared word that a misspelt one means. Words
// that are known, short or function words stay; one that lines hardly ever use
// may still be a slip for one that they use often.
func (k *knowledge) correct(w string) (string, bool) {
	if len(w) < 3 || functionWords[w] || smallNumbers[w] > 0 {
		return w, false
	}
	if k.words[w] || k.words[stem(w)] {
		meant, slip := k.slips[w]
		if !slip {
			meant = w
		}
		return meant, slip
	}
	if meant := k.nearest(w, 0); meant != "" {
		return meant, true
	}
	return w, false
}

// nearest is the word with the fewest slips from this one, of several the one that
// lines use most; "" when none is near.
func (k *knowledge) nearest(w string, leastUses int) string {
	best, fewest := "", 3
	typed := skeleton(w)
	for i := range k.spellings {
		s := &k.spellings[i]
		if s.word == w || !similarStart(w, s.word) {
			continue
		}
		if k.uses(s.word) < leastUses {
			break
		}
		if n := slipsBetween(w, typed, s); n < fewest {
			best, fewest = s.word, n
		}
	}
	return best
}

// slipsBetween counts the edits between a typed word and a spelling, 3 when it
// cannot mean it. Leaving out vowels, as in a text message, is one slip. A short
// word must not become another short one by one other letter.
func slipsBetween(w, typed string, s *spelling) int {
	if len(w) < len(s.word) && typed == s.skeleton {
		return 1
	}
	limit := 1
	if min(len(w), len(s.word)) >= 8 {
		limit = 2
	}
	if len(w) < 4 {
		return 3
	}
	d := editDistance(w, s.word, limit)
	if d > limit || len(s.word) < 5 && len(w) == len(s.word) && !swapped(w, s.word) {
		return 3
	}
	return d
}

// skeleton is a word's first letter and the consonants behind it; a word of fewer
// than three such letters has none of its own.
func skeleton(w string) string {
	letters := []byte{w[0]}
	for i := 1; i < len(w); i++ {
		switch w[i] {
		case 'a', 'e', 'i', 'o', 'u', 'y':
		default:
			letters = append(letters, w[i])
		}
	}
	if len(letters) < 3 {
		return w
	}
	return string(letters)
}

// swapped reports two words of one length that differ by the order of two letters.
func swapped(a, b string) bool {
	for i := 1; i < len(a); i++ {
		if a[i-1] != b[i-1] {
			return a[i-1] == b[i] && a[i] == b[i-1] && a[i+1:] == b[i+1:]
		}
	}
	return false
}

// similarStart guards corrections: the first letter stands, or the first two are swapped.
func similarStart(a, b string) bool {
	return a[0] == b[0] || a[0] == b[1] && a[1] == b[0] || a[1:] == b || b[1:] == a
}

// editDistance is the optimal string alignment distance (insertions, deletions,
// substitutions, swaps of neighbours), or limit+1 when it is more than the limit.
func editDistance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	var buffer [3][64]int
	if len(b) >= 64 || len(a) >= 64 {
		if a == b {
			return 0
		}
		return limit + 1
	}
	before, previous, current := buffer[0][:], buffer[1][:], buffer[2][:]
	for j := range len(b) + 1 {
		previous[j] = j
	}
	for i := 1; i <= len(a); i++ {
		current[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(previous[j]+1, current[j-1]+1, previous[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			current[j] = d
			least = min(least, d)
		}
		if least > limit {
			return limit + 1
		}
		before, previous, current = previous, current, before
	}
	return min(previous[len(b)], limit+1)
}

// ratio is the similarity 1 - distance/longer length, 0 when beyond the limit.
func ratio(a, b string, limit int) float64 {
	d := editDistance(a, b, limit)
	if d > limit || len(a)+len(b) == 0 {
		return 0
	}
	return 1 - float64(d)/float64(max(len(a), len(b)))
}
