package ingest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// TestLayouts reads each form in which facility counts arrive (domain.md, "Files
// as they arrive") to the same wards, level, month and counts.
func TestLayouts(t *testing.T) {
	const tested, positive = "Persons presenting with fever & tested by RDT  ≥5yrs (excl PW)", "Persons tested positive for malaria by RDT  ≥5yrs (excl PW)"
	for name, rows := range map[string][][]string{
		"NMEP, cleaned": {
			{"State", "LGA", "WardName", "HealthFacility", "FacilityLevel", "periodname", "periodcode", tested, positive},
			{"Kwara", "Asa", "Afon", "Afon PHC", "Primary", "2024", "202403", "12", "5"},
		},
		"raw DHIS2 pivot": {
			{"orgunitlevel2", "orgunitlevel3", "Ward", "organisationunit0me", "level of facility", "periodname", tested, positive},
			{"kw Kwara State", "kw Asa Local Government Area", "kw Afon Ward", "kw Afon PHC", "PRIMARY", "March 2024", "12", "5"},
		},
		"older workbook": {
			{"State", "LGA", "Ward", "Health Faccility", "Level of Facility", "Year", "Month", tested, positive},
			{"KWARA", "Asa LGA", "Afon ward", "Afon PHC", "primary Health Care", "2024", "March", "12", "5"},
		},
		"Excel dates": {
			{"State", "LGA", "Ward", "Facility Name", "Facility Level", "Date", "tested_rdt_o5", "positive_rdt_o5"},
			{"Kwara", "Asa", "Afon", "Afon PHC", "Primary", "45352", "12", "5"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := understandTables(t, nil, rowsTable("counts.csv", rows...))
			if diff := cmp.Diff([]dataset.Ward{{State: "Kwara", LGA: "Asa", Name: "Afon"}}, d.Wards); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff([]dataset.Facility{{Name: "Afon PHC", Level: dataset.Primary}}, d.Counts.Facilities); diff != "" {
				t.Error(diff)
			}
			if got := d.Counts.Periods; len(got) != 1 || got[0] != dataset.Month(2024, 3) {
				t.Errorf("periods %v", got)
			}
			if total(d, indicator(dataset.RoleTested, dataset.RDT, dataset.O5)) != 12 || total(d, indicator(dataset.RolePositive, dataset.RDT, dataset.O5)) != 5 {
				t.Errorf("series %+v", d.Counts.Series)
			}
			if d.Files[0].Kind != fileFacility {
				t.Errorf("kind %q", d.Files[0].Kind)
			}
		})
	}
}

// Two yearly files are one dataset; where they overlap, nothing counts twice.
func TestFilesAreMerged(t *testing.T) {
	head := []string{"LGA", "Ward", "HealthFacility", "periodcode", "RDT tested <5yrs", "RDT positive <5yrs"}
	d := understandTables(t, nil,
		rowsTable("2023.csv", head, []string{"Asa", "Afon", "A", "202311", "1", "1"}, []string{"Asa", "Afon", "A", "202312", "10", "4"}),
		rowsTable("2024.csv", head, []string{"Asa", "Afon", "A", "202312", "10", "4"}, []string{"Asa", "Ogele", "B", "202401", "100", "40"}))
	if got := total(d, testedU5); got != 111 || len(d.Wards) != 2 || len(d.Counts.Facilities) != 2 {
		t.Errorf("tested %v, %d wards, %d facilities", got, len(d.Wards), len(d.Counts.Facilities))
	}
	want := []dataset.RowSource{{File: 0, Row: 2}, {File: 0, Row: 3}, {File: 1, Row: 3}}
	if diff := cmp.Diff(want, d.Counts.Source); diff != "" {
		t.Error(diff)
	}
}

// A table by ward with tested and positive needs no facility.
func TestWardCounts(t *testing.T) {
	d := understandTables(t, nil, rowsTable("wards.csv", []string{"LGA", "Ward", "Tested", "Positive", "Population"},
		[]string{"Asa", "Afon", "100", "30", "5000"}, []string{"Asa", "Ogele", "50", "5", "6000"}))
	if d.Counts == nil || d.Counts.Facility[0] != -1 || d.Counts.Periods != nil {
		t.Fatalf("counts %+v", d.Counts)
	}
	if total(d, indicator(dataset.RoleTested, "", "")) != 150 || d.Column("population") == nil {
		t.Errorf("%+v", d)
	}
}

// Provinces of another country are units of their own, not Nigerian states.
func TestOtherCountries(t *testing.T) {
	d := understandTables(t, nil, rowsTable("provinces.csv", []string{"Province", "District", "Population"},
		[]string{"Eastern", "Kenema", "600"}, []string{"Southern", "Bo", "500"}))
	want := []dataset.Ward{{State: "Eastern", Name: "Kenema"}, {State: "Southern", Name: "Bo"}}
	if diff := cmp.Diff(want, d.Wards); diff != "" {
		t.Error(diff)
	}
}
