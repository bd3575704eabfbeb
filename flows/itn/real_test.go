package itn_test

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
		v, err := strconv.ParseFloat(row[heading], 64)
		if err != nil {
			t.Fatal(err)
		}
		values[i] = v
	}
	return values
}

// Sierra Leone's 167 chiefdoms, ranked in the order of the file for want of TPR.
func TestSierraLeone(t *testing.T) {
	rows := realdata.Rows(t, "sierra_leone/population_2020.csv")
	ranks := make([]float64, len(rows))
	for i := range ranks {
		ranks[i] = float64(i + 1)
	}
	w := newWorld(ranks, population(numbersOf(t, rows, "Total")...))
	table := w.evidence["risk"].Table
	for i, row := range rows {
		w.data.Wards[i] = dataset.Ward{Code: row["ADM3_PCODE"], State: row["ADM1_EN"], LGA: row["ADM2_EN"], Name: row["ADM3_EN"]}
		table.Column("code").Text[i] = row["ADM3_PCODE"]
		table.Column("lga").Text[i], table.Column("ward").Text[i] = row["ADM2_EN"], row["ADM3_EN"]
	}
	for _, strategy := range []string{"proportional", "greedy", "equity"} {
		result := w.mustRun(t, map[string]any{"total_nets": 2_000_000, "strategy": strategy})
		given, needed := numbers(t, result, "nets_allocated"), numbers(t, result, "nets_needed")
		total := 0.0
		for i := range given {
			if total += given[i]; given[i] > needed[i] {
				t.Fatalf("%s: row %d gets %v of %v", strategy, i, given[i], needed[i])
			}
		}
		if len(given) != 167 || total != 2_000_000 {
			t.Errorf("%s gives %v nets to %d chiefdoms", strategy, total, len(given))
		}
		t.Log(said(result))
	}
}
