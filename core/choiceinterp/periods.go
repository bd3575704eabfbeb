package choiceinterp

import "strings"

// Time expressions are recognised by form only (months, quarters, years, "last
// six months"); the tool that takes a period reads what it means.

var monthNames = wordSet(`january february march april may june july august september october november december
jan feb mar apr jun jul aug sep sept oct nov dec
janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre`)

var timeSpans = wordSet(`month months quarter quarters year years week weeks`)

// findPeriods returns the time expressions of a message, joined over "to" and "and".
func findPeriods(tokens []token) []term {
	var found []term
	for i := 0; i < len(tokens); {
		last := periodAt(tokens, i)
		if last < 0 {
			i++
			continue
		}
		first := i
		for {
			next := last + 1
			for next < len(tokens) && (joinsPeriods[tokens[next].norm]) {
				next++
			}
			more := -1
			if next < len(tokens) {
				more = periodAt(tokens, next)
			}
			if more < 0 {
				break
			}
			last = more
		}
		if first > 0 && strings.Contains(" from between since after before until ", " "+tokens[first-1].norm+" ") && last > first {
			if tokens[first-1].norm != "from" && tokens[first-1].norm != "between" {
				first--
			}
		}
		found = append(found, term{vocabulary: "periods", first: first, last: last})
		i = last + 1
	}
	return found
}

var joinsPeriods = wordSet("to and - until till through a au / ,")

// periodAt returns the last token of a time expression that starts at i, or -1.
func periodAt(tokens []token, i int) int {
	norm := func(k int) string {
		if k < len(tokens) {
			return tokens[k].norm
		}
		return ""
	}
	w := norm(i)
	switch {
	case monthNames[w] && w != "may" && w != "mar" && w != "mars" && w != "mai":
		return i + monthYear(tokens, i)
	case monthNames[w]: // also an ordinary word: only with a year or between months
		if n := monthYear(tokens, i); n > 0 {
			return i + n
		}
		if next := norm(i + 1); (next == "to" || next == "-" || next == "until" || next == "till" || next == "through") && monthNames[norm(i+2)] {
			return i
		}
		return -1
	case isYear(w) && !attached(tokens, i):
		if norm(i+1) == "q" || len(norm(i+1)) == 2 && norm(i + 1)[0] == 'q' {
			return i + 1
		}
		if (norm(i+1) == "-" || norm(i+1) == "/") && isMonthNumber(norm(i+2)) {
			return i + 2
		}
		return i
	case isYearMonth(w):
		return i
	case len(w) == 2 && w[0] == 'q' && w[1] >= '1' && w[1] <= '4':
		if isYear(norm(i + 1)) {
			return i + 1
		}
		return i
	case w == "last" || w == "past" || w == "previous" || w == "first" || w == "this" || w == "recent":
		return relativePeriod(tokens, i)
	}
	return -1
}

// relativePeriod reads "last six months", "this year", "first half of 2024".
func relativePeriod(tokens []token, i int) int {
	at := i + 1
	if at < len(tokens) && tokens[at].norm == "half" {
		for n := at + 1; n < len(tokens) && n <= at+2; n++ {
			if isYear(tokens[n].norm) {
				return n
			}
		}
		return -1
	}
	if q, ok := quantityAt(tokens, min(at, len(tokens)-1)); ok && at < len(tokens) {
		at = q.last + 1
	}
	if at < len(tokens) && timeSpans[tokens[at].norm] {
		if at+2 < len(tokens) && tokens[at+1].norm == "of" && isYear(tokens[at+2].norm) {
			return at + 2
		}
		return at
	}
	return -1
}

// monthYear counts the tokens behind a month that belong to it: a year, "-24".
func monthYear(tokens []token, i int) int {
	n := 1
	if i+n < len(tokens) && (tokens[i+n].norm == "-" || tokens[i+n].norm == "," || tokens[i+n].norm == "of" || tokens[i+n].norm == "'") {
		n++
	}
	if i+n < len(tokens) && (isYear(tokens[i+n].norm) || n == 2 && len(tokens[i+n].norm) == 2 && tokens[i+n].kind == digitsToken) {
		return n
	}
	return 0
}

func isYear(w string) bool {
	return len(w) == 4 && (strings.HasPrefix(w, "19") || strings.HasPrefix(w, "20")) && isDigits(w)
}

func isYearMonth(w string) bool {
	return len(w) == 6 && isYear(w[:4]) && isDigits(w) && isMonthNumber(w[4:])
}

func isMonthNumber(w string) bool {
	return isDigits(w) && len(w) <= 2 && w != "0" && w != "00" && w <= "12" || len(w) == 1 && w >= "1" && w <= "9"
}

func isDigits(w string) bool {
	return w != "" && strings.IndexFunc(w, func(r rune) bool { return r < '0' || r > '9' }) < 0
}

// attached reports that a scale or separator makes the digits a larger amount.
func attached(tokens []token, i int) bool {
	if i+1 >= len(tokens) {
		return false
	}
	next := tokens[i+1]
	if next.kind == wordToken && !next.spaced {
		return true
	}
	return !next.spaced && (next.norm == "," || next.norm == ".") && i+2 < len(tokens) && tokens[i+2].kind == digitsToken && !tokens[i+2].spaced
}
