package tpr

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

var blank = math.NaN()

// A line is one row of a small facility file: RDT and microscopy, under five.
type line struct {
	facility                     int32
	month                        int
	rdt, rdtPos, slide, slidePos float64
}

// wardsAndFacilities are two states with four wards and five facilities; the last ward has none.
func wardsAndFacilities() ([]dataset.Ward, []dataset.Facility) {
	return []dataset.Ward{
			{State: "Kogi", LGA: "Ankpa", Name: "Ojoku"},
			{State: "Kogi", LGA: "Ankpa", Name: "Enjema"},
			{State: "Kogi", LGA: "Idah", Name: "Sabon Gari"},
			{State: "Kogi", LGA: "Idah", Name: "Ede"},
		}, []dataset.Facility{
			{Name: "Ojoku PHC", Level: dataset.Primary, Ward: 0},
			{Name: "Ojoku General Hospital", Level: dataset.Secondary, Ward: 0},
			{Name: "Enjema Health Post", Level: dataset.Primary, Ward: 1},
			{Name: "Sabon Gari Clinic", Level: dataset.Primary, Ward: 2},
			{Name: "Idah Hospital", Level: dataset.Secondary, Ward: 2},
		}
}

// countsOf makes counts of lines; January 2024 is month 1.
func countsOf(lines []line) *dataset.Counts {
	_, facilities := wardsAndFacilities()
	c := &dataset.Counts{Facilities: facilities}
	series := make([][]float64, 4)
	for i, l := range lines {
		c.Facility = append(c.Facility, l.facility)
		c.Ward = append(c.Ward, facilities[l.facility].Ward)
		c.Periods = append(c.Periods, dataset.Month(2024, l.month))
		c.Source = append(c.Source, dataset.RowSource{Row: int32(i + 2)})
		for s, v := range []float64{l.rdt, l.rdtPos, l.slide, l.slidePos} {
			series[s] = append(series[s], v)
		}
	}
	for s, indicator := range []dataset.Indicator{
		{Role: dataset.RoleTested, Method: dataset.RDT, Age: dataset.U5},
		{Role: dataset.RolePositive, Method: dataset.RDT, Age: dataset.U5},
		{Role: dataset.RoleTested, Method: dataset.Microscopy, Age: dataset.U5},
		{Role: dataset.RolePositive, Method: dataset.Microscopy, Age: dataset.U5},
	} {
		c.Series = append(c.Series, dataset.Series{
			Indicator: indicator, Values: series[s],
			Column: string(indicator.Role) + " by " + string(indicator.Method),
		})
	}
	return c
}

func dataOf(lines []line) *dataset.Dataset {
	wards, _ := wardsAndFacilities()
	return &dataset.Dataset{
		Files:  []dataset.File{{Name: "counts.csv", Kind: "facility", Rows: len(lines)}},
		Wards:  wards,
		Counts: countsOf(lines),
	}
}

// execute runs the tool as every caller does.
func execute(t *testing.T, data *dataset.Dataset, args map[string]any) schemaregistry.Result {
	t.Helper()
	result, err := tryExecute(data, args)
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return result
}

func tryExecute(data *dataset.Dataset, args map[string]any) (schemaregistry.Result, error) {
	registry := schemaregistry.New(schemaregistry.Options{Now: func() time.Time { return time.Unix(0, 0) }})
	load := func(context.Context, *schemaregistry.Run) (*dataset.Dataset, error) { return data, nil }
	if err := registry.Register(Tools(load)...); err != nil {
		return schemaregistry.Result{}, err
	}
	return registry.Execute(context.Background(), schemaregistry.Call{Tool: ToolName, Args: args}, schemaregistry.State{}, nil)
}
