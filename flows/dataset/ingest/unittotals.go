package ingest

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// countryKeys are folded names of malaria-endemic countries as their own
// national rows are called.
var countryKeys = strings.Fields(`afghanistan angola bangladesh benin bhutan botswana burkinafaso burundi cambodia cameroon chad
	comoros congo cotedivoire djibouti drc eritrea eswatini ethiopia gabon gambia thegambia ghana guinea guineabissau haiti india indonesia
	kenya lao laopdr laos liberia madagascar malawi mali mauritania mozambique myanmar namibia nepal nigeria pakistan papuanewguinea
	philippines rwanda senegal sierraleone solomonislands somalia southsudan sudan tanzania thailand togo uganda vanuatu vietnam yemen
	zambia zimbabwe`)

// totalKeys are words that name a total.
var totalKeys = strings.Fields(`total totals grandtotal national nationaltotal country countrytotal all overall sum alldistricts
	allprovinces allstates alllgas allwards statetotal lgatotal`)

// A scope is how far a total may reach: the units of its LGA, of its state, or all.
type scope int

const (
	lgaScope scope = iota
	stateScope
	wholeScope
)

// dropUnitTotals finds units that are the sum of others: a state row among its
// LGAs, a national row among provinces, the narrow totals first, so that they are
// no parts of the wide ones. A name that says so and closeness are enough;
// without such a name every count has to be the exact sum.
func (b *builder) dropUnitTotals(k *block) {
	if k.hasFacilities() && !slices.ContainsFunc(k.units, k.namesTotal) {
		return
	}
	sums := k.unitSums()
	for _, reach := range []scope{lgaScope, stateScope, wholeScope} {
		groups := k.group(sums, reach)
		for u, w := range k.units {
			g := groups[reach.key(w)]
			if sums[u] == nil || k.why[u] != inside || g == nil || g.units < 3 {
				continue
			}
			others := g.without(sums[u])
			if k.isTotal(w, reach, sums[u], others, g.units-1) {
				b.leaveOutUnit(k, u, g.units-1)
				g.sum, g.units = others, g.units-1
				sums[u] = nil
			}
		}
	}
}

func (k *block) isTotal(w dataset.Ward, reach scope, own, others []float64, n int) bool {
	if k.namesTotalOf(w, reach) {
		return nearly(own, others)
	}
	return n >= 3 && !k.hasFacilities() && exactly(own, others)
}

// key names the group of units that a unit belongs to within the scope; "" none.
func (s scope) key(w dataset.Ward) string {
	switch {
	case s == lgaScope && w.Name != "" && w.LGA != "":
		return fold(w.State) + "|" + fold(w.LGA)
	case s == stateScope && w.State != "":
		return fold(w.State)
	case s == wholeScope:
		return "all"
	}
	return ""
}

// A unitGroup is units of one scope added up, by series.
type unitGroup struct {
	sum   []float64
	units int
}

func (g *unitGroup) without(own []float64) []float64 {
	others := make([]float64, len(own))
	for i := range own {
		others[i] = g.sum[i] - own[i]
	}
	return others
}

func (k *block) group(sums [][]float64, reach scope) map[string]*unitGroup {
	groups := map[string]*unitGroup{}
	for u, w := range k.units {
		key := reach.key(w)
		if key == "" || sums[u] == nil || k.why[u] != inside {
			continue
		}
		if groups[key] == nil {
			groups[key] = &unitGroup{sum: make([]float64, len(k.series))}
		}
		groups[key].units++
		for i, v := range sums[u] {
			groups[key].sum[i] += v
		}
	}
	return groups
}

func (k *block) hasFacilities() bool { return len(k.facilities) > 0 }

// namesTotal reports whether a unit's name is that of a total of any scope.
func (k *block) namesTotal(w dataset.Ward) bool {
	return k.namesTotalOf(w, lgaScope) || k.namesTotalOf(w, wholeScope)
}

// namesTotalOf reports whether a unit's name says total, or is that of the LGA,
// the state or the country whose total it could be.
func (k *block) namesTotalOf(w dataset.Ward, reach scope) bool {
	lowest := cmp.Or(w.Name, w.LGA, w.State)
	name := fold(lowest)
	if slices.Contains(totalKeys, name) || anyWord(nameTokens(lowest), "total", "totals", "subtotal") {
		return true
	}
	if reach == lgaScope {
		return w.Name != "" && name == fold(w.LGA)
	}
	return slices.Contains(countryKeys, name) || w.Name != "" && w.State != "" && name == fold(w.State)
}

// unitSums adds up every series by unit; nil for a unit without values.
func (k *block) unitSums() [][]float64 {
	sums := make([][]float64, len(k.units))
	for i := range k.series {
		for row, v := range k.series[i].Values {
			if math.IsNaN(v) {
				continue
			}
			u := k.unit[row]
			if sums[u] == nil {
				sums[u] = make([]float64, len(k.series))
			}
			sums[u][i] += v
		}
	}
	return sums
}

// exactly asks for two counts or more that are equal and none that differs, but
// for the rounding of fractions.
func exactly(a, b []float64) bool {
	equal := 0
	for i := range a {
		switch {
		case math.Abs(a[i]-b[i]) > 1e-9*max(math.Abs(a[i]), math.Abs(b[i])):
			return false
		case a[i] > 0:
			equal++
		}
	}
	return equal >= 2
}

func nearly(a, b []float64) bool {
	sumA, sumB := 0.0, 0.0
	for i := range a {
		sumA += a[i]
		sumB += b[i]
	}
	return math.Abs(sumA-sumB) <= 0.1*max(sumA, sumB)
}

func (b *builder) leaveOutUnit(k *block, unit, parts int) {
	k.why[unit] = totalUnit
	mask, dropped, n := make([]bool, len(k.unit)), make([]bool, len(k.unit)), 0
	for row, u := range k.unit {
		dropped[row], mask[row] = int(u) == unit, int(u) != unit
		if dropped[row] {
			n++
		}
	}
	b.find(dataset.Warning, "total_rows", "row", k.name(b), k.wardHeading(), n,
		"%s is the total of the other %s (%s) and left out; counted as one more, all figures would double.",
		k.units[unit].Label(), dataset.Plural(parts, "unit"), k.sayCounts(dropped))
	k.keep(mask)
}
