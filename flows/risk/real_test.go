package risk_test

import (
	"strconv"
	"testing"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/chatmrpt/chatmrpt/flows/dataset/realdata"
)

func numbersOf(t *testing.T, rows []map[string]string, heading string) []float64 {
	t.Helper()
	values := make([]float64, len(rows))
	for i, row := range rows {
		if row[heading] == "NA" {
			values[i] = missing
			continue
		}
		v, err := strconv.ParseFloat(row[heading], 64)
		if err != nil {
			t.Fatal(err)
		}
		values[i] = v
	}
	return values
}

// The covariates of Ilorin's 35 wards, without TPR; ten wards lack housing quality.
func TestIlorinCovariates(t *testing.T) {
	rows := realdata.Rows(t, "ilorin/ward_covariates.csv")
	w := newWorld(make([]float64, len(rows)),
		dataset.WardColumn{Name: "distance_to_water", Direction: -1, Values: numbersOf(t, rows, "distance")},
		dataset.WardColumn{Name: "evi", Direction: 1, Values: numbersOf(t, rows, "meanEVI")},
		dataset.WardColumn{Name: "housing_quality", Direction: -1, Values: numbersOf(t, rows, "val_housing_15")},
		dataset.WardColumn{Name: "settlement_type", Values: numbersOf(t, rows, "settlement_type")})
	for i := range w.data.Wards {
		w.data.Wards[i].Name, w.tpr.Table.Column("ward").Text[i] = rows[i]["WardName"], rows[i]["WardName"]
	}
	result := w.mustRun(t, map[string]any{"method": "composite", "exclude": []any{"tpr"}, "missing": "leave_out"})
	mustSay(t, result, "25 wards ranked by composite score over 3 variables: distance to water, EVI and housing quality", "9 High, 8 Medium, 8 Low", "10 wards not ranked", "settlement type")
	both := w.mustRun(t, map[string]any{"method": "both", "exclude": []any{"tpr"}, "missing": "leave_out"})
	mustSay(t, both, "Composite and PCA largely agree", "runs against the direction of distance to water")
}
