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

// content reports whether an atom could carry something.
func (a *atom) content() bool {
	return a.kind == quantityAtom || a.kind == termAtom || a.kind == wordAtom && (isContent(a.word) || len(a.hits) > 0)
}

func (r *reading) sort(mentions []mention) {
	slices.SortStableFunc(mentions, func(a, b mention) int { return a.first - b.first })
}
