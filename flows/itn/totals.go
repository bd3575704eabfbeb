package itn

import (
	"math"
	"math/big"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// totals are the sums over the wards that take part.
type totals struct {
	wards      int
	reached    int // get at least one net
	met        int // get all they need
	wanting    int // need nets
	need       int64
	given      int64
	people     *big.Rat // where the population is known
	fromPlan   *big.Rat // protected by the nets of the plan
	fromBefore *big.Rat // protected by the nets that exist
	covered    *big.Rat // protected by both together
}

func (p *plan) totals(fits func(*ward) bool) totals {
	t := totals{people: new(big.Rat), fromPlan: new(big.Rat), fromBefore: new(big.Rat), covered: new(big.Rat)}
	for i := range p.wards {
		if w := &p.wards[i]; w.planned() && fits(w) {
			t.add(w, p.args.PersonsPerNet.rat)
		}
	}
	return t
}

func (t *totals) add(w *ward, personsPerNet *big.Rat) {
	t.wards++
	t.need += w.need
	t.given += w.given
	if w.need > 0 {
		t.wanting++
	}
	if w.given > 0 {
		t.reached++
	}
	if w.given > 0 && w.given == w.need {
		t.met++
	}
	if w.population == nil {
		return
	}
	t.people.Add(t.people, w.population)
	t.fromPlan.Add(t.fromPlan, protected(w.given, personsPerNet, w.population))
	t.fromBefore.Add(t.fromBefore, protected(w.stock(), personsPerNet, w.population))
	t.covered.Add(t.covered, protected(w.stock()+w.given, personsPerNet, w.population))
}

// share is part of the people, 0..1, or NaN where nobody is known of.
func (t *totals) share(part *big.Rat) float64 {
	if t.people.Sign() == 0 {
		return math.NaN()
	}
	v, _ := new(big.Rat).Quo(part, t.people).Float64()
	return v
}

// tiers lists the tiers of the plan in the order of service, with their totals.
func (p *plan) tiers() (names []string, sums []totals) {
	for i := range p.wards {
		w := &p.wards[i]
		if w.planned() && (len(names) == 0 || names[len(names)-1] != w.tier) {
			names = append(names, w.tier)
			sums = append(sums, p.totals(func(other *ward) bool { return other.tier == w.tier }))
		}
	}
	return names, sums
}

// tierTable is what the reply shows: a line a tier.
func tierTable(names []string, sums []totals) *schemaregistry.Table {
	wards, reached, need, given, covered := []float64{}, []float64{}, []float64{}, []float64{}, []float64{}
	for _, t := range sums {
		wards, reached = append(wards, float64(t.wards)), append(reached, float64(t.reached))
		need, given = append(need, float64(t.need)), append(given, float64(t.given))
		covered = append(covered, t.share(t.covered))
	}
	return &schemaregistry.Table{
		Title: "Nets by tier, in the order of service",
		Columns: []schemaregistry.Column{
			{Name: "tier", Title: "Tier", Text: names},
			{Name: "wards", Title: "Wards", Unit: "count", Numbers: wards},
			{Name: "wards_reached", Title: "Wards reached", Unit: "count", Numbers: reached},
			{Name: "nets_needed", Title: "Nets needed", Unit: "nets", Numbers: need},
			{Name: "nets_allocated", Title: "Nets allocated", Unit: "nets", Numbers: given},
			{Name: "coverage", Title: "Coverage", Unit: "fraction", Numbers: covered},
		},
	}
}
