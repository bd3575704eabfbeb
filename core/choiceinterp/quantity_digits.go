package choiceinterp

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// literal reads digits with their separators and an abbreviated scale: 200,000,
// 1.5m, 900 000, 2,00,000, 1/2.
func (p *numberParser) literal() bool {
	if !math.IsNaN(p.current) {
		return p.mixedFraction()
	}
	start := p.at
	value, alt, clear, next := readDigits(p.tokens, p.at)
	if p.isOrdinalOrWord(next) || value >= p.lastScale {
		return false
	}
	if p.started && !p.scaleFollows(next) && p.tokens[p.at-1].norm != "and" {
		return false
	}
	p.at = next
	p.current, p.alt, p.clear, p.digits = value, alt, p.clear || clear, true
	if p.simpleFraction(start) {
		return true
	}
	return p.abbreviation()
}

// isOrdinalOrWord recognises 2nd and 5a: digits inside a word are no amount,
// except before a scale or a unit.
func (p *numberParser) isOrdinalOrWord(next int) bool {
	if next >= len(p.tokens) || p.tokens[next].spaced || p.tokens[next].kind != wordToken {
		return false
	}
	word := p.tokens[next].norm
	_, abbreviated := abbreviatedScales[word]
	_, scale := scales[word]
	if word == "th" {
		return true
	}
	if word == "s" { // under 5s
		return false
	}
	return !abbreviated && !scale && !measures[word] && (len(word) < 3 || word == "ieme")
}

func (p *numberParser) scaleFollows(next int) bool {
	if next >= len(p.tokens) {
		return false
	}
	_, scale := scales[p.tokens[next].norm]
	_, abbreviated := abbreviatedScales[p.tokens[next].norm]
	return scale || abbreviated && !p.tokens[next].spaced
}

// mixedFraction reads the second part of "2 1/4".
func (p *numberParser) mixedFraction() bool {
	if !p.digits || p.peek(1) != "/" || p.at+2 >= len(p.tokens) {
		return false
	}
	above, errA := strconv.ParseFloat(p.peek(0), 64)
	below, errB := strconv.ParseFloat(p.peek(2), 64)
	if errA != nil || errB != nil || below == 0 || above >= below || below > 10 {
		return false
	}
	p.current += above / below
	p.alt = math.NaN()
	p.at += 3
	return true
}

// simpleFraction reads 1/2, 3/4: a proper fraction with a small denominator,
// since 01/2024 is a date.
func (p *numberParser) simpleFraction(start int) bool {
	if p.at != start+1 || p.peek(0) != "/" || p.at+1 >= len(p.tokens) || p.tokens[p.at].spaced || p.tokens[p.at+1].spaced {
		return false
	}
	below, err := strconv.ParseFloat(p.peek(1), 64)
	if err != nil || below == 0 || below > 10 || p.current >= below || p.peek(2) == "/" {
		return false
	}
	p.current /= below
	p.at += 2
	if scale, skip := p.partOfFrom(0); scale > 0 {
		p.total, p.lastScale, p.current = p.current*scale, scale, math.NaN()
		p.at += skip
		p.clear = true
	}
	return true
}

// partOfFrom looks for [of] [a] scale at an offset.
func (p *numberParser) partOfFrom(skip int) (float64, int) {
	for p.peek(skip) == "of" || p.peek(skip) == "a" {
		skip++
	}
	return scales[p.peek(skip)], skip + 1
}

// abbreviation multiplies by an abbreviated scale behind the digits. An "m" is
// a million only where it touches the number and the amount is plausible; 300m
// and "300 m" are metres.
func (p *numberParser) abbreviation() bool {
	if p.at >= len(p.tokens) {
		return true
	}
	t := p.tokens[p.at]
	s, ok := abbreviatedScales[t.norm]
	if !ok {
		return true
	}
	metres := (t.norm == "m" || t.norm == "mm") && (t.spaced || p.current >= 100)
	if metres || t.spaced && (t.norm == "b" || t.norm == "th") || s >= p.lastScale {
		return true
	}
	p.total += p.current * s
	p.lastScale = s
	p.current, p.alt, p.clear, p.digits = math.NaN(), math.NaN(), true, false
	p.at++
	return true
}

