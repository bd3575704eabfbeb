package ingest

import (
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

// dropUnitTotals finds units that are the sum of the others: a national row among
// provinces, a state row among its LGAs. A name that says so and closeness are
// enough; without such a name every count has to be the exact sum.
func (b *builder) dropUnitTotals(k *block) {
	if k.hasFacilities() && !slices.ContainsFunc(k.units, k.namesTotal) {
		return
	}
	sums := k.unitSums()
	for u, w := range k.units {
		if k.why[u] != inside || sums[u] == nil {
			continue
		}
		others, n := k.sumOfOthers(sums, u)
		if n < 2 {
			continue
		}
		named := k.namesTotal(w)
		if !named && (n < 3 || k.hasFacilities() || !exactly(sums[u], others)) || named && !nearly(sums[u], others) {
			continue
		}
		b.leaveOutUnit(k, u, n)
		sums[u] = nil
	}
}

func (k *block) hasFacilities() bool { return len(k.facilities) > 0 }

// namesTotal reports whether a unit's name is that of a total, of the country, or
// of the LGA or state that it stands in.
func (k *block) namesTotal(w dataset.Ward) bool {
	p := placeOf(w)
	if slices.Contains(countryKeys, p.name) || slices.Contains(totalKeys, p.name) {
		return true
	}
	return w.Name != "" && (p.name == fold(w.LGA) || p.name == fold(w.State) && w.State != "")
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

// sumOfOthers adds up the units that the unit could be the total of: those of its
// LGA or state when it is named like one, else all.
func (k *block) sumOfOthers(sums [][]float64, unit int) (total []float64, n int) {
	of := placeOf(k.units[unit])
	total = make([]float64, len(k.series))
	for u, w := range k.units {
		if u == unit || sums[u] == nil || k.why[u] != inside {
			continue
		}
		if fold(w.LGA) != "" && of.name == fold(k.units[unit].LGA) && fold(w.LGA) != of.name {
			continue
		}
		n++
		for i, v := range sums[u] {
			total[i] += v
		}
	}
	return total, n
}

// exactly asks for two counts or more that are equal and none that differs.
func exactly(a, b []float64) bool {
	equal := 0
	for i := range a {
		switch {
		case a[i] != b[i]:
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
	all := make([]bool, len(k.unit))
	for row, u := range k.unit {
		dropped[row], mask[row], all[row] = int(u) == unit, int(u) != unit, true
		if dropped[row] {
			n++
		}
	}
	b.find(dataset.Warning, "total_rows", "row", k.name(b), k.wardHeading(), n,
		"%s is the total of the other %s (%s) and left out; counted as one more, all figures would double.",
		k.units[unit].Label(), dataset.Plural(parts, "unit"), k.sayCounts(dropped))
	k.keep(mask)
}
