package choiceinterp

import (
	"fmt"
	"slices"
)

// combine reads several values of a single-valued argument: all of them together
// are its union value; with a union named beside one other, that other is meant
// no more than the union, so it is asked.
func (d *decision) combine(arg int, values []any, positive []mention) any {
	a := d.r.arg(arg)
	union := unionOf(a)
	if union == "" {
		return nil
	}
	for i := 1; i < len(positive); i++ {
		if joinsAlternatives(d.r.gap(positive[i-1].last+1, positive[i].first)) {
			return nil
		}
	}
	named := map[string]bool{}
	for _, v := range values {
		if s, ok := v.(string); ok {
			named[s] = true
		}
	}
	if named[union] {
		rest := len(named) - 1
		if rest == len(plain(a)) {
			return union
		}
		if rest == 1 && !slices.Contains(a.Enum, "both") {
			return strongest(positive, union)
		}
		return nil
	}
	for _, v := range plain(a) {
		if !named[v] {
			return nil
		}
	}
	for i := 1; i < len(positive); i++ {
		if !joinsValues(d.r.gap(positive[i-1].last+1, positive[i].first)) {
			return nil
		}
	}
	return union
}

// surest leaves out what was merely guessed where a declared name, a number or a
// name of the data says something else.
func (d *decision) surest(positive []mention) []mention {
	exact := slices.ContainsFunc(positive, func(m mention) bool { return m.how == ByRegex && m.score >= 0.8 })
	if !exact {
		return positive
	}
	return slices.DeleteFunc(slices.Clone(positive), func(m mention) bool { return m.how == ByFuzzy && m.score < 0.6 && !m.typo && !d.r.listed(m) })
}

// strongest is the value beside a union that a much surer mention names.
func strongest(positive []mention, union string) any {
	var value any
	best, unionScore := 0., 0.
	for _, m := range positive {
		switch {
		case m.value == union:
			unionScore = max(unionScore, m.score)
		case m.score > best:
			best, value = m.score, m.value
		}
	}
	if best > unionScore+0.1 {
		return value
	}
	return nil
}

// exclude leaves what was not excluded: one value is a choice, several are a question.
func (d *decision) exclude(arg int, negative []mention) {
	a := d.r.arg(arg)
	if isNumeric(a) && len(d.r.firm()) > len(negative) {
		return // a number that was refused beside others that were said
	}
	excluded := map[any]bool{}
	for _, m := range negative {
		excluded[m.value] = true
	}
	var left []any
	for _, v := range d.r.choices(arg) {
		if s, ok := v.(string); ok && !isUnion(s) && !excluded[v] {
			left = append(left, v)
		}
	}
	if len(left) == 1 && len(negative) > 0 {
		m := negative[0]
		d.set(arg, left[0], Origin{Quote: d.r.quote(m.first, m.last), Source: "said"})
		d.take(m, min(m.score, 0.9))
		d.reason = append(d.reason, "the only one left")
		return
	}
	d.ask(arg, fmt.Sprintf("an exclusion leaves several values of %s", a.Title), left)
}

// choices are the values an argument can take: those in view when it was asked,
// else its enumeration.
func (r *reading) choices(arg int) []any {
	a := r.arg(arg)
	var out []any
	if arg == r.asked {
		for i := range r.req.Visible {
			if v := r.k.optionValue(r.req, i+1); v != nil && !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	if len(out) == 0 {
		out = anyList(a.Enum)
	}
	if len(out) == 0 && isOpen(a) {
		out = anyList(r.req.Context.names(a.Values))
	}
	return out
}

func anyList(values []string) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = v
	}
	return out
}
