package ingest

import (
	"fmt"
	"testing"
	"time"
)

// Totals of every scope leave, whatever they are called and however they nest.
func TestUnitTotals(t *testing.T) {
	for name, test := range map[string]struct {
		rows   [][]string
		tested float64
		wards  int
	}{
		"among LGAs": {[][]string{{"State", "LGA", "RDT tested <5yrs", "RDT positive <5yrs"},
			{"Kano", "Dala", "100", "20"}, {"Kano", "Gwale", "200", "30"}, {"Kano", "Ungogo", "300", "50"}, {"Kano", "Total", "600", "100"}}, 600, 3},
		"by words": {[][]string{{"LGA", "RDT tested <5yrs", "RDT positive <5yrs"},
			{"Dala", "100", "20"}, {"Gwale", "200", "30"}, {"Kano State Total", "301", "50"}}, 300, 2},
		"of each state and of all": {[][]string{{"State", "LGA", "RDT tested <5yrs", "RDT positive <5yrs"},
			{"Kano", "Dala", "100", "20"}, {"Kano", "Gwale", "200", "30"}, {"Kano", "Total", "300", "50"},
			{"Kwara", "Asa", "10", "2"}, {"Kwara", "Oyun", "20", "3"}, {"Kwara", "Total", "30", "5"}, {"Nigeria", "Total", "330", "55"}}, 330, 4},
		"of each LGA": {[][]string{{"LGA", "Ward", "RDT tested <5yrs", "RDT positive <5yrs"},
			{"Asa", "Afon", "10", "2"}, {"Asa", "Ogele", "20", "3"}, {"Asa", "Asa", "30", "5"},
			{"Oyun", "Ojoku", "40", "4"}, {"Oyun", "Ipee", "50", "5"}, {"Oyun", "Oyun", "90", "9"}}, 120, 4},
		"without a name that says so": {[][]string{{"State", "LGA", "RDT tested <5yrs", "RDT positive <5yrs"},
			{"Kano", "Dala", "100", "20"}, {"Kano", "Gwale", "200", "30"}, {"Kano", "Ungogo", "300", "50"}, {"Kano", "Everything", "600", "100"},
			{"Kwara", "Asa", "10", "2"}}, 610, 4},
		"none": {[][]string{{"LGA", "Ward", "RDT tested <5yrs", "RDT positive <5yrs"},
			{"Asa", "Asa", "10", "2"}, {"Asa", "Ogele", "20", "3"}, {"Asa", "Afon", "30", "6"}}, 60, 3},
	} {
		d := understandTables(t, nil, rowsTable("f.csv", test.rows...))
		if got := total(d, testedU5); got != test.tested || len(d.Wards) != test.wards {
			t.Errorf("%s: %v tested in %d units, want %v in %d", name, got, len(d.Wards), test.tested, test.wards)
		}
	}
}

// Twenty thousand units take no time that grows with their square.
func TestManyUnits(t *testing.T) {
	const units = 20_000
	names, states, counts := make([]string, units), make([]string, units), make([]string, units)
	for i := range names {
		names[i], states[i], counts[i] = fmt.Sprintf("Ward %c%d", 'a'+i%26, i), fmt.Sprintf("State %d", i%40), fmt.Sprint(i)
	}
	started := time.Now()
	d := understandTables(t, nil, textTable("f.csv", &column{"State", states}, &column{"Ward", names},
		&column{"RDT tested <5yrs", counts}, &column{"RDT positive <5yrs", counts}))
	if len(d.Wards) != units || time.Since(started) > 10*time.Second {
		t.Errorf("%d wards after %v", len(d.Wards), time.Since(started))
	}
}
