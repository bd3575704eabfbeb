package itn_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/chatmrpt/chatmrpt/flows/itn"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var missing = math.NaN()

func said(result schemaregistry.Result) string {
	return strings.Join(slices.Concat([]string{result.Text}, result.Assumed, result.Warnings), "\n")
}

func mustSay(t *testing.T, result schemaregistry.Result, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(said(result), part) {
			t.Errorf("nothing is said of %q:\n%s\nasked %+v", part, said(result), result.Ask)
		}
	}
}

func texts(t testing.TB, result schemaregistry.Result, column string) []string {
	t.Helper()
	if result.Evidence == nil {
		t.Fatalf("no evidence; asked %+v", result.Ask)
	}
	return result.Evidence.Table.Column(column).Text
}

func population(values ...float64) dataset.WardColumn {
	return dataset.WardColumn{Name: "population", Unit: "people", Values: values}
}

// town has six ranked wards of 1,800 people; the odd ones are urban.
func town() world {
	return newWorld([]float64{1, 2, 3, 4, 5, 6}, population(1800, 1800, 1800, 1800, 1800, 1800),
		dataset.WardColumn{Name: "urban_percentage", Unit: "percent", Values: []float64{10, 80, 20, 75, 74.9, 100}})
}

func TestTheNumberOfNetsIsAskedNeverGuessed(t *testing.T) {
	result := town().mustRun(t, nil)
	if result.Ask == nil || result.Ask.Arg != "total_nets" || result.Ask.Text != "How many nets are there to give out?" {
		t.Errorf("asked %+v", result.Ask)
	}
}

func TestRuralComesBeforeUrban(t *testing.T) {
	result := town().mustRun(t, map[string]any{"total_nets": 3500})
	if diff := cmp.Diff([]string{"rural-high", "rural-medium", "rural-low", "urban-high", "urban-medium", "urban-low"}, texts(t, result, "tier")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"Ward 00", "Ward 02", "Ward 04", "Ward 01", "Ward 03", "Ward 05"}, texts(t, result, "ward")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"met_need", "met_need", "met_need", "partial", "not_reached", "not_reached"}, texts(t, result, "reason")); diff != "" {
		t.Error(diff)
	}
	mustSay(t, result, "Wards under 75% urban are rural", "urban-high met in part", "One net protects 1.8 people, the WHO's planning figure, without a buffer")
}

func TestTheUrbanThresholdMovesWards(t *testing.T) {
	result := town().mustRun(t, map[string]any{"total_nets": 100, "urban_threshold": 74.9})
	if got := texts(t, result, "tier")[2]; got != "urban-high" {
		t.Errorf("with 74.9%% as the threshold the third tier is %s", got)
	}
}

func TestUrbanFractionsAreReadAsSuch(t *testing.T) {
	w := town()
	w.data.Columns[1] = dataset.WardColumn{Name: "urban_percentage", Values: []float64{.1, .8, .2, .75, .749, 1}}
	result := w.mustRun(t, map[string]any{"total_nets": 100})
	mustSay(t, result, "read as fractions")
	if got := texts(t, result, "tier"); got[3] != "urban-high" {
		t.Errorf("tiers %v", got)
	}
}

func TestWardsThatCannotTakePart(t *testing.T) {
	w := newWorld([]float64{1, 2, 3, missing}, population(1800, missing, 0, 900),
		dataset.WardColumn{Name: "urban_percentage", Unit: "percent", Values: []float64{missing, 1, 1, 1}})
	result := w.mustRun(t, map[string]any{"total_nets": 5000})
	if diff := cmp.Diff([]string{"met_need", "no_population", "no_need", "excluded"}, texts(t, result, "reason")); diff != "" {
		t.Error(diff)
	}
	mustSay(t, result, "4,000 nets remain", "population is unknown: Ward 01 (B)", "no risk rank: Ward 03 (B). Their need, as far as known: 500 nets.",
		"Counted as rural, because their urban percentage is missing: Ward 00 (A)")
	lines := strings.Split(string(result.Artifacts[0].Data), "\n")
	want := []string{
		"Plains,A,Ward 00,rural-high,1,1800,1000,1000,1,met_need",
		"Plains,B,Ward 01,rural-medium,2,,,0,,no_population",
		"Plains,A,Ward 02,rural-low,3,0,0,0,,no_need",
		"Plains,B,Ward 03,,,900,500,0,0,excluded",
	}
	if diff := cmp.Diff(want, lines[1:5]); diff != "" {
		t.Error(diff)
	}
}

