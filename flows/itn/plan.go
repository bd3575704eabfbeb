package itn

import (
	"fmt"
	"math"
	"math/big"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A plan is one run: the choices, the wards in the order in which they are
// served, and what has to be said about them.
type plan struct {
	args  Args
	now   map[string]any // the arguments as the call has them
	data  *dataset.Dataset
	risk  *schemaregistry.Evidence
	wards []ward

	hasUrban, hasExisting, hasHouseholds bool

	assumed, warnings, steps []string
}

// distribute makes the plan, or asks what is open and changes it.
func distribute(run *schemaregistry.Run, data *dataset.Dataset, args Args) (schemaregistry.Result, error) {
	if question := data.QuestionFor(Name); question != nil {
		return schemaregistry.Result{Ask: question}, nil
	}
	p := &plan{args: args, now: run.Call.Args, data: data, risk: run.Evidence("risk")}
	for _, choose := range []func() (*schemaregistry.Question, error){
		p.chooseRanking, p.takeFigures, p.countNeeds,
	} {
		question, err := choose()
		if question != nil || err != nil {
			return schemaregistry.Result{Ask: question}, err
		}
	}
	p.order()
	p.give()
	return p.result(run.Evidence("itn"))
}

// order sets the tiers and sorts the wards into the order of service.
func (p *plan) order() {
	ranked := 0
	for i := range p.wards {
		if p.wards[i].rank > 0 {
			ranked++
		}
	}
	for i := range p.wards {
		p.wards[i].setTier(ranked, p.args.UrbanThreshold.rat, p.hasUrban)
	}
	sortPlan(p.wards)
}

// give runs the strategy over the wards that take part, in nets or whole bales.
func (p *plan) give() {
	unit := max(p.args.BaleSize, 1)
	var claims []claim
	var who []int
	for i := range p.wards {
		w := &p.wards[i]
		if !w.planned() {
			continue
		}
		most := w.need / unit
		first := (base(w.need, p.args.FloorPercent.rat) + unit - 1) / unit
		claims = append(claims, claim{tier: w.order, need: most, base: min(first, most)})
		who = append(who, i)
	}
	for i, units := range allocate(p.args.Strategy, claims, p.args.TotalNets/unit) {
		p.wards[who[i]].given = units * unit
	}
}

// takeFigures reads what the files say of each ward and refuses what cannot be.
func (p *plan) takeFigures() (*schemaregistry.Question, error) {
	population := p.data.Column("population")
	households := p.data.Column("households")
	if population == nil && (p.args.Basis != byHousehold || households == nil) {
		return nil, schemaregistry.Fail("no_population", "A net plan needs the population of each ward, and no file has it. Add a table (CSV or XLSX) with the columns state, LGA, ward and population.")
	}
	urban, existing := p.data.Column("urban_percentage"), p.data.Column("existing_nets")
	p.hasUrban, p.hasExisting, p.hasHouseholds = urban != nil, existing != nil, households != nil
	percent := p.urbanScale(urban)
	for at, row := range p.data.Align(p.risk.Table) {
		if row < 0 {
			continue
		}
		w := &p.wards[row]
		w.population, w.households, w.existing = figure(population, at), figure(households, at), figure(existing, at)
		if w.urban = figure(urban, at); w.urban != nil {
			w.urban.Mul(w.urban, percent)
		}
	}
	return nil, p.check()
}

// urbanScale is what turns the urban column into percent: 100 for fractions.
func (p *plan) urbanScale(urban *dataset.WardColumn) *big.Rat {
	if urban == nil || urban.Unit == "percent" {
		return whole(1)
	}
	highest, between := math.Inf(-1), false
	for _, v := range urban.Values {
		highest = math.Max(highest, orLow(v))
		between = between || (v > 0 && v < 1)
	}
	if urban.Unit == "fraction" {
		return whole(100)
	}
	if highest <= 1 && between {
		p.assume(fmt.Sprintf("Urban shares go up to %g in your file, so they were read as fractions: 1 is 100%%.", highest))
		return whole(100)
	}
	return whole(1)
}

func orLow(v float64) float64 {
	if math.IsNaN(v) {
		return math.Inf(-1)
	}
	return v
}

func figure(column *dataset.WardColumn, ward int) *big.Rat {
	if column == nil {
		return nil
	}
	return exact(column.Values[ward])
}

func (p *plan) assume(sentence string) { p.assumed = append(p.assumed, sentence) }

func (p *plan) warn(sentence string) { p.warnings = append(p.warnings, sentence) }

func (p *plan) did(step string) { p.steps = append(p.steps, step) }

// labels names the wards that fit.
func (p *plan) labels(fits func(*ward) bool) []string {
	var names []string
	for i := range p.wards {
		if fits(&p.wards[i]) {
			names = append(names, p.wards[i].Label())
		}
	}
	return names
}
