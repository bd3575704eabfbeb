package ingest

import (
	"strings"
	"testing"
)

// What cannot be a count is missing, said with its row, and raises no doubt about
// the columns.
func TestImpossibleCounts(t *testing.T) {
	rows := [][]string{{"LGA", "Ward", "HealthFacility", "periodname", "RDT tested <5yrs", "RDT positive <5yrs"},
		{"Asa", "Afon", "Clinic A", "January 2024", "10", "4"},
		{"Asa", "Afon", "Clinic B", "January 2024", "-5", "2"},
		{"Asa", "Ogele", "Clinic C", "January 2024", "20", "-2"},
		{"Asa", "Ogele", "Clinic D", "January 2024", "1e308", "1e308"},
		{"Asa", "Ogele", "Clinic E", "January 2024", "30", "3"},
		{"Asa", "Ogele", "Clinic F", "January 2024", "40", "4"}}
	d := understandTables(t, nil, rowsTable("f.csv", rows...))
	if tested, positive := total(d, testedU5), total(d, positiveU5); tested != 100 || positive != 13 {
		t.Errorf("tested %v, positive %v", tested, positive)
	}
	if len(d.Questions) != 0 {
		t.Errorf("asked %+v", d.Questions)
	}
	negative, huge := finding(d, "negative_count"), finding(d, "impossible_count")
	if negative == nil || !strings.Contains(negative.Effect, "-5 in row 3") || negative.Unit != "f.csv" {
		t.Errorf("%+v", negative)
	}
	if huge == nil || !strings.Contains(huge.Effect, "1e+308 in row 5") {
		t.Errorf("%+v", huge)
	}
}
