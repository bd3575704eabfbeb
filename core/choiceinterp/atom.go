package choiceinterp

import (
	"math"
	"slices"
	"strings"
)

// An atom is the unit in which a message is read: a word, a whole number with
// its scale, a name of the data, or a symbol.
type atom struct {
	word        string // folded, corrected; "<number>" and "<columns>" stand for numbers and names
	kind        atomKind
	first, last int // tokens
	quantity    int // index into reading.quantities
	term        int // index into reading.terms
	hits        []hit
	typo        bool // the word was corrected, or the name matched by edit distance
	skip        int  // atoms that a phrase beginning here covers, from hits
}

type atomKind uint8

const (
	wordAtom atomKind = iota
	quantityAtom
	termAtom
	symbolAtom
)

// atomise joins tokens into atoms. Terms win over numbers, numbers over words.
func (r *reading) atomise() {
	quantityAt := make([]int, len(r.tokens))
	for i, q := range r.quantities {
		quantityAt[q.first] = i + 1
	}
	termAt := make([]int, len(r.tokens))
	for i, t := range r.terms {
		termAt[t.first] = i + 1
	}
	r.atoms = make([]atom, 0, len(r.tokens))
	for i := 0; i < len(r.tokens); i++ {
		t := r.tokens[i]
		a := atom{word: t.norm, first: i, last: i}
		switch {
		case termAt[i] > 0:
			term := r.terms[termAt[i]-1]
			a.kind, a.term, a.last, a.word, a.typo = termAtom, termAt[i]-1, term.last, "<"+term.vocabulary+">", term.typo
		case quantityAt[i] > 0:
			a.kind, a.quantity = quantityAtom, quantityAt[i]-1
			a.last, a.word = r.quantities[a.quantity].last, numberWord(r.quantities[a.quantity])
		case t.kind == symbolToken:
			a.kind = symbolAtom
		default:
			a.word, a.typo = r.k.correct(t.norm)
		}
		i = a.last
		r.atoms = append(r.atoms, a)
	}
	r.markPhrases()
}

// numberWord is how a number looks to the classifier: a small whole number as
// itself, anything else by its size.
func numberWord(q Quantity) string {
	v := math.Abs(q.Value)
	switch {
	case q.Percent:
		return "<percent>"
	case v != math.Trunc(v):
		return "<decimal>"
	case v <= 20:
		return smallWords[int(v)]
	case v <= 100:
		return "<tens>"
	case v < 1000:
		return "<hundreds>"
	case v < 10000 && !q.Clear:
		return "<thousands>"
	}
	return "<large>"
}

var smallWords = [...]string{
	"<0>", "<1>", "<2>", "<3>", "<4>", "<5>", "<6>", "<7>", "<8>", "<9>", "<10>",
	"<11>", "<12>", "<13>", "<14>", "<15>", "<16>", "<17>", "<18>", "<19>", "<20>",
}

// markPhrases finds the declared names of values, longest first.
func (r *reading) markPhrases() {
	for i := 0; i < len(r.atoms); {
		hits, count := r.k.phraseAt(r.atoms, i)
		if count == 0 {
			i++
			continue
		}
		for n := i; n < i+count; n++ {
			r.atoms[n].hits = hits
		}
		r.atoms[i].skip = count
		i += count
	}
}

// phraseAt returns the values named by the longest phrase that starts at atom i.
func (k *knowledge) phraseAt(atoms []atom, i int) ([]hit, int) {
	if first := plainWord(atoms[i]); atoms[i].kind == symbolAtom || !k.opens[first] && !k.opens[stem(first)] {
		return nil, 0
	}
	var best []hit
	count, wordsUsed := 0, 0
	var b strings.Builder
	for n := i; n < len(atoms) && wordsUsed < k.longest; n++ {
		a := atoms[n]
		if a.kind == symbolAtom && (a.word == "-" || a.word == "_" || a.word == "<") {
			continue
		}
		if a.kind == symbolAtom || a.kind == termAtom {
			break
		}
		if wordsUsed > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(plainWord(a))
		wordsUsed++
		phrase := b.String()
		hits := k.phrases[phrase]
		if hits == nil && len(stem(a.word)) < len(a.word) {
			hits = k.phrases[stemLast(phrase)]
		}
		if hits != nil {
			best, count = hits, n-i+1
		}
	}
	return best, count
}

func plainWord(a atom) string {
	if a.kind == quantityAtom && strings.HasPrefix(a.word, "<") {
		return strings.Trim(a.word, "<>")
	}
	return a.word
}

// stemLast takes the plural off the last word: "rapid tests" meets "rapid test".
func stemLast(phrase string) string {
	at := strings.LastIndexByte(phrase, ' ') + 1
	return phrase[:at] + stem(phrase[at:])
}

// correct returns the trained or declared word that a misspelt one means. Words
// that are known, short or function words stay.
func (k *knowledge) correct(w string) (string, bool) {
	if len(w) < 4 || k.words[w] || functionWords[w] || k.words[stem(w)] || smallNumbers[w] > 0 {
		return w, false
	}
	best, bestDistance, tie := "", 3, false
	for carrier := range k.carriers {
		if len(carrier) < 5 || !similarStart(w, carrier) {
			continue
		}
		limit := 1
		if min(len(w), len(carrier)) >= 8 {
			limit = 2
		}
		d := editDistance(w, carrier, limit)
		switch {
		case d > limit:
		case d < bestDistance:
			best, bestDistance, tie = carrier, d, false
		case d == bestDistance && stem(carrier) != stem(best):
			tie = true
		case d == bestDistance && carrier < best:
			best = carrier
		}
	}
	if best == "" || tie {
		return w, false
	}
	return best, true
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

// content reports whether an atom could carry something.
func (a *atom) content() bool {
	return a.kind == quantityAtom || a.kind == termAtom || a.kind == wordAtom && (isContent(a.word) || len(a.hits) > 0)
}

func (r *reading) sort(mentions []mention) {
	slices.SortStableFunc(mentions, func(a, b mention) int { return a.first - b.first })
}
