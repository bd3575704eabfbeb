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
	floor := p.noteFloor(all)
	p.noteLeftOut(p.args.TotalNets - all.given)
	p.noteAssumptions()
	return schemaregistry.Result{
		Text:      strings.Join(text, "\n"),
		Assumed:   p.assumed,
		Warnings:  p.warnings,
		Table:     tierTable(names, sums),
		Artifacts: []schemaregistry.Artifact{file},
		Chips:     p.chips(all.need-all.given, lopsided, floor),
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
	wards := fmt.Sprintf("%s of %s get nets, %s of them all they need", dataset.Thousands(all.reached), dataset.Plural(all.wards, "ward"), orNone(all.met))
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

func orNone(n int) string {
	if n == 0 {
		return "none"
	}
	return dataset.Thousands(n)
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
	groups := map[string][]string{}
	for i, t := range sums {
		switch {
		case t.need == 0:
			groups["without need"] = append(groups["without need"], names[i])
		case t.need == t.given:
			groups["met in full"] = append(groups["met in full"], names[i])
		case t.given > 0:
			groups["met in part"] = append(groups["met in part"], names[i])
		default:
			groups["not reached"] = append(groups["not reached"], names[i])
		}
	}
	var parts []string
	for _, how := range []string{"met in full", "met in part", "not reached", "without need"} {
		tiers := groups[how]
		if len(tiers) == len(names) && len(names) > 1 {
			return "Every tier is " + how + "."
		}
		if len(tiers) > 0 {
			parts = append(parts, dataset.Names(tiers, 6)+" "+how)
		}
	}
	return "Tiers in the order of service: " + strings.Join(parts, "; ") + "."
}

// chips offer the map, and where need is unmet a floor that can be kept, the
// other strategies and more nets.
func (p *plan) chips(unmet int64, lopsided bool, floor int64) []schemaregistry.Chip {
	var chips []schemaregistry.Chip
	if p.data.Boundary != nil {
		chips = append(chips, schemaregistry.Chip{Label: "Map the plan", Say: "map the net coverage"})
	}
	if p.args.Basis == byPopulation && p.args.HouseholdSize.said() {
		chips = append(chips, schemaregistry.Chip{Label: "Count the need by household", Say: "count by household"})
	}
	if unmet <= 0 {
		return chips
	}
	if floor > 0 {
		chips = append(chips, schemaregistry.Chip{Label: fmt.Sprintf("A floor of %d%%, which reaches every ward", floor), Say: fmt.Sprintf("use an equity floor of %d%%", floor)})
	}
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
	if more > p.args.TotalNets && more <= maxFigure {
		chips = append(chips, schemaregistry.Chip{Label: "What if there were 20% more?", Say: fmt.Sprintf("plan with %s", nets(more))})
	}
	return chips
}
