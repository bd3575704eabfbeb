package risk_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/chatmrpt/chatmrpt/flows/risk"
)

var missing = math.NaN()

// A world is a dataset with a TPR result; ward i is "Ward i" of LGA A or B.
type world struct {
	data *dataset.Dataset
	tpr  *schemaregistry.Evidence
}

func newWorld(tpr []float64, columns ...dataset.WardColumn) world {
	wards := make([]dataset.Ward, len(tpr))
	for i := range wards {
		wards[i] = dataset.Ward{State: "Plains", LGA: string(rune('A' + i%2)), Name: fmt.Sprintf("Ward %02d", i)}
	}
	for i := range columns {
		columns[i].Heading = strings.ToUpper(columns[i].Name)
	}
	table := &schemaregistry.Table{Columns: append(dataset.WardColumns(wards), schemaregistry.Column{Name: "tpr", Numbers: tpr}, dataset.CodeColumn(wards))}
	return world{
		data: &dataset.Dataset{Wards: wards, Columns: columns},
		tpr:  &schemaregistry.Evidence{Kind: "tpr", Hash: table.Hash(), Table: table},
	}
}

func (w world) run(t testing.TB, args map[string]any) (schemaregistry.Result, error) {
	t.Helper()
	registry := schemaregistry.New(schemaregistry.Options{})
	load := func(context.Context, *schemaregistry.Run) (*dataset.Dataset, error) { return w.data, nil }
	if err := registry.Register(risk.Tools(load)...); err != nil {
		t.Fatal(err)
	}
	state := schemaregistry.State{Evidence: map[string]*schemaregistry.Evidence{"tpr": w.tpr}}
	return registry.Execute(context.Background(), schemaregistry.Call{Tool: risk.Name, Args: args}, state, nil)
}

func (w world) mustRun(t testing.TB, args map[string]any) schemaregistry.Result {
	t.Helper()
	result, err := w.run(t, args)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// six wards in which every variable grows with the ward's number.
func sixWards() world {
	return newWorld([]float64{.1, .2, .3, .4, .5, .6},
		dataset.WardColumn{Name: "rainfall", Direction: 1, Values: []float64{10, 25, 28, 41, 55, 61}},
		dataset.WardColumn{Name: "elevation", Direction: -1, Values: []float64{900, 700, 710, 400, 300, 100}},
		dataset.WardColumn{Name: "slope", Values: []float64{1, 3, 2, 4, 6, 5}},
		dataset.WardColumn{Name: "population", Values: []float64{1, 2, 3, 4, 5, 6}},
	)
}

func TestCompositeEndToEnd(t *testing.T) {
	result := sixWards().mustRun(t, map[string]any{"method": "composite"})
	if result.Ask != nil {
		t.Fatalf("asked %q", result.Ask.Text)
	}
	lines := strings.Split(strings.TrimSpace(string(result.Artifacts[0].Data)), "\n")
	if lines[0] != "state,lga,ward,composite_score,composite_rank,pca_score,pca_rank,category,flags" {
		t.Errorf("header %q", lines[0])
	}
	if lines[1] != "Plains,B,Ward 05,1,1,,,High," {
		t.Errorf("first row %q", lines[1])
	}
	if lines[6] != "Plains,A,Ward 00,0,6,,,Low," {
		t.Errorf("last row %q", lines[6])
	}
	t.Log(result.Text, result.Assumed, result.Warnings)
}

// column returns a column of the evidence.
func column(t testing.TB, result schemaregistry.Result, name string) *schemaregistry.Column {
	t.Helper()
	if result.Evidence == nil {
		t.Fatalf("no evidence; asked %+v", result.Ask)
	}
	return result.Evidence.Table.Column(name)
}

func said(result schemaregistry.Result) string {
	return strings.Join(append(append([]string{result.Text}, result.Assumed...), result.Warnings...), "\n")
}

func mustSay(t *testing.T, result schemaregistry.Result, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(said(result), part) {
			t.Errorf("nothing is said of %q:\n%s", part, said(result))
		}
	}
}

func labelsOf(q *schemaregistry.Question) []string {
	var labels []string
	for _, o := range q.Options {
		labels = append(labels, o.Label)
	}
	return labels
}

func TestVariablesInUse(t *testing.T) {
	for _, test := range []struct {
		name string
		args map[string]any
		want string
	}{
		{"all of known direction", map[string]any{}, "TPR, elevation and rainfall"},
		{"named ones join TPR", map[string]any{"variables": []any{"rainfall"}}, "TPR and rainfall"},
		{"by heading, loosely", map[string]any{"variables": []any{"Rain Fall"}}, "TPR and rainfall"},
		{"without one", map[string]any{"exclude": []any{"rainfall"}}, "TPR and elevation"},
		{"without TPR", map[string]any{"exclude": []any{"tpr"}}, "elevation and rainfall"},
		{"a said direction brings a variable in", map[string]any{"directions": map[string]any{"slope": "up"}}, "TPR, elevation, rainfall and slope"},
		{"twice is once", map[string]any{"variables": []any{"rainfall", "tpr", "RAINFALL"}}, "TPR and rainfall"},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.args["method"] = "composite"
			result := sixWards().mustRun(t, test.args)
			if !strings.Contains(result.Text, ": "+test.want+". Highest") {
				t.Errorf("%s; asked %v", result.Text, result.Ask)
			}
		})
	}
}

