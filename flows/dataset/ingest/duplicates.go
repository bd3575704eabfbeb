package ingest

import (
	"math"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// duplicatesEdit is the subject of the answer to what repeated rows mean.
const duplicatesEdit = "duplicates"

// checkDuplicates drops rows that repeat an earlier one exactly. Rows of one
// facility and month that differ are asked about; until then the first counts.
func (b *builder) checkDuplicates(c *dataset.Counts, d *dataset.Dataset) {
	repeats := repeatedRows(c)
	if len(repeats) == 0 {
		return
	}
	answer := b.edits[duplicatesEdit]
	mask := make([]bool, c.Rows())
	for row := range mask {
		mask[row] = true
	}
	var exact, conflicts int
	for _, r := range repeats {
		switch sameRow(c, r.first, r.row) {
		case rowsApart: // two files that complete each other
			continue
		case rowsEqual:
			exact++
			mask[r.row] = false
			continue
		}
		conflicts++
		switch answer {
		case "sum":
		case "last":
			mask[r.first], mask[r.row] = false, true
		default:
			mask[r.row] = false
		}
	}
	if exact > 0 {
		b.find(dataset.Warning, "duplicate_rows", "row", b.counted, "", exact,
			"%s an earlier row of the same facility and month exactly and left out.", dataset.Plural(exact, "row repeats", "rows repeat"))
	}
	if conflicts > 0 {
		b.find(dataset.Warning, "conflicting_rows", "row", b.counted, "", conflicts,
			"%s the facility and month of another row with other figures.", dataset.Plural(conflicts, "row has", "rows have"))
		if answer == "" {
			b.questions = append(b.questions, duplicatesQuestion(conflicts))
		}
	}
	keepCounts(c, mask)
}

func duplicatesQuestion(rows int) dataset.Question {
	option := func(label, say, value string) schemaregistry.Option {
		return schemaregistry.Option{Label: label, Say: say, Edits: schemaregistry.Edits{duplicatesEdit: value}}
	}
	q := dataset.Question{Blocks: []string{"run_tpr_step"}}
	q.ID = duplicatesEdit
	q.Text = dataset.Plural(rows, "row repeats", "rows repeat") + " a facility and month with other figures. Which ones count?"
	q.Options = []schemaregistry.Option{
		option("The first one of each", "the first one", "first"),
		option("The last one: a correction that came later", "the last one", "last"),
		option("Both: they are parts that add up", "add them up", "sum"),
	}
	q.Options[1].Recommended = true
	return q
}

type repeat struct{ first, row int }

// nobody is the key of a row that belongs to no facility and no ward.
const nobody = math.MaxUint64

// repeatedRows lists the rows whose facility (or unit) and period stood before.
func repeatedRows(c *dataset.Counts) []repeat {
	codes, n := periodCodes(c)
	subjects := len(c.Facilities) + maxWard(c) + 1
	key := func(row int) uint64 {
		subject := int(c.Facility[row])
		switch {
		case subject < 0 && c.Ward[row] < 0:
			return nobody
		case subject < 0:
			subject = len(c.Facilities) + int(c.Ward[row])
		}
		if codes == nil {
			return uint64(subject)
		}
		return uint64(subject)*uint64(n) + uint64(codes[row])
	}
	rows, doubled := c.Rows(), map[uint64]bool{}
	if cells := uint64(subjects) * uint64(max(n, 1)); cells <= 1<<28 {
		seen := make([]uint64, cells/64+1)
		for row := range rows {
			k := key(row)
			if k == nobody {
				continue
			}
			if bit := uint64(1) << (k % 64); seen[k/64]&bit != 0 {
				doubled[k] = true
			} else {
				seen[k/64] |= bit
			}
		}
	} else {
		seen := make(map[uint64]struct{}, rows)
		for row := range rows {
			k := key(row)
			if _, known := seen[k]; known && k != nobody {
				doubled[k] = true
			}
			seen[k] = struct{}{}
		}
	}
	if len(doubled) == 0 {
		return nil
	}
	return pairRows(rows, key, doubled)
}

func pairRows(rows int, key func(int) uint64, doubled map[uint64]bool) []repeat {
	first := make(map[uint64]int, len(doubled))
	var repeats []repeat
	for row := range rows {
		k := key(row)
		if !doubled[k] {
			continue
		}
		if at, known := first[k]; known {
			repeats = append(repeats, repeat{at, row})
		} else {
			first[k] = row
		}
	}
	return repeats
}

func maxWard(c *dataset.Counts) int {
	most := int32(0)
	for _, w := range c.Ward {
		most = max(most, w)
	}
	return int(most)
}

// periodCodes numbers the periods of the rows; of months by their distance from
// the first.
func periodCodes(c *dataset.Counts) (codes []uint32, n int) {
	if c.Periods == nil {
		return nil, 0
	}
	first, last := int32(math.MaxInt32), int32(0)
	for _, p := range c.Periods {
		if p.Months != 1 {
			codes, distinct := numberPeriods(c.Periods)
			return codes, len(distinct)
		}
		first, last = min(first, p.First), max(last, p.First)
	}
	codes = make([]uint32, len(c.Periods))
	for row, p := range c.Periods {
		codes[row] = uint32(p.First - first)
	}
	return codes, int(last-first) + 1
}

type likenessOfRows int

const (
	rowsApart  likenessOfRows = iota // never a value in the same column
	rowsEqual                        // the same in every column
	rowsDiffer                       // different values in one column
)

func sameRow(c *dataset.Counts, a, b int) likenessOfRows {
	shared, equal := false, true
	for i := range c.Series {
		x, y := c.Series[i].Values[a], c.Series[i].Values[b]
		noX, noY := math.IsNaN(x), math.IsNaN(y)
		shared = shared || !noX && !noY
		equal = equal && (noX && noY || x == y)
	}
	switch {
	case equal:
		return rowsEqual
	case !shared:
		return rowsApart
	}
	return rowsDiffer
}

// keepCounts drops the rows that the mask does not hold.
func keepCounts(c *dataset.Counts, mask []bool) {
	n := countTrue(mask)
	if n == len(mask) {
		return
	}
	c.Ward, c.Facility = pick(c.Ward, mask, n), pick(c.Facility, mask, n)
	if c.Periods != nil {
		c.Periods = pick(c.Periods, mask, n)
	}
	if c.Source != nil {
		c.Source = pick(c.Source, mask, n)
	}
	if c.TotalUsed != nil {
		c.TotalUsed = pick(c.TotalUsed, mask, n)
	}
	eachParallel(len(c.Series), func(i int) { c.Series[i].Values = pick(c.Series[i].Values, mask, n) })
}