func TestExistingNetsAreSubtracted(t *testing.T) {
	w := newWorld([]float64{1, 2, 3}, population(1800, 1800, 1800),
		dataset.WardColumn{Name: "existing_nets", Values: []float64{400, 2000, missing}})
	result := w.mustRun(t, map[string]any{"total_nets": 1200})
	if diff := cmp.Diff([]float64{600, 0, 1000}, numbers(t, result, "nets_needed")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]float64{600, 0, 600}, numbers(t, result, "nets_allocated")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]float64{1, 1, .6}, numbers(t, result, "coverage")); diff != "" {
		t.Error(diff)
	}
	mustSay(t, result, "not known for Ward 02 (A)", "coverage goes from 46.7% to 86.7%")
}

func TestHouseholds(t *testing.T) {
	w := newWorld([]float64{1, 2}, population(1000, 500), dataset.WardColumn{Name: "households", Values: []float64{200, 100}})
	if result := w.mustRun(t, map[string]any{"total_nets": 900, "basis": "household"}); result.Ask == nil || result.Ask.Options[0].Args["household_size"] != 5.0 {
		t.Errorf("asked %+v", result.Ask)
	}
	result := w.mustRun(t, map[string]any{"total_nets": 900, "basis": "household", "household_size": 5})
	if diff := cmp.Diff([]float64{600, 300}, numbers(t, result, "nets_needed")); diff != "" {
		t.Error(diff)
	}
	capped := w.mustRun(t, map[string]any{"total_nets": 900, "basis": "household", "household_size": 5, "household_cap": 2})
	if diff := cmp.Diff([]float64{400, 200}, numbers(t, capped, "nets_needed")); diff != "" {
		t.Error(diff)
	}
	mustSay(t, capped, "at most 2 nets each", "300 nets remain")
	derived := newWorld([]float64{1}, population(1001)).mustRun(t, map[string]any{"total_nets": 900, "basis": "household", "household_size": 5})
	if got := numbers(t, derived, "nets_needed")[0]; got != 603 {
		t.Errorf("201 households of 5 need %v nets", got)
	}
	mustSay(t, derived, "the population divided by that size")
	mustSay(t, w.mustRun(t, map[string]any{"total_nets": 10, "household_size": 5}), "household size and cap change nothing")
}

func TestWholeBales(t *testing.T) {
	w := newWorld([]float64{1, 2, 3}, population(1800, 1800, 72))
	result := w.mustRun(t, map[string]any{"total_nets": 1675, "bale_size": 50, "strategy": "greedy"})
	if diff := cmp.Diff([]float64{1000, 650, 0}, numbers(t, result, "nets_allocated")); diff != "" {
		t.Error(diff)
	}
	mustSay(t, result, "1,650 of 1,675 nets are given out", "25 nets remain", "Only whole bales of 50 nets")
}

func TestLopsidedPlansAreWarnedOf(t *testing.T) {
	ranks, people := make([]float64, 30), make([]float64, 30)
	for i := range ranks {
		ranks[i], people[i] = float64(i+1), 1800
	}
	w := newWorld(ranks, population(people...))
	result := w.mustRun(t, map[string]any{"total_nets": 2000, "strategy": "greedy"})
	mustSay(t, result, "Fewer than a tenth of the wards get all the nets: 2 of 30", "less than half of the first tier: high gets 2,000 of the 10,000 nets")
	say := []string{}
	for _, chip := range result.Chips {
		say = append(say, chip.Say)
	}
	if !slices.Contains(say, "use the proportional strategy") || !slices.Contains(say, "use the equity strategy") {
		t.Errorf("chips %v", say)
	}
	if fair := w.mustRun(t, map[string]any{"total_nets": 9000}); len(fair.Warnings) != 0 {
		t.Errorf("warned %v", fair.Warnings)
	}
}

func TestAFloorThatCannotBeKeptIsSaid(t *testing.T) {
	w := town()
	result := w.mustRun(t, map[string]any{"total_nets": 906, "strategy": "equity"})
	mustSay(t, result, "A floor of 30% alone takes 1,800 nets, more than there are")
	if !slices.ContainsFunc(result.Chips, func(c schemaregistry.Chip) bool { return c.Say == "use an equity floor of 15%" }) {
		t.Errorf("chips %v", result.Chips)
	}
	kept := w.mustRun(t, map[string]any{"total_nets": 906, "strategy": "equity", "floor_percent": 15})
	for _, given := range numbers(t, kept, "nets_allocated") {
		if given < 150 {
			t.Errorf("a ward gets %v nets, below its floor", given)
		}
	}
}

