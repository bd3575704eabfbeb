package tpr

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// places are rows of files.
type places struct{ rows []dataset.RowSource }

func (p *places) add(at dataset.RowSource) { p.rows = append(p.rows, at) }

// words lists the rows as ranges by file: "counts.csv rows 2-4, 6".
func (p *places) words(files []dataset.File) string {
	slices.SortFunc(p.rows, func(a, b dataset.RowSource) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Row, b.Row))
	})
	var said []string
	for from := 0; from < len(p.rows); {
		to := from
		for to < len(p.rows) && p.rows[to].File == p.rows[from].File {
			to++
		}
		name := "file"
		if f := int(p.rows[from].File); f < len(files) {
			name = files[f].Name
		}
		said = append(said, name+verb(to-from, " row ", " rows ")+ranges(p.rows[from:to]))
		from = to
	}
	return strings.Join(said, "; ")
}

// ranges writes sorted rows of one file as 2-4, 6.
func ranges(rows []dataset.RowSource) string {
	var said []string
	for from := 0; from < len(rows); {
		to := from
		for to+1 < len(rows) && rows[to+1].Row <= rows[to].Row+1 {
			to++
		}
		if len(said) == maxRanges {
			return fmt.Sprintf("%s and %s more", strings.Join(said, ", "), dataset.Plural(len(rows)-from, "row"))
		}
		if rows[to].Row == rows[from].Row {
			said = append(said, fmt.Sprint(rows[from].Row))
		} else {
			said = append(said, fmt.Sprintf("%d-%d", rows[from].Row, rows[to].Row))
		}
		from = to + 1
	}
	return strings.Join(said, ", ")
}
