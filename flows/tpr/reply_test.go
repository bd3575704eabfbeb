package tpr

import (
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/google/go-cmp/cmp"
	"github.com/paulmach/orb"
)

// contains reports whether one of the sentences holds the words.
func contains(sentences []string, words string) bool {
	for _, s := range sentences {
		if strings.Contains(s, words) {
			return true
		}
	}
	return false
}

func TestSuppliedRatesAreTakenAndMarked(t *testing.T) {
	wards, _ := wardsAndFacilities()
	data := &dataset.Dataset{Wards: wards, Columns: []dataset.WardColumn{
		{Name: "tpr", Heading: "TPR (%)", File: "wards.csv", Unit: "percent", Values: []float64{12, 30, blank, 140}},
	}}
	r := execute(t, data, nil)
	if r.Evidence == nil || !r.Evidence.Supplied {
		t.Fatalf("%+v", r)
	}
	want := `state,lga,ward,tested,positive,tpr,ci_low,ci_high,facilities,flags
Kogi,Ankpa,Enjema,,,0.3,,,,supplied
Kogi,Ankpa,Ojoku,,,0.12,,,,supplied
Kogi,Idah,Ede,,,,,,,supplied
Kogi,Idah,Sabon Gari,,,,,,,supplied
`
	if diff := cmp.Diff(want, string(r.Artifacts[0].Data)); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(r.Text, "nothing to compute") {
		t.Error(r.Text)
	}
}

func TestWithoutCountsTheNeededFileIsNamed(t *testing.T) {
	wards, _ := wardsAndFacilities()
	_, err := tryExecute(&dataset.Dataset{Wards: wards}, nil)
	if code, sentence := schemaregistry.Sentence(err); code != "no_counts" || !strings.Contains(sentence, "tested and positive counts") {
		t.Errorf("%s: %s", code, sentence)
	}
	half := dataOf([]line{{0, 1, 5, 1, 5, 1}})
	half.Counts.Series = half.Counts.Series[:1]
	_, err = tryExecute(half, nil)
	if _, sentence := schemaregistry.Sentence(err); !strings.Contains(sentence, "tested by rdt") {
		t.Error(sentence)
	}
}

func TestAnOpenQuestionOnTheDataComesFirst(t *testing.T) {
	data := kogi()
	data.Questions = []dataset.Question{
		{Question: schemaregistry.Question{ID: "other"}, Blocks: []string{"plan_itn"}},
		{Question: schemaregistry.Question{ID: "swapped"}, Blocks: []string{ToolName}},
	}
	if r := execute(t, data, everything); r.Ask == nil || r.Ask.ID != "swapped" {
		t.Errorf("%+v", r.Ask)
	}
}

func TestStatesAreAskedOnlyWhenThereAreSeveral(t *testing.T) {
	data := kogi()
	data.Wards[2].State, data.Wards[3].State = "Edo", "Edo"
	r := execute(t, data, everything)
	var labels []string
	for _, o := range r.Ask.Options {
		labels = append(labels, o.Label)
	}
	if diff := cmp.Diff([]string{"All 2 states", "Edo: 1 ward", "Kogi: 2 wards"}, labels); diff != "" {
		t.Error(diff)
	}
	args := map[string]any{argState: "kogi STATE", argLevel: "all", argMethod: "both"}
	r = execute(t, data, args)
	if r.Evidence == nil || r.Evidence.Table.Len() != 2 || !strings.Contains(r.Text, "2 wards of Kogi") {
		t.Errorf("%s", r.Text)
	}
	args[argState] = "all"
	if r = execute(t, data, args); r.Evidence == nil || r.Evidence.Table.Len() != 4 {
		t.Errorf("%s", r.Text)
	}
}

func TestAMethodThatDoesNotTellTheAge(t *testing.T) {
	data := kogi() // RDT by age, microscopy without
	data.Counts.Series[2].Age, data.Counts.Series[3].Age = dataset.AnyAge, dataset.AnyAge
	r := execute(t, data, map[string]any{argLevel: "all"})
	if r.Ask == nil || r.Ask.Arg != argAge {
		t.Fatalf("%+v", r.Ask)
	}
	r = execute(t, data, map[string]any{argLevel: "all", argAge: "u5"})
	if r.Ask != nil || !contains(r.Assumed, "Only RDT counts tell under-fives apart") {
		t.Errorf("%+v %q", r.Ask, r.Assumed)
	}
	r = execute(t, data, map[string]any{argLevel: "all", argAge: "u5", argMethod: "microscopy"})
	if r.Ask == nil {
		t.Fatal("microscopy of under-fives was pretended")
	}
	last := r.Ask.Options[len(r.Ask.Options)-1]
	if diff := cmp.Diff(map[string]any{argMethod: "microscopy", argAge: "all"}, last.Args); diff != "" {
		t.Error(diff)
	}
}

func TestCascadeIsChecked(t *testing.T) {
	data := kogi()
	data.Counts.Series = append(data.Counts.Series,
		dataset.Series{Indicator: dataset.Indicator{Role: dataset.RoleAttendance, Age: dataset.U5}, Values: []float64{500, 500, 500, 500, 500, 500, 500}},
		dataset.Series{Indicator: dataset.Indicator{Role: dataset.RoleTreated, Age: dataset.U5}, Values: []float64{31, 5, 5, 5, 5, blank, 900}})
	r := execute(t, data, everything)
	// Row 1 treats 31 of 30 positives and row 7 treats 900 of 1.
	if !contains(r.Warnings, "2 of 6 rows have more treatments than positives") || contains(r.Warnings, "attendances") {
		t.Errorf("%q", r.Warnings)
	}
}

