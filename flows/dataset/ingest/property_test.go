package ingest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// drawCounts makes a facility file with total rows and columns planted, and the
// sums that are right without them.
func drawCounts(t *rapid.T) (rows [][]string, tested, positive float64) {
	rows = [][]string{{"LGA", "Ward", "HealthFacility", "periodcode", "RDT tested <5yrs", "Microscopy tested <5yrs", "Tested <5yrs (total)",
		"RDT positive <5yrs", "Microscopy positive <5yrs"}}
	for w := range rapid.IntRange(1, 4).Draw(t, "wards") {
		ward := fmt.Sprintf("Place%c", 'A'+w)
		sums := [5]int{}
		facilities := rapid.IntRange(1, 4).Draw(t, "facilities")
		for f := range facilities {
			n := [5]int{rapid.IntRange(1, 90).Draw(t, "rdt"), rapid.IntRange(1, 90).Draw(t, "micr")}
			n[2] = n[0] + n[1]
			n[3], n[4] = rapid.IntRange(0, n[0]).Draw(t, "pos"), rapid.IntRange(0, n[1]).Draw(t, "pos2")
			rows = append(rows, countRow(ward, fmt.Sprintf("Clinic %d", f), n))
			for i := range sums {
				sums[i] += n[i]
			}
			tested, positive = tested+float64(n[2]), positive+float64(n[3]+n[4])
		}
		if rapid.Bool().Draw(t, "total") {
			rows = append(rows, countRow(ward, ward+" Ward", sums))
		}
	}
	return rows, tested, positive
}

func countRow(ward, facility string, n [5]int) []string {
	row := []string{"Asa", ward, facility, "202401"}
	for _, v := range n {
		row = append(row, strconv.Itoa(v))
	}
	return row
}

// Totals are never counted twice, whatever the order of rows and columns.
func TestTotalsNeverCountTwice(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rows, tested, positive := drawCounts(rt)
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		for range 2 {
			d := understandTables(t, nil, rowsTable("counts.csv", rows...))
			if got := sumRole(d, dataset.RoleTested); got != tested {
				rt.Fatalf("tested %v, want %v in %v", got, tested, rows)
			}
			if got := sumRole(d, dataset.RolePositive); got != positive {
				rt.Fatalf("positive %v, want %v in %v", got, positive, rows)
			}
			rows = shuffled(rows, random)
		}
	})
}

func sumRole(d *dataset.Dataset, role dataset.Role) float64 {
	sum := 0.0
	for _, s := range d.Counts.Series {
		if s.Role == role {
			sum += total(d, s.Indicator)
		}
	}
	return sum
}

// shuffled puts rows and columns into another order, the headings on top.
func shuffled(rows [][]string, random *rand.Rand) [][]string {
	order := random.Perm(len(rows[0]))
	out := make([][]string, len(rows))
	for i, row := range rows {
		for _, at := range order {
			out[i] = append(out[i], row[at])
		}
	}
	body := slices.Clone(out[1:])
	random.Shuffle(len(body), func(i, j int) { body[i], body[j] = body[j], body[i] })
	return append(out[:1], body...)
}
