package itn

import (
	"fmt"
	"math/big"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// maxFigure bounds the population, households and nets of a ward.
const maxFigure = 1_000_000_000

// check refuses figures that cannot be where the plan uses them, and warns of
// the others.
func (p *plan) check() error {
	for _, part := range []struct {
		what string
		of   func(*ward) *big.Rat
		most int64
	}{
		{"population", func(w *ward) *big.Rat { return w.population }, maxFigure},
		{"number of existing nets", func(w *ward) *big.Rat { return w.existing }, maxFigure},
		{"number of households", func(w *ward) *big.Rat { return w.households }, maxFigure},
		{"urban percentage", func(w *ward) *big.Rat { return w.urban }, 100},
	} {
		wrong := p.labels(func(w *ward) bool {
			v := part.of(w)
			return v != nil && (v.Sign() < 0 || v.Cmp(whole(part.most)) > 0)
		})
		if len(wrong) > 0 {
			return schemaregistry.Fail("inconsistent_figures", "The %s is not between 0 and %s in %s: %s. Correct the file and load it again.",
				part.what, dataset.Thousands(part.most), dataset.Plural(len(wrong), "ward"), dataset.Names(wrong, 5))
		}
	}
	crowded := p.labels(func(w *ward) bool {
		return w.households != nil && w.population != nil && w.households.Cmp(w.population) > 0
	})
	if len(crowded) > 0 {
		sentence := fmt.Sprintf("%s has more households than people: %s.", dataset.Plural(len(crowded), "ward"), dataset.Names(crowded, 5))
		if len(crowded) > 1 {
			sentence = fmt.Sprintf("%s have more households than people: %s.", dataset.Plural(len(crowded), "ward"), dataset.Names(crowded, 5))
		}
		if p.args.Basis == byHousehold {
			return schemaregistry.Fail("inconsistent_figures", "%s Correct the file, or plan by population.", sentence)
		}
		p.warn(sentence + " The plan does not use the households.")
	}
	return nil
}

// countNeeds computes what every ward needs beyond the nets it has.
func (p *plan) countNeeds() (*schemaregistry.Question, error) {
	if p.args.Basis == byHousehold && !p.args.HouseholdSize.said() {
		return p.askHouseholdSize(), nil
	}
	known := false
	for i := range p.wards {
		w := &p.wards[i]
		gross, ok := p.grossNeed(w)
		w.knownNeed = ok
		known = known || w.planned()
		w.need = max(0, gross-w.stock())
	}
	if !known {
		return nil, schemaregistry.Fail("no_population", "None of the ranked wards has a population figure, so there is nothing to plan by. Add a table with state, LGA, ward and population.")
	}
	return nil, nil
}

func (p *plan) grossNeed(w *ward) (nets int64, known bool) {
	if p.args.Basis == byPopulation {
		if w.population == nil {
			return 0, false
		}
		return populationNeed(w.population, p.args.BufferPercent.rat, p.args.PersonsPerNet.rat), true
	}
	households := w.households
	if !p.hasHouseholds && w.population != nil {
		households = whole(ceil(new(big.Rat).Quo(w.population, p.args.HouseholdSize.rat)))
	}
	if households == nil {
		return 0, false
	}
	return householdNeed(households, p.args.HouseholdSize.rat, p.args.HouseholdCap), true
}

// askHouseholdSize offers what the files say, when they do.
func (p *plan) askHouseholdSize() *schemaregistry.Question {
	question := &schemaregistry.Question{ID: "household_size", Arg: "household_size", Text: "How many people live in a household on average?"}
	people, households := new(big.Rat), new(big.Rat)
	for i := range p.wards {
		if w := &p.wards[i]; w.population != nil && w.households != nil {
			people.Add(people, w.population)
			households.Add(households, w.households)
		}
	}
	if households.Sign() == 0 {
		return question
	}
	size, _ := new(big.Rat).Quo(people, households).Float64()
	if size = float64(int64(size*10+0.5)) / 10; size >= 1 && size <= 50 {
		question.Options = []schemaregistry.Option{{
			Label: fmt.Sprintf("%g, as your files have it (people per household)", size), Say: fmt.Sprintf("%g", size),
			Recommended: true, Args: map[string]any{"household_size": size},
		}}
	}
	return question
}