func TestTotalRowAndLostRowsAreSaid(t *testing.T) {
	data := kogi()
	c := data.Counts
	c.TotalUsed = make([]bool, c.Rows())
	c.TotalUsed[5], c.Facility[5] = true, -1
	c.Ward[6] = -1
	r := execute(t, data, everything)
	if !contains(r.Warnings, "only a total row reports") || !contains(r.Warnings, "1 row belongs to no known ward") {
		t.Errorf("%q", r.Warnings)
	}
	if !strings.Contains(string(r.Artifacts[0].Data), "Kogi,Idah,Sabon Gari,5,8,,,,,low_tests;positive_gt_tested;few_months;total_row_used\n") {
		t.Errorf("%s", r.Artifacts[0].Data)
	}
}

func TestManyContradictionsPointToAMislabelledColumn(t *testing.T) {
	data := dataOf([]line{{0, 1, 5, 50, blank, blank}, {2, 1, 60, 5, blank, blank}})
	if r := execute(t, data, everything); !contains(r.Warnings, "mislabelled or swapped") {
		t.Errorf("%q", r.Warnings)
	}
}

func TestFillingFromNeighbours(t *testing.T) {
	data := kogi()
	square := func(x float64) orb.MultiPolygon {
		return orb.MultiPolygon{{{{x, 0}, {x + 1, 0}, {x + 1, 1}, {x, 1}, {x, 0}}}}
	}
	data.Boundary = &dataset.Boundary{Shapes: []dataset.Shape{
		{Ward: 0, Geometry: square(0)}, {Ward: 3, Geometry: square(1)}, {Ward: 2, Geometry: square(5)},
	}}
	r := execute(t, data, map[string]any{argLevel: "all", argMethod: "both", argFill: "neighbours"})
	if !strings.Contains(string(r.Artifacts[0].Data), "Kogi,Idah,Ede,,,0.22857142857142856,0.19358759387571775,0.26777800180510103,0,no_tests;filled_from_neighbours\n") {
		t.Errorf("%s", r.Artifacts[0].Data)
	}
	if !contains(r.Assumed, "1 ward without a value of its own") || !strings.Contains(r.Receipt.Formula, "queen") {
		t.Errorf("%q", r.Assumed)
	}
}

func TestOptionsSayWhatTheyCount(t *testing.T) {
	r := execute(t, kogi(), nil)
	var labels []string
	for _, o := range r.Ask.Options {
		labels = append(labels, o.Label)
	}
	want := []string{"Primary: 3 facilities, 54% of tests", "Secondary: 2 facilities, 46% of tests", "All facilities: 5 facilities, 519 tests"}
	if diff := cmp.Diff(want, labels); diff != "" {
		t.Error(diff)
	}
}

func TestAPeriodThatTheDataHoldsInPart(t *testing.T) {
	args := map[string]any{argLevel: "all", argMethod: "both", argPeriod: "January to June 2024"}
	r := execute(t, kogi(), args)
	if !contains(r.Assumed, "Of the 6 months asked for, the data holds 2.") {
		t.Errorf("%q", r.Assumed)
	}
}

// The overall rate holds wards that cannot be right; without them it is another,
// and both are said.
func TestTheRateWithoutImpossibleWardsIsSaid(t *testing.T) {
	r := execute(t, dataOf([]line{
		{facility: 0, month: 1, rdt: 100, rdtPos: 40, slide: blank, slidePos: blank},
		{facility: 2, month: 1, rdt: 50, rdtPos: 90, slide: blank, slidePos: blank},
	}), everything)
	for _, words := range []string{"is 86.7%: 130 positive of 150 tests", "Without the 1 ward that reports more positives than tests it is 40.0% (40 of 100)."} {
		if !strings.Contains(r.Text, words) {
			t.Errorf("%q is not in: %s", words, r.Text)
		}
	}
	if want := "test positivity (all facilities, under-fives, RDT and microscopy, January 2024)"; r.Evidence.Table.Title != want {
		t.Errorf("the evidence is called %q, want %q", r.Evidence.Table.Title, want)
	}
}

// A correction of one column of a pair leaves tests without positives; what is
// missing is said, and nothing else is recommended in its place.
func TestHalfAPairIsNamed(t *testing.T) {
	data := kogi()
	for i := range data.Counts.Series {
		if s := &data.Counts.Series[i]; s.Role == dataset.RolePositive {
			s.Age = dataset.O5
		} else {
			s.Age = dataset.U5
		}
	}
	old := data.Counts.Series[0]
	old.Age = dataset.O5
	data.Counts.Series = append(data.Counts.Series, old)
	r := execute(t, data, map[string]any{"age_group": "u5", "facility_level": "all", "test_method": "both"})
	if r.Ask == nil || !strings.Contains(r.Ask.Text, `Of under-fives the data has tests ("tested by rdt" and "tested by microscopy") and no positives.`) {
		t.Fatalf("%+v", r.Ask)
	}
	for _, o := range r.Ask.Options {
		if o.Recommended {
			t.Errorf("%q is recommended", o.Label)
		}
	}
}
