package itn_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/chatmrpt/chatmrpt/flows/itn"
)

// A world is a dataset with a risk result; ranks[i] is ward i's composite rank.
type world struct {
	data     *dataset.Dataset
	evidence map[string]*schemaregistry.Evidence
}

func newWorld(ranks []float64, columns ...dataset.WardColumn) world {
	wards := make([]dataset.Ward, len(ranks))
	for i := range wards {
		wards[i] = dataset.Ward{State: "Plains", LGA: string(rune('A' + i%2)), Name: fmt.Sprintf("Ward %02d", i)}
	}
	table := &schemaregistry.Table{Columns: append(dataset.WardColumns(wards),
		schemaregistry.Column{Name: "composite_rank", Numbers: ranks},
		schemaregistry.Column{Name: "flags", Text: make([]string, len(ranks))},
		dataset.CodeColumn(wards))}
	return world{
		data:     &dataset.Dataset{Wards: wards, Columns: columns},
		evidence: map[string]*schemaregistry.Evidence{"risk": {Kind: "risk", Hash: table.Hash(), Table: table}},
	}
}

func (w world) run(t testing.TB, args map[string]any) (schemaregistry.Result, error) {
	t.Helper()
	registry := schemaregistry.New(schemaregistry.Options{})
	load := func(context.Context, *schemaregistry.Run) (*dataset.Dataset, error) { return w.data, nil }
	if err := registry.Register(itn.Tools(load)...); err != nil {
		t.Fatal(err)
	}
	return registry.Execute(context.Background(), schemaregistry.Call{Tool: itn.Name, Args: args}, schemaregistry.State{Evidence: w.evidence}, nil)
}

func (w world) mustRun(t testing.TB, args map[string]any) schemaregistry.Result {
	t.Helper()
	result, err := w.run(t, args)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func numbers(t testing.TB, result schemaregistry.Result, column string) []float64 {
	t.Helper()
	if result.Evidence == nil {
		t.Fatalf("no evidence; asked %+v", result.Ask)
	}
	return result.Evidence.Table.Column(column).Numbers
}

func TestPlanEndToEnd(t *testing.T) {
	w := newWorld([]float64{3, 1, 2}, dataset.WardColumn{Name: "population", Values: []float64{1800, 900, 90}})
	result := w.mustRun(t, map[string]any{"total_nets": 700})
	lines := strings.Split(strings.TrimSpace(string(result.Artifacts[0].Data)), "\n")
	want := []string{
		"state,lga,ward,tier,rank,population,nets_needed,nets_allocated,coverage,reason",
		"Plains,B,Ward 01,high,1,900,500,500,1,met_need",
		"Plains,A,Ward 02,medium,2,90,50,50,1,met_need",
		"Plains,A,Ward 00,low,3,1800,1000,150,0.15,partial",
	}
	if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("itn.csv:\n%s", got)
	}
	t.Log(result.Text, result.Assumed, result.Warnings)
}
