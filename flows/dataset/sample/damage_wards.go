package sample

import (
	"math/rand/v2"
	"strings"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// breakHeadings turns the sign of the older group into what it becomes when
// UTF-8 is read as Windows-1252, in half of its columns.
func (s *State) breakHeadings() {
	n := 0
	for m := range methods {
		c := countColumn(m, 1, true)
		s.facilities.headings[c] = strings.Replace(s.facilities.headings[c], "≥", "â‰¥", 1)
		n++
	}
	s.plant("mojibake", facilitiesFile, n, Exact, `headings with "â‰¥" for "≥"`)
}

// boundaryNames is a row of the boundary file's attributes.
type boundaryNames struct{ state, lga, ward string }

// damageBoundary writes the LGA behind ward names that stand in several LGAs.
func (s *State) damageBoundary() {
	n := 0
	for i := range s.Wards {
		if s.repeats(i) {
			s.boundary[i].ward += " (" + s.boundary[i].lga + ")"
			n++
		}
	}
	s.plant("lga_in_name", boundaryFile, n, Exact, "wards whose name stands in several LGAs, with the LGA in brackets behind it")
}

// damageWardTables spoils covariates and population: capitals, typing errors,
// gaps, and numbers with separators.
func (s *State) damageWardTables(random *rand.Rand) {
	for _, row := range s.covariates.rows {
		row[1] = strings.ToUpper(row[1])
	}
	s.plant("capitals", covariatesFile, len(s.covariates.rows), Exact, "rows with the LGA in capitals")

	const typos = 3
	for _, ward := range s.plainWards(random, typos) {
		s.covariates.rows[ward][2] = swapLetters(s.covariates.rows[ward][2])
	}
	s.plant("typing_errors", covariatesFile, typos, Confirmed, "ward names with two letters swapped")

	s.clear(&s.covariates, "evi", s.plainWards(random, 4))
	s.plant("missing_values", covariatesFile, 4, Lost, "wards without a vegetation index")
	s.clear(&s.covariates, "urban_percentage", s.plainWards(random, 1))
	s.plant("missing_values", covariatesFile, 1, Lost, "ward without an urban percentage")

	s.clear(&s.population, "population", s.plainWards(random, 1))
	s.plant("missing_values", populationFile, 1, Lost, "ward without a population: it cannot be given nets")
	separated := s.wardsOf(prefixLGA)
	for _, ward := range separated {
		row := s.population.rows[ward]
		if v := number(row[4]); v == v { // not blank
			row[4] = dataset.Thousands(v)
		}
	}
	s.plant("separators", populationFile, len(separated), Exact, "rows with a comma in the thousands")
}

// plainWards picks wards that nothing else is special about.
func (s *State) plainWards(random *rand.Rand, n int) []int {
	var picked []int
	for len(picked) < n {
		ward := random.IntN(len(s.Wards))
		special := ward == silentWard1 || ward == silentWard2 || ward == totalsWard || ward == smallWard
		if !special && !s.repeats(ward) && !strings.ContainsAny(s.Wards[ward].Name, " /") {
			picked = append(picked, ward)
		}
	}
	return picked
}

func (s *State) clear(t *table, heading string, wards []int) {
	for _, ward := range wards {
		t.rows[ward][t.column(heading)] = ""
	}
}

// swapLetters swaps the third and fourth letter.
func swapLetters(name string) string {
	b := []byte(name)
	b[2], b[3] = b[3], b[2]
	return string(b)
}
