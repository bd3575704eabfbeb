package sample

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Planted is one kind of damage in one file.
type Planted struct {
	Damage   string // stable name
	File     string
	Count    int    // how many rows, cells or headings, as What says
	What     string // a sentence
	Recovery Recovery
}

// Recovery says whether a correct reading gets the truth back.
type Recovery string

// The recoveries.
const (
	Exact     Recovery = "yes, exactly"         // certain: repaired or left out without asking
	Confirmed Recovery = "after a confirmation" // probable: the analyst is asked
	Lost      Recovery = "no"                   // reported, and missing from the result
)

// File names of the state.
const (
	facilitiesFile = "facilities.csv"
	covariatesFile = "covariates.csv"
	populationFile = "population.csv"
	boundaryFile   = "wards.zip"
	rawFile        = "facilities_raw.xlsx"
)

// LGAs whose part of the facility file is damaged in a way of its own.
const (
	prefixLGA = 2 // names as a raw export writes them
	totalsLGA = 9 // a total row for each ward and month
)

// damage spoils the files as the field does. Rows are added last, because the
// steps before go by their place.
func (s *State) damage(random *rand.Rand) {
	s.notReported(random)
	s.changeForm()
	s.addTotalColumn()
	s.spellRaw()
	s.spellNumerals()
	s.loseSyllable()
	s.mixCase(random)
	s.addSpaces(random)
	s.hideWards()
	s.writeInWords(random)
	s.addTotalRows(random)
	s.repeatRows(random)
	s.breakHeadings()
	s.damageBoundary()
	s.damageWardTables(random)
}

func (s *State) plant(damage, file string, count int, recovery Recovery, what string) {
	s.Planted = append(s.Planted, Planted{Damage: damage, File: file, Count: count, What: what, Recovery: recovery})
}

// each runs f over the rows of the facility file whose record fits, and counts
// those for which f reports a change.
func (s *State) each(fits func(record, Facility) bool, f func(row []string) bool) (changed int) {
	for i, r := range s.records {
		if fits(r, s.Facilities[r.facility]) && f(s.facilities.rows[i]) {
			changed++
		}
	}
	return changed
}

func anyRow(record, Facility) bool { return true }

func (s *State) inLGA(lga int) func(record, Facility) bool {
	return func(_ record, f Facility) bool { return s.Wards[f.Ward].LGA == lga }
}

// notReported lists what the records themselves lack, and writes some blanks as "NA".
func (s *State) notReported(random *rand.Rand) {
	s.plant("missing_months", facilitiesFile, len(s.Facilities)*months-len(s.records), Lost,
		"facility-months without a row; some facilities report fewer than half of the months")
	silent := 0
	for _, r := range s.records {
		for m := range methods {
			if r.tested[m][0] != blank && r.positive[m][0] == blank {
				silent++
			}
		}
	}
	s.plant("blank_counts", facilitiesFile, silent, Lost,
		"facility-months tested by a method whose positives are blank: in neither numerator nor denominator")
	s.plant("positive_gt_tested", facilitiesFile, positiveAboveTested, Exact,
		"rows with more positives than tests (RDT, under five): counted as they stand, and reported")
	s.plant("no_facility", facilitiesFile, 2, Lost, "wards without any facility: no value")
	s.plant("low_tests", facilitiesFile, 1, Exact, "ward whose only facility hardly tests: fewer than 30 in the year")
	s.plant("missing_as_text", facilitiesFile, s.each(anyRow, func(row []string) bool {
		blankCells := slices.Contains(row, "")
		for i := range row {
			if blankCells && row[i] == "" && random.IntN(40) == 0 {
				row[i] = "NA"
			}
		}
		return slices.Contains(row, "NA")
	}), Exact, `rows with "NA" in place of a blank`)
}

// changeForm moves the RDT counts of children from May on into columns of their
// own under the same headings, as a new version of the form does.
func (s *State) changeForm() {
	columns := []int{countColumn(0, 0, false), countColumn(0, 0, true)}
	for _, c := range columns {
		s.facilities.headings = append(s.facilities.headings, s.facilities.headings[c])
	}
	s.facilities.headings[len(s.facilities.headings)-1] += ".1" // as a spreadsheet program numbers it
	for i, r := range s.records {
		row := s.facilities.rows[i]
		for _, c := range columns {
			later := ""
			if r.month >= 5 {
				later, row[c] = row[c], ""
			}
			row = append(row, later)
		}
		s.facilities.rows[i] = row
	}
	s.plant("duplicate_headings", facilitiesFile, len(columns), Exact,
		"indicators in two columns each, the second from May on: added, not dropped")
}

