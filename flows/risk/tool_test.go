package risk_test

import (
	"context"
	"fmt"
	"math"
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
