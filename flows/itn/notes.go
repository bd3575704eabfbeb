package itn

import (
	"fmt"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// noteLopsided warns when the nets pile up in a few wards or fall short of half
// of the first tier.
func (p *plan) noteLopsided(all totals, names []string, sums []totals) bool {
	few := all.reached*10 < all.wards && all.given < all.need
	if few {
		p.warn(fmt.Sprintf("Fewer than a tenth of the wards get all the nets: %s of %s.", dataset.Thousands(all.reached), dataset.Thousands(all.wards)))
	}
	for i, t := range sums {
		if t.need == 0 {
			continue
		}
		short := 2*t.given < t.need
		if short {
			p.warn(fmt.Sprintf("The nets cover less than half of the first tier: %s gets %s of the %s it needs.", names[i], dataset.Thousands(t.given), nets(t.need)))
		}
		return few || short
	}
	return few
}

// noteLeftOut names the wards that the plan cannot serve, and why; left is how
// many nets remain.
func (p *plan) noteLeftOut(left int64) {
	unranked := p.labels(func(w *ward) bool { return w.rank == 0 })
	if len(unranked) > 0 {
		need := int64(0)
		for i := range p.wards {
			if p.wards[i].rank == 0 {
				need += p.wards[i].need
			}
		}
		sentence := fmt.Sprintf("Outside the plan, because they have no risk rank: %s. Their need, as far as known: %s.", dataset.Names(unranked, 6), nets(need))
		if left > 0 && need > 0 {
			sentence += " The nets that remain could go there once these wards are ranked, with their gaps filled from neighbours for example."
		}
		p.warn(sentence)
	}
	figure := "population"
	if p.args.Basis == byHousehold && p.hasHouseholds {
		figure = "number of households"
	}
	unknown := p.labels(func(w *ward) bool { return w.rank > 0 && !w.knownNeed })
	if len(unknown) > 0 {
		p.warn(fmt.Sprintf("Left out, because their %s is unknown: %s.", figure, dataset.Names(unknown, 6)))
	}
	empty := p.labels(func(w *ward) bool { return w.planned() && w.population != nil && w.population.Sign() == 0 })
	if len(empty) > 0 {
		p.warn(fmt.Sprintf("The population is 0 in %s; nothing is planned there. Check that it is not a missing figure.", dataset.Names(empty, 6)))
	}
	if p.hasUrban {
		if vague := p.labels(func(w *ward) bool { return w.planned() && w.urban == nil }); len(vague) > 0 {
			p.warn(fmt.Sprintf("Counted as rural, because their urban percentage is missing: %s.", dataset.Names(vague, 6)))
		}
	}
	if p.hasExisting {
		if vague := p.labels(func(w *ward) bool { return w.planned() && w.existing == nil }); len(vague) > 0 {
			p.warn(fmt.Sprintf("The nets that exist are not known for %s; nothing was subtracted there.", dataset.Names(vague, 6)))
		}
	}
}

// noteFloor warns when the floors of equity alone take more than there is, and
// returns the highest whole percentage that all wards can have; 0 when none is
// needed or possible.
func (p *plan) noteFloor(all totals) (possible int64) {
	if p.args.Strategy != equity {
		return 0
	}
	floors := int64(0)
	for i := range p.wards {
		if w := &p.wards[i]; w.planned() {
			floors += base(w.need, p.args.FloorPercent.rat)
		}
	}
	if floors <= p.args.TotalNets {
		return 0
	}
	p.warn(fmt.Sprintf("A floor of %s%% alone takes %s, more than there are, so the last wards in the order get less or nothing.", p.args.FloorPercent, nets(floors)))
	spare := p.args.TotalNets - int64(all.wanting) // rounding up costs less than a net a ward
	return max(0, 100*spare/all.need)
}

// noteAssumptions says what the plan takes for granted.
func (p *plan) noteAssumptions() {
	a := p.args
	if p.hasUrban {
		p.assume(fmt.Sprintf("Wards under %s%% urban are rural and come first.", a.UrbanThreshold))
	} else {
		p.assume("No file tells urban from rural wards, so the tiers are High, Medium and Low only.")
	}
	p.assume(map[string]string{
		proportional: "Nets fill one tier after the other; a tier they cannot fill shares them by need.",
		greedy:       "Each ward gets all it needs, in order of rank, until the nets are gone.",
		equity:       fmt.Sprintf("Every ward gets %s%% of its need first, in order of rank; the rest fills up in the same order.", a.FloorPercent),
	}[a.Strategy])
	p.assume(p.saidBasis())
	if !p.hasExisting {
		p.assume("Nets that households own already are not known and not subtracted.")
	}
	if a.BaleSize > 1 {
		p.assume(fmt.Sprintf("Only whole bales of %s move: a ward's need is rounded down to whole bales, and what makes no bale stays in the store.", nets(a.BaleSize)))
	}
}

// saidBasis says how the need is counted.
func (p *plan) saidBasis() string {
	a := p.args
	if a.Basis == byPopulation {
		sentence := fmt.Sprintf("One net protects %s people", a.PersonsPerNet)
		if a.PersonsPerNet.String() == "1.8" {
			sentence += ", the WHO's planning figure"
		}
		if a.BufferPercent.is(0) {
			sentence += ", without a buffer."
		} else {
			sentence += fmt.Sprintf(", with a buffer of %s%%.", a.BufferPercent)
		}
		if a.HouseholdSize.said() || a.HouseholdCap > 0 {
			p.warn("The need is counted by people, so household size and cap change nothing. Say \"by household\" to use them.")
		}
		return sentence
	}
	each := householdNeed(whole(1), a.HouseholdSize.rat, 0)
	sentence := fmt.Sprintf("Households of %s people get one net for every two of them, %s", a.HouseholdSize, nets(each))
	if a.HouseholdCap > 0 {
		sentence += fmt.Sprintf(", at most %s each", nets(a.HouseholdCap))
	}
	if !p.hasHouseholds {
		sentence += "; the number of households is the population divided by that size, rounded up"
	}
	sentence += fmt.Sprintf("; coverage counts %s people per net", a.PersonsPerNet)
	if !a.BufferPercent.is(0) {
		p.warn("A buffer is added when the need is counted by people only; this plan has none.")
	}
	return sentence + "."
}