func TestWhatIfComparesWithThePlanBefore(t *testing.T) {
	w := town()
	first := w.mustRun(t, map[string]any{"total_nets": 3000})
	w.evidence["itn"] = first.Evidence
	second := w.mustRun(t, map[string]any{"total_nets": 3500})
	mustSay(t, second, "Compared with the plan before (total nets 3,500 instead of 3,000): 1 ward gets more nets (Ward 01 (B) +500). 900 more people have a net to sleep under.")
	mustSay(t, w.mustRun(t, map[string]any{"total_nets": 3000}), "no ward gets more or fewer nets")
	mustSay(t, w.mustRun(t, map[string]any{"total_nets": 3000, "urban_threshold": 5}), "wards get more nets", "wards get fewer", "-")
}

func TestRankings(t *testing.T) {
	w := town()
	table := w.evidence["risk"].Table
	if result := w.mustRun(t, map[string]any{"total_nets": 10, "method": "pca"}); result.Ask == nil || result.Ask.Options[1].Tool != "run_risk_analysis" {
		t.Errorf("a plan by a ranking that is not there asks %+v", result.Ask)
	}
	table.Columns = append(table.Columns, schemaregistry.Column{Name: "pca_rank", Numbers: []float64{6, 5, 4, 3, 2, 1}})
	both := w.mustRun(t, map[string]any{"total_nets": 10})
	mustSay(t, both, "The composite ranking decides the order")
	pca := w.mustRun(t, map[string]any{"total_nets": 10, "method": "pca"})
	if got := texts(t, pca, "ward")[0]; got != "Ward 04" {
		t.Errorf("by PCA %s is first", got)
	}
	table.Column("flags").Text[3] = "imputed:evi;pca_against_tpr"
	asked := w.mustRun(t, map[string]any{"total_nets": 10, "method": "pca"})
	if asked.Ask == nil || asked.Ask.Arg != "accept_pca" || asked.Ask.Options[0].Args["method"] != "composite" {
		t.Errorf("asked %+v", asked.Ask)
	}
	if accepted := w.mustRun(t, map[string]any{"total_nets": 10, "method": "pca", "accept_pca": true}); accepted.Evidence == nil {
		t.Errorf("asked again %+v", accepted.Ask)
	}
}

func TestSentencesForWhatCannotBePlanned(t *testing.T) {
	for _, test := range []struct {
		name string
		w    world
		args map[string]any
		code string
		part string
	}{
		{"no population column", newWorld([]float64{1}), nil, "no_population", "columns state, LGA, ward and population"},
		{"no population at all", newWorld([]float64{1, 2}, population(missing, missing)), nil, "no_population", "None of the ranked wards"},
		{"no ranks", newWorld([]float64{missing}, population(5)), nil, "no_ranking", "ranks no ward"},
		{"negative population", newWorld([]float64{1, 2}, population(-5, 5)), nil, "inconsistent_figures", "Ward 00 (A)"},
		{"urban above 100", newWorld([]float64{1}, population(5), dataset.WardColumn{Name: "urban_percentage", Unit: "percent", Values: []float64{120}}), nil, "inconsistent_figures", "urban percentage"},
		{"more households than people", newWorld([]float64{1}, population(5), dataset.WardColumn{Name: "households", Values: []float64{9}}),
			map[string]any{"basis": "household", "household_size": 5}, "inconsistent_figures", "more households than people"},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := map[string]any{"total_nets": 10}
			for k, v := range test.args {
				args[k] = v
			}
			_, err := test.w.run(t, args)
			if code, sentence := schemaregistry.Sentence(err); code != test.code || !strings.Contains(sentence, test.part) {
				t.Errorf("%s: %s", code, sentence)
			}
		})
	}
}

func TestInconsistentFiguresThatAreNotUsedAreWarnedOf(t *testing.T) {
	w := newWorld([]float64{1}, population(5), dataset.WardColumn{Name: "households", Values: []float64{9}})
	mustSay(t, w.mustRun(t, map[string]any{"total_nets": 10}), "1 ward has more households than people: Ward 00 (A).")
}

