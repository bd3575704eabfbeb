package query

import (
	"testing"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestTopHasExactlyNRows is [004-C5].
func TestTopHasExactlyNRows(t *testing.T) {
	d := kebbi()
	for n := 1; n <= 8; n++ {
		r := execute(t, d, nil, map[string]any{"operation": "top", "variable": "rainfall", "N": n})
		if want := min(n, 5); r.Table.Len() != want {
			t.Errorf("N=%d: %d rows", n, r.Table.Len())
		}
		if n > 5 {
			wantText(t, r.Text, "Only 5 wards have a value")
		}
	}
	r := execute(t, d, nil, map[string]any{"operation": "top", "variable": "elevation", "N": 1})
	wantText(t, r.Text, "Rumu", "420 m", "Higher means safer")
}

func TestTiesShareTheSmallestRank(t *testing.T) {
	r := execute(t, kebbi(), nil, map[string]any{"operation": "bottom", "variable": "precipitation", "N": 3})
	if diff := cmp.Diff(schemaregistry.Numbers{1, 1, 3}, r.Table.Column("position").Numbers); diff != "" {
		t.Error(diff)
	}
	r = execute(t, kebbi(), nil, map[string]any{"operation": "bottom", "variable": "Rain_mm", "N": 1})
	wantText(t, r.Text, "1 ward more ties")
}

// TestTopWardsWithoutAVariable is [004-C4]: risk, else test positivity, else a fork.
func TestTopWardsWithoutAVariable(t *testing.T) {
	d, args := kebbi(), map[string]any{"operation": "top", "N": 2}
	r := execute(t, d, nil, args)
	if r.Ask == nil || r.Ask.Options[0].Tool != "run_tpr_step" || !r.Ask.Options[0].Recommended {
		t.Errorf("no guided fork: %+v", r.Ask)
	}
	r = execute(t, d, have(tprResult(d)), args)
	wantText(t, r.Text, "test positivity", "Manga (Zuru) 50.0%")
	wantText(t, r.Warnings[0], "fewer than 30 tests")
	r = execute(t, d, have(tprResult(d), riskResult(d)), args)
	wantText(t, r.Text, "highest risk", "Manga (Zuru), Dabai (Zuru)", "1 ward more ties", "Rank 1 is the highest risk")
	if diff := cmp.Diff([]string{"Manga", "Dabai"}, r.Table.Column("ward").Text); diff != "" {
		t.Error(diff)
	}
}

func TestLGAs(t *testing.T) {
	d := kebbi()
	for _, c := range []struct {
		variable string
		want     schemaregistry.Numbers // Argungu, Zuru
		says     string
	}{
		{"tpr", schemaregistry.Numbers{372. / 1600, 235. / 1130}, "sum of positives over the sum of tests"},
		{"population", schemaregistry.Numbers{10000, 10000}, "sum over its wards"},
		{"rainfall", schemaregistry.Numbers{1200, 720}, "weighted by population"},
	} {
		r := execute(t, d, have(tprResult(d)), map[string]any{"operation": "top", "variable": c.variable, "level": "lga"})
		if diff := cmp.Diff(c.want, r.Table.Column(c.variable).Numbers); diff != "" {
			t.Errorf("%s: %s", c.variable, diff)
		}
		wantText(t, r.Assumed[0], c.says)
	}
	d.Columns = d.Columns[:2] // without population
	r := execute(t, d, nil, map[string]any{"operation": "top", "variable": "elevation", "level": "lga", "N": 1})
	wantText(t, r.Assumed[0], "plain mean")
	r = execute(t, d, have(riskResult(d)), map[string]any{"operation": "top", "variable": "composite_rank", "level": "lga"})
	wantText(t, r.Assumed[0], "Ranks cannot be averaged")
}

func TestFacilities(t *testing.T) {
	d := kebbi()
	r := execute(t, d, nil, map[string]any{"operation": "top", "variable": "tpr", "level": "facility", "N": 2})
	if diff := cmp.Diff([]string{"Gulma PHC", "Dabai Clinic"}, r.Table.Column("facility").Text); diff != "" {
		t.Error(diff)
	}
	wantText(t, r.Assumed[0], "All facilities")
	tpr := tprResult(d)
	tpr.Args["facility_level"] = "secondary"
	r = execute(t, d, have(tpr), map[string]any{"operation": "top", "variable": "positives", "level": "facility"})
	if r.Ask == nil {
		t.Errorf("an unknown name was taken: %s", r.Text)
	}
	r = execute(t, d, have(tpr), map[string]any{"operation": "top", "variable": "positive", "level": "facility"})
	wantText(t, r.Text, "the most positives: Zuru Hospital (Dabai, Zuru) 160")
	wantText(t, r.Assumed[0], "those of the test positivity result")
	r = execute(t, d, nil, map[string]any{"operation": "top", "variable": "rainfall", "level": "facility"})
	if r.Ask == nil || r.Ask.Arg != "level" {
		t.Errorf("rainfall of a facility: %+v", r)
	}
}

func TestWhatIsMissingIsAsked(t *testing.T) {
	d := kebbi()
	for _, c := range []struct {
		args     map[string]any
		arg      string
		first    string // label of the recommended option
		fromTool string
	}{
		{map[string]any{}, "operation", "The top 10 wards", ""},
		{map[string]any{"operation": "describe"}, "variable", "Work out test positivity first", "run_tpr_step"},
		{map[string]any{"operation": "histogram", "variable": "rainfal"}, "variable", "rainfall", ""},
		{map[string]any{"operation": "top", "variable": "net coverage"}, "variable", "Plan the nets first", "plan_itn"},
		{map[string]any{"operation": "count", "variable": "category"}, "variable", "Rank the wards by risk first", "run_risk_analysis"},
		{map[string]any{"operation": "correlate", "variable": "rainfall"}, "other_variable", "elevation", ""},
		{map[string]any{"operation": "correlate", "variable": "rainfall", "other_variable": "evelation"}, "other_variable", "elevation", ""},
		{map[string]any{"operation": "trend", "variable": "rainfall"}, "variable", "test positivity", ""},
	} {
		r := execute(t, d, nil, c.args)
		if r.Ask == nil || r.Ask.Arg != c.arg || r.Ask.Options[0].Label != c.first || r.Ask.Options[0].Tool != c.fromTool || !r.Ask.Options[0].Recommended {
			t.Errorf("%v: %+v", c.args, r.Ask)
		}
	}
}

func TestDescribeAndHistogram(t *testing.T) {
	d := kebbi()
	r := execute(t, d, nil, map[string]any{"operation": "describe", "variable": "elevation"})
	wantText(t, r.Text, "250 m (Felande (Argungu))", "420 m (Rumu (Zuru))", "median is 350 m", "mean 345 m")
	r = execute(t, d, nil, map[string]any{"operation": "describe", "variable": "rainfall"})
	wantText(t, r.Assumed[0], "1 of 6 wards has no value")
	r = execute(t, d, nil, map[string]any{"operation": "histogram", "variable": "elevation"})
	if diff := cmp.Diff(schemaregistry.Numbers{4, 2}, r.Table.Column("count").Numbers); diff != "" {
		t.Error(diff)
	}
	wantText(t, r.Assumed[0], "Freedman–Diaconis")
}

func TestCorrelate(t *testing.T) {
	r := execute(t, kebbi(), nil, map[string]any{"operation": "correlate", "variable": "elevation", "other_variable": "rainfall"})
	wantText(t, r.Text, "Pearson r is 0.74", "Spearman rho 0.67", "5 wards")
	wantText(t, r.Warnings[0], "chance")
}

func TestCount(t *testing.T) {
	d := kebbi()
	e := have(tprResult(d), riskResult(d))
	r := execute(t, d, e, map[string]any{"operation": "count"})
	wantText(t, r.Text, "6 wards in 2 LGAs of Kebbi", "5 of 6")
	r = execute(t, d, e, map[string]any{"operation": "count", "variable": "category"})
	wantText(t, r.Text, "High 3", "Low 1")
	r = execute(t, d, e, map[string]any{"operation": "count", "variable": "population"})
	wantText(t, r.Text, "5 of 6 wards", "Manga (Zuru)")
	r = execute(t, d, e, map[string]any{"operation": "count", "level": "facility"})
	wantText(t, r.Text, "4 facilities")
}

func TestTrend(t *testing.T) {
	r := execute(t, kebbi(), nil, map[string]any{"operation": "trend", "N": 2})
	wantText(t, r.Text, "rises in 1 ward and falls in 1", "Felande (Argungu) +2.00 percentage points a month", "Gulma (Argungu) -3.00")
	if r.Table.Len() != 2 || !near(r.Table.Column("slope").Numbers[0], 2) {
		t.Errorf("%+v", r.Table)
	}
	wantText(t, r.Receipt.Formula, "least squares")
	r = execute(t, kebbi(), nil, map[string]any{"operation": "trend", "level": "facility"})
	wantText(t, r.Assumed[2], "1 facility with fewer than 6 months")
	d := kebbi()
	tpr := tprResult(d)
	tpr.Args["period"] = "last 3 months"
	r = execute(t, d, have(tpr), map[string]any{"operation": "trend", "N": 1})
	wantText(t, r.Assumed[1], "all months of the data are used")
}

func TestOutdatedResultsAreSaid(t *testing.T) {
	d := kebbi()
	tpr := tprResult(d)
	tpr.From = map[string]string{schemaregistry.DatasetKey: "an older version"}
	r := execute(t, d, have(tpr), map[string]any{"operation": "top", "variable": "tpr"})
	wantText(t, r.Warnings[len(r.Warnings)-1], "outdated")
}

// TestEveryEnumValueIsAccepted is the contract of [3.20].
func TestEveryEnumValueIsAccepted(t *testing.T) {
	d := kebbi()
	for _, arg := range Tools(nil)[0].Args {
		for _, value := range arg.Enum {
			args := map[string]any{"operation": "top", "variable": "rainfall", "other_variable": "elevation"}
			args[arg.Name] = value
			if _, err := tryExecute(d, nil, args); err != nil {
				t.Errorf("%s=%s: %v", arg.Name, value, err)
			}
		}
	}
	if _, err := tryExecute(d, nil, map[string]any{"N": 1001}); err == nil {
		t.Error("N=1001 was accepted")
	}
}

func TestOrderOfWardsIsIrrelevant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := kebbi()
		want, err := tryExecute(d, nil, map[string]any{"operation": "top", "variable": "rainfall", "N": 4})
		if err != nil {
			t.Fatal(err)
		}
		order := rapid.Permutation([]int{0, 1, 2, 3, 4, 5}).Draw(t, "order")
		shuffled := kebbi()
		for to, from := range order {
			shuffled.Wards[to] = d.Wards[from]
			shuffled.Columns[0].Values[to] = d.Columns[0].Values[from]
		}
		shuffled.Counts = nil
		got, err := tryExecute(shuffled, nil, map[string]any{"operation": "top", "variable": "rainfall", "N": 4})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.Table, got.Table); diff != "" {
			t.Fatal(diff)
		}
	})
}
