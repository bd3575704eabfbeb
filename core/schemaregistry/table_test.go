package schemaregistry

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func TestWriteCSVKeepsMissingEmptyAndNeutralisesFormulas(t *testing.T) {
	table := Table{Columns: []Column{
		{Name: "ward", Text: []string{"Oke, East", "=cmd|' /C calc'!A0", "-1+2", "../../etc"}},
		{Name: "tpr", Numbers: Numbers{0.25, math.NaN(), -3, 1e21}},
	}}
	var b strings.Builder
	if err := table.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	want := "ward,tpr\n\"Oke, East\",0.25\n'=cmd|' /C calc'!A0,\n'-1+2,-3\n../../etc,1000000000000000000000\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

func TestTableSurvivesJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 20).Draw(t, "rows")
		numbers := make(Numbers, n)
		for i := range numbers {
			numbers[i] = rapid.OneOf(rapid.Float64(), rapid.Just(math.NaN())).Draw(t, "value")
			if math.IsInf(numbers[i], 0) {
				numbers[i] = math.NaN() // JSON has no infinity; it is missing
			}
		}
		before := Table{Title: "t", Columns: []Column{{Name: "n", Numbers: numbers, Unit: "count", Direction: 1}}}
		raw, err := json.Marshal(before)
		if err != nil {
			t.Fatal(err)
		}
		var after Table
		if err := json.Unmarshal(raw, &after); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, after, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
		if before.Hash() != after.Hash() {
			t.Fatal("the hash changed on the way")
		}
	})
}

func TestSentenceTellsNothingOfTheInside(t *testing.T) {
	tests := []struct {
		err  error
		want string
	}{
		{Fail("negative_count", "A count of %d cannot be.", -4).At(12, "tested"), `Row 12, column "tested": A count of -4 cannot be.`},
		{&Blocked{Tool: "plan_itn", Gate: GateDecision{Missing: []string{"risk"}}}, "plan_itn needs risk first."},
		{json.Unmarshal([]byte("{"), &struct{}{}), "Something went wrong inside; the cause is in the log and nothing was changed."},
	}
	for _, test := range tests {
		if _, got := Sentence(test.err); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}
