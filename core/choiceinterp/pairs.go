package choiceinterp

import "slices"

func firmOf(mentions []mention) []mention {
	return slices.DeleteFunc(slices.Clone(mentions), func(m mention) bool { return m.score < likely })
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
		for other, named := range byArg {
			kept := named[:0:0]
			for _, m := range named {
				name, isText := m.value.(string)
				if isText && r.atoms[m.first].kind == termAtom {
					given[name] = value.value
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
