package dataset

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

var (
	allTime   = regexp.MustCompile(`^(all|everything|any|all (the )?(months|periods|data|time|years)|(the )?(whole|full|entire) (period|time|file|data))$`)
	lastSpan  = regexp.MustCompile(`^(?:the )?(?:last|past|latest|most recent|dernier|derniers) (\S+ )?(month|quarter|year|mois|an)s?$`)
	sinceSpan = regexp.MustCompile(`^(?:since|from|after|depuis) (.+?)(?: on(?:wards?)?)?$`)
	listWords = regexp.MustCompile(`\s*(?:,|;|&|\+|\band\b|\bet\b|\bplus\b)\s*`)
	spanWords = regexp.MustCompile(`\s*(?:\bto\b|\bthrough\b|\buntil\b|\btill\b|\bà\b|–|—|\s-\s)\s*`)
	halfYear  = regexp.MustCompile(`\b(first|second|1st|2nd) half\b`)
	quarter   = regexp.MustCompile(`\b(first|second|third|fourth|1st|2nd|3rd|4th) quarter\b`)
	hasYear   = regexp.MustCompile(`\b(19|20)\d\d\b|(?:19|20)\d\d(?:q|s|0|1)`)
)

// ParsePeriods reads what an analyst says to choose a time: "Jan to June 2024",
// "2023 and 2024", "Q1 2024", "last 6 months", "since March 2024". The last
// month of the data gives the end of open spans and the year where none is said.
// It is nil for "all". Errors are sentences for a person.
func ParsePeriods(text string, last Period) ([]Period, error) {
	phrase := tidyPhrase(text)
	end := last.First + max(last.Months, 1) - 1
	switch {
	case phrase == "":
		return nil, unknownPeriod(text)
	case allTime.MatchString(phrase):
		return nil, nil
	}
	if m := lastSpan.FindStringSubmatch(phrase); m != nil {
		return lastMonths(m, end, text)
	}
	if m := sinceSpan.FindStringSubmatch(phrase); m != nil && !spanWords.MatchString(m[1]) {
		first, ok := phrasePeriod(m[1], yearText(end))
		if !ok || first.First > end {
			return nil, unknownPeriod(text)
		}
		return []Period{through(first, Period{First: end, Months: 1})}, nil
	}
	return listed(strings.TrimPrefix(phrase, "from "), yearText(end), text)
}

func tidyPhrase(text string) string {
	phrase := strings.ToLower(strings.Join(strings.Fields(text), " "))
	phrase = strings.Trim(phrase, " .!?")
	for _, lead := range []string{"for ", "in ", "during ", "only ", "the year ", "year ", "between "} {
		phrase = strings.TrimPrefix(phrase, lead)
	}
	phrase = halfYear.ReplaceAllStringFunc(phrase, func(s string) string { return "h" + ordinalDigit(s) })
	phrase = quarter.ReplaceAllStringFunc(phrase, func(s string) string { return "q" + ordinalDigit(s) })
	return strings.TrimSuffix(phrase, " only")
}

// ordinalDigit is the digit of the ordinal that a phrase begins with.
func ordinalDigit(phrase string) string {
	return map[string]string{"first": "1", "1st": "1", "second": "2", "2nd": "2", "third": "3", "3rd": "3",
		"fourth": "4", "4th": "4"}[strings.Fields(phrase)[0]]
}

var smallNumbers = []string{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

func lastMonths(m []string, end int32, text string) ([]Period, error) {
	each := map[string]int{"month": 1, "mois": 1, "quarter": 3, "year": 12, "an": 12}[m[2]]
	count := 1
	if word := strings.TrimSpace(m[1]); word != "" {
		count = number(word)
		if count < 0 {
			count = slices.Index(smallNumbers, word)
		}
	}
	months := count * each
	if count < 1 || months > 600 || end <= 0 {
		return nil, unknownPeriod(text)
	}
	return []Period{{First: end - int32(months) + 1, Months: int32(months)}}, nil
}

// listed reads pieces joined by commas and "and"; a piece without a year takes
// that of the next piece that has one, else the data's last year.
func listed(phrase, year, text string) ([]Period, error) {
	var periods []Period
	pieces := listWords.Split(phrase, -1)
	for i := len(pieces) - 1; i >= 0; i-- {
		ends := spanWords.Split(pieces[i], -1)
		if len(ends) > 2 {
			return nil, unknownPeriod(text)
		}
		last, ok := phrasePeriod(ends[len(ends)-1], year)
		if !ok {
			return nil, unknownPeriod(text)
		}
		if y := hasYear.FindString(ends[len(ends)-1]); y != "" {
			year = y[:4]
		}
		first := last
		if len(ends) == 2 {
			if first, ok = phrasePeriod(ends[0], year); !ok || first.First > last.First {
				return nil, unknownPeriod(text)
			}
		}
		periods = append(periods, through(first, last))
	}
	slices.Reverse(periods)
	return periods, nil
}

// phrasePeriod reads one period, with the year given where it tells none.
func phrasePeriod(piece, year string) (Period, bool) {
	piece = strings.TrimSpace(piece)
	if p, ok := ParsePeriod(piece); ok {
		return p, true
	}
	if hasYear.MatchString(piece) {
		return Period{}, false
	}
	return ParsePeriod(piece + " " + year)
}

func yearText(month int32) string { return strconv.Itoa(int(month / 12)) }

func unknownPeriod(text string) error {
	return schemaregistry.Fail("unknown_period",
		"I could not read %q as a time. Say it like \"2024\", \"Q1 2024\", \"January to June 2024\" or \"last 6 months\".", strings.TrimSpace(text))
}
