package query

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// say writes a value with its unit.
func say(v float64, unit string) string {
	switch {
	case math.IsNaN(v):
		return "no value"
	case unit == "fraction":
		return dataset.Percent(v)
	case unit == "percent":
		return strconv.FormatFloat(v, 'f', 1, 64) + "%"
	case unit == "count" || unit == "people" || unit == "nets" || unit == "rank":
		return whole(v)
	case unit == "" || unit == "score":
		return plain(v)
	}
	return plain(v) + " " + unit
}

// whole writes a count; a mean of counts keeps one decimal.
func whole(v float64) string {
	if v == math.Trunc(v) || math.Abs(v) >= 1000 {
		return dataset.Thousands(v)
	}
	return strconv.FormatFloat(v, 'f', 1, 64)
}

// plain writes a number with about four significant digits; only tiny ones get
// an exponent.
func plain(v float64) string {
	size := math.Abs(v)
	switch {
	case v == math.Trunc(v) || size >= 1000:
		return dataset.Thousands(v)
	case size >= 100:
		return strconv.FormatFloat(v, 'f', 1, 64)
	case size >= 1:
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	if size < 1e-4 {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	digits := 3 - int(math.Floor(math.Log10(size)))
	return strings.TrimRight(strconv.FormatFloat(v, 'f', digits, 64), "0")
}

// reading says which way a variable points, "" when that is not known.
func (v *variable) reading() string {
	switch {
	case v.unit == "rank":
		return "Rank 1 is the highest risk."
	case v.direction > 0:
		return "Higher means riskier."
	case v.direction < 0:
		return "Higher means safer."
	}
	return ""
}

var unsafe = regexp.MustCompile(`[^a-z0-9]+`)

// file is the table as a CSV whose name says what it holds.
func file(t *schemaregistry.Table, parts ...string) ([]schemaregistry.Artifact, error) {
	name := strings.Trim(unsafe.ReplaceAllString(strings.ToLower(strings.Join(parts, "-")), "-"), "-")
	artifact, err := t.CSV(name + ".csv")
	return []schemaregistry.Artifact{artifact}, err
}

// sentences joins what is not empty.
func sentences(parts ...string) string {
	var said []string
	for _, p := range parts {
		if p != "" {
			said = append(said, p)
		}
	}
	return strings.Join(said, " ")
}

// nonEmpty keeps the sentences that say something.
func nonEmpty(parts ...string) []string {
	var said []string
	for _, p := range parts {
		if p != "" {
			said = append(said, p)
		}
	}
	return said
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// agree picks the verb for a number.
func agree(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func rowsStep(f *field) string {
	return fmt.Sprintf("%s looked at, %s with a value.", f.some(len(f.values)), dataset.Thousands(len(present(f.values))))
}
