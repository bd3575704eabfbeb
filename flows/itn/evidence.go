package itn

import (
	"math"
	"slices"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// table is what itn.csv holds, in the order of service.
func (p *plan) table() *schemaregistry.Table {
	numbers := func(of func(*ward) (float64, bool)) []float64 {
		values := make([]float64, len(p.wards))
		for i := range p.wards {
			values[i] = math.NaN()
			if v, known := of(&p.wards[i]); known {
				values[i] = v
			}
		}
		return values
	}
	texts := func(of func(*ward) string) []string {
		values := make([]string, len(p.wards))
		for i := range p.wards {
			values[i] = of(&p.wards[i])
		}
		return values
	}
	return &schemaregistry.Table{
		Title: "Net plan by ward",
		Columns: append(dataset.WardColumns(p.keys()),
			schemaregistry.Column{Name: "tier", Title: "Tier", Text: texts(func(w *ward) string { return w.tier })},
			schemaregistry.Column{Name: "rank", Title: "Risk rank", Unit: "rank", Direction: -1, Numbers: numbers(func(w *ward) (float64, bool) { return float64(w.rank), w.rank > 0 })},
			schemaregistry.Column{Name: "population", Title: "Population", Unit: "people", Numbers: numbers(func(w *ward) (float64, bool) {
				if w.population == nil {
					return 0, false
				}
				v, _ := w.population.Float64()
				return v, true
			})},
			schemaregistry.Column{Name: "nets_needed", Title: "Nets needed", Unit: "nets", Numbers: numbers(func(w *ward) (float64, bool) { return float64(w.need), w.knownNeed })},
			schemaregistry.Column{Name: "nets_allocated", Title: "Nets allocated", Unit: "nets", Numbers: numbers(func(w *ward) (float64, bool) { return float64(w.given), true })},
			schemaregistry.Column{Name: "coverage", Title: "Coverage", Unit: "fraction", Direction: -1, Numbers: numbers(func(w *ward) (float64, bool) {
				return coverage(w.stock()+w.given, p.args.PersonsPerNet.rat, w.population)
			})},
			schemaregistry.Column{Name: "reason", Title: "Reason", Text: texts((*ward).reason)},
		),
	}
}

func (p *plan) keys() []dataset.Ward {
	keys := make([]dataset.Ward, len(p.wards))
	for i := range p.wards {
		keys[i] = p.wards[i].Ward
	}
	return keys
}

// evidence is the table with the ward codes in the last place.
func (p *plan) evidence(t *schemaregistry.Table) *schemaregistry.Evidence {
	columns := append(slices.Clone(t.Columns), dataset.CodeColumn(p.keys()))
	return &schemaregistry.Evidence{Kind: "itn", Table: &schemaregistry.Table{Title: t.Title, Columns: columns}}
}