// addTotalColumn adds a column that is the sum of three others.
func (s *State) addTotalColumn() {
	s.facilities.headings = append(s.facilities.headings, testedHeading[0]+" (total)")
	for i, r := range s.records {
		sum := r.tested[0][0] + r.tested[0][1] + r.tested[0][2]
		s.facilities.rows[i] = append(s.facilities.rows[i], strconv.Itoa(sum))
	}
	s.plant("total_column", facilitiesFile, 1, Exact, "column that is the sum of the three age groups beside it")
}

// spellRaw writes an LGA's names as DHIS2 exports them.
func (s *State) spellRaw() {
	code := capital(s.Code)
	n := s.each(s.inLGA(prefixLGA), func(row []string) bool {
		row[colState] = s.Code + " " + row[colState] + " State"
		row[colLGA] = s.Code + " " + row[colLGA] + " Local Government Area"
		row[colWard] = s.Code + " " + row[colWard] + " Ward"
		row[colFacility] = code + " " + row[colFacility]
		return true
	})
	s.plant("state_prefix", facilitiesFile, n, Exact,
		`rows whose names have the state's letters before them and "State", "Local Government Area" or "Ward" behind`)
}

// spellNumerals writes roman numerals as arabic ones.
func (s *State) spellNumerals() {
	n := s.each(anyRow, func(row []string) bool {
		name, numeral, _ := cutLast(row[colWard])
		arabic := map[string]string{"I": "1", "II": "2", "III": "3"}[numeral]
		if arabic != "" {
			row[colWard] = name + " " + arabic
		}
		return arabic != ""
	})
	s.plant("numerals", facilitiesFile, n, Exact, "rows with an arabic numeral in the ward's name where the boundaries have a roman one")
}

func cutLast(s string) (before, last string, found bool) {
	at := strings.LastIndexByte(s, ' ')
	if at < 0 {
		return s, "", false
	}
	return s[:at], s[at+1:], true
}

// naInside is the syllable where nothing but it can have stood in its place.
var naInside = regexp.MustCompile(`([a-z])na([a-z])`)

// loseSyllable turns "na" into "0" in half a year of one LGA, as a careless
// replacement of NA by zero does.
func (s *State) loseSyllable() {
	inLGA := s.inLGA(naLGA)
	n := s.each(func(r record, f Facility) bool { return r.month > 6 && inLGA(r, f) }, func(row []string) bool {
		for _, c := range []int{colState, colLGA, colWard, colFacility} {
			row[c] = naInside.ReplaceAllString(row[c], "${1}0${2}")
		}
		return true
	})
	s.plant("na_as_zero", facilitiesFile, n, Exact, `rows in which "na" inside a name became "0"`)
}

func (s *State) mixCase(random *rand.Rand) {
	n := s.each(anyRow, func(row []string) bool {
		plain := row[colLevel]
		row[colLevel] = pick(random, []string{capital(plain), capital(plain), strings.ToUpper(plain), plain})
		return row[colLevel] != capital(plain)
	})
	s.plant("mixed_case", facilitiesFile, n, Exact, "rows whose facility level is in other than its usual case")
}

func (s *State) addSpaces(random *rand.Rand) {
	n := s.each(anyRow, func(row []string) bool {
		if random.IntN(50) > 0 {
			return false
		}
		row[colWard] = strings.ReplaceAll(row[colWard], " ", "  ") + " "
		return true
	})
	s.plant("spaces", facilitiesFile, n, Exact, "rows with a space too many in the ward's name")
}

func (s *State) hideWards() {
	n := s.each(func(_ record, f Facility) bool { return f.Unknown }, func(row []string) bool {
		row[colWard] = "Unknown"
		return true
	})
	s.plant("unknown_ward", facilitiesFile, n, Lost, `rows under the ward "Unknown": their counts belong to no ward`)
}

func (s *State) writeInWords(random *rand.Rand) {
	n := s.each(anyRow, func(row []string) bool {
		if random.IntN(2500) > 0 {
			return false
		}
		row[colFever] = "see register"
		return true
	})
	s.plant("text_in_numbers", facilitiesFile, n, Lost, "cells with words in the fever column; no test count is touched")
}
