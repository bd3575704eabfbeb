package query

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// "By risk" is by rank, so that the list is the one of the ranking [004-C5].
func TestRiskIsTheRank(t *testing.T) {
	d := kebbi()
	r := execute(t, d, have(riskResult(d)), map[string]any{"operation": "top", "variable": "risk", "N": 3})
	wantText(t, r.Text, "highest risk", "Rank 1 is the highest risk.")
	if diff := cmp.Diff([]float64{1, 2, 2}, []float64(r.Table.Column("composite_rank").Numbers)); diff != "" {
		t.Error(diff)
	}
	for _, operation := range []string{"describe", "histogram"} {
		r = execute(t, d, have(riskResult(d)), map[string]any{"operation": operation, "variable": "composite_rank"})
		wantText(t, r.Text, "omposite risk score")
		wantText(t, r.Assumed[0], "A rank is only a place in a list")
	}
	r = execute(t, d, have(riskResult(d)), map[string]any{"operation": "count", "variable": "risk"})
	wantText(t, r.Text, "By category: High 3, Low 1, Medium 1.")
}

// A ranking by PCA alone has no composite figures; its own stand in.
func TestRiskByPCAAlone(t *testing.T) {
	d := kebbi()
	e := riskResult(d)
	for _, name := range []string{"score", "rank"} {
		pca := *e.Table.Column("composite_" + name)
		pca.Name = "pca_" + name
		e.Table.Column("composite_" + name).Numbers = column("", blank, blank, blank, blank, blank, blank).Numbers
		e.Table.Columns = append(e.Table.Columns, pca)
	}
	r := execute(t, d, have(e), map[string]any{"operation": "top", "variable": "risk", "N": 1})
	wantText(t, r.Text, "PCA risk rank")
}

func TestWhatIsNotWorkedOutIsSaid(t *testing.T) {
	r := execute(t, kebbi(), nil, map[string]any{"operation": "top", "variable": "nets_allocated"})
	if r.Ask == nil || r.Ask.Options[0].Tool != "plan_itn" || len(r.Ask.Options) > 4 {
		t.Fatalf("%+v", r.Ask)
	}
	wantText(t, r.Ask.Text, "I have not worked out allocated nets yet.")
}

// The sums of an LGA hold wards that cannot be right; that is said [004-C5].
func TestImpossibleWardsInAnLGAAreSaid(t *testing.T) {
	d := kebbi()
	e := tprResult(d)
	e.Table.Column("positive").Numbers[0] = 900
	e.Table.Column("tpr").Numbers[0] = blank
	r := execute(t, d, have(e), map[string]any{"operation": "top", "variable": "tpr", "level": "lga"})
	if len(r.Assumed) < 2 {
		t.Fatalf("%v", r.Assumed)
	}
	wantText(t, r.Assumed[1], "1 ward with more positives than tests is in these sums")
}
