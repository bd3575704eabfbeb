package choiceinterp

import "strings"

// yesOrNo answers an argument that is true or false and was asked for.
func (d *decision) yesOrNo() bool {
	r := d.r
	if r.asked < 0 || r.arg(r.asked).Type != "boolean" || r.kinds[kindQuestion] > 0.5 {
		return false
	}
	answer, said := r.answers()
	if said {
		d.set(r.asked, answer, Origin{Quote: r.req.Text, Source: "said"})
		d.pointed, d.confidence, d.matched = true, 0.95, ByRegex
	}
	return said
}

var yesWords = wordSet("yes yeah yep yup ya y ok okay sure oui agreed accept accepted correct right fine absolutely certainly definitely confirm confirmed true yess alright")

// answers reads a yes or a no: the first word that is one, with a refusal
// anywhere ("please don't", "rather not") being a no.
func (r *reading) answers() (yes, said bool) {
	for i := range r.atoms {
		switch w := r.atoms[i].word; {
		case w == "no" || w == "non" || w == "nope" || w == "nah" || w == "not" || w == "dont" || w == "never" || w == "false":
			return false, true
		case yesWords[w]:
			return true, true
		}
	}
	if r.kinds[kindGo] > 0.5 {
		return true, true
	}
	return false, false
}

// none sets a number to zero that is refused by name ("without any buffer") or,
// when it was asked for, by a bare "none", where zero is allowed.
func (d *decision) none() {
	r := d.r
	arg := r.asked
	bare := false
	if arg >= 0 && isNumeric(r.arg(arg)) && r.contentAtoms <= 1 {
		text := strings.TrimSpace(r.outsideMentions())
		bare = text == "none" || text == "nothing" || text == "zero" || text == "no" || text == "aucun"
	}
	if !bare {
		if named := r.refusedByName(); named >= 0 {
			arg = named
		} else {
			return
		}
	}
	name := r.arg(arg).Name
	for _, m := range r.mentions {
		if m.arg == arg && m.score >= likely {
			return
		}
	}
	zero := numeric(r.arg(arg).Type, 0)
	if r.k.tool.CheckPartial(map[string]any{name: zero}) == nil {
		d.set(arg, zero, Origin{Quote: r.req.Text, Source: "said"})
		d.pointed, d.confidence, d.matched = true, min(d.confidence, 0.9), ByRegex
	}
}

// refusedByName is the numeric argument whose name stands right behind a
// refusal, or -1.
func (r *reading) refusedByName() int {
	for n := range r.atoms {
		if r.atoms[n].kind != wordAtom {
			continue
		}
		for _, arg := range r.k.cues[stem(r.atoms[n].word)] {
			clause := r.gap(max(0, n-3), n)
			refused := strings.Contains(clause, " no ") || strings.Contains(clause, " without ") || strings.Contains(clause, " skip ") || strings.Contains(clause, " drop ") || strings.Contains(clause, " sans ") || strings.Contains(clause, " zero ")
			if isNumeric(r.arg(arg)) && refused && strings.Contains(strings.ToLower(r.arg(arg).Name), r.atoms[n].word) {
				return arg
			}
		}
	}
	return -1
}
