package query

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

var blank = math.NaN()

// kebbi has six wards in two LGAs, eight months of counts by four facilities, and
// columns; nothing has been computed yet.
func kebbi() *dataset.Dataset {
	ward := func(lga, name string) dataset.Ward { return dataset.Ward{State: "Kebbi", LGA: lga, Name: name} }
	d := &dataset.Dataset{
		Wards: []dataset.Ward{
			ward("Argungu", "Felande"), ward("Argungu", "Gulma"), ward("Argungu", "Lailaba"),
			ward("Zuru", "Dabai"), ward("Zuru", "Manga"), ward("Zuru", "Rumu"),
		},
		Columns: []dataset.WardColumn{
			{Name: "rainfall", Heading: "Rain_mm", File: "cov.csv", Unit: "mm", Direction: 1, Aliases: []string{"precipitation"},
				Values: []float64{900, 700, 700, 1200, 1100, blank}},
			{Name: "elevation", Heading: "elev", File: "cov.csv", Unit: "m", Direction: -1,
				Values: []float64{250, 300, 310, 400, 390, 420}},
			{Name: "population", Heading: "Pop", File: "cov.csv", Unit: "people",
				Values: []float64{1000, 3000, 6000, 2000, blank, 8000}},
		},
		Counts: &dataset.Counts{Facilities: []dataset.Facility{
			{Name: "Felande PHC", Level: dataset.Primary, Ward: 0}, {Name: "Gulma PHC", Level: dataset.Primary, Ward: 1},
			{Name: "Zuru Hospital", Level: dataset.Secondary, Ward: 3}, {Name: "Dabai Clinic", Level: dataset.Primary, Ward: 3},
		}},
	}
	tested, positive := []float64{}, []float64{}
	for month := range 8 {
		for f, facility := range d.Counts.Facilities {
			if f == 3 && month > 2 {
				continue // reports three months only
			}
			d.Counts.Facility = append(d.Counts.Facility, int32(f))
			d.Counts.Ward = append(d.Counts.Ward, facility.Ward)
			d.Counts.Periods = append(d.Counts.Periods, dataset.Month(2024, month+1))
			tested = append(tested, 100)
			positive = append(positive, []float64{10 + 2*float64(month), 40 - 3*float64(month), 20, 20}[f])
		}
	}
	d.Counts.Series = []dataset.Series{
		{Indicator: dataset.Indicator{Role: dataset.RoleTested, Method: dataset.RDT}, Values: tested},
		{Indicator: dataset.Indicator{Role: dataset.RolePositive, Method: dataset.RDT}, Values: positive},
	}
	return d
}

func column(name string, numbers ...float64) schemaregistry.Column {
	return schemaregistry.Column{Name: name, Numbers: numbers}
}

// tprResult is a test positivity result of the wards.
func tprResult(d *dataset.Dataset) *schemaregistry.Evidence {
	t := &schemaregistry.Table{Columns: dataset.WardColumns(d.Wards)}
	rates := column("tpr", 0.17, 0.295, blank, 0.2, 0.5, 0.5)
	rates.Unit, rates.Direction = "fraction", 1
	t.Columns = append(t.Columns, column("tested", 800, 800, blank, 1100, 10, 20), column("positive", 136, 236, blank, 220, 5, 10), rates)
	t.Columns = append(t.Columns, schemaregistry.Column{Name: "flags", Text: []string{"", "", "no_tests", "", "low_tests", "low_tests;few_months"}}, dataset.CodeColumn(d.Wards))
	return &schemaregistry.Evidence{Kind: "tpr", Table: t, Args: map[string]any{"facility_level": "all", "age_group": "all", "test_method": "both"}}
}

// riskResult ranks the wards, two of them equal.
func riskResult(d *dataset.Dataset) *schemaregistry.Evidence {
	t := &schemaregistry.Table{Columns: dataset.WardColumns(d.Wards)}
	t.Columns = append(t.Columns, column("composite_score", 0.3, 0.7, blank, 0.7, 0.9, 0.1), column("composite_rank", 4, 2, blank, 2, 1, 5))
	t.Columns = append(t.Columns, schemaregistry.Column{Name: "category", Text: []string{"Medium", "High", "", "High", "High", "Low"}}, dataset.CodeColumn(d.Wards))
	return &schemaregistry.Evidence{Kind: "risk", Table: t, Args: map[string]any{"method": "composite"}}
}

func have(evidence ...*schemaregistry.Evidence) map[string]*schemaregistry.Evidence {
	all := map[string]*schemaregistry.Evidence{}
	for _, e := range evidence {
		e.Hash = e.Table.Hash()
		all[e.Kind] = e
	}
	return all
}

// execute runs the tool as every caller does.
func execute(t *testing.T, d *dataset.Dataset, evidence map[string]*schemaregistry.Evidence, args map[string]any) schemaregistry.Result {
	t.Helper()
	r, err := tryExecute(d, evidence, args)
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return r
}

func tryExecute(d *dataset.Dataset, evidence map[string]*schemaregistry.Evidence, args map[string]any) (schemaregistry.Result, error) {
	registry := schemaregistry.New(schemaregistry.Options{Now: func() time.Time { return time.Unix(0, 0) }})
	load := func(context.Context, *schemaregistry.Run) (*dataset.Dataset, error) { return d, nil }
	if err := registry.Register(Tools(load)...); err != nil {
		return schemaregistry.Result{}, err
	}
	return registry.Execute(context.Background(), schemaregistry.Call{Tool: ToolName, Args: args}, schemaregistry.State{Evidence: evidence}, nil)
}

// wantText checks that every part stands in the text.
func wantText(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in %q", part, text)
		}
	}
}
