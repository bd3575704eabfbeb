package ingest

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

var (
	testedU5   = indicator(dataset.RoleTested, dataset.RDT, dataset.U5)
	positiveU5 = indicator(dataset.RolePositive, dataset.RDT, dataset.U5)
)

// TestDamage plants one kind of field damage a case and asks for its finding and
// for the sums that are right without it (domain.md, "Files as they arrive").
func TestDamage(t *testing.T) {
	head := []string{"LGA", "Ward", "HealthFacility", "periodname", "RDT tested <5yrs", "RDT positive <5yrs"}
	for name, test := range map[string]struct {
		rows     [][]string
		check    string
		found    int // rows of the finding
		tested   float64
		positive float64
		wards    int
	}{
		"clean": {
			rows:   [][]string{{"Asa", "Afon", "Clinic A", "January 2024", "10", "4"}, {"Asa", "Ogele", "Clinic B", "January 2024", "20", "5"}},
			tested: 30, positive: 9, wards: 2,
		},
		"unknown ward": {
			rows:  [][]string{{"kw Asa Local Government Area", "kw Afon Ward", "kw Clinic A", "202401", "10", "4"}, {"kw Asa Local Government Area", "Unknown", "kw Clinic B", "202401", "20", "5"}},
			check: "unknown_ward", found: 1, tested: 10, positive: 4, wards: 1,
		},
		"ward total, not quite the sum": {
			rows: [][]string{{"Asa", "kw Afon Ward", "kw Clinic A", "Jan-24", "10", "4"}, {"Asa", "kw Afon Ward", "kw Clinic B", "Jan-24", "20", "5"},
				{"Asa", "kw Afon Ward", "kw Afon Ward", "Jan-24", "29", "9"}},
			check: "total_rows", found: 1, tested: 30, positive: 9, wards: 1,
		},
		"a clinic named like its ward": {
			rows:  [][]string{{"Asa", "Afon", "Afon", "Jan-24", "10", "4"}, {"Asa", "Afon", "Clinic B", "Jan-24", "500", "50"}},
			check: "named_like_ward", found: 1, tested: 510, positive: 54, wards: 1,
		},
		"a total without parts": {
			rows:  [][]string{{"Asa", "Afon", "Afon Ward", "Jan-24", "10", "4"}, {"Asa", "Ogele", "Clinic B", "Jan-24", "20", "5"}},
			check: "total_without_parts", found: 1, tested: 30, positive: 9, wards: 2,
		},
		"a cold store": {
			rows:  [][]string{{"Asa", "Afon", "Clinic A", "Jan-24", "10", "4"}, {"Asa", "Asa Local Government Area Cold Store", "Asa Local Government Area Cold Store", "Jan-24", "0", "0"}},
			check: "store_rows", found: 1, tested: 10, positive: 4, wards: 1,
		},
		"negative count": {
			rows:  [][]string{{"Asa", "Afon", "Clinic A", "Jan-24", "10", "4"}, {"Asa", "Afon", "Clinic B", "Jan-24", "-20", "5"}},
			check: "negative_count", found: 1, tested: 10, positive: 9, wards: 1,
		},
		"exact duplicate": {
			rows:  [][]string{{"Asa", "Afon", "Clinic A", "Jan-24", "10", "4"}, {"Asa", "Afon", "Clinic A", "January 2024", "10", "4"}},
			check: "duplicate_rows", found: 1, tested: 10, positive: 4, wards: 1,
		},
		"conflicting duplicate": {
			rows:  [][]string{{"Asa", "Afon", "Clinic A", "Jan-24", "10", "4"}, {"Asa", "Afon", "Clinic A", "Jan-24", "11", "4"}},
			check: "conflicting_rows", found: 1, tested: 10, positive: 4, wards: 1,
		},
		"more positives than tests": {
			rows:  [][]string{{"Asa", "Afon", "Clinic A", "Jan-24", "10", "14"}},
			check: "positive_gt_tested", found: 1, tested: 10, positive: 14, wards: 1,
		},
		"zeros for blanks": {
			rows:  [][]string{{"Asa", "Afon", "Clinic A", "Jan-24", "10", "4"}, {"Asa", "Afon", "Clinic B", "Jan-24", "0", "0"}},
			check: "only_zeros", found: 1, tested: 10, positive: 4, wards: 1,
		},
		"a missing month": {
			rows:  [][]string{{"Asa", "Afon", "Clinic A", "Jan-24", "10", "4"}, {"Asa", "Afon", "Clinic A", "Feb-24", "10", "4"}, {"Asa", "Afon", "Clinic B", "Jan-24", "1", "1"}},
			check: "missing_months", found: 1, tested: 21, positive: 9, wards: 1,
		},
		"text among numbers": {
			rows: [][]string{{"Asa", "Afon", "Clinic A", "Jan-24", "10", "4"}, {"Asa", "Afon", "Clinic B", "Jan-24", "ten", "4"},
				{"Asa", "Afon", "Clinic C", "Jan-24", "10", "4"}, {"Asa", "Afon", "Clinic D", "Jan-24", "10", "4"}},
			check: "not_a_number", found: 1, tested: 30, positive: 16, wards: 1,
		},
		"na turned into 0, numerals and the LGA in brackets": {
			rows:   [][]string{{"Asa", "Gwa0be II", "Clinic A", "Jan-24", "10", "4"}, {"Asa", "Gwanabe 2 (Asa)", "Clinic B", "Jan-24", "1", "1"}},
			tested: 11, positive: 5, wards: 1,
		},
		"a ward that is the state's total": {
			rows: [][]string{{"Asa", "Afon", "Clinic A", "Jan-24", "10", "4"}, {"Asa", "Ogele", "Clinic B", "Jan-24", "20", "5"},
				{"Asa", "Grand total", "Grand total", "Jan-24", "30", "9"}},
			check: "total_rows", found: 1, tested: 30, positive: 9, wards: 2,
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := understandTables(t, nil, rowsTable("counts.csv", append([][]string{head}, test.rows...)...))
			if test.check != "" {
				if f := finding(d, test.check); f == nil || f.Rows != test.found || f.Effect == "" {
					t.Errorf("%s: %+v of %+v", test.check, f, d.Findings)
				}
			}
			if total(d, testedU5) != test.tested || total(d, positiveU5) != test.positive || len(d.Wards) != test.wards {
				t.Errorf("%v of %v in %d wards, want %v of %v in %d: %+v", total(d, positiveU5), total(d, testedU5), len(d.Wards), test.positive, test.tested, test.wards, d.Wards)
			}
		})
	}
}

