package maps

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/google/go-cmp/cmp"
)

// only keeps some kinds of evidence.
func only(all map[string]*schemaregistry.Evidence, kinds ...string) map[string]*schemaregistry.Evidence {
	kept := maps.Clone(all)
	maps.DeleteFunc(kept, func(kind string, _ *schemaregistry.Evidence) bool { return !slices.Contains(kinds, kind) })
	return kept
}

func names(artifacts []schemaregistry.Artifact) (names []string) {
	for _, a := range artifacts {
		names = append(names, a.Name)
	}
	return names
}

// [004-C4] and the arguments of design.md: what each call draws.
func TestWhatIsDrawn(t *testing.T) {
	d := fixture(6, 4)
	all := evidence(d)
	tests := []struct {
		name  string
		have  map[string]*schemaregistry.Evidence
		args  map[string]any
		files []string
	}{
		{"a plain map after the risk ranking", all, nil, []string{"map-vulnerability-composite.svg"}},
		{"a plain map with TPR only", only(all, "tpr"), nil, []string{"map-tpr.svg"}},
		{"both methods", all, map[string]any{"method": "both"}, []string{"map-vulnerability-composite.svg", "map-vulnerability-pca.svg"}},
		{"PCA", all, map[string]any{"map_variable": "vulnerability", "method": "pca"}, []string{"map-vulnerability-pca.svg"}},
		{"coverage", all, map[string]any{"map_variable": "itn_coverage"}, []string{"map-itn_coverage.svg"}},
		{"a column of a result file", all, map[string]any{"map_variable": "pca_score"}, []string{"map-vulnerability-pca.svg"}},
		{"a column", nil, map[string]any{"map_variable": "rainfall"}, []string{"map-rainfall.svg"}},
		{"a column by its heading", nil, map[string]any{"map_variable": "Rainfall (mm)"}, []string{"map-rainfall.svg"}},
		{"a column by another name", nil, map[string]any{"map_variable": "Housing Quality"}, []string{"map-housing_quality.svg"}},
		{"missing data", nil, map[string]any{"map_variable": "missingness"}, []string{"map-missingness.svg"}},
		{"nets", all, map[string]any{"map_variable": "nets_allocated"}, []string{"map-nets_allocated.svg"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			result, err := runMap(t, d, test.have, test.args)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.files, names(result.Artifacts)); diff != "" {
				t.Error(diff)
			}
			if result.Text == "" || result.Receipt == nil || result.Receipt.Rows == 0 || result.Table.Len() == 0 {
				t.Errorf("an incomplete reply: %+v", result)
			}
			for _, a := range result.Artifacts {
				parse(t, a.Data)
			}
		})
	}
}

