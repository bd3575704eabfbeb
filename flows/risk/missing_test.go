package risk_test

import (
	"math"
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/google/go-cmp/cmp"
	"github.com/paulmach/orb"
)

// gappy lacks rainfall in ward 1 and TPR in ward 4; wards stand in a row.
func gappy(boundary bool) world {
	w := sixWards()
	w.data.Columns[0].Values = []float64{10, missing, 28, 41, 55, 61}
	w.tpr.Table.Column("tpr").Numbers = []float64{.1, .2, .3, .4, missing, .6}
	w.tpr.Table.Columns = append(w.tpr.Table.Columns,
		schemaregistry.Column{Name: "tested", Numbers: []float64{100, 100, 100, 100, 0, 300}},
		schemaregistry.Column{Name: "positive", Numbers: []float64{10, 20, 30, 40, 0, 180}})
	if boundary {
		w.data.Boundary = &dataset.Boundary{}
		for i := range w.data.Wards {
			x := float64(i)
			w.data.Boundary.Shapes = append(w.data.Boundary.Shapes, dataset.Shape{Ward: i, Geometry: orb.MultiPolygon{{{
				{x, 0}, {x + 1, 0}, {x + 1, 1}, {x, 1}, {x, 0}}}}})
		}
	}
	return w
}

func TestMissingValuesHaveThreeWaysOut(t *testing.T) {
	result := gappy(true).mustRun(t, map[string]any{"method": "composite"})
	if result.Ask == nil || result.Ask.ID != "missing" {
		t.Fatalf("asked %+v", result.Ask)
	}
	want := []string{"Leave 2 wards unranked", "Rank without rainfall; 1 ward without TPR stays unranked", "Fill the gaps from neighbouring wards, flagged"}
	if diff := cmp.Diff(want, labelsOf(result.Ask)); diff != "" {
		t.Error(diff)
	}
	for _, part := range []string{"2 of 6 wards lack a value (Ward 01 (B) and Ward 04 (A))", "TPR in 1, rainfall in 1"} {
		if !strings.Contains(result.Ask.Text, part) {
			t.Errorf("the question does not name %q: %s", part, result.Ask.Text)
		}
	}
	if without := gappy(false).mustRun(t, map[string]any{"missing": "impute"}); without.Ask == nil || len(without.Ask.Options) != 2 {
		t.Errorf("filling without boundaries leads to %+v", without.Ask)
	}
}

func TestWardsLeftUnranked(t *testing.T) {
	result := gappy(true).mustRun(t, map[string]any{"method": "composite", "missing": "leave_out"})
	mustSay(t, result, "4 wards ranked", "2 wards not ranked for want of a value: Ward 01 (B) and Ward 04 (A)")
	last := column(t, result, "flags").Text[4:]
	if diff := cmp.Diff([]string{"left_out:tpr", "left_out:rainfall"}, last); diff != "" {
		t.Error(diff)
	}
	for _, name := range []string{"composite_score", "composite_rank"} {
		if v := column(t, result, name).Numbers[5]; !math.IsNaN(v) {
			t.Errorf("an unranked ward has the %s %v", name, v)
		}
	}
	if category := column(t, result, "category").Text[5]; category != "" {
		t.Errorf("an unranked ward is %s", category)
	}
}

func TestWardsImputed(t *testing.T) {
	result := gappy(true).mustRun(t, map[string]any{"method": "composite", "missing": "impute"})
	mustSay(t, result, "6 wards ranked", "Filled from neighbouring wards and flagged: TPR in 1 ward, rainfall in 1 ward. The wards are Ward 01 (B) and Ward 04 (A)")
	flags := map[string]string{}
	for i, name := range column(t, result, "ward").Text {
		flags[name] = column(t, result, "flags").Text[i]
	}
	if flags["Ward 01"] != "imputed:rainfall" || flags["Ward 04"] != "imputed:tpr" || flags["Ward 00"] != "" {
		t.Errorf("flags %v", flags)
	}
}

// TPR is in the set unless the analyst removes it: dropping what has gaps keeps
// it and leaves the wards without it unranked.
func TestDroppingKeepsTPR(t *testing.T) {
	result := gappy(true).mustRun(t, map[string]any{"method": "composite", "missing": "drop_variable"})
	mustSay(t, result, "5 wards ranked by composite score over 2 variables: TPR and elevation",
		"Left out, as you chose, for their missing values: rainfall", "1 ward not ranked for want of a value: Ward 04 (A)")

	only := gappy(true)
	only.data.Columns[0].Values[1] = 20
	result = only.mustRun(t, map[string]any{"method": "composite"})
	if result.Ask == nil {
		t.Fatal("nothing asked about the ward without TPR")
	}
	if diff := cmp.Diff([]string{"Leave 1 ward unranked", "Fill the gaps from neighbouring wards, flagged"}, labelsOf(result.Ask)); diff != "" {
		t.Error(diff)
	}
}

func TestDroppingIsRecommendedWhereMostWardsHaveGaps(t *testing.T) {
	w := gappy(false)
	w.data.Columns[0].Values = []float64{10, missing, missing, missing, missing, 61}
	result := w.mustRun(t, nil)
	if result.Ask == nil || !result.Ask.Options[1].Recommended || strings.Contains(result.Ask.Options[1].Label, "without TPR and") {
		t.Errorf("asked %+v", result.Ask)
	}
	w.tpr.Table.Column("tpr").Numbers = []float64{.1, missing, missing, missing, missing, .6}
	if result = w.mustRun(t, nil); result.Ask == nil || !result.Ask.Options[0].Recommended {
		t.Errorf("without TPR in most wards nothing is won by dropping, and it is recommended: %+v", result.Ask)
	}
}