// readDigits reads groups of digits and decides what their separators mean.
func readDigits(tokens []token, at int) (value, alt float64, clear bool, next int) {
	if tokens[at].norm == "." {
		v, _ := strconv.ParseFloat("0."+tokens[at+1].norm, 64)
		return v, math.NaN(), false, at + 2
	}
	groups, separators := []string{tokens[at].norm}, ""
	ends := []int{at + 1}
	for next = at + 1; ; {
		separator, after := separatorAt(tokens, next, len(groups[0]))
		if after == 0 {
			break
		}
		groups, separators = append(groups, tokens[after].norm), separators+separator
		next = after + 1
		ends = append(ends, next)
	}
	for len(groups) > 1 {
		if v, a, c, ok := interpretGroups(groups, separators); ok {
			return v, a, c, ends[len(groups)-1]
		}
		groups, separators = groups[:len(groups)-1], separators[:len(separators)-1]
	}
	v, err := strconv.ParseFloat(groups[0], 64)
	if err != nil {
		v = math.Inf(1)
	}
	return v, math.NaN(), false, at + 1
}

// separatorAt reports the separator at a token and the digits behind it.
func separatorAt(tokens []token, at, firstGroup int) (separator string, digits int) {
	if at >= len(tokens) {
		return "", 0
	}
	t := tokens[at]
	if t.kind == digitsToken && t.spaced && len(t.norm) == 3 && firstGroup <= 3 {
		return " ", at
	}
	isSeparator := len(t.norm) == 1 && strings.Contains(",.'_", t.norm) || t.norm == "’"
	if !isSeparator || t.spaced || at+1 >= len(tokens) || tokens[at+1].kind != digitsToken || tokens[at+1].spaced {
		return "", 0
	}
	if t.norm == "’" {
		return "'", at + 1
	}
	return t.norm, at + 1
}

// interpretGroups decides between thousands and decimals. One separator before
// three digits can be both; then the likelier reading comes first.
func interpretGroups(groups []string, separators string) (value, alt float64, clear, ok bool) {
	alt = math.NaN()
	last := len(separators) - 1
	joined := number(strings.Join(groups, ""))
	if thousands(groups, separators) {
		if last > 0 || !strings.Contains(",.", separators) {
			return joined, alt, true, true
		}
		decimal := number(groups[0] + "." + groups[1])
		if groups[0] == "0" {
			return decimal, alt, false, true
		}
		if separators == "," || groups[1] == "000" {
			return joined, decimal, true, true
		}
		return decimal, joined, false, true
	}
	point := separators[last]
	if point != '.' && point != ',' || strings.IndexByte(separators, point) != last {
		return 0, alt, false, false
	}
	whole := groups[:len(groups)-1]
	if last > 0 && !thousands(whole, separators[:last]) {
		return 0, alt, false, false
	}
	return number(strings.Join(whole, "") + "." + groups[len(groups)-1]), alt, last > 0, true
}

// thousands reports groups of three, or the Indian way of two, two and three.
func thousands(groups []string, separators string) bool {
	if len(groups[0]) > 3 || strings.Count(separators, separators[:1]) != len(separators) {
		return false
	}
	three, indian := true, len(groups) > 2 && len(groups[0]) < 3 && separators[0] == ','
	for i, g := range groups[1:] {
		three = three && len(g) == 3
		want := 2
		if i == len(groups)-2 {
			want = 3
		}
		indian = indian && len(g) == want
	}
	if len(groups) == 3 && separators[0] == ',' && len(groups[1]) == 2 && len(groups[2]) == 3 {
		return true
	}
	return three || indian
}

func number(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !utf8.ValidString(s) {
		return math.Inf(1)
	}
	return v
}
