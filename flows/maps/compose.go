package maps

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// picture puts the sheet into the form that is drawn.
func (sh *sheet) picture() Picture {
	p := Picture{
		ID: "map-" + sh.file, Title: sh.title(), Subtitle: sh.subtitle(), Description: sh.description(),
		Legend: sh.legend(), Source: sh.sourceLine(),
	}
	ranks, ranked := sh.ranks()
	p.Legend.Notes = sh.topFive(ranks)
	for i, shape := range sh.shapes {
		w := sh.data.Wards[shape.Ward]
		p.Areas = append(p.Areas, Area{
			Shape: shape.Geometry, Class: sh.classes.Of(sh.values[i]),
			Hover: sh.hover(shape.Ward, ranks[i], ranked), Name: areaName(w), LGA: w.LGA, State: w.State,
		})
	}
	return p
}

// ranksDiffer reports whether some area with a better rank has a lower value: the
// composite ranks by the median over its models, the map colours the score.
func (sh *sheet) ranksDiffer(ranks []int) bool {
	lowest := map[int]float64{} // rank -> value
	for i, rank := range ranks {
		if v, seen := lowest[rank]; rank > 0 && (!seen || sh.values[i] < v) {
			lowest[rank] = sh.values[i]
		}
	}
	below := math.Inf(1)
	for _, rank := range slices.Sorted(maps.Keys(lowest)) {
		if lowest[rank] > below {
			return true
		}
		below = lowest[rank]
	}
	return false
}

// topFive lists the areas that come first, for those who read the map on paper.
// Areas that share a rank are listed all or not at all.
func (sh *sheet) topFive(ranks []int) []string {
	var order []int
	for i, rank := range ranks {
		if rank > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ranks[a], ranks[b]) })
	heading := map[int]string{1: "Highest risk", -1: "Highest risk (lowest values)", 0: "Highest values"}[sh.direction]
	notes := []string{heading}
	listed := min(5, len(order))
	for listed > 0 && listed < len(order) && ranks[order[listed]] == ranks[order[listed-1]] {
		listed--
	}
	for _, i := range order[:listed] {
		notes = append(notes, fmt.Sprintf("%d. %s %s", ranks[i], sh.value(sh.values[i]), sh.label(i)))
	}
	if listed == 0 {
		first := sh.values[order[0]]
		notes = append(notes, fmt.Sprintf("%s in %s", sh.value(first), dataset.Plural(sh.sharing(first), sh.unitNoun())))
	}
	return notes
}

// sharing counts the areas that have a value.
func (sh *sheet) sharing(value float64) (n int) {
	for _, v := range sh.values {
		if v == value {
			n++
		}
	}
	return n
}

func areaName(w dataset.Ward) string {
	if w.Name != "" {
		return w.Name
	}
	return w.LGA
}

func (sh *sheet) subtitle() []string {
	var lines []string
	for _, about := range []string{sh.about(), sh.planned()} {
		if about != "" {
			lines = append(lines, about)
		}
	}
	if sh.supplied {
		lines = append(lines, "As supplied in the file, not computed from tests")
	}
	if sh.stale {
		lines = append(lines, "OUTDATED: data or choices have changed since this was computed")
	}
	return lines
}

func (sh *sheet) legend() Legend {
	colours := ramp(sh.classes.Len(), sh.direction != 0)
	if sh.direction < 0 {
		slices.Reverse(colours)
	}
	l := Legend{
		Title:     sh.variable.title + sh.unit.inLegend(),
		Direction: sh.darker() + ". " + sentence(sh.method()) + ".",
		Reversed:  sh.direction < 0,
	}
	for i, text := range sh.unit.ranges(sh.classes, sh.values) {
		l.Classes = append(l.Classes, Swatch{
			Colour: colours[i], Range: text, Count: dataset.Plural(sh.classes.Counts[i], sh.unitNoun()),
		})
	}
	if n := sh.missing(); n > 0 {
		l.NoData = dataset.Plural(n, sh.unitNoun())
	}
	return l
}

// ranks are the competition ranks of the drawn areas, 1 = highest risk, or the
// highest value where the variable has no direction; 0 without a value. They are
// the evidence's own where it ranks, over all the wards that it ranks.
func (sh *sheet) ranks() (ranks []int, ranked int) {
	ranks = make([]int, len(sh.shapes))
	if sh.rank != nil {
		for i, shape := range sh.shapes {
			if r := sh.rank[shape.Ward]; present(r) {
				ranks[i] = int(r)
			}
		}
		return ranks, countPresent(sh.rank)
	}
	ahead := make([]float64, 0, len(sh.values)) // the values, first rank first
	sign := -1.0
	if sh.direction < 0 {
		sign = 1
	}
	for _, v := range sh.values {
		if present(v) {
			ahead = append(ahead, sign*v)
		}
	}
	slices.Sort(ahead)
	for i, v := range sh.values {
		if present(v) {
			before, _ := slices.BinarySearch(ahead, sign*v)
			ranks[i] = before + 1
		}
	}
	return ranks, len(ahead)
}

func countPresent(values []float64) (n int) {
	for _, v := range values {
		if present(v) {
			n++
		}
	}
	return n
}

// hover is what pointing at an area shows: ward, LGA, value with unit, rank (category).
func (sh *sheet) hover(ward, rank, ranked int) string {
	w := sh.data.Wards[ward]
	var place []string
	for _, name := range []string{w.Name, w.LGA, w.State} {
		if name != "" && len(place) < 2 {
			place = append(place, name)
		}
	}
	text := strings.Join(place, ", ") + ": "
	note := ""
	if sh.note != nil && sh.note[ward] != "" {
		note = " (" + sh.note[ward] + ")"
	}
	if value := sh.variable.values[ward]; present(value) {
		text += sh.value(value) + note
		if rank > 0 {
			text += fmt.Sprintf(", rank %d of %d", rank, ranked)
		}
		if sh.category != nil && sh.category[ward] != "" {
			text += " (" + sh.category[ward] + ")"
		}
		return text
	}
	return text + "no data" + note
}

// description tells the map to somebody who cannot see it.
func (sh *sheet) description() string {
	text := fmt.Sprintf("Map of %s, coloured by %s. %s.", dataset.Plural(len(sh.shapes), sh.unitNoun()), sh.noun, sh.darker())
	for i, r := range sh.unit.ranges(sh.classes, sh.values) {
		text += fmt.Sprintf(" %s: %s.", r, dataset.Plural(sh.classes.Counts[i], sh.unitNoun()))
	}
	if n := sh.missing(); n > 0 {
		text += fmt.Sprintf(" No data: %s.", dataset.Plural(n, sh.unitNoun()))
	}
	return text
}

// sourceLine lets a printed map be traced: files, versions, date.
func (sh *sheet) sourceLine() string {
	var files []string
	for _, f := range sh.data.Files {
		files = append(files, f.Name)
	}
	parts := []string{"Source: " + dataset.Names(files, 4)}
	if v := sh.data.Version; v != "" {
		parts = append(parts, "data "+short(v))
	}
	if sh.evidence != nil && sh.evidence.Hash != "" {
		parts = append(parts, sh.evidence.Kind+" result "+short(sh.evidence.Hash))
	}
	return strings.Join(parts, "; ") + ". Drawn by ChatMRPT, " + sh.run.Now.Format("2 January 2006") + "."
}

func short(hash string) string { return hash[:min(8, len(hash))] }