// Every value of every enumeration is accepted by the handler (3.20).
func TestEveryEnumValueIsAccepted(t *testing.T) {
	for _, tool := range itn.Tools(nil) {
		for _, arg := range tool.Args {
			for _, value := range arg.Enum {
				w := town()
				table := w.evidence["risk"].Table
				table.Columns = append(table.Columns, schemaregistry.Column{Name: "pca_rank", Numbers: []float64{6, 5, 4, 3, 2, 1}})
				result := w.mustRun(t, map[string]any{"total_nets": 500, "household_size": 5, arg.Name: value})
				if result.Ask != nil || arg.Labels[value] == "" {
					t.Errorf("%s %s: asked %+v, label %q", arg.Name, value, result.Ask, arg.Labels[value])
				}
			}
		}
	}
}

// Every argument is shown by three to five examples (004-14); the enumerations by
// at least one a value.
func TestEveryArgumentHasExamples(t *testing.T) {
	for _, tool := range itn.Tools(nil) {
		count := map[string]int{}
		for _, example := range tool.Examples {
			for name, value := range example.Args {
				count[name]++
				count[fmt.Sprint(name, "=", value)]++
			}
		}
		for _, arg := range tool.Args {
			if arg.Type != "boolean" && count[arg.Name] < 3 {
				t.Errorf("%s has %d examples", arg.Name, count[arg.Name])
			}
			for _, value := range arg.Enum {
				if count[arg.Name+"="+value] == 0 {
					t.Errorf("%s %s has no example", arg.Name, value)
				}
			}
		}
	}
}

func TestRowOrderDoesNotChangeThePlan(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(rt, "wards")
		ranks, people, urban := make([]float64, n), make([]float64, n), make([]float64, n)
		for i := range n {
			ranks[i] = float64(rapid.IntRange(1, n).Draw(rt, "rank"))
			people[i] = float64(rapid.IntRange(0, 9000).Draw(rt, "people"))
			urban[i] = float64(rapid.IntRange(0, 100).Draw(rt, "urban"))
		}
		order := rapid.Permutation(indexes(n)).Draw(rt, "order")
		w := newWorld(ranks, population(people...), dataset.WardColumn{Name: "urban_percentage", Unit: "percent", Values: urban})
		args := map[string]any{
			"total_nets": rapid.IntRange(1, 40_000).Draw(rt, "nets"),
			"strategy":   rapid.SampledFrom([]string{"proportional", "greedy", "equity"}).Draw(rt, "strategy"),
		}
		want := string(w.mustRun(t, args).Artifacts[0].Data)
		if got := string(w.permuted(order).mustRun(t, args).Artifacts[0].Data); got != want {
			rt.Fatalf("%s\nwant\n%s", got, want)
		}
	})
}

func indexes(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// permuted is the same world with its wards in another order, in the dataset and
// in the risk result.
func (w world) permuted(order []int) world {
	ranks := w.evidence["risk"].Table.Column("composite_rank").Numbers
	moved := newWorld(take(ranks, order))
	table := moved.evidence["risk"].Table
	for at, i := range order {
		moved.data.Wards[at] = w.data.Wards[i]
		table.Column("lga").Text[at], table.Column("ward").Text[at] = w.data.Wards[i].LGA, w.data.Wards[i].Name
	}
	for _, c := range w.data.Columns {
		c.Values = take(c.Values, order)
		moved.data.Columns = append(moved.data.Columns, c)
	}
	return moved
}

func take(values []float64, order []int) []float64 {
	taken := make([]float64, len(order))
	for at, i := range order {
		taken[at] = values[i]
	}
	return taken
}

// A tier without people needs nothing: it is neither met in full nor covered by 0%.
func TestATierWithoutPeople(t *testing.T) {
	w := newWorld([]float64{1, 2, 3}, population(1800, 0, 1800))
	result := w.mustRun(t, map[string]any{"total_nets": 500})
	mustSay(t, result, "Tiers in the order of service: high met in part; low not reached; medium without need.")
	if covered := result.Table.Column("coverage").Numbers; !math.IsNaN(covered[1]) || covered[2] != 0 {
		t.Errorf("coverage by tier %v", covered)
	}
}

// Nets remain while wards without a rank go without: the way out is said.
func TestRemainingNetsCouldServeUnrankedWards(t *testing.T) {
	w := newWorld([]float64{1, 2, missing}, population(1800, 1800, 900))
	mustSay(t, w.mustRun(t, map[string]any{"total_nets": 5000}), "Their need, as far as known: 500 nets. The nets that remain could go there once these wards are ranked")
	if short := w.mustRun(t, map[string]any{"total_nets": 500}); strings.Contains(said(short), "could go there") {
		t.Error(said(short))
	}
}