// A form change splits a heading in two: each half counts in its time.
func TestFormChangeIsAddedUp(t *testing.T) {
	d := understandTables(t, nil, rowsTable("counts.csv",
		[]string{"Ward", "Facility", "Period", "RDT tested <5yrs", "RDT tested <5yrs.1", "RDT positive <5yrs"},
		[]string{"Afon", "A", "202012", "10", "", "1"}, []string{"Afon", "A", "202101", "", "60", "2"}))
	if got := total(d, testedU5); got != 70 {
		t.Errorf("tested %v, want 70", got)
	}
	if finding(d, "duplicate_heading") == nil {
		t.Error("the second half is not reported")
	}
}

// Columns that sum others by method and age do not count beside them.
func TestTotalColumns(t *testing.T) {
	d := understandTables(t, nil, rowsTable("counts.csv",
		[]string{"Ward", "Facility", "Period", "RDT tested", "Microscopy tested", "Tested (total)", "RDT positive", "Microscopy positive", "Positive (micr + RDT)"},
		[]string{"Afon", "A", "202401", "10", "5", "15", "3", "2", "5"}))
	if len(d.Counts.Series) != 4 {
		t.Errorf("series %+v", d.Counts.Series)
	}
}

// A column that sums ages and methods at once is no more than its parts either.
func TestGrandTotalColumn(t *testing.T) {
	d := understandTables(t, nil, rowsTable("counts.csv",
		[]string{"Ward", "Facility", "Period", "RDT positive <5yrs", "RDT positive >=5yrs", "Microscopy positive <5yrs", "All positive for malaria"},
		[]string{"Afon", "A", "202401", "10", "5", "2", "17"}))
	if len(d.Counts.Series) != 3 || finding(d, "total_column") == nil {
		t.Errorf("series %+v", d.Counts.Series)
	}
}

