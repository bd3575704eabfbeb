package dataset

import "fmt"

// A Period is a span of whole calendar months. The zero Period is "not told".
type Period struct {
	First  int32 // month number: year*12 + month-1
	Months int32 // 1 a month, 3 a quarter, 12 a year
}

// Month returns the period of one month (1 to 12).
func Month(year, month int) Period { return Period{First: int32(year*12 + month - 1), Months: 1} }

// IsZero reports whether the period is not told.
func (p Period) IsZero() bool { return p.Months == 0 }

// Contains reports whether q lies wholly inside p.
func (p Period) Contains(q Period) bool {
	return q.First >= p.First && q.First+q.Months <= p.First+p.Months
}

// String is the DHIS2 form: 202401, 2024Q1, 2024; else first to last month.
func (p Period) String() string {
	year, month := p.First/12, p.First%12+1
	switch {
	case p.IsZero():
		return ""
	case p.Months == 1:
		return fmt.Sprintf("%d%02d", year, month)
	case p.Months == 12 && month == 1:
		return fmt.Sprint(year)
	case p.Months == 3 && month%3 == 1:
		return fmt.Sprintf("%dQ%d", year, (month+2)/3)
	}
	last := p.First + p.Months - 1
	return fmt.Sprintf("%d%02d-%d%02d", year, month, last/12, last%12+1)
}
