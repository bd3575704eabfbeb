package tabular

import (
	"strings"
	"unicode/utf8"
)

// A survey is what all cells of a column look like together.
type survey struct {
	tally
	words []word // the distinct cells that are no plain numbers
}

// A word is a distinct text of a column and how often it occurs.
type word struct {
	text  string
	times int
}

// A verdict says how a column is read.
type verdict struct {
	numbers  bool
	notation notation
	readable int // cells that are numbers
	bad      int // cells that are neither numbers nor missing
	missing  int // cells that say that there is no value, such as NA
	percent  int // cells with a percent sign
	grouped  int // cells with separators between the thousands

	separated bool // some number has a comma or a point
	codes     bool // the numbers are identifiers
}

// decide reads a column as numbers when at least nine in ten of its values are
// numbers (or all but one of four or more), unless they are codes: padded with
// zeros to one length, or longer than a number can hold exactly. What its cells
// do not tell about the decimal sign follows the rest of the table.
func decide(s survey, rest notation) verdict {
	v := verdict{notation: rest, readable: s.plain, separated: s.decimals > 0}
	if own, told := s.ownNotation(); told {
		v.notation = own
	}
	for _, w := range s.words {
		_, ok := v.notation.parse(w.text)
		switch {
		case isMissing(w.text):
			if w.text != "" {
				v.missing += w.times
			}
		case !ok:
			v.bad += w.times
		default:
			v.readable += w.times
			v.separated = v.separated || strings.ContainsAny(w.text, ".,")
			if strings.HasSuffix(w.text, "%") {
				v.percent += w.times
			}
			if strings.ContainsAny(w.text, v.notation.groupers()) {
				v.grouped += w.times
			}
		}
	}
	all := v.readable + v.bad
	mostly := v.bad*10 <= all || (v.bad == 1 && all >= 4)
	v.codes = mostly && s.areCodes()
	v.numbers = mostly && !v.codes
	return v
}

// ownNotation is the notation in which some cell of the column can only be read;
// told is false when there is none, or cells of both kinds.
func (s survey) ownNotation() (n notation, told bool) {
	point, comma := s.clear > 0, false
	for _, w := range s.words {
		_, withPoint := pointNotation.parse(w.text)
		_, withComma := commaNotation.parse(w.text)
		point = point || (withPoint && !withComma)
		comma = comma || (withComma && !withPoint)
	}
	switch {
	case point: // cells that need a comma are then unreadable, and reported
		return pointNotation, true
	case comma:
		return commaNotation, true
	}
	return pointNotation, false
}

// tableNotation is the notation for columns that do not tell their own: with a
// decimal comma when some column has it and none has a decimal point.
func tableNotation(surveys []survey) notation {
	comma := false
	for _, s := range surveys {
		switch n, told := s.ownNotation(); {
		case told && n == pointNotation:
			return pointNotation
		case told:
			comma = true
		}
	}
	if comma {
		return commaNotation
	}
	return pointNotation
}

// areCodes reports whether the plain numbers are identifiers: with leading zeros
// at one common length or in a tenth of the cells, or too long for a number.
func (s survey) areCodes() bool {
	for _, w := range s.words {
		if longDigits(w.text) {
			return true
		}
	}
	return s.padded > 0 && (s.shortest == s.longest || s.padded*10 >= s.plain)
}

func longDigits(text string) bool {
	return len(text) > wholeLimit && strings.Trim(text, "0123456789") == ""
}

// surveyText counts the cells of a column gathered as text.
func surveyText(f *filler) survey {
	var s survey
	times := make([]int, len(f.dict.texts))
	for _, code := range f.codes {
		times[code]++
	}
	for code, text := range f.dict.texts {
		if code == 0 || times[code] == 0 {
			continue
		}
		if n, ok := readNumber([]byte(text)); ok {
			s.add(n, times[code])
		} else {
			s.words = append(s.words, word{text, times[code]})
		}
	}
	return s
}

// neverNumbers reports, from the distinct texts alone, that a column gathered as
// text has values and none of them is a number.
func (f *filler) neverNumbers() bool {
	values := false
	for _, text := range f.dict.texts[1:] {
		if isMissing(text) {
			continue
		}
		if values = true; text[0] > '9' && text[0] < utf8.RuneSelf {
			continue
		}
		_, withPoint := pointNotation.parse(text)
		if _, withComma := commaNotation.parse(text); withPoint || withComma {
			return false
		}
	}
	return values
}

// surveyNumbers counts the cells of a column gathered as numbers.
func surveyNumbers(f *filler) survey {
	s := survey{tally: f.tally}
	times := make([]int, len(f.dict.texts))
	for _, odd := range f.odd {
		times[odd.code]++
	}
	for code, text := range f.dict.texts {
		if times[code] > 0 {
			s.words = append(s.words, word{text, times[code]})
		}
	}
	return s
}
