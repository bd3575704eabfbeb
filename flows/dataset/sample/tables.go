package sample

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A table is a file of rows before it is written.
type table struct {
	headings []string
	rows     [][]string
}

func (t *table) column(heading string) int { return slices.Index(t.headings, heading) }

// Leading columns of the facility file, in the layout of a cleaned NHMIS extract.
const (
	colState = iota
	colLGA
	colWard
	colFacility
	colLevel
	colPeriodName
	colPeriodCode
	colFever
	colCounts // the first count; see countHeadings
)

// Headings as NHMIS forms have them: "&" for RDT, "and" for microscopy, and a
// double space before the sign of the older group.
var (
	testedHeading   = [2]string{"Persons presenting with fever & tested by RDT", "Persons presenting with fever and tested by Microscopy"}
	positiveHeading = [2]string{"Persons tested positive for malaria by RDT", "Persons tested positive for malaria by Microscopy"}
	ageHeading      = [3]string{" <5yrs", "  ≥5yrs (excl PW)", " Preg Women (PW)"}
)

// countColumn is the place of a count among the columns.
func countColumn(method, age int, positive bool) int {
	at := colCounts + 6*method + age
	if positive {
		at += 3
	}
	return at
}

func facilityHeadings() []string {
	headings := []string{
		"State", "LGA", "WardName", "HealthFacility", "FacilityLevel", "periodname", "periodcode",
		"Persons presenting with fever",
	}
	for m := range methods {
		for _, what := range []string{testedHeading[m], positiveHeading[m]} {
			for a := range ages {
				headings = append(headings, what+ageHeading[a])
			}
		}
	}
	return headings
}

// fillTables renders the undamaged files.
func (s *State) fillTables() {
	s.facilities = table{headings: facilityHeadings()}
	for _, r := range s.records {
		s.facilities.rows = append(s.facilities.rows, s.facilityRow(r))
	}
	s.covariates = s.covariateTable()
	s.population = s.populationTable()
	for i := range s.Wards {
		w := &s.Wards[i]
		s.boundary = append(s.boundary, boundaryNames{state: s.Name, lga: s.LGAs[w.LGA].Name, ward: w.Name})
	}
}

func (s *State) facilityRow(r record) []string {
	f := s.Facilities[r.facility]
	w := &s.Wards[f.Ward]
	row := make([]string, countColumn(1, 2, true)+1)
	row[colState], row[colLGA], row[colWard], row[colFacility] = s.Name, s.LGAs[w.LGA].Name, w.Name, f.Name
	row[colLevel] = string(f.Level)
	row[colPeriodName] = fmt.Sprintf("%s %d", time.Month(r.month), firstYear)
	row[colPeriodCode] = dataset.Month(firstYear, r.month).String()
	row[colFever] = strconv.Itoa(r.fever)
	for m := range methods {
		for a := range ages {
			row[countColumn(m, a, false)] = countCell(r.tested[m][a])
			row[countColumn(m, a, true)] = countCell(r.positive[m][a])
		}
	}
	return row
}

func countCell(n int) string {
	if n == blank {
		return ""
	}
	return strconv.Itoa(n)
}

func (s *State) covariateTable() table {
	t := table{headings: []string{
		"State", "LGA", "WardName", "rainfall", "evi", "distance_to_water", "elevation", "housing_quality",
		"urban_percentage", "nighttime_lights",
	}}
	for i := range s.Wards {
		w := &s.Wards[i]
		c := w.Covariates
		row := []string{s.Name, s.LGAs[w.LGA].Name, w.Name}
		for _, v := range []float64{
			c.Rainfall, c.EVI, c.DistanceToWater, c.Elevation, c.HousingQuality, c.UrbanPercentage, c.NighttimeLights,
		} {
			row = append(row, strconv.FormatFloat(v, 'f', -1, 64))
		}
		t.rows = append(t.rows, row)
	}
	return t
}

func (s *State) populationTable() table {
	t := table{headings: []string{"State", "LGA", "WardName", "WardCode", "population", "households"}}
	for i := range s.Wards {
		w := &s.Wards[i]
		t.rows = append(t.rows, []string{
			s.Name, s.LGAs[w.LGA].Name, w.Name, w.Code, strconv.Itoa(w.Population), strconv.Itoa(w.Households),
		})
	}
	return t
}

// number reads a cell that was written as a count; a blank is NaN.
func number(cell string) float64 {
	if v, err := strconv.Atoi(cell); err == nil {
		return float64(v)
	}
	return math.NaN()
}
