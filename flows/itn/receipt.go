package itn

import (
	"fmt"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

const (
	populationFormula = "need = ceil(population x (100 + buffer_percent) / (100 x persons_per_net)) - existing nets, at least 0, in exact arithmetic (1.8 people per net: WHO 2017). "
	householdFormula  = "need = households x min(ceil(household_size / 2), household_cap) - existing nets, at least 0, in exact arithmetic. "
	orderFormula      = "Order: rural (urban_percentage < urban_threshold) before urban; inside, High, Medium, Low thirds of the ranking; inside, rank; then state, LGA, ward. "
	coverageFormula   = "coverage = min(1, (existing + allocated) x persons_per_net / population)."
)

var strategyFormulas = map[string]string{
	proportional: "Proportional: tier after tier is filled; a tier that cannot be filled shares by need, whole parts first, then one more for the largest remainders. ",
	greedy:       "Greedy: in that order, each ward up to its need. ",
	equity:       "Equity: in that order, each ward up to ceil(floor_percent x need / 100); then in the same order up to its need. ",
}

func (p *plan) receipt(all totals) *schemaregistry.Receipt {
	formula := populationFormula
	if p.args.Basis == byHousehold {
		formula = householdFormula
	}
	p.did(fmt.Sprintf("%s of %s take part: ranked, with a known need", dataset.Thousands(all.wards), dataset.Plural(len(p.wards), "ward")))
	p.did(fmt.Sprintf("Need of %s beyond the nets that exist; %s given; %s", nets(all.need), dataset.Thousands(all.given), remaining(p.args.TotalNets-all.given)))
	return &schemaregistry.Receipt{
		Formula: formula + orderFormula + strategyFormulas[p.args.Strategy] + coverageFormula,
		Rows:    all.wards,
		Steps:   p.steps,
	}
}
