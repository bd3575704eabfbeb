package tabular

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
)

// million writes facility-month rows as a state's health office exports them.
func million(rows int) []byte {
	random := rand.New(rand.NewPCG(4, 2))
	var out bytes.Buffer
	out.WriteString("State,LGA,WardName,HealthFacility,FacilityLevel,periodname,periodcode," +
		"Tested RDT <5yrs,Positive RDT <5yrs,Tested RDT >5yrs,Positive RDT >5yrs\n")
	levels := []string{"Primary", "Primary", "Primary", "Secondary", "Tertiary"}
	months := []string{"January", "February", "March", "April", "May", "June", "July",
		"August", "September", "October", "November", "December"}
	for i := range rows {
		facility := i / 120
		ward := facility * 190 / (rows/120 + 1)
		year, month := 2015+i%120/12, i%12
		fmt.Fprintf(&out, "Kwara State,Local Government %d,Ward Number %d,Primary Health Centre %d,%s,%s %d,%d%02d,",
			ward/12, ward, facility, levels[facility%len(levels)], months[month], year, year, month+1)
		for column := range 2 {
			tested := random.IntN(400 * (column + 1))
			if random.IntN(50) == 0 {
				out.WriteString(",")
			} else {
				out.WriteString(strconv.Itoa(tested) + "," + strconv.Itoa(random.IntN(tested+1)))
			}
			if column == 0 {
				out.WriteByte(',')
			}
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// shuffled puts the rows in no order, which is the harder case.
func shuffled(content []byte) []byte {
	lines := bytes.SplitAfter(content, []byte{'\n'})
	rows := lines[1 : len(lines)-1]
	random := rand.New(rand.NewPCG(7, 7))
	random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	return bytes.Join(lines, nil)
}

func BenchmarkRead1M(b *testing.B) {
	content := million(1_000_000)
	b.Run("by facility", func(b *testing.B) { benchmarkRead(b, content) })
	b.Run("shuffled", func(b *testing.B) { benchmarkRead(b, shuffled(content)) })
}

func benchmarkRead(b *testing.B, content []byte) {
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		tables, _, err := Read("facilities.csv", content, DefaultLimits)
		if err != nil || tables[0].Rows != 1_000_000 {
			b.Fatal(err)
		}
	}
}
