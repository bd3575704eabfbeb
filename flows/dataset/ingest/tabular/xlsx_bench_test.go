package tabular

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/xuri/excelize/v2"
)

// book writes a workbook of one sheet with facility rows: five text columns, the rest counts.
func book(b testing.TB, rows, columns int) []byte {
	b.Helper()
	file := excelize.NewFile()
	stream, err := file.NewStreamWriter("Sheet1")
	if err != nil {
		b.Fatal(err)
	}
	row := make([]any, columns)
	for c := range row {
		row[c] = fmt.Sprintf("Heading %d", c)
	}
	for r := range rows + 1 {
		if r > 0 {
			for c := range row {
				if row[c] = any((r*31 + c*17) % 977); c < 5 {
					row[c] = fmt.Sprintf("Name %d of column %d", r%(c*100+10), c)
				}
			}
		}
		if err := stream.SetRow(fmt.Sprintf("A%d", r+1), row); err != nil {
			b.Fatal(err)
		}
	}
	if err := stream.Flush(); err != nil {
		b.Fatal(err)
	}
	var out bytes.Buffer
	if err := file.Write(&out); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}

func BenchmarkReadXLSX(b *testing.B) {
	content := book(b, 22_140, 25)
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			tables, _, err := Read("book.xlsx", content, DefaultLimits)
			if err != nil || tables[0].Rows != 22_140 {
				b.Fatal(err)
			}
		}
	})
	b.Run("excelize", func(b *testing.B) {
		for b.Loop() {
			file, err := excelize.OpenReader(bytes.NewReader(content))
			if err != nil {
				b.Fatal(err)
			}
			rows, err := file.Rows("Sheet1")
			if err != nil {
				b.Fatal(err)
			}
			cells := 0
			for rows.Next() {
				row, err := rows.Columns()
				if err != nil {
					b.Fatal(err)
				}
				cells += len(row)
			}
			if cells != 22_141*25 {
				b.Fatal(cells)
			}
		}
	})
}
