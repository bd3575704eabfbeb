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
}

// decide reads a column as numbers when at least nine in ten of its values are
// numbers (or all but one of four or more), unless they are codes: padded with
// zeros to one length, or longer than a number can hold exactly.
func decide(s survey) verdict {
	v := verdict{notation: pointNotation}
	if s.usesComma() {
		v.notation = commaNotation
	}
	v.readable = s.plain
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
			if strings.HasSuffix(w.text, "%") {
				v.percent += w.times
			}
		}
	}
	all := v.readable + v.bad
	mostly := v.bad*10 <= all || (v.bad == 1 && all >= 4)
	v.numbers = mostly && !s.areCodes()
	return v
}

// usesComma reports whether the column writes decimals with a comma: some cell can
// only be read so and none the other way.
func (s survey) usesComma() bool {
	if s.clear > 0 {
		return false
	}
	comma := false
	for _, w := range s.words {
		_, withPoint := pointNotation.parse(w.text)
		_, withComma := commaNotation.parse(w.text)
		if withPoint && !withComma {
			return false
		}
		comma = comma || (withComma && !withPoint)
	}
	return comma
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
		if n, size := readPlain([]byte(text)); size == len(text) {
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
