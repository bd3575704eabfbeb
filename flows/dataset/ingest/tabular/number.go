package tabular

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// missingWords are what people write into a cell that has no value.
var missingWords = map[string]bool{
	"-": true, "--": true, "–": true, "—": true, ".": true, "..": true,
	"na": true, "n/a": true, "n.a.": true, "nan": true, "nil": true, "null": true, "none": true,
}

// isMissing reports whether a cell says that there is no value.
func isMissing(text string) bool {
	return text == "" || (len(text) <= 4 && missingWords[strings.ToLower(text)])
}

// A notation is how a column writes its numbers.
type notation struct {
	decimal byte // '.' or ','
}

var (
	pointNotation = notation{'.'} // 1,234.5
	commaNotation = notation{','} // 1.234,5
)

// parse reads one number: an optional sign, digits that may be grouped in threes
// by a space, an apostrophe or the other separator, decimals, an exponent, and a
// percent sign, which divides by 100.
func (n notation) parse(text string) (float64, bool) {
	text, percent := strings.CutSuffix(text, "%")
	var plain strings.Builder
	plain.Grow(len(text))
	group, seen := -1, byte(0) // digits since the last group separator, and that separator
	digits, fraction := 0, false
	runes := []rune(strings.TrimSpace(text))
	for i, r := range runes {
		switch {
		case r >= '0' && r <= '9':
			plain.WriteRune(r)
			digits++
			if group >= 0 && !fraction {
				group++
			}
		case i == 0 && (r == '-' || r == '+' || r == '−'):
			if r != '+' {
				plain.WriteByte('-')
			}
		case r == rune(n.decimal) && !fraction:
			if group >= 0 && group != 3 {
				return 0, false
			}
			fraction = true
			plain.WriteByte('.')
		case (r == 'e' || r == 'E') && digits > 0 && seen == 0:
			return n.exponent(plain.String(), string(runes[i+1:]), percent)
		default:
			sign := n.separator(r)
			if sign == 0 || fraction || digits == 0 || (seen != 0 && seen != sign) {
				return 0, false
			}
			if (group < 0 && (digits > 3 || strings.TrimLeft(plain.String(), "-0") == "")) || (group >= 0 && group != 3) {
				return 0, false
			}
			group, seen = 0, sign
		}
	}
	if digits == 0 || (group >= 0 && !fraction && group != 3) {
		return 0, false
	}
	return toFloat(plain.String(), percent)
}

func (n notation) exponent(mantissa, exponent string, percent bool) (float64, bool) {
	if power, err := strconv.Atoi(exponent); err != nil || power > 400 || power < -400 {
		return 0, false
	}
	return toFloat(mantissa+"e"+exponent, percent)
}

// separator returns the group separator that the character stands for, or 0.
func (n notation) separator(r rune) byte {
	switch r {
	case ' ', '\u00A0', '\u2009', '\u202F':
		return ' '
	case '\'', '’':
		return '\''
	case ',', '.':
		if byte(r) != n.decimal {
			return byte(r)
		}
	}
	return 0
}

// groupers are the characters that may stand between thousands. A space is not
// among them: it also stands before a percent sign.
func (n notation) groupers() string {
	if n == commaNotation {
		return ".'’"
	}
	return ",'’"
}

func toFloat(plain string, percent bool) (float64, bool) {
	value, err := strconv.ParseFloat(plain, 64)
	if err != nil || math.IsInf(value, 0) {
		return 0, false
	}
	if percent {
		value /= 100
	}
	return value, true
}

// wholeLimit is the number of digits up to which a float64 keeps a whole number exactly.
const wholeLimit = 15

var powersOfTen = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// A plainNumber is a number as programs write it, read digit by digit.
type plainNumber struct {
	value    float64
	whole    int8 // digits before the point
	decimals int8 // digits after it; -1 without a point
	padded   bool // starts with a zero that another digit follows
}

// readPlain reads sign, digits and decimals from the start of data, at most 15
// digits in all, and returns how many bytes they took; 0 when there is no such number.
// Fifteen digits divided by a power of ten are rounded once: the value is exact.
func readPlain(data []byte) (n plainNumber, size int) {
	at, negative := 0, false
	if len(data) > 0 && data[0] == '-' {
		at, negative = 1, true
	}
	first := at
	var mantissa uint64
	for at < len(data) && data[at]-'0' < 10 {
		mantissa = mantissa*10 + uint64(data[at]-'0')
		at++
	}
	whole := at - first
	if whole == 0 || whole > wholeLimit {
		return n, 0
	}
	n.whole, n.decimals, n.padded = int8(whole), -1, whole > 1 && data[first] == '0'
	n.value = float64(mantissa)
	if at < len(data) && data[at] == '.' {
		at++
		start := at
		for at < len(data) && data[at]-'0' < 10 && at-start <= wholeLimit {
			mantissa = mantissa*10 + uint64(data[at]-'0')
			at++
		}
		decimals := at - start
		if decimals == 0 || whole+decimals > wholeLimit {
			return n, 0
		}
		n.decimals, n.value = int8(decimals), float64(mantissa)/powersOfTen[decimals]
	}
	if negative {
		n.value = -n.value
	}
	return n, at
}

// readNumber reads a whole cell as readPlain does, or with more decimals or an
// exponent, as programs write fractions in full precision.
func readNumber(cell []byte) (n plainNumber, ok bool) {
	n, size := readPlain(cell)
	if size == len(cell) && size > 0 {
		return n, true
	}
	whole, decimals, exponent := 0, -1, false
	for i, c := range cell {
		switch {
		case c-'0' < 10 && exponent:
		case c-'0' < 10 && decimals >= 0:
			decimals++
		case c-'0' < 10:
			whole++
		case c == '-' && i == 0:
		case c == '.' && decimals < 0 && !exponent && whole > 0:
			decimals = 0
		case (c == 'e' || c == 'E') && !exponent && decimals > 0:
			exponent = true
		case (c == '-' || c == '+') && exponent && (cell[i-1] == 'e' || cell[i-1] == 'E'):
		default:
			return n, false
		}
	}
	if whole == 0 || whole > wholeLimit || decimals < 1 {
		return n, false
	}
	value, err := strconv.ParseFloat(string(cell), 64)
	digits := cell[bytes.IndexAny(cell, "0123456789"):]
	return plainNumber{
		value: value, whole: int8(whole), decimals: int8(min(decimals, 100)),
		padded: whole > 1 && digits[0] == '0',
	}, err == nil
}
