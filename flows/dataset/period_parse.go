package dataset

import (
	"strconv"
	"strings"
	"time"
	"unicode"
)

// ParsePeriod reads a period in any form seen in the field: 202401, 2024-01,
// 01/2024, January 2024, Jan-24, janvier 2024, 2024-01-31, 31/01/2024, an Excel
// serial date, 2024Q1, 2024S1, January - March 2024, 2024. Days fall into their month; of two
// numbers that could both be the day, the first is (31/01 and not 01/31).
func ParsePeriod(text string) (Period, bool) {
	words := periodWords(text)
	switch {
	case len(words) == 0 || len(words) > 8:
		return Period{}, false
	case allNumbers(words):
		return numberPeriod(words)
	}
	if p, ok := partPeriod(words); ok {
		return p, true
	}
	return monthPeriod(words)
}

// periodWords cuts text into lower-case words and numbers, without "of"; a time
// of day after a date is left out.
func periodWords(text string) []string {
	text = strings.ToLower(strings.TrimSpace(text))
	text = strings.TrimSuffix(strings.TrimSuffix(text, ".0"), ".00")
	if i := strings.IndexAny(text, ":"); i > 0 {
		text = strings.TrimRight(text[:i], "0123456789")
		text = strings.TrimSuffix(text, "t")
	}
	var words []string
	start, wasDigit := -1, false
	for i, r := range text + " " {
		digit, letter := unicode.IsDigit(r), unicode.IsLetter(r)
		if start >= 0 && (!digit && !letter || digit != wasDigit) {
			if w := text[start:i]; w != "of" && w != "de" {
				words = append(words, w)
			}
			start = -1
		}
		if start < 0 && (digit || letter) {
			start = i
		}
		wasDigit = digit
	}
	return words
}

func allNumbers(words []string) bool {
	for _, w := range words {
		if number(w) < 0 {
			return false
		}
	}
	return true
}

// number is the value of a short run of ASCII digits, or -1.
func number(w string) int {
	n, err := strconv.Atoi(w)
	if err != nil || len(w) > 8 || w[0] == '+' {
		return -1
	}
	return n
}

func numberPeriod(words []string) (Period, bool) {
	n := make([]int, len(words))
	for i, w := range words {
		n[i] = number(w)
	}
	switch {
	case len(n) == 1:
		return oneNumberPeriod(n[0], len(words[0]))
	case len(n) == 2 && len(words[0]) == 4:
		return monthOf(n[0], n[1])
	case len(n) == 2 && len(words[1]) == 4:
		return monthOf(n[1], n[0])
	case len(n) == 3 && len(words[0]) == 4 && n[2] >= 1 && n[2] <= 31:
		return monthOf(n[0], n[1])
	case len(n) == 3 && len(words[2]) == 4 && n[0] >= 1 && n[0] <= 31 && n[1] <= 12:
		return monthOf(n[2], n[1])
	case len(n) == 3 && len(words[2]) == 4 && n[1] >= 1 && n[1] <= 31:
		return monthOf(n[2], n[0])
	}
	return Period{}, false
}

// oneNumberPeriod reads 2024, 202401, 20240131 and Excel serial days (1 January
// 2000 is 36526).
func oneNumberPeriod(n, digits int) (Period, bool) {
	switch digits {
	case 4:
		return yearOf(n)
	case 5:
		if n < 29221 || n > 73050 { // 1980 to 2099
			return Period{}, false
		}
		day := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, n)
		return monthOf(day.Year(), int(day.Month()))
	case 6:
		return monthOf(n/100, n%100)
	case 8:
		if day := n % 100; day < 1 || day > 31 {
			return Period{}, false
		}
		return monthOf(n/10000, n/100%100)
	}
	return Period{}, false
}

func plausibleYear(year int) bool { return year >= 1980 && year < 2100 }

func yearOf(year int) (Period, bool) {
	return Period{First: int32(year * 12), Months: 12}, plausibleYear(year)
}

func monthOf(year, month int) (Period, bool) {
	if !plausibleYear(year) || month < 1 || month > 12 {
		return Period{}, false
	}
	return Month(year, month), true
}

// partPeriod reads quarters and half years: 2024Q1, Q1 2024, 2024S2, H2 2024.
func partPeriod(words []string) (Period, bool) {
	if len(words) != 3 {
		return Period{}, false
	}
	letter, part, year := words[0], number(words[1]), number(words[2])
	if len(words[0]) == 4 {
		year, letter, part = number(words[0]), words[1], number(words[2])
	}
	months := map[string]int{"q": 3, "t": 3, "s": 6, "h": 6}[letter]
	if months == 0 || !plausibleYear(year) || part < 1 || part > 12/months {
		return Period{}, false
	}
	return Period{First: int32(year*12 + (part-1)*months), Months: int32(months)}, true
}

// monthPeriod reads one month by name with its year, with or without a day, or a
// first and a last month.
func monthPeriod(words []string) (Period, bool) {
	months, years, days := splitDate(words)
	switch {
	case len(months) == 1 && len(years) == 1 && days <= 1:
		return monthOf(years[0], months[0])
	case len(months) == 1 && len(years) == 0 && days == 1 && len(words) == 2: // Jan-24
		short := number(words[0])
		if short < 0 {
			short = number(words[1])
		}
		return monthOf(2000+short, months[0])
	case len(months) == 2 && len(years) >= 1 && len(years) <= 2 && days == 0:
		first, ok1 := monthOf(years[0], months[0])
		last, ok2 := monthOf(years[len(years)-1], months[1])
		return through(first, last), ok1 && ok2 && first.First <= last.First
	}
	return Period{}, false
}

// splitDate sorts words into month numbers, four-digit years, and counts short
// numbers; an unknown word makes days large, so that nothing fits.
func splitDate(words []string) (months, years []int, days int) {
	for i, w := range words {
		n := number(w)
		switch {
		case n >= 0 && len(w) == 4:
			years = append(years, n)
		case n >= 0 && len(w) == 2 && i == len(words)-1 && len(words) == 3 && len(years) == 0: // 15-Jan-24
			years = append(years, 2000+n)
		case n >= 0 && len(w) <= 2:
			days++
		case MonthNumber(w) > 0:
			months = append(months, MonthNumber(w))
		case w != "to" && w != "à":
			days = 99
		}
	}
	return months, years, days
}

// through is the span from the first month of one period to the last of another.
func through(first, last Period) Period {
	return Period{First: first.First, Months: last.First + last.Months - first.First}
}

var monthNames = [12][]string{
	{"january", "janvier"}, {"february", "février", "fevrier"}, {"march", "mars"}, {"april", "avril"},
	{"may", "mai"}, {"june", "juin"}, {"july", "juillet"}, {"august", "août", "aout"},
	{"september", "septembre"}, {"october", "octobre"}, {"november", "novembre"}, {"december", "décembre", "decembre"},
}

// MonthNumber is 1 to 12 for a month's English or French name or abbreviation of
// at least three letters, 0 for anything else. A beginning that two months share is none.
func MonthNumber(word string) int {
	word = strings.ToLower(word)
	if len([]rune(word)) < 3 {
		return 0
	}
	found := 0
	for i, names := range monthNames {
		for _, name := range names {
			if name == word {
				return i + 1
			}
			if strings.HasPrefix(name, word) && found != i+1 {
				if found > 0 {
					return 0
				}
				found = i + 1
			}
		}
	}
	if found == 0 && word == "sept" {
		return 9
	}
	return found
}