func TestUnknownDirectionIsAsked(t *testing.T) {
	w := sixWards()
	result := w.mustRun(t, map[string]any{"variables": []any{"slope"}, "directions": map[string]any{"rainfall": "down"}})
	if result.Ask == nil || result.Ask.ID != "direction:slope" {
		t.Fatalf("asked %+v", result.Ask)
	}
	answer := result.Ask.Options[1].Args["directions"].(map[string]any)
	if answer["slope"] != "down" || answer["rainfall"] != "down" {
		t.Errorf("the answer sets %v", answer)
	}
}

func TestMethodIsAskedOnlyWhereThereIsAChoice(t *testing.T) {
	result := fitWorld().mustRun(t, nil)
	if result.Ask == nil || result.Ask.ID != "method" || len(result.Ask.Options) != 3 || !result.Ask.Options[0].Recommended {
		t.Fatalf("asked %+v", result.Ask)
	}
	unfit := newWorld([]float64{.1, .2, .3}, dataset.WardColumn{Name: "rainfall", Direction: 1, Values: []float64{3, 1, 2}})
	result = unfit.mustRun(t, map[string]any{})
	mustSay(t, result, "The composite score is the method; PCA does not fit")
	if result := unfit.mustRun(t, map[string]any{"method": "pca"}); result.Ask == nil || result.Ask.Options[0].Args["method"] != "composite" {
		t.Errorf("a refused PCA asks %+v", result.Ask)
	}
}

// fitWorld has variables that share one theme, so that PCA fits.
func fitWorld() world {
	n := 40
	tpr, rain, flood, heat := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		base := float64(i)
		tpr[i] = (base + 5*math.Sin(base*1.7)) / 100
		rain[i] = base + 6*math.Sin(base*2.3+1)
		flood[i] = base + 7*math.Sin(base*3.1+2)
		heat[i] = base + 8*math.Sin(base*4.7+3)
	}
	return newWorld(tpr,
		dataset.WardColumn{Name: "rainfall", Direction: 1, Values: rain},
		dataset.WardColumn{Name: "flood", Direction: 1, Values: flood},
		dataset.WardColumn{Name: "temperature", Direction: 1, Values: heat},
	)
}

func TestBothMethodsAreCompared(t *testing.T) {
	w := fitWorld()
	result := w.mustRun(t, map[string]any{"method": "both"})
	mustSay(t, result, "Composite and PCA agree", "Spearman", "High by both", "PCA looks for", "TPR 0.9")
	for _, name := range []string{"composite_score", "composite_rank", "pca_score", "pca_rank"} {
		for i, v := range column(t, result, name).Numbers {
			if math.IsNaN(v) {
				t.Fatalf("%s of row %d is missing", name, i)
			}
		}
	}
	if names := columnNames(result); strings.Join(names, ",") != "state,lga,ward,composite_score,composite_rank,pca_score,pca_rank,category,flags,code" {
		t.Errorf("evidence has %v", names)
	}
}

func columnNames(result schemaregistry.Result) []string {
	var names []string
	for _, c := range result.Evidence.Table.Columns {
		names = append(names, c.Name)
	}
	return names
}

func TestPCAAlone(t *testing.T) {
	w := fitWorld()
	result := w.mustRun(t, map[string]any{"method": "pca"})
	for i := range 40 {
		if !math.IsNaN(column(t, result, "composite_rank").Numbers[i]) {
			t.Fatal("a composite rank without the composite method")
		}
		want := dataset.Category(int(column(t, result, "pca_rank").Numbers[i]), 40)
		if got := column(t, result, "category").Text[i]; got != want {
			t.Fatalf("row %d is %s, want %s by its PCA rank", i, got, want)
		}
	}
}

func TestPCAAgainstTPRIsFlagged(t *testing.T) {
	w := fitWorld()
	tpr := w.tpr.Table.Column("tpr").Numbers
	for i := range tpr {
		tpr[i] = .9 - tpr[i]
	}
	result := w.mustRun(t, map[string]any{"method": "both"})
	mustSay(t, result, "The PCA score does not rise with TPR")
	if !strings.Contains(column(t, result, "flags").Text[0], "pca_against_tpr") {
		t.Error("the evidence does not carry the flag")
	}
}

func TestUselessVariablesAreDroppedAndSaid(t *testing.T) {
	w := newWorld([]float64{.1, .2, .3},
		dataset.WardColumn{Name: "rainfall", Direction: 1, Values: []float64{5, missing, 5}},
		dataset.WardColumn{Name: "flood", Direction: 1, Values: []float64{missing, missing, missing}})
	result := w.mustRun(t, map[string]any{})
	mustSay(t, result, "Left out: rainfall, because it has the same value", "Left out: flood, because it has no value", "3 wards ranked")
}

