package choiceinterp

import (
	"slices"
	"strings"
)

func firmOf(mentions []mention) []mention {
	return slices.DeleteFunc(slices.Clone(mentions), func(m mention) bool { return m.score < likely })
}

// withoutStrays leaves out doubtful guesses beside what was clearly said: a weak
// mention counts only where nothing else does.
func (r *reading) withoutStrays() []mention {
	firm := slices.DeleteFunc(slices.Clone(r.mentions), func(m mention) bool { return m.score < likely && !r.listed(m) })
	if len(firm) == 0 {
		return r.mentions
	}
	clear := map[int]bool{}
	for _, m := range firm {
		clear[m.arg] = clear[m.arg] || m.score >= 0.8
	}
	return slices.DeleteFunc(firm, func(m mention) bool {
		return !r.listed(m) && m.how == ByFuzzy && m.score < 0.68 && !r.k.means(r.quoteNorm(m.first, m.last)) && !clear[m.arg] && len(clear) > 1 && anyOf(clear)
	})
}

// listed reports a guess that stands in a list with a clear value of the same
// argument ("babies and pregnant women"): leaving it out would change the choice.
func (r *reading) listed(m mention) bool {
	for _, o := range r.mentions {
		if o.arg != m.arg || o.score < 0.8 || o.value == m.value {
			continue
		}
		gap := ""
		if o.first > m.last {
			gap = r.gap(m.last+1, o.first)
		} else if m.first > o.last {
			gap = r.gap(o.last+1, m.first)
		}
		if m.first > o.last && r.saysNo(o.last+1, m.first) {
			return true // "milder... no, hotter"
		}
		switch strings.TrimSpace(gap) {
		case "and", "or", "&", "et", "ou", "+", "plus":
			return true
		}
	}
	return false
}

func anyOf(set map[int]bool) bool {
	for _, yes := range set {
		if yes {
			return true
		}
	}
	return false
}

// unpair gives a name that was taken for half of a pair to the list it belongs
// to when nobody says the other half.
func (r *reading) unpair() {
	valued := map[int]bool{}
	for _, m := range r.mentions {
		if isPairs(r.arg(m.arg)) && r.atoms[m.first].kind != termAtom {
			valued[m.arg] = true
		}
	}
	for i := range r.mentions {
		m := &r.mentions[i]
		if !isPairs(r.arg(m.arg)) || valued[m.arg] {
			continue
		}
		for n := range r.k.tool.Args {
			if a := r.arg(n); a.Type == "array" && a.Values == vocabularyOf(r.arg(m.arg)) && !r.k.absorbs[n] {
				m.arg = n
				break
			}
		}
	}
}

// pairs fills an argument that gives names a value each ("more rainfall means
// more risk"): where its value is said, the names of the data in the message
// belong to it and to nothing else.
func (d *decision) pairs(byArg map[int][]mention) {
	r := d.r
	for arg, mentions := range byArg {
		if !isPairs(r.arg(arg)) {
			continue
		}
		positive, _ := latest(slices.DeleteFunc(firmOf(mentions), func(m mention) bool {
			return r.atoms[m.first].kind == termAtom
		}))
		if len(positive) == 0 || positive[len(positive)-1].value == nil {
			continue
		}
		value := positive[len(positive)-1]
		given := map[string]any{}
		own := slices.ContainsFunc(mentions, func(m mention) bool { return r.atoms[m.first].kind == termAtom && m.p >= apart })
		for other, named := range byArg {
			kept := named[:0:0]
			for _, m := range named {
				name, isText := m.value.(string)
				if isText && r.atoms[m.first].kind == termAtom && (other == arg || !own || m.p < apart) {
					given[name] = r.pairedWith(positive, m).value
					continue
				}
				if other == arg || m.score > 0.9 {
					kept = append(kept, m)
				}
			}
			byArg[other] = kept
		}
		if len(given) > 0 {
			d.set(arg, given, Origin{Quote: r.quote(value.first, value.last), Source: "said"})
			d.take(value, value.score)
		}
		return
	}
}

// apart is how sure the classifier must be of the arguments of two names to leave
// one of them out of the pairs.
const apart = 0.9

// pairedWith is the value that a name is given: the nearest, and of two as near the
// one in the same clause.
func (r *reading) pairedWith(values []mention, name mention) mention {
	best, least := values[0], 1<<30
	for _, v := range values {
		distance := 2 * max(v.first-name.last, name.first-v.last)
		between := r.gap(min(name.last, v.last)+1, max(name.first, v.first))
		if strings.Contains(between, " and ") || strings.Contains(between, " but ") || strings.Contains(between, " , ") {
			distance++ // another clause
		}
		if distance < least {
			best, least = v, distance
		}
	}
	return best
}

// second gives the second of two names to the other argument of the same
// vocabulary: "rainfall against tpr".
func (d *decision) second(arg int, positive []mention) []mention {
	r := d.r
	if len(positive) != 2 || !isOpen(r.arg(arg)) || positive[0].value == positive[1].value || positive[1].value == nil {
		return positive
	}
	for i := range r.k.tool.Args {
		other := r.arg(i)
		if i == arg || other.Type != "string" || other.Values == "" || other.Values != r.arg(arg).Values {
			continue
		}
		if slices.ContainsFunc(r.mentions, func(m mention) bool { return m.arg == i && m.score >= likely }) || joinsAlternatives(r.gap(positive[0].last+1, positive[1].first)) {
			return positive
		}
		m := positive[1]
		d.set(i, m.value, Origin{Quote: r.quote(m.first, m.last), Source: "said"})
		d.take(m, m.score*0.95)
		return positive[:1]
	}
	return positive
}
