package choiceinterp

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// remember follows a reference: into memory, to the recommended value, to the
// other one.
func (d *decision) remember() {
	r := d.r
	ref := r.reference()
	d.reference = ref
	switch ref {
	case toLast:
		text := r.outsideMentions()
		whole := strings.Contains(text, " same ") || strings.Contains(text, " again ") || strings.Contains(text, " repeat ")
		if _, relative := r.relativeChange(); relative && !whole && len(r.req.Memory.Last) > 0 {
			return // "half of what we had" speaks of one number
		}
		d.recall(r.req.Memory.Last)
	case toPrevious:
		if len(r.req.Memory.Previous) > 0 {
			d.recall(r.req.Memory.Previous)
		} else {
			d.recall(r.req.Memory.Last)
		}
	case toRecommended:
		if !slices.ContainsFunc(r.firm(), func(m mention) bool { return m.value != nil }) && !d.recommended() && (r.asked >= 0 || len(r.req.Visible) > 0) {
			d.nowhere = true
		}
	case toOther:
		d.other()
	}
}

// firm are the mentions that are likely meant.
func (r *reading) firm() []mention {
	var out []mention
	for _, m := range r.mentions {
		if m.score >= likely {
			out = append(out, m)
		}
	}
	return out
}

// recall copies what memory holds for the arguments that the message points at.
func (d *decision) recall(memory map[string]any) {
	r := d.r
	only := r.namedArgs()
	switch {
	case len(only) > 0 && !r.kindOfRun():
	case !r.pointsAtEverything():
		only = []int{r.asked}
	default:
		only = nil
	}
	found := false
	for i := range r.k.tool.Args {
		name := r.arg(i).Name
		value, known := memory[name]
		if !known || only != nil && !slices.Contains(only, i) || r.k.tool.CheckPartial(map[string]any{name: value}) != nil {
			continue
		}
		d.set(i, value, Origin{Source: "memory"})
		found = true
	}
	d.pointed = found
	if !found && len(r.firm()) == 0 {
		d.nowhere = true
	}
	if found {
		d.confidence = min(d.confidence, 0.93)
		d.matched = ByRegex
		d.reason = append(d.reason, "as chosen before")
	}
}

// kindOfRun: "run the same analysis again" names no argument although a cue
// word may stand in it.
func (r *reading) kindOfRun() bool {
	text := r.outsideMentions()
	return strings.Contains(text, " again ") || strings.Contains(text, " repeat ") || strings.Contains(text, " rerun ")
}

// recommended takes the option marked as recommended, or the recommended value
// in memory.
func (d *decision) recommended() bool {
	r := d.r
	for i, o := range r.req.Visible {
		if strings.Contains(strings.ToLower(o.Label), "recommended") {
			d.option = i + 1
			if v := r.k.optionValue(r.req, i+1); v != nil && r.asked >= 0 {
				d.set(r.asked, v, Origin{Source: "default"})
			}
			d.pointed, d.confidence, d.matched = true, min(d.confidence, 0.93), ByRegex
			return true
		}
	}
	found := false
	for i := range r.k.tool.Args {
		name := r.arg(i).Name
		value, known := r.req.Memory.Recommended[name]
		if !known || r.asked >= 0 && i != r.asked || r.k.tool.CheckPartial(map[string]any{name: value}) != nil {
			continue
		}
		d.set(i, value, Origin{Source: "memory"})
		found = true
	}
	if found {
		d.pointed, d.confidence, d.matched = true, min(d.confidence, 0.93), ByRegex
		d.option = r.optionOf(d.args[r.req.Asked])
	}
	return found
}

func (r *reading) optionOf(value any) int {
	if value == nil {
		return 0
	}
	for i := range r.req.Visible {
		if r.k.optionValue(r.req, i+1) == value {
			return i + 1
		}
	}
	return 0
}

