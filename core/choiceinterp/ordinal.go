package choiceinterp

import (
	"strconv"
	"strings"
)

// An Ordinal points into a list.
type Ordinal struct {
	Position   int // 1-based; from the end when FromEnd; 0 when Middle
	FromEnd    bool
	Middle     bool
	Start, End int  // bytes
	Firm       bool // says itself that it points into a list: "option 2", "number three", "2nd one", "#2"

	first, last int // tokens
}

// In returns the 1-based place in a list of n, or 0 when there is none.
func (o Ordinal) In(n int) int {
	place := o.Position
	switch {
	case o.Middle && n%2 == 1:
		return n/2 + 1
	case o.Middle:
		return 0
	case o.FromEnd:
		place = n + 1 - o.Position
	}
	if place < 1 || place > n {
		return 0
	}
	return place
}

var ordinalWords = map[string]int{
	"first": 1, "1st": 1, "frist": 1, "second": 2, "2nd": 2, "third": 3, "fourth": 4, "forth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
	"eighth": 8, "ninth": 9, "nineth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14,
	"fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30,
	"premier": 1, "premiere": 1, "deuxieme": 2, "troisieme": 3, "quatrieme": 4, "cinquieme": 5,
}

var romanNumerals = map[string]int{"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10}

// listNouns announce a number or letter that points into a list.
var listNouns = map[string]bool{
	"option": true, "options": true, "opt": true, "number": true, "num": true, "no": true, "nr": true, "choice": true, "item": true, "answer": true,
	"button": true, "line": true, "numero": true, "#": true, "choix": true, "case": true, "entry": true,
}

// listHeads may follow an ordinal that points into a list: the second option.
var listHeads = map[string]bool{
	"one": true, "option": true, "choice": true, "item": true, "answer": true, "in": true, "on": true, "from": true, "of": true,
	"button": true, "please": true, "pls": true, "plz": true, "abeg": true, "thanks": true, "again": true, "entry": true, "thing": true, "wan": true, "1": true,
}

// ParseOrdinal reads the first ordinal of a text.
func ParseOrdinal(text string) (Ordinal, bool) {
	tokens := tokenize(text)
	for i := range tokens {
		if o, ok := ordinalAt(tokens, i); ok {
			return o, true
		}
	}
	return Ordinal{}, false
}

func findOrdinals(tokens []token) []Ordinal {
	var found []Ordinal
	for i := 0; i < len(tokens); {
		o, ok := ordinalAt(tokens, i)
		if !ok {
			i++
			continue
		}
		found = append(found, o)
		i = o.last + 1
	}
	return found
}

// ordinalAt reads an ordinal that starts at token i: second, 2nd, the last but
// one, second to last, the middle one, option b, number three.
func ordinalAt(tokens []token, i int) (Ordinal, bool) {
	norm := func(k int) string {
		if k >= 0 && k < len(tokens) {
			return tokens[k].norm
		}
		return ""
	}
	done := func(o Ordinal, last int) (Ordinal, bool) {
		o.first, o.last = i, last
		if head := norm(last + 1); head == "one" || head == "option" || head == "choice" || head == "item" || head == "wan" {
			o.last, o.Firm = last+1, true
		}
		o.Start, o.End = tokens[i].start, tokens[o.last].end
		return o, true
	}
	word := norm(i)
	if listNouns[word] {
		if place, last, ok := listNumber(tokens, i+1); ok {
			return done(Ordinal{Position: place, Firm: true}, last)
		}
	}
	switch {
	case word == "the" && norm(i+1) == "one" && norm(i+2) == "before" && norm(i+3) == "the" && norm(i+4) == "last":
		return done(Ordinal{Position: 2, FromEnd: true, Firm: true}, i+4)
	case word == "penultimate":
		return done(Ordinal{Position: 2, FromEnd: true, Firm: true}, i)
	case word == "antepenultimate":
		return done(Ordinal{Position: 3, FromEnd: true, Firm: true}, i)
	case word == "next" && norm(i+1) == "to" && norm(i+2) == "last":
		return done(Ordinal{Position: 2, FromEnd: true, Firm: true}, i+2)
	case (word == "last" || word == "dernier" || word == "derniere" || word == "bottom" && norm(i+1) == "one") && !isTimeOrReference(tokens, i):
		if norm(i+1) == "but" && (norm(i+2) == "one" || norm(i+2) == "two") {
			return done(Ordinal{Position: 2 + strings.Index("ot", norm(i + 2)[:1]), FromEnd: true, Firm: true}, i+2)
		}
		return done(Ordinal{Position: 1, FromEnd: true}, i)
	case (word == "middle" || word == "center" || word == "centre") && norm(i+1) == "one", word == "middle" && (norm(i+1) == "option" || norm(i+1) == "choice"):
		return done(Ordinal{Middle: true, Firm: true}, i+1)
	case word == "top" && (norm(i+1) == "one" || norm(i+1) == "option" || norm(i+1) == "choice"):
		return done(Ordinal{Position: 1, Firm: true}, i+1)
	}
	place, last := ordinalNumber(tokens, i)
	if norm(last+1) == "of" && (norm(i-1) == "a" || norm(i-1) == "one" || norm(i-1) == "two") {
		return Ordinal{}, false // a part, not a place
	}
	if place == 0 || word == "second" && (norm(i-1) == "a" || norm(i-1) == "one" || norm(i-1) == "thirty") && norm(i+1) != "option" && norm(i+1) != "choice" {
		return Ordinal{}, false
	}
	if (norm(last+1) == "to" || norm(last+1) == "from") && (norm(last+2) == "last" || norm(last+2) == "bottom" || norm(last+2) == "end") {
		return done(Ordinal{Position: place, FromEnd: true, Firm: true}, last+2)
	}
	if norm(last+1) == "from" && norm(last+2) == "the" && (norm(last+3) == "end" || norm(last+3) == "bottom" || norm(last+3) == "last") {
		return done(Ordinal{Position: place, FromEnd: true, Firm: true}, last+3)
	}
	return done(Ordinal{Position: place}, last)
}

// isTimeOrReference recognises "last time", "last run", "last year": not a place in a list.
func isTimeOrReference(tokens []token, i int) bool {
	if i+1 >= len(tokens) {
		return i > 0 && tokens[i-1].norm == "at"
	}
	next := tokens[i+1]
	return next.kind == wordToken && !listHeads[next.norm] && next.norm != "but" || next.kind == digitsToken
}

// ordinalNumber reads second, 2nd, twenty-first: its place and last token.
func ordinalNumber(tokens []token, i int) (place, last int) {
	t := tokens[i]
	if p, ok := ordinalWords[t.norm]; ok {
		return p, i
	}
	if t.kind == digitsToken && i+1 < len(tokens) && !tokens[i+1].spaced {
		switch tokens[i+1].norm {
		case "st", "nd", "rd", "th", "eme", "ieme", "er", "ere":
			if n, err := strconv.Atoi(t.norm); err == nil && n > 0 && n < 1000 {
				return n, i + 1
			}
		}
	}
	if tenfold, ok := tens[t.norm]; ok {
		next := i + 1
		if next < len(tokens) && tokens[next].norm == "-" {
			next++
		}
		if next < len(tokens) {
			if p, ok := ordinalWords[tokens[next].norm]; ok && p < 10 {
				return int(tenfold) + p, next
			}
		}
	}
	return 0, 0
}

// listNumber reads what follows a list noun: 3, three, b, ii.
func listNumber(tokens []token, i int) (place, last int, ok bool) {
	for i < len(tokens) && (tokens[i].norm == "." || tokens[i].norm == ":" || tokens[i].norm == "#" || tokens[i].norm == "number" || tokens[i].norm == "no") {
		i++
	}
	if i >= len(tokens) {
		return 0, 0, false
	}
	t := tokens[i]
	if i > 0 && (tokens[i-1].norm == "no" || tokens[i-1].norm == "num") && t.kind != digitsToken && !t.spaced {
		return 0, 0, false
	}
	if t.kind == digitsToken {
		n, err := strconv.Atoi(t.norm)
		attached := i+1 < len(tokens) && !tokens[i+1].spaced && tokens[i+1].kind == wordToken
		return n, i, err == nil && n > 0 && n < 1000 && !attached
	}
	if i > 0 && tokens[i-1].norm == "no" { // "no one", "no a" are not list numbers
		return 0, 0, false
	}
	if v, isSmall := smallNumbers[t.norm]; isSmall && v > 0 {
		return int(v), i, true
	}
	if r, isRoman := romanNumerals[t.norm]; isRoman && t.norm != "i" {
		return r, i, true
	}
	if len(t.norm) == 1 && t.norm[0] >= 'a' && t.norm[0] <= 'h' {
		return int(t.norm[0]-'a') + 1, i, true
	}
	return 0, 0, false
}
