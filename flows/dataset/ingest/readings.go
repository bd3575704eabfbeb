package ingest

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// suspicious is the share of reporting rows with more positives than tests from
// which the headings themselves are doubted.
const suspicious = 0.1

// A reading gives each of some columns a tested or positive meaning. Column i of
// as is the series of the block that plays the role of slot i.
type reading struct {
	label string
	say   string
	as    []int
	above []int // contradictions by pair of slots
}

// pairing is the tested and positive columns of one method, by age: slot 2i is
// the tested column of age i, slot 2i+1 its positives.
type pairing struct {
	ages  []dataset.Age
	slots []int // series of the block
}

// checkReadings doubts the headings of a file in which positives often exceed
// tests, counts the contradictions under other readings, and asks.
func (b *builder) checkReadings(k *block) {
	for _, method := range []dataset.Method{dataset.AnyMethod, dataset.RDT, dataset.Microscopy} {
		pair := k.pairing(method)
		if len(pair.ages) == 0 {
			continue
		}
		if !k.isSuspicious(pair) {
			continue
		}
		above := k.crossTable(pair.slots)
		labelled := newReading("As labelled", "as labelled", pair, identity(len(pair.slots)), above)
		reporting := k.reportingRows(pair.slots)
		b.askReading(k, pair, otherReadings(pair, labelled, above), reporting)
	}
}

// isSuspicious reports whether as labelled too many rows of some age have more
// positives than tests.
func (k *block) isSuspicious(p pairing) bool {
	for i := range p.ages {
		above, reporting := contradictions(k.series[p.slots[2*i+1]].Values, k.series[p.slots[2*i]].Values)
		if reporting >= 5 && float64(above) > suspicious*float64(reporting) {
			return true
		}
	}
	return false
}

// pairing finds the ages for which a method has both tested and positive.
func (k *block) pairing(method dataset.Method) pairing {
	var p pairing
	for _, age := range []dataset.Age{dataset.AnyAge, dataset.U5, dataset.O5, dataset.PW} {
		tested := k.seriesOf(func(i dataset.Indicator) bool {
			return i == dataset.Indicator{Role: dataset.RoleTested, Method: method, Age: age}
		})
		positive := k.seriesOf(func(i dataset.Indicator) bool {
			return i == dataset.Indicator{Role: dataset.RolePositive, Method: method, Age: age}
		})
		if len(tested) == 1 && len(positive) == 1 {
			p.ages = append(p.ages, age)
			p.slots = append(p.slots, tested[0], positive[0])
		}
	}
	return p
}

// crossTable counts for each two columns the rows in which the first is larger.
func (k *block) crossTable(slots []int) [][]int {
	table := make([][]int, len(slots))
	eachParallel(len(slots), func(i int) {
		table[i] = make([]int, len(slots))
		for j := range slots {
			a, b := k.series[slots[i]].Values, k.series[slots[j]].Values
			for row, v := range a {
				if v > b[row] {
					table[i][j]++
				}
			}
		}
	})
	return table
}

// reportingRows counts the rows with any of the columns above zero.
func (k *block) reportingRows(slots []int) int {
	n := 0
	for row := range k.unit {
		for _, s := range slots {
			if v := k.series[s].Values[row]; v > 0 && !math.IsNaN(v) {
				n++
				break
			}
		}
	}
	return n
}

func identity(n int) []int {
	as := make([]int, n)
	for i := range as {
		as[i] = i
	}
	return as
}

func newReading(label, say string, p pairing, as []int, above [][]int) reading {
	r := reading{label: label, say: say, as: as, above: make([]int, len(p.ages))}
	for i := range p.ages {
		r.above[i] = above[as[2*i+1]][as[2*i]]
	}
	return r
}

func (r reading) contradictions() int {
	n := 0
	for _, a := range r.above {
		n += a
	}
	return n
}

// otherReadings are tested and positive swapped, the labels as they stand, and
// the shifted pairing with the fewest contradictions when that is fewer still.
func otherReadings(p pairing, labelled reading, above [][]int) []reading {
	swapped := newReading("Swapped", "swapped", p, swap(len(p.slots), above), above)
	readings := []reading{swapped, labelled}
	if len(p.slots) == 4 || len(p.slots) == 6 {
		best := labelled
		permute(identity(len(p.slots)), 0, func(as []int) {
			if r := newReading("Shifted", "shifted", p, slices.Clone(as), above); r.contradictions() < best.contradictions() {
				best = r
			}
		})
		if best.contradictions() < swapped.contradictions() {
			readings = append(readings, best)
		}
	}
	return readings
}

// swap exchanges the columns of each age for which that leaves fewer
// contradictions, as labels are mixed up age by age; of all where it helps none.
func swap(slots int, above [][]int) []int {
	as, helps := identity(slots), false
	for i := 0; i < slots; i += 2 {
		if above[i][i+1] < above[i+1][i] {
			as[i], as[i+1] = i+1, i
			helps = true
		}
	}
	for i := 0; !helps && i < slots; i++ {
		as[i] = i ^ 1
	}
	return as
}

