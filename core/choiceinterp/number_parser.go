package choiceinterp

import (
	"math"
	"strings"
)

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
