package choiceinterp

import (
	"slices"
	"strings"
)

// run takes the longest stretch of atoms that the classifier gives to one
// argument, with small words between, and the value that they support together.
func (r *reading) run(i int, at func(int) []float32) int {
	first := argmax(at(i))
	if first == 0 {
		return r.suspect(i, at)
	}
	if takesBack[r.atoms[i].word] {
		return i + 1
	}
	if w := r.atoms[i].word; (splitsValues[w] || refuses(w)) && !r.isInside(i, first) {
		return i + 1
	}
	arg := r.k.tagger.labels[first].arg
	end, last := i+1, i
	for end < len(r.atoms) && end-last <= 2 {
		a := &r.atoms[end]
		if a.kind == symbolAtom && a.word != "-" && a.word != "<" && a.word != ">" && a.word != "+" || a.skip > 0 || a.kind == termAtom || takesBack[a.word] || splitsValues[a.word] && !r.isInside(end, first) {
			break
		}
		label := argmax(at(end))
		if a.kind == symbolAtom {
			label = 0
		}
		if label > 0 && r.k.tagger.labels[label].arg != arg {
			break
		}
		if label > 0 && label != first && end-last > 1 && at(end)[label] >= firmly && at(i)[first] >= firmly {
			break // "swap rice for beans": two values, not one
		}
		if label > 0 {
			last = end
		} else if a.kind != symbolAtom && a.content() {
			break
		}
		end++
	}
	r.addRun(i, last, arg, at)
	return last + 1
}

// firmly is how sure the classifier must be of two values on either side of a
// small word to tell them apart.
const firmly = 0.7

var splitsValues = wordSet("and or but not nor versus vs et ou then instead")

func (r *reading) addRun(first, last, arg int, at func(int) []float32) {
	if !slices.ContainsFunc(r.atoms[first:last+1], func(a atom) bool { return a.content() }) && len(r.atoms) > 2 {
		for n := first; n <= last; n++ {
			if at(n)[0] > 0.15 || negators[r.atoms[n].word] {
				return // small words alone carry little
			}
		}
	}
	sums := map[string]float64{}
	peak := map[string]float64{}
	for n := first; n <= last; n++ {
		if r.atoms[n].kind == symbolAtom {
			continue
		}
		for label, p := range at(n) {
			if l := r.k.tagger.labels[label]; label > 0 && l.arg == arg {
				sums[l.value] += float64(p)
				peak[l.value] = max(peak[l.value], float64(p))
			}
		}
	}
	first = r.reachBack(first, arg, at)
	best := ""
	bestSum := -1.
	for _, l := range r.k.tagger.labels {
		if s, ok := sums[l.value]; ok && l.arg == arg && s > bestSum {
			best, bestSum = l.value, s
		}
	}
	m := mention{arg: arg, value: best, score: peak[best], first: first, last: last, how: ByFuzzy, typo: r.anyTypo(first, last+1)}
	switch {
	case best == vague:
		m.value, m.vague = nil, true
	case best == "":
		m.value = strings.TrimSpace(r.quote(first, last))
		if !r.openValue(arg, &m) {
			m.value = nil
		}
	case !r.legalName(arg, best):
		m.value = nil
	case !r.supported(first, last, r.k.tagger.index[tag{arg, best}]):
		m.value = nil // the surroundings fit, the words themselves say nothing known
	case r.leadsOutside(first, last, arg, r.k.tagger.index[tag{arg, best}]):
		m.value = nil
	}
	if m.score >= suspected {
		r.mentions = append(r.mentions, m)
	}
}

// supported reports that a word, number or name of a stretch was seen to carry the label.
func (r *reading) supported(first, last, label int) bool {
	words := false
	for n := first; n <= last; n++ {
		a := &r.atoms[n]
		switch {
		case a.kind == quantityAtom || a.kind == termAtom || len(a.hits) > 0:
			return true
		case a.kind == wordAtom && !isContent(a.word) && r.at(n)[label] > surely:
			return true
		case a.kind == wordAtom && isContent(a.word):
			words = true
			if r.k.tagger.supports(a.word, label) {
				return true
			}
		}
	}
	return !words
}

// reachBack takes in small words before a run that the classifier counts to it,
// such as the "no" of a value that is itself a refusal.
func (r *reading) reachBack(first, arg int, at func(int) []float32) int {
	for n := first - 1; n >= 0 && first-n <= 3; n-- {
		a := &r.atoms[n]
		if a.kind != wordAtom || a.content() || splitsValues[a.word] && !refuses(a.word) || refuses(a.word) && !r.isInside(n, argmax(at(first))) || len(r.mentions) > 0 && r.mentions[len(r.mentions)-1].last >= n {
			break
		}
		p := 0.
		for label, q := range at(n) {
			if label > 0 && r.k.tagger.labels[label].arg == arg {
				p += float64(q)
			}
		}
		if p >= 0.4 {
			first = n
		}
	}
	return first
}

// openValue accepts words as the value of an argument that takes any text.
func (r *reading) openValue(arg int, m *mention) bool {
	a := r.arg(arg)
	return isOpen(a) && a.Type == "string" && (a.Values == "" || len(r.vocabulary(a.Values)) == 0)
}

// legalName reports whether a learnt name exists in this session's data.
func (r *reading) legalName(arg int, value string) bool {
	a := r.arg(arg)
	if len(a.Enum) > 0 || a.Values == "" || isPairs(a) || a.Labels[value] != "" {
		return true
	}
	if len(r.req.Context.Columns) == 0 {
		return true
	}
	return slices.ContainsFunc(r.vocabulary(a.Values), func(c Column) bool { return c.Name == value })
}

// suspect keeps a place where "nothing" wins by little: enough to ask about.
func (r *reading) suspect(i int, at func(int) []float32) int {
	p := at(i)
	best := 0
	for label := 1; label < len(p); label++ {
		if best == 0 || p[label] > p[best] {
			best = label
		}
	}
	if best > 0 && float64(p[best]) >= suspected && r.atoms[i].content() {
		r.addRun(i, i, r.k.tagger.labels[best].arg, at)
	}
	return i + 1
}

func argmax(p []float32) int {
	best := 0
	for i, v := range p {
		if v > p[best] {
			best = i
		}
	}
	return best
}

func refuses(word string) bool { return negators[word] || word == "no" }

// isInside reports a negator that belongs to a value: "children not yet ten".
// Before the value's own name it excludes.
func (r *reading) isInside(n, label int) bool {
	if !refuses(r.atoms[n].word) || r.at(n)[label] < inside {
		return false
	}
	if n+1 == len(r.atoms) || r.isBoundary(n+1) {
		return false
	}
	for _, a := range r.atoms[n+1 : min(n+4, len(r.atoms))] {
		if slices.Contains(a.hits, hit(r.k.tagger.labels[label])) {
			return false
		}
	}
	return true
}

// inside is how sure the classifier must be that a negator belongs to a value
// ("not yet ten") and does not exclude it.
const inside = 0.7

// surely is how sure it must be that a small word carries a value ("more" of "more risk").
const surely = 0.7
