package sample

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// largeMonths is how many months a facility of WriteLarge reports.
const largeMonths = 60

// WriteLarge writes a clean facility-month file of any size for benchmarks, in
// the layout of facilities.csv with six counts: about 98 bytes a row, over the
// wards of the seed's state and five years.
func WriteLarge(w io.Writer, rows int, seed uint64) error {
	s := Generate(seed)
	random := source(seed, 99)
	out := bufio.NewWriterSize(w, 1<<20)
	headings := facilityHeadings()
	for _, heading := range headings[:colFever] {
		fmt.Fprint(out, heading, ",")
	}
	fmt.Fprintln(out, quoted(headings[countColumn(0, 0, false):countColumn(1, 0, false)]))
	var periods [largeMonths]string
	for i := range periods {
		year, month := firstYear-4+i/12, i%12+1
		periods[i] = fmt.Sprintf("%s %d,%s,", time.Month(month), year, dataset.Month(year, month))
	}
	line := make([]byte, 0, 256)
	for row := range rows {
		facility := row / largeMonths
		ward := &s.Wards[facility%len(s.Wards)]
		line = append(line[:0], s.Name+","+s.LGAs[ward.LGA].Name+","+ward.Name+","+ward.Name+" Basic Health Clinic "...)
		line = strconv.AppendInt(line, int64(facility/len(s.Wards)+1), 10)
		line = append(line, ",Primary,"...)
		line = append(line, periods[row%largeMonths]...)
		line = append(appendCounts(line, random), '\n')
		if _, err := out.Write(line); err != nil {
			return fmt.Errorf("large sample: %w", err)
		}
	}
	return out.Flush()
}

// appendCounts writes three tested and three positive counts.
func appendCounts(line []byte, random *rand.Rand) []byte {
	var tested [3]int
	for i := range tested {
		tested[i] = random.IntN(120)
		line = append(strconv.AppendInt(line, int64(tested[i]), 10), ',')
	}
	for i, n := range tested {
		if i > 0 {
			line = append(line, ',')
		}
		line = strconv.AppendInt(line, int64(random.IntN(n+1)), 10)
	}
	return line
}

func quoted(headings []string) string {
	text := ""
	for i, heading := range headings {
		if i > 0 {
			text += ","
		}
		text += strconv.Quote(heading)
	}
	return text
}
