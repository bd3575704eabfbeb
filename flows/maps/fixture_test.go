package maps

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/paulmach/orb"
)

// fixture is a made-up state of columns x rows wards, in LGAs of about twelve,
// whose borders are shared and ragged. Values come from a seed.
func fixture(columns, rows int) *dataset.Dataset {
	random := rand.New(rand.NewPCG(7, 11))
	across, down := map[[2]int][]orb.Point{}, map[[2]int][]orb.Point{}
	corner := func(x, y int) orb.Point {
		r := rand.New(rand.NewPCG(uint64(x), uint64(y)))
		return orb.Point{4 + (float64(x)+0.5*r.Float64())*0.1, 8 + (float64(y)+0.5*r.Float64())*0.1}
	}
	ragged := func(a, b orb.Point) []orb.Point {
		points := []orb.Point{a}
		const steps = 40
		for i := 1; i < steps; i++ {
			t := float64(i) / steps
			points = append(points, orb.Point{
				a[0] + (b[0]-a[0])*t + 0.004*random.NormFloat64(), a[1] + (b[1]-a[1])*t + 0.004*random.NormFloat64(),
			})
		}
		return append(points, b)
	}
	for x := range columns + 1 {
		for y := range rows + 1 {
			across[[2]int{x, y}] = ragged(corner(x, y), corner(x+1, y))
			down[[2]int{x, y}] = ragged(corner(x, y), corner(x, y+1))
		}
	}
	d := &dataset.Dataset{Version: "0123456789abcdef", Files: []dataset.File{{Name: "wards.zip"}}, Boundary: &dataset.Boundary{File: "wards.zip"}}
	rain := dataset.WardColumn{Name: "rainfall", Heading: "Rainfall (mm)", Unit: "mm", Direction: 1, Aliases: []string{"rain"}}
	housing := dataset.WardColumn{Name: "housing_quality", Heading: "housing", Direction: -1}
	people := dataset.WardColumn{Name: "population", Heading: "Pop", Unit: "people"}
	for y := range rows {
		for x := range columns {
			ward := len(d.Wards)
			d.Wards = append(d.Wards, dataset.Ward{State: "Oyun", LGA: fmt.Sprintf("District %d", 1+x/4+y/3*((columns+3)/4)), Name: fmt.Sprintf("Ward %d", ward+1)})
			var outline orb.Ring
			outline = append(outline, across[[2]int{x, y}]...)
			outline = append(outline, down[[2]int{x + 1, y}][1:]...)
			outline = append(outline, reversed(across[[2]int{x, y + 1}])[1:]...)
			outline = append(outline, reversed(down[[2]int{x, y}])[1:]...)
			d.Boundary.Shapes = append(d.Boundary.Shapes, dataset.Shape{Ward: ward, Geometry: orb.MultiPolygon{{outline}}})
			rain.Values = append(rain.Values, 700+500*random.Float64())
			housing.Values = append(housing.Values, random.Float64())
			people.Values = append(people.Values, float64(3000+random.IntN(20000)))
		}
	}
	housing.Values[3], housing.Values[7] = math.NaN(), math.NaN()
	d.Columns = []dataset.WardColumn{rain, housing, people}
	return d
}

func reversed(points []orb.Point) []orb.Point {
	out := make([]orb.Point, len(points))
	for i, p := range points {
		out[len(points)-1-i] = p
	}
	return out
}

// evidence makes the three results over a dataset, computed from the version it has.
func evidence(d *dataset.Dataset) map[string]*schemaregistry.Evidence {
	random := rand.New(rand.NewPCG(3, 5))
	n := len(d.Wards)
	column := func(name string, of func(i int) float64) schemaregistry.Column {
		values := make([]float64, n)
		for i := range values {
			values[i] = of(i)
		}
		return schemaregistry.Column{Name: name, Numbers: values}
	}
	text := func(name string, of func(i int) string) schemaregistry.Column {
		values := make([]string, n)
		for i := range values {
			values[i] = of(i)
		}
		return schemaregistry.Column{Name: name, Text: values}
	}
	table := func(columns ...schemaregistry.Column) *schemaregistry.Table {
		all := append(dataset.WardColumns(d.Wards), columns...)
		return &schemaregistry.Table{Columns: append(all, dataset.CodeColumn(d.Wards))}
	}
	tested, positive := make([]float64, n), make([]float64, n)
	for i := range tested {
		tested[i] = float64(20 + random.IntN(900))
		positive[i] = math.Floor(tested[i] * (0.1 + 0.5*random.Float64()))
	}
	tested[2], positive[2] = 0, 0
	rate := func(i int) float64 {
		if tested[i] == 0 {
			return math.NaN()
		}
		return positive[i] / tested[i]
	}
	score := func(i int) float64 { return rate(i) + 0.01*float64(i%3) }
	rank := func(of func(int) float64) func(int) float64 {
		return func(i int) float64 {
			if math.IsNaN(of(i)) {
				return math.NaN()
			}
			r := 1.0
			for j := range n {
				if of(j) > of(i) {
					r++
				}
			}
			return r
		}
	}
	pca := func(i int) float64 { return 2*rate(i) - 0.8 }
	tpr := table(
		column("tested", func(i int) float64 { return tested[i] }), column("positive", func(i int) float64 { return positive[i] }),
		column("tpr", rate),
		text("flags", func(i int) string {
			switch {
			case tested[i] == 0:
				return "no_tests"
			case tested[i] < 30:
				return "low_tests"
			}
			return ""
		}))
	risk := table(
		column("composite_score", score), column("composite_rank", rank(score)), column("pca_score", pca), column("pca_rank", rank(pca)),
		text("category", func(i int) string {
			switch r := rank(score)(i); {
			case math.IsNaN(r):
				return ""
			case r <= float64((n+2)/3):
				return "High"
			case r <= float64((2*n+2)/3):
				return "Medium"
			}
			return "Low"
		}),
		text("flags", func(int) string { return "" }))
	itn := table(
		column("nets_needed", func(i int) float64 { return 1000 }), column("nets_allocated", func(i int) float64 { return float64(i * 1000 / n) }),
		column("coverage", func(i int) float64 { return float64(i) / float64(n) }),
		text("reason", func(i int) string { return "partial" }))
	return map[string]*schemaregistry.Evidence{
		"tpr":  {Kind: "tpr", Hash: "aaaaaaaaaaaaaaaa", Table: tpr, Args: map[string]any{"age_group": "u5", "test_method": "rdt", "facility_level": "all", "period": "2024"}},
		"risk": {Kind: "risk", Hash: "bbbbbbbbbbbbbbbb", Table: risk, Args: map[string]any{"method": "both"}, From: map[string]string{"tpr": "aaaaaaaaaaaaaaaa"}},
		"itn":  {Kind: "itn", Hash: "cccccccccccccccc", Table: itn, From: map[string]string{"risk": "bbbbbbbbbbbbbbbb"}},
	}
}
