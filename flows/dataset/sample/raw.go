package sample

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/xuri/excelize/v2"
)

// rawMonths is how many months the raw workbook holds.
const rawMonths = 3

// pivot is the raw workbook's sheet: a blank row, headings, and a row for each
// facility and month as DHIS2 exports a pivot table.
type pivot struct {
	headings []string
	rows     [][]any
}

// export fills the pivot. One facility in six stands under no ward; there is no
// facility level; "na" became "0" in the headings and names.
func (s *State) export(random *rand.Rand) {
	unknown := make([]bool, len(s.Facilities))
	for i, f := range s.Facilities {
		unknown[i] = f.Unknown || random.IntN(6) == 0
	}
	inQuarter := func(r record) bool { return r.month <= rawMonths }
	s.RawTruth = s.truth(inQuarter, func(r record) bool { return unknown[r.facility] })

	s.raw.headings = []string{"periodname", "orgunitlevel2", "orgunitlevel3", "Ward", "organisationunitname"}
	s.raw.headings = append(s.raw.headings, facilityHeadings()[colCounts:]...)
	s.raw.headings = append(s.raw.headings, "Persons tested positive for malaria (micr + RDT)")
	for i, heading := range s.raw.headings {
		s.raw.headings[i] = naInside.ReplaceAllString(heading, "${1}0${2}")
	}
	lost := 0
	for _, r := range s.records {
		if inQuarter(r) {
			s.raw.rows = append(s.raw.rows, s.rawRow(r, unknown[r.facility]))
			if unknown[r.facility] {
				lost++
			}
		}
	}
	s.plant("raw_layout", rawFile, len(s.raw.rows), Exact,
		`rows of a DHIS2 pivot below a blank one: names with the state's letters before and "Ward" or "Local Government Area" behind, no facility level`)
	s.plant("na_as_zero", rawFile, len(s.raw.rows), Exact, `rows (and a heading) in which "na" inside a name became "0"`)
	s.plant("unknown_ward", rawFile, lost, Lost, `rows under the ward "Unknown": their counts belong to no ward`)
	s.plant("total_column", rawFile, 1, Exact, "column that is the sum of the positives by microscopy and RDT")
}

func (s *State) rawRow(r record, unknown bool) []any {
	f := s.Facilities[r.facility]
	w := &s.Wards[f.Ward]
	ward, name := s.Code+" "+w.Name+" Ward", s.Code+" "+f.Name
	if f.Ward == totalsWard {
		name = ward
	}
	if unknown {
		ward = "Unknown"
	}
	row := []any{
		fmt.Sprintf("%s %d", time.Month(r.month), firstYear),
		s.Code + " " + s.Name + " State", s.Code + " " + s.LGAs[w.LGA].Name + " Local Government Area", ward, name,
	}
	for i := range row[1:] {
		row[i+1] = naInside.ReplaceAllString(row[i+1].(string), "${1}0${2}")
	}
	sum := 0
	for m := range methods {
		for _, counts := range [][3]int{r.tested[m], r.positive[m]} {
			for _, n := range counts {
				if n == blank {
					row = append(row, nil)
					continue
				}
				row = append(row, n)
			}
		}
		for _, n := range r.positive[m] {
			sum += max(n, 0)
		}
	}
	return append(row, sum)
}

// workbook writes the pivot as XLSX.
func (p *pivot) workbook() (content []byte, err error) {
	book := excelize.NewFile()
	defer func() { err = errors.Join(err, book.Close()) }()
	sheet, err := book.NewStreamWriter("Sheet1")
	if err != nil {
		return nil, err
	}
	headings := make([]any, len(p.headings))
	for i, heading := range p.headings {
		headings[i] = heading
	}
	for i, row := range append([][]any{headings}, p.rows...) {
		if err := sheet.SetRow(fmt.Sprint("A", i+2), row); err != nil { // the first row stays blank
			return nil, err
		}
	}
	if err := sheet.Flush(); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = book.Write(&b)
	return b.Bytes(), err
}
