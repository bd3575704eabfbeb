package dataset

import (
	"fmt"
	"time"
)

// Words is how a reply names the period: January 2024, January to March 2024,
// November 2023 to February 2024. The zero Period is "".
func (p Period) Words() string {
	if p.IsZero() {
		return ""
	}
	first, last := p.First, p.First+p.Months-1
	switch {
	case first == last:
		return monthName(first) + fmt.Sprintf(" %d", first/12)
	case first/12 == last/12:
		return fmt.Sprintf("%s to %s %d", monthName(first), monthName(last), last/12)
	}
	return fmt.Sprintf("%s %d to %s %d", monthName(first), first/12, monthName(last), last/12)
}

func monthName(month int32) string { return time.Month(month%12 + 1).String() }
