package tpr

import (
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/google/go-cmp/cmp"
)

var everything = map[string]any{argLevel: "all", argAge: "all", argMethod: "both"}

func kogi() *dataset.Dataset {
	return dataOf([]line{
		{0, 1, 100, 20, 50, 10}, {0, 2, 100, 30, blank, 4}, {1, 1, 200, 50, 40, 2},
		{2, 1, 10, 3, 5, 5}, {2, 2, 8, 9, blank, blank},
		{3, 1, 5, 8, blank, blank}, {4, 2, 0, 0, 1, 1},
	})
}

func TestOneRunGivesTableEvidenceAndReceipt(t *testing.T) {
	r := execute(t, kogi(), everything)
	want := `state,lga,ward,tested,positive,tpr,ci_low,ci_high,facilities,flags
Kogi,Ankpa,Enjema,23,17,0.7391304347826086,0.5352999516257462,0.8745138395501366,1,low_tests
Kogi,Ankpa,Ojoku,490,112,0.22857142857142856,0.19358759387571775,0.26777800180510103,2,
Kogi,Idah,Ede,,,,,,0,no_tests
Kogi,Idah,Sabon Gari,6,9,,,,2,low_tests;positive_gt_tested
`
	if diff := cmp.Diff(want, string(r.Artifacts[0].Data)); diff != "" {
		t.Errorf("tpr.csv:\n%s", diff)
	}
	if e := r.Evidence; e == nil || e.Kind != "tpr" || e.Supplied || e.Table.Columns[len(e.Table.Columns)-1].Name != "code" {
		t.Errorf("evidence %+v", e)
	}
	for _, part := range []string{"26.6%", "138 positive of 519 tests", "under-fives", "January to February 2024", "no tests in Ede (Idah)", "more positives than tests in Sabon Gari (Idah)"} {
		if !strings.Contains(r.Text, part) {
			t.Errorf("%q is not in %q", part, r.Text)
		}
	}
	wantTrace := map[string]string{"Enjema (Ankpa)": "counts.csv rows 5-6", "Ojoku (Ankpa)": "counts.csv rows 2-4", "Sabon Gari (Idah)": "counts.csv rows 7-8"}
	if diff := cmp.Diff(wantTrace, r.Receipt.Trace); diff != "" {
		t.Errorf("trace:\n%s", diff)
	}
}

// TestQuestionsInOrder walks from nothing said to a run, taking what is recommended.
func TestQuestionsInOrder(t *testing.T) {
	data, args := kogi(), map[string]any{}
	var asked []string
	for range 10 {
		r := execute(t, data, args)
		if r.Ask == nil {
			break
		}
		asked = append(asked, r.Ask.Arg)
		for name, value := range recommended(t, r.Ask).Args {
			args[name] = value
		}
	}
	if diff := cmp.Diff([]string{argLevel, argMethod}, asked); diff != "" {
		t.Error(diff)
	}
}

func recommended(t *testing.T, q *schemaregistry.Question) schemaregistry.Option {
	t.Helper()
	var found []schemaregistry.Option
	for _, o := range q.Options {
		if o.Recommended {
			found = append(found, o)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%s: %d recommended options", q.Text, len(found))
	}
	return found[0]
}

func TestWhatTheDataLacksIsAnsweredWithWaysOut(t *testing.T) {
	for _, c := range []struct {
		arg, value, says string
	}{
		{argLevel, "tertiary", "no tertiary facilities"},
		{argAge, "pw", "no tests of pregnant women"},
		{argState, "Osun", "no counts for Osun"},
		{argPeriod, "2019", "nothing for 2019"},
		{argPeriod, "when the rains came", "could not read"},
		{argFill, "neighbours", "boundary"},
	} {
		args := map[string]any{argLevel: "all", argAge: "all", argMethod: "both"}
		args[c.arg] = c.value
		r := execute(t, kogi(), args)
		if r.Ask == nil || !strings.Contains(r.Ask.Text, c.says) {
			t.Errorf("%s=%s: %+v", c.arg, c.value, r.Ask)
			continue
		}
		recommended(t, r.Ask)
		if r.Evidence != nil {
			t.Errorf("%s=%s gave evidence", c.arg, c.value)
		}
	}
}

// TestEveryEnumValueIsAccepted is the contract of [3.20].
func TestEveryEnumValueIsAccepted(t *testing.T) {
	for _, arg := range Tools(nil)[0].Args {
		for _, value := range arg.Enum {
			if _, err := tryExecute(kogi(), map[string]any{arg.Name: value}); err != nil {
				t.Errorf("%s=%s: %v", arg.Name, value, err)
			}
		}
	}
}