// A blank in a wide table stays missing; it is never zero.
func TestBlankStaysMissing(t *testing.T) {
	d := understandTables(t, nil, rowsTable("counts.csv",
		[]string{"Ward", "Facility", "Period", "RDT tested <5yrs", "RDT positive <5yrs"},
		[]string{"Afon", "A", "202401", "10", ""}, []string{"Afon", "B", "202401", "", "2"}, []string{"Afon", "C", "202401", "3", "2"}))
	for _, s := range d.Counts.Series {
		blank := 0
		for _, v := range s.Values {
			if math.IsNaN(v) {
				blank++
			}
		}
		if blank != 1 {
			t.Errorf("%s: %v", s.Column, s.Values)
		}
	}
	if d.Counts.AbsentIsZero {
		t.Error("a wide table takes blanks as zero")
	}
}

// What the analyst says of a column wins over its heading.
func TestCorrections(t *testing.T) {
	table := func() *dataset.Table {
		return rowsTable("counts.csv", []string{"Place", "Unit", "Period", "X1", "X2"}, []string{"Afon", "A", "202401", "10", "4"})
	}
	edits := schemaregistry.Edits{"column:Place": "ward", "column:Unit": "facility", "column:X1": "tested rdt u5", "column:X2": "positive rdt u5"}
	d := understandTables(t, edits, table())
	if total(d, testedU5) != 10 || total(d, positiveU5) != 4 || d.Wards[0].Name != "Afon" {
		t.Errorf("%+v", d.Counts)
	}
	if _, err := Understand([]Source{{Name: "counts.csv", Tables: []*dataset.Table{table()}}}, nil); err == nil {
		t.Error("a table without places was taken")
	}
}

func TestWardTable(t *testing.T) {
	d := understandTables(t, nil, rowsTable("wards.csv",
		[]string{"State", "LGA", "Ward", "Population", "Urban", "TPR", "Rainfall (mm)", "settlement_type"},
		[]string{"Kwara", "Asa", "Afon", "1000", "0.25", "12.5", "900", "1"},
		[]string{"Kwara", "Asa", "Ogele", "2000", "1", "40", "800", "2"},
		[]string{"Kwara", "Asa", "Total", "3000", "0.6", "20", "850", "2"}))
	if len(d.Wards) != 2 {
		t.Fatalf("wards %+v", d.Wards)
	}
	for name, want := range map[string][]float64{"population": {1000, 2000}, "urban_percentage": {25, 100}, "tpr": {0.125, 0.4}, "rainfall": {900, 800}, "settlement_type": {1, 2}} {
		c := d.Column(name)
		if c == nil {
			t.Errorf("no %s", name)
		} else if diff := cmp.Diff(want, c.Values); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if d.QuestionFor("run_risk_analysis") == nil {
		t.Error("the scale of tpr is not confirmed")
	}
	if e := supplied(d); e == nil || !e.Supplied || e.Table.Len() != 2 {
		t.Errorf("evidence %+v", e)
	}
}

// A yearly row beside the months of the same facility is their total.
func TestYearBesideMonths(t *testing.T) {
	d := understandTables(t, nil, rowsTable("export.csv",
		[]string{"Data", "Period", "Organisation unit", "Value"},
		[]string{"RDT tested", "January 2024", "Afon", "10"}, []string{"RDT tested", "February 2024", "Afon", "20"},
		[]string{"RDT tested", "2024", "Afon", "30"}, []string{"RDT tested", "2023", "Afon", "7"}, []string{"RDT positive", "January 2024", "Afon", "2"}))
	if got := total(d, indicator(dataset.RoleTested, dataset.RDT, "")); got != 37 {
		t.Errorf("tested %v, want 37: %+v", got, d.Findings)
	}
	if finding(d, "period_totals") == nil || finding(d, "absent_is_zero") == nil {
		t.Errorf("findings %+v", d.Findings)
	}
}

// Each answer to what repeated rows mean gives its own sum, and is asked once.
func TestConflictingRowsAreAsked(t *testing.T) {
	table := func() *dataset.Table {
		return rowsTable("counts.csv", []string{"Ward", "HealthFacility", "Period", "RDT tested <5yrs", "RDT positive <5yrs"},
			[]string{"Afon", "A", "202401", "10", "1"}, []string{"Afon", "A", "202401", "25", "2"})
	}
	q := understandTables(t, nil, table()).QuestionFor("run_tpr_step")
	if q == nil {
		t.Fatal("nothing is asked")
	}
	for i, want := range []float64{10, 25, 35} {
		d := understandTables(t, q.Options[i].Edits, table())
		if got := total(d, testedU5); got != want || len(d.Questions) != 0 {
			t.Errorf("%s: %v, want %v; asks %v", q.Options[i].Label, got, want, d.Questions)
		}
	}
}
