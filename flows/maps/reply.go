package maps

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// reply writes what is said about the maps.
func (s source) reply(result *schemaregistry.Result, drawn []*sheet) {
	var texts []string
	receipt := &schemaregistry.Receipt{}
	var formulas []string
	opening := []string{"The map"}
	if len(drawn) > 1 {
		opening = []string{"The first map", "The second"}
	}
	for i, sh := range drawn {
		texts = append(texts, sh.text(opening[i]))
		formulas = append(formulas, sh.formula())
		receipt.Rows += len(sh.values) - sh.missing()
		receipt.Steps = append(receipt.Steps, sh.steps()...)
		if sh.computed != "" {
			result.Assumed = append(result.Assumed, sh.computed)
		}
	}
	first := drawn[0]
	result.Text = strings.Join(texts, " ")
	result.Assumed = append(result.Assumed, first.assumed()...)
	result.Warnings = first.warnings()
	result.Table = legendTable(drawn)
	result.Chips = first.chips(len(drawn) > 1)
	receipt.Formula = strings.Join(formulas, " ")
	result.Receipt = receipt
}

// text says what is shown, from where to where, and what has no value.
func (sh *sheet) text(opening string) string {
	low, high := -1, -1
	for i, v := range sh.values {
		if !present(v) {
			continue
		}
		if low < 0 || v < sh.values[low] {
			low = i
		}
		if high < 0 || v > sh.values[high] {
			high = i
		}
	}
	text := fmt.Sprintf("%s shows %s for %s", opening, sh.noun, dataset.Plural(len(sh.values)-sh.missing(), sh.unitNoun()))
	if sh.values[low] == sh.values[high] {
		text += fmt.Sprintf("; all have the same value, %s.", sh.value(sh.values[low]))
	} else {
		text += fmt.Sprintf(", from %s to %s.", sh.end(low), sh.end(high))
	}
	if n := sh.missing(); n == 1 {
		text += fmt.Sprintf(" 1 %s has no value and is hatched.", sh.unitNoun())
	} else if n > 1 {
		text += fmt.Sprintf(" %s have no value and are hatched.", dataset.Plural(n, sh.unitNoun()))
	}
	return text
}

// end names an end of the range and who has it.
func (sh *sheet) end(i int) string {
	value := sh.values[i]
	if n := sh.sharing(value); n > 1 {
		return fmt.Sprintf("%s in %s", sh.value(value), dataset.Plural(n, sh.unitNoun()))
	}
	return sh.value(value) + " in " + sh.label(i)
}

func (sh *sheet) label(i int) string { return sh.data.Wards[sh.shapes[i].Ward].Label() }

// assumed says what was decided without asking.
func (sh *sheet) assumed() []string {
	said := []string{fmt.Sprintf("Colours: %s. %s.", sh.method(), sh.darker())}
	if sh.classes.Len() < sh.asked && sh.classes.Method != classesEqual && !sh.oneEach() {
		said = append(said, fmt.Sprintf("The values allow only %s, because wards with the same value share a class.", dataset.Plural(sh.classes.Len(), "class", "classes")))
	}
	if ranks, _ := sh.ranks(); sh.rank != nil && sh.ranksDiffer(ranks) {
		said = append(said, "The map colours the score; ranks go by the median over all models and can differ from it a little.")
	}
	if len(sh.hidden) > 0 && len(sh.states) > 0 {
		said = append(said, fmt.Sprintf("Only %s is drawn; %s of the boundary file without any value %s left out.",
			sh.where(), dataset.Plural(len(sh.hidden), "state"), map[bool]string{true: "is", false: "are"}[len(sh.hidden) == 1]))
	}
	if sh.supplied {
		said = append(said, sentence(sh.noun)+" is the one your file brings; it was not computed here.")
	}
	return said
}

