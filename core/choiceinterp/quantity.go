package choiceinterp

import (
	"math"
)

// A Quantity is a number found in words, with its place in the text.
type Quantity struct {
	Value   float64
	Alt     float64 // the other reading of a single separator ("1.800" is 1.8 or 1800); NaN when there is none
	Start   int     // byte offsets of the number, its scale and its percent sign
	End     int
	Percent bool
	Measure string // unit of length, weight, time or money behind it; "" none
	Clear   bool   // a scale or separators show that it is an amount

	first, last int // tokens
}

// ParseQuantity reads a text that is one number and nothing else.
func ParseQuantity(text string) (Quantity, bool) {
	tokens := tokenize(text)
	q, ok := quantityAt(tokens, 0)
	return q, ok && q.last == len(tokens)-1
}

// FindQuantities returns the numbers of a text in order. The pronoun "one" and
// numbers inside words or ordinals (u5, 2nd) are not among them.
func FindQuantities(text string) []Quantity { return findQuantities(tokenize(text)) }

func findQuantities(tokens []token) []Quantity {
	var found []Quantity
	for i := 0; i < len(tokens); {
		q, ok := quantityAt(tokens, i)
		if ok && isVagueAmount(tokens, q) {
			i = q.last + 1
			continue
		}
		if !ok || isPronounOne(tokens, q) {
			i++
			continue
		}
		found = append(found, q)
		i = q.last + 1
	}
	return found
}

// isPronounOne recognises "that one", "one more", "one by one": a lone "one"
// without a noun to count.
func isPronounOne(tokens []token, q Quantity) bool {
	return q.first == q.last && tokens[q.first].norm == "one"
}

// isVagueAmount recognises "several thousand", "a few hundred": no number.
func isVagueAmount(tokens []token, q Quantity) bool {
	_, scale := scales[tokens[q.first].norm]
	if !scale || q.first == 0 {
		return false
	}
	switch tokens[q.first-1].norm {
	case "several", "few", "some", "many":
		return true
	}
	return false
}

// quantityAt reads the number that starts at token i.
func quantityAt(tokens []token, i int) (Quantity, bool) {
	p := numberParser{tokens: tokens, at: i, alt: math.NaN(), lastScale: math.Inf(1), current: math.NaN()}
	if !p.parse() {
		return Quantity{}, false
	}
	q := Quantity{Value: p.value(), Alt: p.alt, Clear: p.clear, Start: tokens[i].start, first: i, last: p.at - 1}
	if p.negative {
		q.Value = -q.Value
	}
	p.unit(&q)
	q.End = tokens[q.last].end
	return q, !math.IsInf(q.Value, 0)
}
