package maps

import (
	"fmt"
	"math"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// missingness is the share of a ward's variables that have no value. The
// variables are the ward-level columns and, where facilities report, the test
// positivity (or, before it is worked out, whether anything was tested).
func (s source) missingness() *variable {
	columns, stale := make([][]float64, 0, len(s.data.Columns)+1), false
	var names []string
	for i := range s.data.Columns {
		c := &s.data.Columns[i]
		columns, names = append(columns, c.Values), append(names, columnWords(c))
	}
	if rates := s.derive(mapTPR); rates != nil {
		columns, names, stale = append(columns, rates.values), append(names, "test positivity"), rates.stale
	} else if s.data.Counts != nil {
		columns, names = append(columns, testsReported(s.data)), append(names, "tests reported")
	}
	if len(columns) == 0 {
		return nil
	}
	v := &variable{
		file: mapMissingness, title: "Missing data", noun: "the share of variables without a value", unit: "fraction",
		values: make([]float64, len(s.data.Wards)), note: make([]string, len(s.data.Wards)), stale: stale,
		computed: fmt.Sprintf("Missing means no value for the %s in %s: %s.", s.unitNoun(), dataset.Plural(len(names), "variable"), dataset.Names(names, 6)),
	}
	for ward := range v.values {
		var missing []string
		for i, column := range columns {
			if !present(column[ward]) {
				missing = append(missing, names[i])
			}
		}
		v.values[ward] = float64(len(missing)) / float64(len(columns))
		if len(missing) > 0 {
			v.note[ward] = "without " + dataset.Names(missing, 4)
		}
	}
	return v
}

// testsReported is 1 for a ward with a count of tests or confirmed cases.
func testsReported(d *dataset.Dataset) []float64 {
	reported := make([]float64, len(d.Wards))
	for ward := range reported {
		reported[ward] = math.NaN()
	}
	for _, series := range d.Counts.Series {
		if series.Role != dataset.RoleTested && series.Role != dataset.RolePositive {
			continue
		}
		for row, value := range series.Values {
			if ward := d.Counts.Ward[row]; ward >= 0 && present(value) {
				reported[ward] = 1
			}
		}
	}
	return reported
}
