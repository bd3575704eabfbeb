package ingest

import (
	"testing"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A table of tests that names its wards by code alone belongs to the wards of
// the table that brings the codes.
func TestWardsByCodeAlone(t *testing.T) {
	d := understandTables(t, nil,
		rowsTable("tests.csv", []string{"ADM3_PCODE", "tested", "positive"}, []string{"SL01", "100", "40"}, []string{"SL02", "50", "10"}),
		rowsTable("people.csv", []string{"ADM2_EN", "ADM3_EN", "ADM3_PCODE", "Total"}, []string{"Bo", "Badjia", "SL01", "9070"}, []string{"Bo", "Bagbo", "SL02", "28859"}),
	)
	if len(d.Wards) != 2 || finding(d, "other_level") != nil {
		t.Fatalf("%d wards, findings %+v", len(d.Wards), d.Findings)
	}
	for row, want := range []string{"SL01", "SL02"} {
		if w := d.Counts.Ward[row]; w < 0 || d.Wards[w].Code != want || d.Wards[w].Name == "" {
			t.Errorf("row %d belongs to ward %d", row, w)
		}
	}
}

// Counts of a level that is not used belong to no ward; they are no repeats of
// one another.
func TestRowsOfNobodyAreNoRepeats(t *testing.T) {
	c := &dataset.Counts{Ward: []int32{-1, -1, 0, 0}, Facility: []int32{-1, -1, -1, -1}}
	if got := repeatedRows(c); len(got) != 1 || got[0] != (repeat{2, 3}) {
		t.Errorf("repeats %v", got)
	}
}
