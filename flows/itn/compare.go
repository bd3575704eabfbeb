package itn

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A change is a ward that gets more or fewer nets than in the plan before.
type change struct {
	ward string
	nets int64 // negative where it gets fewer
}

// saidChange compares with the plan before, "" when there is none.
func (p *plan) saidChange(before *schemaregistry.Evidence) string {
	if before == nil || before.Table == nil {
		return ""
	}
	gain, lose := p.changes(before.Table)
	if len(gain)+len(lose) == 0 {
		return "Compared with the plan before, no ward gets more or fewer nets."
	}
	var parts []string
	for _, side := range []struct {
		one, many string
		changes   []change
	}{{"ward gets more nets", "wards get more nets", gain}, {"ward gets fewer", "wards get fewer", lose}} {
		if n := len(side.changes); n > 0 {
			parts = append(parts, fmt.Sprintf("%s (%s)", dataset.Plural(n, side.one, side.many), listed(side.changes)))
		}
	}
	return "Compared with the plan before" + p.saidArgs(before.Args) + ": " + strings.Join(parts, "; ") + "." + p.saidPeopleChange(before.Table)
}

// saidPeopleChange says how many more or fewer people have a net to sleep under,
// "" when that does not change or the table does not tell.
func (p *plan) saidPeopleChange(before *schemaregistry.Table) string {
	population, share := before.Column("population"), before.Column("coverage")
	if population == nil || share == nil {
		return ""
	}
	now := p.table()
	difference := math.Round(coveredPeople(now.Column("population"), now.Column("coverage")) - coveredPeople(population, share))
	switch {
	case difference > 0:
		return fmt.Sprintf(" %s more people have a net to sleep under.", dataset.Thousands(difference))
	case difference < 0:
		return fmt.Sprintf(" %s fewer people have a net to sleep under.", dataset.Thousands(-difference))
	}
	return ""
}

func coveredPeople(population, share *schemaregistry.Column) float64 {
	sum := 0.0
	for row, people := range population.Numbers {
		if part := people * share.Numbers[row]; !math.IsNaN(part) {
			sum += part
		}
	}
	return sum
}

// changes lists the wards that gain and those that lose, most first.
func (p *plan) changes(before *schemaregistry.Table) (gain, lose []change) {
	own := dataset.Dataset{Wards: p.keys()}
	allocated := before.Column("nets_allocated")
	for i, row := range own.Align(before) {
		previous := 0.0
		if row >= 0 && allocated != nil && !math.IsNaN(allocated.Numbers[row]) {
			previous = allocated.Numbers[row]
		}
		switch difference := p.wards[i].given - int64(previous); {
		case difference > 0:
			gain = append(gain, change{p.wards[i].Label(), difference})
		case difference < 0:
			lose = append(lose, change{p.wards[i].Label(), difference})
		}
	}
	slices.SortStableFunc(gain, func(a, b change) int { return cmp.Compare(b.nets, a.nets) })
	slices.SortStableFunc(lose, func(a, b change) int { return cmp.Compare(a.nets, b.nets) })
	return gain, lose
}

func listed(changes []change) string {
	names := make([]string, len(changes))
	for i, c := range changes {
		names[i] = c.ward + " " + signed(c.nets)
	}
	return dataset.Names(names, 3)
}

// signed writes +500 or -500.
func signed(n int64) string {
	if n > 0 {
		return "+" + dataset.Thousands(n)
	}
	return dataset.Thousands(n)
}

// saidArgs names the arguments that differ from the plan before.
func (p *plan) saidArgs(before map[string]any) string {
	now, then := asText(p.now), asText(before)
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(now)) {
		switch was, said := then[name]; {
		case !said:
			parts = append(parts, title(name)+" "+now[name])
		case was != now[name]:
			parts = append(parts, fmt.Sprintf("%s %s instead of %s", title(name), now[name], was))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(then)) {
		if _, said := now[name]; !said {
			parts = append(parts, "no "+title(name))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

func title(arg string) string { return strings.ReplaceAll(arg, "_", " ") }

// asText writes argument values alike, whatever Go type they came in; flags are
// left out.
func asText(args map[string]any) map[string]string {
	texts := make(map[string]string, len(args))
	for name, value := range args {
		if _, flag := value.(bool); flag {
			continue
		}
		raw, err := json.Marshal(value)
		if err != nil {
			continue
		}
		texts[name] = strings.Trim(string(raw), `"`)
		if n, err := strconv.ParseInt(texts[name], 10, 64); err == nil {
			texts[name] = dataset.Thousands(n)
		}
	}
	return texts
}