// other takes the one of two that is not excluded and was not used before.
func (d *decision) other() {
	r := d.r
	r.mentions = slices.DeleteFunc(r.mentions, func(m mention) bool { return m.how == ByFuzzy && !m.negated && !m.typo })
	if len(r.firm()) > 0 {
		return // "not microscopy, the other one": the exclusion decides
	}
	arg := r.asked
	if arg < 0 {
		if named := r.namedArgs(); len(named) == 1 {
			arg = named[0]
		} else if len(r.req.Memory.Last) == 1 {
			for name := range maps.Keys(r.req.Memory.Last) {
				arg = r.k.argIndex(name)
			}
		}
	}
	if arg < 0 {
		d.nowhere = true
		return
	}
	last := r.req.Memory.Last[r.arg(arg).Name]
	var left []any
	for _, v := range r.choices(arg) {
		if s, ok := v.(string); ok && !isUnion(s) && v != last {
			left = append(left, v)
		}
	}
	if len(left) != 1 || last == nil {
		d.ask(arg, "it is not clear which other one", left)
		return
	}
	d.set(arg, left[0], Origin{Source: "memory"})
	d.pointed, d.confidence, d.matched = true, 0.9, ByRegex
	d.reason = append(d.reason, "the other one than before")
}

// changed applies a relative amount to what memory holds: double it, 50k more.
func (d *decision) changed(arg int) bool {
	r := d.r
	a := r.arg(arg)
	if !isNumeric(a) {
		return false
	}
	c, ok := r.relativeChange()
	if !ok {
		return false
	}
	before, known := AsFloat(r.req.Memory.Last[a.Name])
	if !known {
		return false
	}
	return d.apply(arg, before, c)
}

func (d *decision) apply(arg int, before float64, c change) bool {
	r := d.r
	a := r.arg(arg)
	value := before*c.factor + c.add
	if a.Type == "integer" {
		value = math.Round(value)
	}
	final := numeric(a.Type, value)
	if r.k.tool.CheckPartial(map[string]any{a.Name: final}) != nil {
		d.ask(arg, "the change leads out of what is allowed", nil)
		return true
	}
	d.set(arg, final, Origin{Quote: r.req.Text, Source: "memory"})
	d.pointed, d.confidence, d.matched = true, min(d.confidence, 0.88), ByRegex
	d.reason = append(d.reason, "relative to what was chosen before")
	return true
}

// changeWithoutNumber applies "double it" where no mention carries it: to the
// asked argument, the one named, or the only number in memory.
func (d *decision) changeWithoutNumber() {
	r := d.r
	c, ok := r.relativeChange()
	if !ok || !slices.ContainsFunc(r.k.tool.Args, func(a schemaregistry.Arg) bool { return isNumeric(&a) }) {
		return
	}
	if !c.firm && slices.ContainsFunc(r.firm(), func(m mention) bool {
		return c.token < 0 || r.atoms[m.first].first <= c.token && c.token <= r.atoms[m.last].last
	}) {
		return
	}
	if c.firm && len(r.req.Memory.Last) == 0 {
		return
	}
	arg := r.asked
	if arg < 0 || !isNumeric(r.arg(arg)) {
		arg = d.changedArg()
	}
	if arg < 0 {
		d.nowhere = true
		return
	}
	before, known := AsFloat(r.req.Memory.Last[r.arg(arg).Name])
	if !known {
		d.nowhere = true
		return
	}
	for _, m := range r.mentions { // the number is the difference, not a value
		if c.firm && c.token >= 0 && r.atoms[m.first].first == c.token {
			delete(d.args, r.arg(m.arg).Name)
			delete(d.origins, r.arg(m.arg).Name)
		}
	}
	d.apply(arg, before, c)
}

func (d *decision) changedArg() int {
	r := d.r
	for _, i := range r.namedArgs() {
		if isNumeric(r.arg(i)) {
			return i
		}
	}
	only, required := -1, -1
	count := 0
	for i := range r.k.tool.Args {
		if _, known := AsFloat(r.req.Memory.Last[r.arg(i).Name]); known && isNumeric(r.arg(i)) {
			only = i
			count++
			if r.arg(i).Required {
				required = i
			}
		}
	}
	if count == 1 {
		return only
	}
	return required
}
