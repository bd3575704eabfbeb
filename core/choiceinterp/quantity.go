package choiceinterp

import (
	"math"
	"strconv"
	"strings"
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

// numberParser reads digits and number words with one accumulator: finished
// scales are in total, what waits for its scale in current (NaN none).
type numberParser struct {
	tokens    []token
	at        int
	total     float64
	current   float64
	lastScale float64
	alt       float64
	clear     bool
	negative  bool
	digits    bool // current came from digits
	started   bool
}

func (p *numberParser) value() float64 {
	if math.IsNaN(p.current) {
		return p.total
	}
	return p.total + p.current
}

func (p *numberParser) peek(ahead int) string {
	if p.at+ahead < len(p.tokens) {
		return p.tokens[p.at+ahead].norm
	}
	return ""
}

func (p *numberParser) parse() bool {
	p.sign()
	for p.at < len(p.tokens) {
		if !p.step() {
			break
		}
		p.started = true
	}
	return p.started
}

func (p *numberParser) sign() {
	first := p.peek(0)
	switch {
	case first == "minus" || first == "negative":
		if _, ok := quantityAt(p.tokens, p.at+1); ok {
			p.negative = true
			p.at++
		}
	case first == "-" && p.tokens[p.at].spaced && p.at+1 < len(p.tokens) && p.tokens[p.at+1].kind == digitsToken && !p.tokens[p.at+1].spaced:
		p.negative = true
		p.at++
	}
}

// step takes one element of the number; false ends it.
func (p *numberParser) step() bool {
	t := p.tokens[p.at]
	switch {
	case t.kind == digitsToken, t.norm == "." && p.isLeadingPoint():
		return p.literal()
	case t.norm == "and" && p.started:
		return p.joined()
	case t.norm == "-" && p.started:
		return p.hyphen()
	case t.norm == "point" && p.started:
		return p.decimals()
	case t.norm == "a" || t.norm == "an" || t.norm == "the":
		return p.article()
	}
	if f, ok := fractionGlyphs[t.norm]; ok {
		return p.glyph(f)
	}
	if _, ok := fractionWords[t.norm]; ok {
		return p.fraction()
	}
	if v, ok := smallNumbers[t.norm]; ok {
		return p.small(v)
	}
	if v, ok := tens[t.norm]; ok {
		return p.small(v)
	}
	if s, ok := scales[t.norm]; ok {
		return p.scale(s)
	}
	if t.norm == "k" && p.started && !p.digits && !math.IsNaN(p.current) { // fifty k
		return p.scale(1e3)
	}
	return p.couple(t.norm)
}

func (p *numberParser) isLeadingPoint() bool {
	next := p.at + 1
	return !p.started && p.tokens[p.at].spaced && next < len(p.tokens) && p.tokens[next].kind == digitsToken && !p.tokens[next].spaced
}

// small adds a word below one hundred where it fits: behind tens, behind hundred.
func (p *numberParser) small(v float64) bool {
	switch {
	case math.IsNaN(p.current):
		if v >= p.lastScale {
			return false
		}
		p.current = v
	case p.digits:
		return false
	case v < 10 && math.Mod(p.current, 100) >= 20 && math.Mod(p.current, 10) == 0 && v > 0:
		p.current += v
	case p.current >= 100 && math.Mod(p.current, 100) == 0:
		p.current += v
	default:
		return false
	}
	p.digits = false
	p.at++
	return true
}

// scale multiplies what waits, or stands alone as one of it.
func (p *numberParser) scale(s float64) bool {
	plural := strings.HasSuffix(p.tokens[p.at].norm, "s")
	switch {
	case math.IsNaN(p.current) && p.started && s > p.lastScale: // three lakh crore
		p.total *= s
	case math.IsNaN(p.current) && !p.started && plural: // "thousands of nets" is no number
		return false
	case math.IsNaN(p.current) && p.started:
		return false
	case s == 100 || s == 12: // may wait for a larger scale: two hundred thousand
		if math.IsNaN(p.current) {
			p.current = 1
		}
		if s >= p.lastScale {
			return false
		}
		p.current *= s
		p.digits = false
		p.at++
		p.clear = true
		return true
	case s < p.lastScale:
		if math.IsNaN(p.current) {
			p.current = 1
		}
		p.total += p.current * s
	default:
		return false
	}
	p.lastScale = s
	p.current = math.NaN()
	p.alt = math.NaN()
	p.digits = false
	p.clear = true
	p.at++
	return true
}

// article takes "a" before a scale, a fraction or a couple: a million, a half.
func (p *numberParser) article() bool {
	next := p.peek(1)
	_, isScale := scales[next]
	if p.tokens[p.at].norm == "the" || p.started && !math.IsNaN(p.current) {
		return false
	}
	switch {
	case isScale && !strings.HasSuffix(next, "s") && !p.started:
		p.at++
		p.current = 1
		return p.scale(scales[next])
	case next == "half" || next == "quarter":
		p.at++
		return p.fraction()
	case next == "third" || next == "fifth" || next == "tenth":
		if p.peek(2) != "of" {
			return false
		}
		p.at++
		return p.fraction()
	case next == "couple" && !p.started:
		p.at++
		return p.couple(next)
	}
	return false
}

// couple reads "couple (of) hundred": two, but only before a scale.
func (p *numberParser) couple(word string) bool {
	if word != "couple" || p.started {
		return false
	}
	skip := 1
	if p.peek(1) == "of" {
		skip = 2
	}
	if _, ok := scales[p.peek(skip)]; !ok {
		return false
	}
	p.current = 2
	p.at += skip
	return true
}

// fraction reads half, three quarters, two thirds, and what they are a part of:
// half a million, a quarter of a million.
func (p *numberParser) fraction() bool {
	word := p.peek(0)
	f := fractionWords[word]
	counted := !math.IsNaN(p.current) && !p.digitsScaled()
	bare := word == "half" || word == "quarter"
	if p.started && !counted {
		return false
	}
	if counted && (bare || !strings.HasSuffix(word, "s") && p.current != 1) || !counted && !bare && !p.afterArticle() {
		return false
	}
	if counted {
		f *= p.current
	}
	scale, skip := p.partOf()
	p.current = math.NaN()
	if scale == 0 {
		p.current = f
		p.at++
		p.digits = true
		return true
	}
	p.total = f * scale
	p.lastScale = scale
	p.clear = true
	p.at += skip
	return true
}

func (p *numberParser) digitsScaled() bool { return p.total > 0 }

func (p *numberParser) afterArticle() bool {
	return p.at > 0 && (p.tokens[p.at-1].norm == "a" || p.tokens[p.at-1].norm == "one")
}

// partOf looks behind a fraction for [of] [a] scale.
func (p *numberParser) partOf() (scale float64, skip int) {
	skip = 1
	for p.peek(skip) == "of" || p.peek(skip) == "a" || p.peek(skip) == "-" {
		skip++
	}
	scale = scales[p.peek(skip)]
	return scale, skip + 1
}

// glyph reads ½, alone or behind a whole number.
func (p *numberParser) glyph(f float64) bool {
	if math.IsNaN(p.current) {
		p.current = 0
	}
	p.current += f
	p.at++
	return p.abbreviation()
}

// joined reads "and" inside a number: two hundred and fifty, one and a half million.
func (p *numberParser) joined() bool {
	next, skip := p.peek(1), 1
	if next == "a" || next == "one" {
		if f, ok := fractionWords[p.peek(2)]; ok && f <= .5 {
			next, skip = p.peek(2), 2
		}
	}
	if f, ok := fractionWords[next]; ok && (skip == 2 || next == "half") {
		p.at += skip + 1
		if math.IsNaN(p.current) { // one million and a half
			p.total += f * p.lastScale
			return true
		}
		p.current += f
		return true
	}
	afterScale := math.IsNaN(p.current) && p.total > 0 || p.current >= 100 && !p.digits
	if !afterScale {
		return false
	}
	v, small := smallNumbers[next]
	if !small {
		v, small = tens[next]
	}
	isDigits := p.at+1 < len(p.tokens) && p.tokens[p.at+1].kind == digitsToken && len(next) < 4 && next != "0" && !p.scaleFollows(p.at+2)
	if !small && !isDigits || small && v == 0 {
		return false
	}
	before := *p
	p.at++
	if isDigits && !math.IsNaN(p.current) { // 3 hundred and 21
		n, _ := strconv.ParseFloat(next, 64)
		if n >= 100 {
			*p = before
			return false
		}
		p.current += n
		p.at++
		return true
	}
	if !p.step() {
		*p = before
		return false
	}
	return true
}

// hyphen reads twenty-five and half-million.
func (p *numberParser) hyphen() bool {
	v, ok := smallNumbers[p.peek(1)]
	if !ok || v == 0 || v > 9 || p.digits || math.IsNaN(p.current) || math.Mod(p.current, 100) < 20 {
		if _, isScale := scales[p.peek(1)]; isScale && !math.IsNaN(p.current) {
			p.at++
			return p.scale(scales[p.peek(0)])
		}
		return false
	}
	p.at++
	return p.small(v)
}

// decimals reads "point zero three".
func (p *numberParser) decimals() bool {
	if math.IsNaN(p.current) {
		return false
	}
	at, text := p.at+1, ""
	for at < len(p.tokens) {
		v, ok := smallNumbers[p.tokens[at].norm]
		if !ok {
			break
		}
		text += strconv.Itoa(int(v))
		at++
	}
	if text == "" {
		return false
	}
	f, _ := strconv.ParseFloat("0."+text, 64)
	p.current += f
	p.at = at
	p.digits = true
	return true
}

// unit reads what stands behind a number: a percent sign or a measure.
func (p *numberParser) unit(q *Quantity) {
	next := p.peek(0)
	switch {
	case next == "%" || next == "percent" || next == "percentage" || next == "percents" || next == "pct":
		q.Percent = true
		q.last++
	case (next == "per" || next == "pour") && p.peek(1) == "cent":
		q.Percent = true
		q.last += 2
	case next == "s" && p.at < len(p.tokens) && !p.tokens[p.at].spaced && p.tokens[p.at-1].kind == digitsToken:
		q.last++
	case measures[next] && (next != "second" || p.peek(-1) != "1"):
		q.Measure = next
	}
	if first := p.at - 1; q.first > 0 && first >= 0 {
		switch p.tokens[q.first-1].norm {
		case "$", "€", "£", "₦":
			q.Measure = "money"
		}
	}
}