// warnings say what weakens the map.
func (sh *sheet) warnings() []string {
	var said []string
	if sh.stale {
		said = append(said, "This map rests on an outdated result: data or choices have changed since. Run that step again for a current map.")
	}
	if n := len(sh.off); n > 0 {
		names := make([]string, n)
		for i, ward := range sh.off {
			names[i] = sh.data.Wards[ward].Label()
		}
		said = append(said, fmt.Sprintf("%s with a value %s no area in %s and cannot be drawn: %s.",
			dataset.Plural(n, sh.unitNoun()), map[bool]string{true: "has", false: "have"}[n == 1], sh.data.Boundary.File, dataset.Names(names, 5)))
	}
	for _, shape := range sh.shapes {
		if shape.Invalid != "" {
			said = append(said, fmt.Sprintf("The polygon of %s is not valid (%s); it is drawn as it is.", sh.data.Wards[shape.Ward].Label(), shape.Invalid))
		}
	}
	const most = 5
	if len(said) > most {
		said = append(said[:most-1], fmt.Sprintf("%d more polygons are not valid; they are drawn as they are.", len(said)-most+1))
	}
	return said
}

// legendTable is the legend for those who read the reply without the picture.
func legendTable(drawn []*sheet) *schemaregistry.Table {
	var maps, classes []string
	var counts schemaregistry.Numbers
	for _, sh := range drawn {
		for _, swatch := range sh.legend().darkFirst() {
			maps = append(maps, sh.variable.title)
			classes = append(classes, swatch.Range)
			n, _ := strconv.ParseFloat(strings.ReplaceAll(strings.Fields(swatch.Count)[0], ",", ""), 64)
			counts = append(counts, n)
		}
	}
	t := &schemaregistry.Table{Title: "Legend, darkest first"}
	if len(drawn) > 1 {
		t.Columns = append(t.Columns, schemaregistry.Column{Name: "map", Title: "Map", Text: maps})
	}
	t.Columns = append(t.Columns,
		schemaregistry.Column{Name: "class", Title: drawn[0].legend().Title, Text: classes},
		schemaregistry.Column{Name: "wards", Title: sentence(drawn[0].unitNoun()) + "s", Unit: "count", Numbers: counts})
	return t
}

// formula says how values became colours.
func (sh *sheet) formula() string {
	method := map[string]string{
		classesQuantile: "quantiles: class i ends at the ceil(i n/k)-th smallest value, ties together",
		classesEqual:    "equal intervals: (max - min)/k wide",
		classesNatural:  "natural breaks: least sum of squared deviations from class means (Fisher 1958, Jenks 1967), exact",
	}[sh.classes.Method]
	bounds := make([]string, len(sh.classes.Bounds))
	for i, b := range sh.classes.Bounds {
		bounds[i] = strconv.FormatFloat(b, 'g', 10, 64)
	}
	return fmt.Sprintf("%s: %s; bounds %s, each class above its lower bound up to and including its upper bound.",
		sh.variable.title, method, strings.Join(bounds, ", "))
}

func (sh *sheet) steps() []string {
	steps := []string{
		fmt.Sprintf("%s of %s: %d with a value, %d without", sh.file, dataset.Plural(len(sh.values), sh.unitNoun()), len(sh.values)-sh.missing(), sh.missing()),
	}
	if len(sh.off) > 0 {
		steps = append(steps, fmt.Sprintf("%d with a value but without an area left out", len(sh.off)))
	}
	return append(steps, "borders simplified to under half a pixel, shared borders once")
}

// plain turns the name of a map into words: itn coverage, vulnerability pca.
var plain = strings.NewReplacer("_", " ", "-", " ")

// chips are the next maps and the next step.
func (sh *sheet) chips(both bool) []schemaregistry.Chip {
	var chips []schemaregistry.Chip
	add := func(when bool, label, say string) {
		if when {
			chips = append(chips, schemaregistry.Chip{Label: label, Say: say})
		}
	}
	has := func(kind string) bool { return sh.run.Evidence(kind) != nil }
	add(has("tpr") && !has("risk"), "Rank the wards by risk", "run the risk analysis")
	add(has("risk") && !has("itn"), "Plan the nets", "plan the ITN distribution")
	add(has("risk") && !both && strings.HasPrefix(sh.file, mapVulnerability), "Compare both methods", "map vulnerability with both methods")
	add(has("risk") && !strings.HasPrefix(sh.file, mapVulnerability), "Map the vulnerability", "map vulnerability")
	add(has("itn") && sh.file != mapCoverage, "Map the net coverage", "map itn coverage")
	add(has("tpr") && sh.file != mapTPR, "Map the TPR", "map tpr")
	add(sh.classes.Method != classesNatural, "Natural breaks instead", "map "+plain.Replace(sh.file)+" with natural breaks")
	return chips[:min(len(chips), 4)]
}
