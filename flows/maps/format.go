package maps

import (
	"math"
	"strconv"
	"strings"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A unit is what a number counts, as columns declare it.
type unit string

// factor brings a value to the scale on which it is shown.
func (u unit) factor() float64 {
	if u == "fraction" {
		return 100
	}
	return 1
}

// suffix follows a number; scores, ranks and plain counts have none.
func (u unit) suffix() string {
	switch u {
	case "fraction", "percent":
		return "%"
	case "", "score", "rank", "count":
		return ""
	}
	return " " + string(u)
}

// inLegend is the unit as a heading shows it: ", %" or ", mm".
func (u unit) inLegend() string {
	if s := strings.TrimSpace(u.suffix()); s != "" {
		return ", " + s
	}
	return ""
}

// percent is the sign that every number of the unit carries; other units stand
// once, in the heading.
func (u unit) percent() string {
	if u.suffix() == "%" {
		return "%"
	}
	return ""
}

// decimals is how many decimals show the values of one variable apart: none for
// whole numbers, else three digits of their range, or for percentages two and at
// least one decimal.
func (u unit) decimals(values []float64) int {
	least, most, whole := math.Inf(1), math.Inf(-1), true
	for _, v := range values {
		if present(v) {
			least, most, whole = min(least, v), max(most, v), whole && v == math.Trunc(v)
		}
	}
	spread := (most - least) * u.factor()
	switch {
	case u.percent() != "":
		return max(1, min(6, 1-exponent(spread)))
	case whole || math.IsInf(spread, 0):
		return 0
	case spread == 0:
		return 3
	}
	return max(0, min(8, 2-exponent(spread)))
}

// stored is the number of decimals of the value itself that shows as so many.
func (u unit) stored(decimals int) int {
	if u.factor() == 100 {
		return decimals + 2
	}
	return decimals
}

// number writes a value with so many decimals and with thousands separators.
func (u unit) number(v float64, decimals int) string {
	text := strconv.FormatFloat(v*u.factor(), 'f', decimals, 64)
	whole, rest, _ := strings.Cut(text, ".")
	if n, err := strconv.ParseFloat(whole, 64); err == nil && math.Abs(n) >= 1000 && math.Abs(n) < 1e15 {
		whole = dataset.Thousands(n)
	}
	if rest != "" {
		whole += "." + rest
	}
	if strings.Trim(whole, "-0.") == "" {
		return strings.TrimPrefix(whole, "-")
	}
	return whole
}

// ranges writes the classes' ranges, with no more decimals than the bounds need.
// A class that holds one value only shows that value.
func (u unit) ranges(c Classes, values []float64) []string {
	least, most := extremes(c, values)
	shown := max(0, c.Decimals-u.stored(0))
	decimals := shown
	for fewer := range shown {
		if exact(c.Bounds[1:len(c.Bounds)-1], u.factor(), fewer) && worthIt(c, u, fewer) {
			decimals = fewer
			break
		}
	}
	power := math.Pow(10, float64(decimals))
	texts := make([]string, c.Len())
	for i := range texts {
		low, high := c.Bounds[i], c.Bounds[i+1]
		if i == 0 { // the ends are rounded outwards
			low = math.Floor(low*u.factor()*power+1e-9) / power / u.factor()
		}
		if i == len(texts)-1 {
			high = math.Ceil(high*u.factor()*power-1e-9) / power / u.factor()
		}
		between := " – "
		if low < 0 {
			between = " to " // a dash beside a minus sign misleads
		}
		texts[i] = u.number(low, decimals) + between + u.number(high, decimals) + u.percent()
		if c.Counts[i] > 0 && least[i] == most[i] {
			texts[i] = u.number(least[i], shown) + u.percent()
		}
	}
	return texts
}

// worthIt reports whether so many decimals still show the whole range to two digits.
func worthIt(c Classes, u unit, decimals int) bool {
	spread := (c.Bounds[len(c.Bounds)-1] - c.Bounds[0]) * u.factor()
	return decimals >= 1-exponent(spread)
}

// exponent is the power of ten of a positive number's first digit; 0 for others.
func exponent(v float64) int {
	if !(v > 0) || math.IsInf(v, 1) {
		return 0
	}
	return int(math.Floor(math.Log10(v)))
}

func exact(bounds []float64, factor float64, decimals int) bool {
	power := math.Pow(10, float64(decimals))
	for _, b := range bounds {
		shown := b * factor * power
		if math.Abs(shown-math.Round(shown)) > 1e-6*math.Max(1, math.Abs(shown))/power {
			return false
		}
	}
	return true
}

// extremes are the least and the most value in each class, as they are shown.
func extremes(c Classes, values []float64) (least, most []float64) {
	least, most = make([]float64, c.Len()), make([]float64, c.Len())
	for i := range least {
		least[i], most[i] = math.Inf(1), math.Inf(-1)
	}
	for _, v := range values {
		if i := c.Of(v); i >= 0 {
			v = decimal(v, c.Decimals)
			least[i], most[i] = min(least[i], v), max(most[i], v)
		}
	}
	return least, most
}
