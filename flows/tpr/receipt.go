package tpr

import (
	"fmt"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// receipt says how the numbers came about, down to the rows where these are known.
func (o *outcome) receipt() *schemaregistry.Receipt {
	formula := formulaOfRate + " " + formulaOfWilson
	if o.chosen.fill {
		formula += " A ward without a value takes sum(positive) / sum(tested) of the wards that touch it (queen contiguity)."
	}
	return &schemaregistry.Receipt{
		Formula: formula,
		Rows:    o.totals.Rows,
		Steps:   o.steps(),
		Trace:   o.trace(),
	}
}

func (o *outcome) steps() []string {
	t := &o.totals
	tested, positive, _ := Pooled(o.rates)
	steps := []string{
		fmt.Sprintf("%s in the data; chosen: %s.", dataset.Plural(o.data.Counts.Rows(), "row of counts", "rows of counts"),
			orAll(strings.Trim(o.choiceWords(), " ()"))),
		fmt.Sprintf("%s counted from %s; a report is one facility, month and method.",
			dataset.Plural(t.Counted, "report"), dataset.Plural(t.Rows, "row")),
	}
	if t.Partial > 0 {
		steps = append(steps, fmt.Sprintf("%s left out of tests and positives alike, because a count is blank.", dataset.Plural(t.Partial, "report")))
	}
	if t.Zeros > 0 {
		steps = append(steps, fmt.Sprintf("%s beside a tested count taken as zero.", dataset.Plural(t.Zeros, "absent positive count")))
	}
	if t.LostRows > 0 {
		steps = append(steps, fmt.Sprintf("%s of no known ward left out, with %s tests.", dataset.Plural(t.LostRows, "row"), dataset.Thousands(t.LostTests)))
	}
	steps = append(steps, fmt.Sprintf("Summed by ward: %s positive of %s tests in %s, of which %s a value.",
		dataset.Thousands(positive), dataset.Thousands(tested), dataset.Plural(len(o.rates), o.noun()), dataset.Thousands(o.withValue())+verb(o.withValue(), " has", " have")))
	if o.filled > 0 {
		steps = append(steps, fmt.Sprintf("%s filled from neighbours.", dataset.Plural(o.filled, o.noun())))
	}
	return steps
}

func orAll(choice string) string {
	if choice == "" {
		return "everything"
	}
	return choice
}

// maxRanges is how many ranges of rows a ward's trace lists.
const maxRanges = 200

// trace names the rows that went into each ward, where their places are kept.
func (o *outcome) trace() map[string]string {
	c := o.data.Counts
	if len(c.Source) == 0 {
		return nil
	}
	plan := newPlan(c, len(o.data.Wards), o.chosen.Choice)
	places := make([]places, len(o.data.Wards))
	for row := range c.Rows() {
		if w := c.Ward[row]; w >= 0 && o.chosen.Wards[w] && plan.takes(row) && plan.contributes(row) {
			places[w].add(c.Source[row])
		}
	}
	traces := map[string]string{}
	for _, r := range o.rates {
		if said := places[r.Ward].words(o.data.Files); said != "" {
			traces[o.traceName(r.Ward)] = said
		}
	}
	return traces
}

// traceName tells wards of the same name apart.
func (o *outcome) traceName(ward int) string {
	w := o.data.Wards[ward]
	switch {
	case w.Code != "":
		return w.Label() + " " + w.Code
	case w.State != "" && !o.oneState():
		return w.Label() + ", " + w.State
	}
	return w.Label()
}

// contributes reports whether a row holds any counted report.
func (p *plan) contributes(row int) bool {
	for i := range p.groups {
		if p.groups[i].Report(row, p.counts.AbsentIsZero).Outcome == dataset.Counted {
			return true
		}
	}
	return false
}
