package ingest

import (
	"math"
	"slices"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// closeEnough is how far a total named like its ward may be from the sum of its
// facilities and still be taken for their total: late reports change the parts.
const closeEnough = 0.35

// dropFacilityTotals finds rows whose facility is named like its own ward, LGA or
// state. Where such a row comes close to the sum of the unit's facilities it is
// their total: the parts win, and the total counts only where it has none.
func (b *builder) dropFacilityTotals(k *block) {
	candidates := k.namedLikePlace()
	if len(candidates) == 0 {
		return
	}
	isTotal := make([]bool, len(k.facilities))
	own, parts := k.sumsBesides(candidates)
	var different []string
	for f := range candidates {
		unit := k.facilities[f].unit
		switch {
		case parts[unit] == 0, similarSums(own[f], parts[unit]):
			isTotal[f] = true
		default:
			different = append(different, k.facilities[f].name)
		}
	}
	if len(different) > 0 {
		slices.Sort(different)
		b.find(dataset.Warning, "named_like_ward", "facility", k.name(b), k.wardHeading(), len(different),
			"%s named like the ward but far from the sum of its facilities (%s); they are kept as facilities.",
			dataset.Plural(len(different), "facility is", "facilities are"), dataset.Names(different, 4))
	}
	if slices.Contains(isTotal, true) {
		b.applyTotals(k, isTotal)
	}
}

// namedLikePlace lists the facilities that are named like a ward, LGA or state of their row.
func (k *block) namedLikePlace() map[int]bool {
	places := k.placeKeys()
	found := map[int]bool{}
	for f, facility := range k.facilities {
		key := fold(tidyName(facility.name, kindWard))
		for _, of := range places {
			if key != "" && key == of(facility.row) {
				found[f] = true
			}
		}
	}
	return found
}

// placeKeys give the folded ward, LGA and state of a row, by every column that tells one.
func (k *block) placeKeys() []func(row int32) string {
	var keys []func(int32) string
	for at, m := range k.columns {
		if m.kind != kindWard && m.kind != kindLGA && m.kind != kindState && at != k.wardColumn {
			continue
		}
		level := m.kind
		if level == kindIgnored {
			level = kindWard
		}
		dict, codes := texts(k.table.Columns[at])
		folded := make([]string, len(dict))
		before := prefixesOf(dict)
		for i, name := range dict {
			_, name, _ = before.split(name)
			folded[i] = fold(tidyName(name, level))
		}
		keys = append(keys, func(row int32) string { return folded[codes[row]] })
	}
	return keys
}

// sumsBesides adds up all counts of the candidates, and of the other facilities
// by unit.
func (k *block) sumsBesides(candidates map[int]bool) (own map[int]float64, parts []float64) {
	own, parts = map[int]float64{}, make([]float64, len(k.units))
	for row, f := range k.facility {
		sum := 0.0
		for i := range k.series {
			if v := k.series[i].Values[row]; !math.IsNaN(v) {
				sum += v
			}
		}
		if candidates[int(f)] {
			own[int(f)] += sum
		} else {
			parts[k.unit[row]] += sum
		}
	}
	return own, parts
}

func similarSums(total, sum float64) bool {
	return math.Abs(total-sum) <= closeEnough*max(total, sum) || total == 0
}

// applyTotals drops total rows that have parts and marks those that have none.
func (b *builder) applyTotals(k *block, isTotal []bool) {
	hasParts := map[[2]int32]bool{}
	at := func(row int) [2]int32 {
		key := [2]int32{int32(k.unit[row]), 0}
		if k.periods != nil {
			key[1] = k.periods[row].First
		}
		return key
	}
	for row, f := range k.facility {
		if (f < 0 || !isTotal[f]) && k.isFilled(row) {
			hasParts[at(row)] = true
		}
	}
	mask := make([]bool, len(k.unit))
	dropped, kept := make([]bool, len(mask)), 0
	nDropped := 0
	k.totalUsed = make([]bool, len(mask))
	var alone []string
	for row, f := range k.facility {
		mask[row] = true
		if f < 0 || !isTotal[f] {
			continue
		}
		if hasParts[at(row)] {
			mask[row], dropped[row] = false, true
			nDropped++
			continue
		}
		k.totalUsed[row] = true
		kept++
		if name := k.facilities[f].name; !slices.Contains(alone, name) {
			alone = append(alone, name)
		}
	}
	b.reportTotals(k, dropped, nDropped, kept, alone)
	k.keep(mask)
}

func (b *builder) reportTotals(k *block, dropped []bool, nDropped, kept int, alone []string) {
	if nDropped > 0 {
		all := make([]bool, len(dropped))
		for i := range all {
			all[i] = true
		}
		b.find(dataset.Warning, "total_rows", "row", k.name(b), k.facilityHeading(), nDropped,
			"%s the sum of other rows (the facility is named like its ward) and left out. %s",
			dataset.Plural(nDropped, "row is", "rows are"), k.sayTotals(dropped, all))
	}
	if kept > 0 {
		b.find(dataset.Warning, "total_without_parts", "ward", k.name(b), k.facilityHeading(), kept,
			"%s a total row and no facility that reports: %s. The total is used there, and marked.",
			dataset.Plural(len(alone), "ward has", "wards have"), dataset.Names(alone, 5))
	}
}

// sayTotals says what leaving out the totals does to all counts.
func (k *block) sayTotals(dropped, all []bool) string {
	whole, part := 0.0, 0.0
	for _, role := range []dataset.Role{dataset.RoleTested, dataset.RolePositive} {
		whole += k.sum(role, all)
		part += k.sum(role, dropped)
	}
	total := dataset.Plural(countTrue(dropped), "total row")
	if share := part / whole; whole > 0 && share > 0.47 && share < 0.53 {
		return "Without its " + total + " all counts halve."
	} else if whole > 0 {
		return "Without its " + total + " all counts fall by " + dataset.Percent(share) + "."
	}
	return "All counts stay the same."
}

func (k *block) facilityHeading() string {
	if at := k.find(kindFacility); at >= 0 {
		return k.table.Columns[at].Heading
	}
	return ""
}