// What cannot be drawn yet leads to a fork with ways out, never to a dead end.
func TestForks(t *testing.T) {
	d := fixture(6, 4)
	d.Counts = &dataset.Counts{}
	all := evidence(d)
	noPCA := evidence(d)
	noPCA["risk"].Table.Column("pca_score").Numbers = slices.Repeat([]float64{math.NaN()}, len(d.Wards))
	tests := []struct {
		name    string
		have    map[string]*schemaregistry.Evidence
		args    map[string]any
		options []string
	}{
		{"nothing yet", nil, nil, []string{"Finish TPR with defaults", "Rainfall", "Housing quality", "Population", "Missing data"}},
		{"TPR before it is worked out", nil, map[string]any{"map_variable": "tpr"}, []string{"Finish TPR with defaults", "Go through TPR step by step"}},
		{"vulnerability before TPR", nil, map[string]any{"map_variable": "vulnerability"}, []string{"Finish TPR with defaults", "Go through TPR step by step"}},
		{"vulnerability before the ranking", only(all, "tpr"), map[string]any{"map_variable": "vulnerability"}, []string{"Rank the wards", "Map the test positivity instead"}},
		{"coverage before the plan", only(all, "tpr", "risk"), map[string]any{"map_variable": "itn_coverage"}, []string{"Plan the nets", "Map the vulnerability instead"}},
		{"PCA where only the composite was computed", noPCA, map[string]any{"method": "pca"}, []string{"Map the composite score", "Rank by both methods"}},
		{"an unknown variable", only(all, "tpr"), map[string]any{"map_variable": "unicorns"}, []string{"Test positivity rate (TPR)", "Rainfall", "Housing quality", "Population", "Missing data"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			result, err := runMap(t, d, test.have, test.args)
			if err != nil {
				t.Fatal(err)
			}
			if result.Ask == nil {
				t.Fatalf("no question: %s", result.Text)
			}
			var labels []string
			for _, o := range result.Ask.Options {
				labels = append(labels, o.Label)
				if o.Tool == "" && len(o.Args) == 0 {
					t.Errorf("%q leads nowhere", o.Label)
				}
			}
			if diff := cmp.Diff(test.options, labels); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	bare := fixture(3, 3)
	bare.Boundary = nil
	elsewhere := fixture(3, 3)
	for i := range elsewhere.Boundary.Shapes {
		elsewhere.Boundary.Shapes[i].Geometry = nil
	}
	empty := fixture(3, 3)
	empty.Columns[0].Values = slices.Repeat([]float64{math.NaN()}, 9)
	only := fixture(3, 3)
	only.Columns = nil
	for _, test := range []struct {
		name string
		data *dataset.Dataset
		args map[string]any
		code string
	}{
		{"no boundaries", bare, nil, "no_boundaries"},
		{"no area for any ward", elsewhere, map[string]any{"map_variable": "rainfall"}, "no_match"},
		{"an empty column", empty, map[string]any{"map_variable": "rainfall"}, "empty_column"},
		{"nothing but boundaries", only, map[string]any{"map_variable": "missingness"}, "no_data"},
	} {
		_, err := runMap(t, test.data, nil, test.args)
		if code, sentence := schemaregistry.Sentence(err); code != test.code || sentence == "" {
			t.Errorf("%s: %s %q", test.name, code, sentence)
		}
	}
}

// Outdated evidence is drawn when asked for, and marked on the map and in the reply.
func TestStaleIsSaid(t *testing.T) {
	d := fixture(6, 4)
	old := evidence(d)
	old["risk"].From["tpr"] = "something else"
	result, err := runMap(t, d, old, map[string]any{"map_variable": "vulnerability"})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(result.Warnings, func(s string) bool { return strings.Contains(s, "outdated") }) {
		t.Errorf("warnings %q", result.Warnings)
	}
	if !strings.Contains(string(result.Artifacts[0].Data), "OUTDATED") {
		t.Error("the map does not say that it is outdated")
	}
}

// A choice of everything is named after what the data hold.
func TestAboutNamesWhatTheDataHold(t *testing.T) {
	series := func(method dataset.Method, age dataset.Age) dataset.Series {
		return dataset.Series{Indicator: dataset.Indicator{Role: dataset.RoleTested, Method: method, Age: age}}
	}
	all := map[string]any{"age_group": "all", "test_method": "both", "facility_level": "all"}
	for _, test := range []struct {
		name   string
		counts *dataset.Counts
		args   map[string]any
		want   string
	}{
		{"several of each", &dataset.Counts{
			Series:     []dataset.Series{series(dataset.RDT, dataset.U5), series(dataset.Microscopy, dataset.PW)},
			Facilities: []dataset.Facility{{Level: dataset.Primary}, {Level: dataset.Tertiary}},
		}, all, "All ages, RDT and microscopy, all facilities"},
		{"under-fives by untold methods", &dataset.Counts{
			Series: []dataset.Series{series(dataset.AnyMethod, dataset.U5)}, Facilities: []dataset.Facility{{}},
		}, all, "Children under five"},
		{"a choice", &dataset.Counts{
			Series: []dataset.Series{series(dataset.RDT, dataset.U5), series(dataset.RDT, dataset.PW)},
		}, map[string]any{"age_group": "pw"}, "Pregnant women, RDT"},
		{"no counts at hand", nil, all, "All ages, RDT and microscopy, all facilities"},
	} {
		d := fixture(3, 3)
		d.Counts = test.counts
		have := evidence(d)
		have["tpr"].Args = test.args
		s := source{data: d, run: &schemaregistry.Run{State: schemaregistry.State{Evidence: have}}}
		sh := &sheet{source: s, variable: s.derive(mapTPR)}
		if got := sh.about(); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestSuppliedIsSaid(t *testing.T) {
	d := fixture(4, 4)
	d.Columns = append(d.Columns, dataset.WardColumn{Name: "tpr", Heading: "TPR", Unit: "fraction", Values: d.Columns[1].Values})
	result, err := runMap(t, d, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(result.Artifacts[0].Data), "As supplied in the file") || !strings.Contains(strings.Join(result.Assumed, " "), "not computed here") {
		t.Errorf("assumed %q", result.Assumed)
	}
}

// Dark is high risk in both directions; the legend says which end that is.
func TestDarkIsRisk(t *testing.T) {
	d := fixture(6, 4)
	run := &schemaregistry.Run{State: schemaregistry.State{Evidence: evidence(d)}}
	for name, reversed := range map[string]bool{mapTPR: false, mapCoverage: true} {
		s := source{data: d, run: run}
		sh, err := s.sheet(s.derive(name), Args{})
		if err != nil {
			t.Fatal(err)
		}
		l := sh.legend()
		lowest, highest := luminance(l.Classes[0].Colour), luminance(l.Classes[len(l.Classes)-1].Colour)
		if (lowest < highest) != reversed {
			t.Errorf("%s: lowest class %v, highest %v", name, lowest, highest)
		}
		if said := strings.Contains(l.Direction, "lower value = higher risk"); said != reversed {
			t.Errorf("%s: %s", name, l.Direction)
		}
	}
}

func TestHover(t *testing.T) {
	d := fixture(6, 4)
	have := evidence(d)
	for _, test := range []struct{ variable, ward, want string }{
		{"vulnerability", "Ward 1, ", "Ward 1, District 1: 0.154, rank 21 of 23 (Low)"},
		{"tpr", "Ward 3, ", "Ward 3, District 1: no data (no tests)"},
		{"itn_coverage", "Ward 2, ", "Ward 2, District 1: 4.2% (41 of 1,000 nets, partly covered), rank 2 of 24"},
		{"housing_quality", "Ward 4, ", "Ward 4, District 1: no data"},
		{"missingness", "Ward 4, ", "Ward 4, District 1: 25.0% (without housing quality), rank 1 of 24"},
	} {
		result, err := runMap(t, d, have, map[string]any{"map_variable": test.variable})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range parse(t, result.Artifacts[0].Data) {
			if e.name == "title" && strings.HasPrefix(e.text, test.ward) && e.text != test.want {
				t.Errorf("%s: %q, want %q", test.variable, e.text, test.want)
			}
		}
	}
}

// The boundaries of a country are cut to the states that have data, and wards
// without an area are named.
func TestOnlyStatesWithDataAreDrawn(t *testing.T) {
	d := fixture(6, 4)
	for i := range d.Wards[:12] {
		d.Wards[i].State = "Elsewhere"
		d.Columns[0].Values[i] = math.NaN()
	}
	d.Boundary.Shapes[20].Geometry = nil
	result, err := runMap(t, d, nil, map[string]any{"map_variable": "rainfall"})
	if err != nil {
		t.Fatal(err)
	}
	drawn := count(parse(t, result.Artifacts[0].Data), func(e element) bool { return e.name == "title" })
	if drawn != 11 {
		t.Errorf("%d areas", drawn)
	}
	said := strings.Join(append(result.Assumed, result.Warnings...), " ")
	for _, part := range []string{"Only Oyun is drawn; 1 state", "1 ward with a value has no area in wards.zip and cannot be drawn: Ward 21"} {
		if !strings.Contains(said, part) {
			t.Errorf("%q is not said in %q", part, said)
		}
	}
}

func TestInvalidPolygonIsDrawnAndSaid(t *testing.T) {
	d := fixture(3, 3)
	d.Boundary.Shapes[4].Invalid = "its outline crosses itself"
	result, err := runMap(t, d, nil, map[string]any{"map_variable": "rainfall"})
	if err != nil {
		t.Fatal(err)
	}
	if n := count(parse(t, result.Artifacts[0].Data), func(e element) bool { return e.name == "title" }); n != 9 {
		t.Errorf("%d areas", n)
	}
	if len(result.Warnings) != 1 || !strings.Contains(result.Warnings[0], "Ward 5 (District 1)") {
		t.Errorf("warnings %q", result.Warnings)
	}
}

// The composite's rank may disagree with its score; then the reply says so.
func TestRankAgainstScoreIsSaid(t *testing.T) {
	d := fixture(6, 4)
	for _, differ := range []bool{false, true} {
		have := evidence(d)
		if differ {
			ranks := have["risk"].Table.Column("composite_rank").Numbers
			ranks[0], ranks[1] = ranks[1], ranks[0]
		}
		result, err := runMap(t, d, have, nil)
		if err != nil {
			t.Fatal(err)
		}
		if said := strings.Contains(strings.Join(result.Assumed, " "), "median over all models"); said != differ {
			t.Errorf("differ %v: %q", differ, result.Assumed)
		}
	}
}

func TestFileNamesAreSafe(t *testing.T) {
	for name, want := range map[string]string{
		"rainfall": "rainfall", "../../etc": "etc", "a b/c": "a-b-c", "": "column", "¿?": "column", "CON.": "CON",
		strings.Repeat("x", 200): strings.Repeat("x", 60),
	} {
		if got := fileName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// [004-14]: every argument has three to five examples that set it, or one for
// each of its values.
func TestExamples(t *testing.T) {
	tool := Tools(nil)[0]
	for _, arg := range tool.Args {
		n := 0
		for _, example := range tool.Examples {
			if _, sets := example.Args[arg.Name]; sets {
				n++
			}
		}
		if n < 3 {
			t.Errorf("%s has %d examples", arg.Name, n)
		}
	}
}

func TestSizeOf200Wards(t *testing.T) {
	d := fixture(20, 10)
	result, err := runMap(t, d, evidence(d), nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := zipped(t, result.Artifacts[0].Data); n > 100_000 {
		t.Errorf("%d bytes gzipped", n)
	}
}

func BenchmarkDraw200(b *testing.B) {
	d := fixture(20, 10)
	have := evidence(d)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := runMap(b, d, have, nil); err != nil {
			b.Fatal(err)
		}
	}
}
