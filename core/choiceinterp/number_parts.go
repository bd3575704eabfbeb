package choiceinterp

import (
	"math"
	"strconv"
	"strings"
)

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
