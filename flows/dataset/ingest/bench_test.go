package ingest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// largeTable is a year and more of a state: 190 wards, 20,000 facilities, months
// and four counts, as a reader gives it.
func largeTable(rows int) *dataset.Table {
	random := rand.New(rand.NewPCG(1, 2))
	const wards, facilities = 190, 20_000
	wardDict, lgaDict, facilityDict := []string{""}, []string{""}, []string{""}
	for i := range wards {
		wardDict = append(wardDict, fmt.Sprintf("kw Place%c%c Ward", 'a'+i/26, 'a'+i%26))
	}
	for i := range 16 {
		lgaDict = append(lgaDict, fmt.Sprintf("kw Region%c Local Government Area", 'a'+i))
	}
	for i := range facilities {
		facilityDict = append(facilityDict, fmt.Sprintf("kw Health Post %d", i))
	}
	ward, lga, facility := make([]uint32, rows), make([]uint32, rows), make([]uint32, rows)
	period := make([]float64, rows)
	headings := []string{"Persons presenting with fever & tested by RDT <5yrs", "Persons presenting with fever & tested by RDT  ≥5yrs (excl PW)",
		"Persons tested positive for malaria by RDT <5yrs", "Persons tested positive for malaria by RDT  ≥5yrs (excl PW)"}
	counts := make([][]float64, len(headings))
	for i := range counts {
		counts[i] = make([]float64, rows)
	}
	for row := range rows {
		f := row % facilities
		ward[row], lga[row], facility[row] = uint32(f%wards)+1, uint32(f%wards%16)+1, uint32(f)+1
		month := row / facilities
		period[row] = float64((2020+month/12)*100 + month%12 + 1)
		for i := range 2 {
			tested := float64(random.IntN(200))
			counts[i][row], counts[i+2][row] = tested, math.Floor(tested*random.Float64())
		}
	}
	t := &dataset.Table{File: "facilities.csv", Rows: rows, FirstRow: 2, Columns: []*dataset.Column{
		{Heading: "LGA", Dict: lgaDict, Codes: lga}, {Heading: "WardName", Dict: wardDict, Codes: ward},
		{Heading: "HealthFacility", Dict: facilityDict, Codes: facility}, {Heading: "periodcode", Numbers: period},
	}}
	for i, h := range headings {
		t.Columns = append(t.Columns, &dataset.Column{Heading: h, Numbers: counts[i]})
	}
	for i, c := range t.Columns {
		c.Index = i
	}
	return t
}

func BenchmarkUnderstand1M(b *testing.B) {
	sources := []Source{{Name: "facilities.csv", Tables: []*dataset.Table{largeTable(1_000_000)}}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Understand(sources, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// countryTables are two lists of 9,400 wards whose names differ by one letter.
func countryTables() (*dataset.Table, *dataset.Table) {
	random := rand.New(rand.NewPCG(3, 4))
	one, two := &column{heading: "WardName"}, &column{heading: "WardName"}
	for range 9400 {
		name := []byte("")
		for range 6 + random.IntN(8) {
			name = append(name, byte('a'+random.IntN(26)))
		}
		one.cells = append(one.cells, string(name))
		name[len(name)-2] = 'q'
		two.cells = append(two.cells, string(name))
	}
	return textTable("one.csv", one), textTable("two.csv", two)
}

func BenchmarkMatchCountry(b *testing.B) {
	one, two := countryTables()
	sources := []Source{{Name: "one.csv", Tables: []*dataset.Table{one}}, {Name: "two.csv", Tables: []*dataset.Table{two}}}
	for b.Loop() {
		if _, err := Understand(sources, nil); err != nil {
			b.Fatal(err)
		}
	}
}
