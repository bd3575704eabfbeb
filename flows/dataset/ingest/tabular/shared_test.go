package tabular

import (
	"path/filepath"
	"testing"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/chatmrpt/chatmrpt/flows/dataset/realdata"
)

func TestRealFiles(t *testing.T) {
	tests := []struct {
		path    string
		rows    int
		texts   []string
		numbers map[string]float64 // sums over all rows, as another reader gives them
	}{
		{"ilorin/facilities_u5.csv", 236, []string{"ward", "hfname", "Wardname"}, map[string]float64{"conf_u5_new": 496706, "tested_u5_new": 314864}},
		{"ilorin/ward_covariates.csv", 35, []string{"WardName"}, map[string]float64{"meanEVI": 7.2870909437256515}},
		{"laos/dhis2_export_2024.csv", 1640, []string{"Data", "Period", "Organisation unit"}, map[string]float64{"Value": 775947.6399999999}},
		{"sierra_leone/population_2020.csv", 167, []string{"ADM0_EN", "ADM3_PCODE"}, map[string]float64{"Total": 7907338}},
		{"nigeria/lga_covariates.csv", 774, []string{"LGA"}, map[string]float64{"kill_rate": 400.18108576200035}},
	}
	for _, test := range tests {
		t.Run(test.path, func(t *testing.T) {
			tables, _, err := Read(filepath.Base(test.path), realdata.File(t, test.path), DefaultLimits)
			if err != nil {
				t.Fatal(err)
			}
			table := tables[0]
			if len(tables) != 1 || table.Rows != test.rows || table.RowNumber(0) != 2 {
				t.Errorf("%d tables, %d rows from row %d", len(tables), table.Rows, table.RowNumber(0))
			}
			for _, heading := range test.texts {
				if c := table.Column(heading); c == nil || !c.IsText() {
					t.Errorf("%q is no text column", heading)
				}
			}
			for heading, want := range test.numbers {
				if got := total(table.Column(heading)); got != want {
					t.Errorf("%q adds up to %v, want %v", heading, got, want)
				}
			}
		})
	}
}

func total(c *dataset.Column) (sum float64) {
	for row := range c.Numbers {
		if v, ok := c.Number(row); ok {
			sum += v
		}
	}
	return sum
}
