package itn

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// result writes the reply, the evidence, the file and the receipt.
func (p *plan) result(before *schemaregistry.Evidence) (schemaregistry.Result, error) {
	full := p.table()
	file, err := full.CSV("itn.csv")
	if err != nil {
		return schemaregistry.Result{}, err
	}
	all := p.totals(func(*ward) bool { return true })
	names, sums := p.tiers()
	text := []string{p.saidNets(all)}
	if all.people.Sign() > 0 {
		text = append(text, p.saidPeople(all))
	}
	text = append(text, p.saidOrder(names, sums))
	if change := p.saidChange(before); change != "" {
		text = append(text, change)
	}
	lopsided := p.noteLopsided(all, names, sums)
	p.noteLeftOut()
	p.noteAssumptions()
	return schemaregistry.Result{
		Text:      strings.Join(text, "\n"),
		Assumed:   p.assumed,
		Warnings:  p.warnings,
		Table:     tierTable(names, sums),
		Artifacts: []schemaregistry.Artifact{file},
		Chips:     p.chips(lopsided),
		Evidence:  p.evidence(full),
		Receipt:   p.receipt(all),
	}, nil
}

func (p *plan) saidNets(all totals) string {
	total, left := p.args.TotalNets, p.args.TotalNets-all.given
	if all.need == 0 {
		return fmt.Sprintf("No ward in the plan needs nets beyond those it has; all %s remain.", nets(total))
	}
	unmet := all.wanting - all.reached
	wards := fmt.Sprintf("%s of %s get nets, %s of them all they need", dataset.Thousands(all.reached), dataset.Plural(all.wards, "ward"), dataset.Thousands(all.met))
	switch {
	case all.given == all.need:
		return fmt.Sprintf("%s nets meet the whole need of %s; %s.", dataset.Thousands(all.given), dataset.Plural(all.wanting, "ward"), remaining(left))
	case unmet > 0:
		without := p.labels(func(w *ward) bool { return w.reason() == notReached })
		wards += fmt.Sprintf("; %s none (%s)", dataset.Plural(unmet, "ward in need gets", "wards in need get"), dataset.Names(without, 4))
	}
	if left == 0 {
		return fmt.Sprintf("All %s are given out: %s. The whole need is %s.", nets(total), wards, nets(all.need))
	}
	return fmt.Sprintf("%s of %s are given out: %s. The whole need is %s; %s.", dataset.Thousands(all.given), nets(total), wards, nets(all.need), remaining(left))
}

func remaining(left int64) string {
	if left == 1 {
		return "1 net remains"
	}
	return dataset.Thousands(left) + " nets remain"
}

func nets(n int64) string {
	if n == 1 {
		return "1 net"
	}
	return dataset.Thousands(n) + " nets"
}

func (p *plan) saidPeople(all totals) string {
	sentence := fmt.Sprintf("They protect %s of %s people (%s)", people(all.fromPlan), people(all.people), dataset.Percent(all.share(all.fromPlan)))
	if all.fromBefore.Sign() > 0 {
		sentence += fmt.Sprintf("; together with the nets already there coverage goes from %s to %s", dataset.Percent(all.share(all.fromBefore)), dataset.Percent(all.share(all.covered)))
	}
	return sentence + "."
}

// people is a whole number of people, rounded down.
func people(n *big.Rat) string { return dataset.Thousands(floor(n)) }

// saidOrder tells how far down the tiers the nets go.
func (p *plan) saidOrder(names []string, sums []totals) string {
	var full, part, none []string
	for i, t := range sums {
		switch {
		case t.need == t.given:
			full = append(full, names[i])
		case t.given > 0:
			part = append(part, names[i])
		default:
			none = append(none, names[i])
		}
	}
	sentence := "Tiers in the order of service: "
	var parts []string
	for _, group := range []struct {
		how   string
		tiers []string
	}{{"met in full", full}, {"in part", part}, {"not reached", none}} {
		if len(group.tiers) > 0 {
			parts = append(parts, dataset.Names(group.tiers, 6)+" "+group.how)
		}
	}
	return sentence + strings.Join(parts, "; ") + "."
}

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

// noteLeftOut names the wards that the plan cannot serve, and why.
func (p *plan) noteLeftOut() {
	unranked := p.labels(func(w *ward) bool { return w.rank == 0 })
	if len(unranked) > 0 {
		need := int64(0)
		for i := range p.wards {
			if p.wards[i].rank == 0 {
				need += p.wards[i].need
			}
		}
		p.warn(fmt.Sprintf("Outside the plan, because the risk ranking has no place for them: %s (need: %s where the population is known).", dataset.Names(unranked, 6), nets(need)))
	}
	figure := "population"
	if p.args.Basis == byHousehold && p.hasHouseholds {
		figure = "number of households"
	}
	unknown := p.labels(func(w *ward) bool { return w.rank > 0 && !w.knownNeed })
	if len(unknown) > 0 {
		p.warn(fmt.Sprintf("Left out, because their %s is unknown: %s.", figure, dataset.Names(unknown, 6)))
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

func (p *plan) saidBasis() string {
	a := p.args
	if a.Basis == byPopulation {
		sentence := fmt.Sprintf("One net protects %s people", a.PersonsPerNet)
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
	sentence := fmt.Sprintf("Households of %s people get one net for every two of them", a.HouseholdSize)
	if a.HouseholdCap > 0 {
		sentence += fmt.Sprintf(", at most %s each", nets(a.HouseholdCap))
	}
	if !p.hasHouseholds {
		sentence += "; the number of households is the population divided by that size, rounded up"
	}
	if !a.BufferPercent.is(0) {
		p.warn("A buffer is added when the need is counted by people only; this plan has none.")
	}
	return sentence + "."
}

func (p *plan) chips(lopsided bool) []schemaregistry.Chip {
	chips := []schemaregistry.Chip{}
	others := []schemaregistry.Chip{
		{Label: "Share by need within a tier", Say: "use the proportional strategy"},
		{Label: "Fill ward after ward", Say: "use the greedy strategy"},
		{Label: "A floor for every ward first", Say: "use the equity strategy"},
	}
	for i, strategy := range []string{proportional, greedy, equity} {
		if strategy != p.args.Strategy && (lopsided || strategy == equity) {
			chips = append(chips, others[i])
		}
	}
	more := p.args.TotalNets + p.args.TotalNets/5
	chips = append(chips, schemaregistry.Chip{Label: "Map the plan", Say: "map the net coverage"})
	if more > p.args.TotalNets && more <= maxFigure {
		chips = append(chips, schemaregistry.Chip{Label: "What if there were 20% more?", Say: fmt.Sprintf("plan with %s", nets(more))})
	}
	return chips
}
