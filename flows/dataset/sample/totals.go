package sample

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
)

// addTotalRows puts a row with the sum of a ward's facilities behind them, under
// the ward's name, month by month in one LGA; a few sums are not quite right. One
// ward elsewhere has nothing but its total rows.
func (s *State) addTotalRows(random *rand.Rand) {
	alone := s.each(func(_ record, f Facility) bool { return f.Ward == totalsWard }, func(row []string) bool {
		row[colFacility], row[colLevel] = s.Wards[totalsWard].Name+" Ward", ""
		return true
	})
	s.plant("total_rows_alone", facilitiesFile, alone, Exact,
		"total rows of a ward none of whose facilities reports: they are all there is, and count")
	added, wrong := 0, 0
	for _, ward := range s.wardsOf(totalsLGA) {
		if ward == totalsWard {
			continue
		}
		for month := 1; month <= months; month++ {
			total := s.totalRow(ward, month)
			if total == nil {
				continue
			}
			if added%9 == 4 {
				c := countColumn(0, 1, false)
				total[c] = strconv.Itoa(int(number(total[c])) + 1 + random.IntN(2))
				wrong++
			}
			s.facilities.rows = append(s.facilities.rows, total)
			added++
		}
	}
	s.plant("total_rows", facilitiesFile, added, Exact,
		"rows that are a ward's total beside its facilities ("+strconv.Itoa(wrong)+" of them off by one or two): counted, they double the ward")
}

// totalRow sums the rows of a ward's facilities in a month; nil without any.
func (s *State) totalRow(ward, month int) []string {
	var total []string
	for i, r := range s.records {
		f := s.Facilities[r.facility]
		if f.Ward != ward || f.Unknown || r.month != month {
			continue
		}
		row := s.facilities.rows[i]
		if total == nil {
			total = slices.Clone(row)
			total[colFacility], total[colLevel] = s.Wards[ward].Name+" Ward", ""
			continue
		}
		for c := colFever; c < len(row); c++ {
			total[c] = addCells(total[c], row[c])
		}
	}
	return total
}

// addCells adds what is there; two blanks stay blank.
func addCells(a, b string) string {
	x, y := number(a), number(b)
	switch {
	case math.IsNaN(x) && math.IsNaN(y):
		return ""
	case math.IsNaN(x):
		return b
	case math.IsNaN(y):
		return a
	}
	return strconv.Itoa(int(x + y))
}

// repeatRows enters some rows twice, word for word.
func (s *State) repeatRows(random *rand.Rand) {
	const repeated = 40
	picked := random.Perm(len(s.records))[:repeated]
	for _, i := range picked {
		s.facilities.rows = append(s.facilities.rows, slices.Clone(s.facilities.rows[i]))
	}
	s.plant("duplicate_rows", facilitiesFile, repeated, Exact, "rows entered twice, word for word")
}