// permute calls f with every order of as.
func permute(as []int, from int, f func([]int)) {
	if from == len(as) {
		f(as)
		return
	}
	for i := from; i < len(as); i++ {
		as[from], as[i] = as[i], as[from]
		permute(as, from+1, f)
		as[from], as[i] = as[i], as[from]
	}
}

// askReading reports the contradictions and asks how the columns are to be read,
// unless the analyst has said of each what it is.
func (b *builder) askReading(k *block, p pairing, readings []reading, reporting int) {
	swapped, labelled := readings[0], readings[1]
	positive, tested := k.series[p.slots[1]].Column, k.series[p.slots[0]].Column
	doubt := fmt.Sprintf("%q is larger than %q in %s of %s", positive, tested, dataset.Thousands(labelled.above[0]), k.sayReporting(reporting))
	answered := true
	for _, s := range p.slots {
		if !k.isCorrected(k.series[s].Column) {
			answered = false
		}
	}
	severity, verdict := dataset.Blocking, "the headings may be swapped or shifted. Contradictions by reading: "+sayReadings(readings)
	if answered {
		severity, verdict = dataset.Warning, "the columns are read as you said, which leaves "+dataset.Thousands(labelled.contradictions())+" contradictions"
	}
	b.find(severity, "mislabelled_columns", "column", k.name(b), positive, labelled.above[0],
		"%s, and nobody can have more positives than tests; %s.", doubt, verdict)
	if answered {
		return
	}
	q := dataset.Question{Blocks: []string{"run_tpr_step"}}
	q.ID = "reading:" + positive
	q.Text = fmt.Sprintf("In %s, %s, which cannot be. How are these columns to be read?", k.name(b), doubt)
	for i, r := range readings {
		q.Options = append(q.Options, schemaregistry.Option{
			Label:       fmt.Sprintf("%s: %s (leaves more positives than tests in %s)", r.label, k.sayAssignment(p, r), sayAbove(p, r, reporting)),
			Say:         r.say,
			Recommended: (i == 0) == (swapped.contradictions() < labelled.contradictions()) && i < 2,
			Edits:       k.readingEdits(p, r),
		})
	}
	b.questions = append(b.questions, q)
}

// sayReporting says how many rows report: each is a facility when there are no months.
func (k *block) sayReporting(rows int) string {
	if k.hasFacilities() && k.periods == nil {
		return dataset.Plural(rows, "reporting facility", "reporting facilities")
	}
	return dataset.Plural(rows, "reporting row")
}

func (k *block) isCorrected(heading string) bool {
	for i, c := range k.table.Columns {
		if c.Heading == heading {
			return k.columns[i].corrected
		}
	}
	return k.said[heading]
}

// sayAssignment says what each column counts: "conf_u5_new counts tests and
// tested_u5_new positives".
func (k *block) sayAssignment(p pairing, r reading) string {
	var parts []string
	for i, age := range p.ages {
		words := k.series[p.slots[r.as[2*i]]].Column + " counts tests and " + k.series[p.slots[r.as[2*i+1]]].Column + " positives"
		stays := r.as[2*i] == 2*i && r.as[2*i+1] == 2*i+1
		switch {
		case len(p.ages) == 1 || ageNames[age] == "":
		case stays && r.say != "as labelled":
			words = ageNames[age] + " as labelled"
		default:
			words = ageNames[age] + ", " + words
		}
		parts = append(parts, words)
	}
	return strings.Join(parts, "; ")
}

// sayAbove says how many of the reporting rows contradict a reading, by age.
func sayAbove(p pairing, r reading, reporting int) string {
	parts := make([]string, 0, len(p.ages))
	for i, age := range p.ages {
		words := dataset.Thousands(r.above[i])
		if len(p.ages) > 1 && ageNames[age] != "" {
			words += " " + ageNames[age]
		}
		parts = append(parts, words)
	}
	return dataset.Names(parts, 4) + " of " + dataset.Thousands(reporting)
}

func sayReadings(readings []reading) string {
	var parts []string
	for _, r := range readings {
		parts = append(parts, fmt.Sprintf("%s %d", r.say, r.contradictions()))
	}
	return strings.Join(parts, ", ")
}

// readingEdits are the corrections that make a reading true, for every column of
// the series, also the second half of a form change.
func (k *block) readingEdits(p pairing, r reading) schemaregistry.Edits {
	edits := schemaregistry.Edits{}
	for slot, from := range r.as {
		was, becomes := k.series[p.slots[from]], k.series[p.slots[slot]].Indicator
		value := meaning{kind: kindIndicator, indicator: becomes}.edit()
		edits[columnEdit(was.Column)] = value
		for i, c := range k.table.Columns {
			if k.columns[i].kind == kindIndicator && k.columns[i].indicator == was.Indicator {
				edits[columnEdit(c.Heading)] = value
			}
		}
	}
	return edits
}
