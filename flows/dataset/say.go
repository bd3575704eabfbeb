package dataset

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Thousands writes a whole number with comma separators: 174,237.
func Thousands[N int | int32 | int64 | float64](n N) string {
	if f := float64(n); math.IsInf(f, 0) || math.IsNaN(f) {
		return "no value"
	}
	text := strconv.FormatFloat(math.Abs(math.Round(float64(n))), 'f', 0, 64)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	if n < 0 && text != "0" {
		return "-" + text
	}
	return text
}

// Percent writes a fraction as a percentage with one decimal: 7.8%. A missing
// value is "no value".
func Percent(fraction float64) string {
	if math.IsNaN(fraction) {
		return "no value"
	}
	return strconv.FormatFloat(fraction*100, 'f', 1, 64) + "%"
}

// Plural writes a number and its noun: 1 ward, 35 wards. A plural that is not
// noun+s is given.
func Plural(n int, noun string, plural ...string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case len(plural) > 0:
		return Thousands(n) + " " + plural[0]
	}
	return Thousands(n) + " " + noun + "s"
}

// Names lists at most max names and says how many more there are: a, b and 3 more.
func Names(names []string, max int) string {
	if len(names) > max {
		return fmt.Sprintf("%s and %s more", strings.Join(names[:max], ", "), Thousands(len(names)-max))
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
