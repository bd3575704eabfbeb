package choiceinterp

import (
	"fmt"
	"slices"
	"strings"
)

// gather turns mentions and references into arguments.
func (r *reading) gather() *decision {
	d := &decision{r: r, args: map[string]any{}, origins: map[string]Origin{}, confidence: 1}
	if d.yesOrNo() {
		return d
	}
	d.remember()
	d.fill()
	d.none()
	d.changeWithoutNumber()
	return d
}

// decision gathers the arguments of a resolution.
type decision struct {
	r          *reading
	args       map[string]any
	origins    map[string]Origin
	confidence float64
	matched    MatchedBy
	reason     []string
	open       []int  // arguments that need asking
	values     []any  // candidate values of the first of them
	pointed    bool   // a reference was followed
	nowhere    bool   // a reference points at nothing
	stranger   string // a name that the data do not have
	option     int
	reference  reference
}

func (d *decision) set(arg int, value any, o Origin) {
	name := d.r.arg(arg).Name
	d.args[name] = value
	d.origins[name] = o
}

func (d *decision) ask(arg int, reason string, values []any) {
	if len(d.open) == 0 {
		d.values = values
	}
	d.open = append(d.open, arg)
	d.reason = append(d.reason, reason)
}

// fill resolves the mentions of each argument.
func (d *decision) fill() {
	r := d.r
	byArg := map[int][]mention{}
	var order []int
	for _, m := range r.mentions {
		if !slices.Contains(order, m.arg) {
			order = append(order, m.arg)
		}
		byArg[m.arg] = append(byArg[m.arg], m)
	}
	d.pairs(byArg)
	someFirm := len(r.firm()) > 0 || len(byArg) > 0 && d.reference != noReference
	for _, arg := range order {
		mentions := byArg[arg]
		if firm := firmOf(mentions); len(firm) == 0 && someFirm {
			continue
		}
		if d.changed(arg) || isPairs(r.arg(arg)) {
			continue
		}
		if _, recalled := d.args[r.arg(arg).Name]; recalled && !slices.ContainsFunc(mentions, func(m mention) bool { return m.value != nil }) {
			continue // "the same number as last time" names the argument and no value
		}
		mentions = byArg[arg]
		if firm := firmOf(mentions); len(firm) > 0 && !slices.ContainsFunc(mentions, r.listed) {
			mentions = firm
		}
		if len(mentions) == 0 {
			continue
		}
		if r.arg(arg).Type == "array" {
			d.list(arg, mentions)
			continue
		}
		d.single(arg, mentions)
	}
}

// single chooses the one value of an argument.
func (d *decision) single(arg int, mentions []mention) {
	r := d.r
	positive, negative := latest(mentions)
	a := r.arg(arg)
	if len(positive) == 0 {
		d.exclude(arg, negative)
		return
	}
	positive = d.second(arg, r.current(d.surest(positive)))
	var values []any
	positive = r.clearOnes(arg, positive)
	for _, m := range positive {
		if m.value == nil || m.outside {
			reason := fmt.Sprintf("%q does not decide the %s", r.quote(m.first, m.last), a.Title)
			options := anyList(m.several)
			if len(options) == 0 {
				options = r.choices(arg)
			}
			if m.score >= likely || len(positive) == 1 && r.kinds[kindVague] > 0.3 {
				d.ask(arg, reason, options)
			}
			return
		}
		if !slices.Contains(values, m.value) {
			values = append(values, m.value)
		}
	}
	best := positive[0]
	for _, m := range positive {
		if m.score > best.score {
			best = m
		}
	}
	var value any
	switch {
	case len(values) == 1 && len(a.Enum) > 0 && d.r.alternatives(positive[len(positive)-1]):
		d.ask(arg, "it is put as an alternative", d.r.choices(arg))
		return
	case len(values) == 1:
		value = values[0]
	default:
		if value = d.combine(arg, values, positive); value == nil && len(a.Enum) > 0 {
			value = r.head(positive)
		}
	}
	negative = slices.DeleteFunc(negative, func(m mention) bool {
		v, isText := m.value.(string)
		return m.value == nil || isText && isUnion(v)
	})
	if union, isText := value.(string); isText && isUnion(union) && len(negative) > 0 && best.first < negative[0].first {
		d.exclude(arg, negative)
		return
	}
	if value == nil {
		d.ask(arg, fmt.Sprintf("more than one %s was named", a.Title), values)
		return
	}
	if f, isNumber := value.(float64); isNumber {
		value = numeric(a.Type, f)
	}
	if best.option > 0 {
		d.option = best.option
	}
	d.set(arg, value, Origin{Quote: r.quote(best.first, best.last), Source: "said"})
	d.take(best, best.score)
}

func (d *decision) take(m mention, score float64) {
	if m.typo {
		score *= 0.97
		m.how = ByFuzzy
	}
	if score < d.confidence {
		d.confidence = score
	}
	if d.matched == "" || m.how == ByFuzzy {
		d.matched = m.how
	}
}

// latest keeps the mentions of the last correction, positive and negative apart.
func latest(mentions []mention) (positive, negative []mention) {
	era := -1
	for _, m := range mentions {
		if !m.negated {
			era = max(era, m.era)
		}
	}
	excluded := map[any]bool{}
	for _, m := range mentions {
		if m.negated {
			negative = append(negative, m)
			excluded[m.value] = true
		}
	}
	for _, m := range mentions {
		if !m.negated && m.era == era && (m.value == nil || !excluded[m.value]) {
			positive = append(positive, m)
		}
	}
	if more := slices.DeleteFunc(slices.Clone(positive), func(m mention) bool { return m.additive }); len(more) > 0 {
		for _, m := range more {
			if v, isText := m.value.(string); isText && isUnion(v) {
				positive = more // "not only pca, both"
			}
		}
	}
	return positive, negative
}

// list fills an argument that takes several values.
func (d *decision) list(arg int, mentions []mention) {
	r := d.r
	positive, negative := latest(mentions)
	name := r.arg(arg).Name
	var values []any
	if len(positive) == 0 || d.adds() {
		values = append(values, listOf(orEmpty(r.req.Memory.Last[name]))...)
	}
	for _, m := range positive {
		if m.value == nil {
			d.ask(arg, fmt.Sprintf("%q fits several names", r.quote(m.first, m.last)), anyList(m.several))
			return
		}
		if !slices.Contains(values, m.value) {
			values = append(values, m.value)
		}
		d.take(m, m.score)
	}
	for _, m := range negative {
		values = slices.DeleteFunc(values, func(v any) bool { return v == m.value })
		d.take(m, m.score)
	}
	if len(values) == 0 {
		d.ask(arg, "nothing is left to choose from", nil)
		return
	}
	m := mentions[0]
	d.set(arg, values, Origin{Quote: r.quote(m.first, mentions[len(mentions)-1].last), Source: "said"})
}

func orEmpty(v any) any {
	if v == nil {
		return []any{}
	}
	return v
}

// adds reports words that add to an earlier list.
func (d *decision) adds() bool {
	text := d.r.outsideMentions()
	return strings.Contains(text, " add ") || strings.Contains(text, " also ") || strings.Contains(text, " as well ") && d.pointed
}