func TestSentencesForWhatCannotBeDone(t *testing.T) {
	same := newWorld([]float64{.2, .2, .2})
	for _, test := range []struct {
		name string
		w    world
		args map[string]any
		code string
	}{
		{"no such column", sixWards(), map[string]any{"variables": []any{"moonlight"}}, "unknown_variable"},
		{"everything excluded", sixWards(), map[string]any{"variables": []any{"rainfall"}, "exclude": []any{"rainfall", "tpr"}}, "no_variables"},
		{"no direction of that name", sixWards(), map[string]any{"directions": map[string]any{"slope": "sideways"}}, "invalid_arguments"},
		{"all wards alike", same, nil, "nothing_to_rank"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := test.w.run(t, test.args)
			if code, sentence := schemaregistry.Sentence(err); code != test.code {
				t.Errorf("%s: %s", code, sentence)
			}
		})
	}
}

func TestTooManyModelsAreRefusedWithWhatToDrop(t *testing.T) {
	columns := make([]dataset.WardColumn, 20)
	source := rand.New(rand.NewPCG(1, 2))
	tpr := make([]float64, 50)
	for i := range tpr {
		tpr[i] = source.Float64()
	}
	for v := range columns {
		columns[v] = dataset.WardColumn{Name: fmt.Sprintf("v%02d", v), Direction: 1, Values: make([]float64, 50)}
		for i := range tpr {
			columns[v].Values[i] = source.Float64()
		}
	}
	copy(columns[3].Values, columns[8].Values)
	columns[3].Values[0] += .01
	w := newWorld(tpr, columns...)
	result := w.mustRun(t, map[string]any{"method": "composite"})
	if result.Ask == nil || result.Ask.Arg != "exclude" {
		t.Fatalf("asked %+v", result.Ask)
	}
	dropped := result.Ask.Options[0].Args["exclude"].([]string)
	if len(dropped) != 3 || dropped[0] != "v03" {
		t.Errorf("%v is to go; %s", dropped, result.Ask.Text)
	}
}

func TestSuppliedTPRIsSaid(t *testing.T) {
	w := sixWards()
	w.tpr.Supplied = true
	mustSay(t, w.mustRun(t, map[string]any{"method": "composite"}), "TPR is the one your file brings")
}

func TestOpenQuestionsComeFirst(t *testing.T) {
	w := sixWards()
	w.data.Questions = []dataset.Question{{Question: schemaregistry.Question{ID: "matches"}, Blocks: []string{risk.Name}}}
	if result := w.mustRun(t, nil); result.Ask == nil || result.Ask.ID != "matches" {
		t.Errorf("asked %+v", result.Ask)
	}
}

// Every value of every enumeration is accepted by the handler (3.20).
func TestEveryEnumValueIsAccepted(t *testing.T) {
	for _, tool := range risk.Tools(nil) {
		for _, arg := range tool.Args {
			for _, value := range arg.Enum {
				w := fitWorld()
				args := map[string]any{"method": "composite"}
				args[arg.Name] = value
				if result := w.mustRun(t, args); result.Ask != nil {
					t.Errorf("%s %s leads to the question %q", arg.Name, value, result.Ask.Text)
				}
				if arg.Labels[value] == "" {
					t.Errorf("%s %s has no label", arg.Name, value)
				}
			}
		}
	}
}

func TestRowOrderDoesNotChangeTheRanking(t *testing.T) {
	want := string(sixWards().mustRun(t, map[string]any{"method": "composite"}).Artifacts[0].Data)
	w := sixWards()
	slices.Reverse(w.data.Wards)
	for _, c := range w.data.Columns {
		slices.Reverse(c.Values)
	}
	slices.Reverse(w.data.Columns)
	if got := string(w.mustRun(t, map[string]any{"method": "composite"}).Artifacts[0].Data); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// Every argument is shown by three examples or more (004-14), and every value of
// an enumeration by one.
func TestEveryArgumentHasExamples(t *testing.T) {
	for _, tool := range risk.Tools(nil) {
		count := map[string]int{}
		for _, example := range tool.Examples {
			for name, value := range example.Args {
				count[name]++
				count[fmt.Sprint(name, "=", value)]++
			}
		}
		for _, arg := range tool.Args {
			if count[arg.Name] < 3 {
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

// A ranking says which TPR it rests on, and offers a map only where one can be drawn.
func TestTheTPRBehindARankingIsNamed(t *testing.T) {
	w := sixWards()
	w.tpr.Table.Title = "test positivity (RDT, 2024)"
	result := w.mustRun(t, map[string]any{"method": "composite"})
	mustSay(t, result, "TPR is the one worked out last: test positivity (RDT, 2024).")
	for _, chip := range result.Chips {
		if strings.Contains(chip.Say, "map") {
			t.Errorf("%q is offered without boundaries", chip.Say)
		}
	}
}

func TestTheRiskItselfIsNoVariable(t *testing.T) {
	w := sixWards()
	want := w.mustRun(t, map[string]any{"method": "composite"})
	got := w.mustRun(t, map[string]any{"method": "composite", "variables": []any{"composite_score"}})
	if got.Text != want.Text || len(got.Assumed) != len(want.Assumed) {
		t.Errorf("%s\n%v", got.Text, got.Assumed)
	}
}
