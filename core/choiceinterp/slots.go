package choiceinterp

import (
	"math"
	"slices"
	"strings"
)

const (
	certain   = 0.93 // a declared name, spelt out
	likely    = 0.5  // below this the classifier's guess is no mention
	suspected = 0.25 // below this it is not even worth asking
)

// findMentions collects the places that speak of arguments: declared names, what
// the classifier recognises, numbers, names of the data.
func (r *reading) findMentions() {
	labels := len(r.k.tagger.labels)
	p := make([]float32, labels*len(r.atoms))
	for i := range r.atoms {
		if r.atoms[i].kind != symbolAtom {
			r.k.tagger.model.predict(r.features(i, false), r.k.tagger.allowed(r.atoms[i].kind), p[i*labels:(i+1)*labels])
			if r.atoms[i].kind == wordAtom {
				r.k.tagger.recall(r.atoms[i].word, p[i*labels:(i+1)*labels])
			}
		}
	}
	at := func(i int) []float32 { return p[i*labels : (i+1)*labels] }
	for i := 0; i < len(r.atoms); {
		a := &r.atoms[i]
		switch {
		case a.kind == symbolAtom || i > 0 && r.atoms[i-1].word == "i" && (a.word == "mean" || a.word == "meant"):
			i++
		case a.skip > 0:
			i = r.phrase(i, at)
		case a.kind == quantityAtom:
			i = r.amount(i, at)
		case a.kind == termAtom:
			i = r.named(i, at)
		default:
			i = r.run(i, at)
		}
	}
}

// phrase takes a declared name; the classifier decides between several
// arguments and may say that here the words mean nothing.
func (r *reading) phrase(i int, at func(int) []float32) int {
	a := &r.atoms[i]
	end := i + a.skip
	best, bestP := a.hits[0], -1.
	nothing := 0.
	content := false
	args := map[int]bool{}
	for n := i; n < end; n++ {
		nothing += float64(at(n)[0]) / float64(a.skip)
		content = content || r.atoms[n].kind == wordAtom && isContent(r.atoms[n].word)
	}
	for _, h := range a.hits {
		sum := 0.
		args[h.arg] = true
		for n := i; n < end; n++ {
			sum += float64(at(n)[r.k.tagger.index[tag{h.arg, h.value}]]) / float64(a.skip)
		}
		if h.arg == r.asked {
			sum += 0.3
		}
		if sum > bestP {
			best, bestP = h, sum
		}
	}
	if other, otherP := r.bestLabel(at, i, end); otherP > 0.8 && other.arg >= 0 && bestP < 0.15 && other.value != "" {
		return r.run(i, at)
	}
	prior := certain
	switch {
	case len(args) > 1:
		prior = 0.6
	case !content:
		prior = 0.75
	}
	if best.arg == r.asked {
		prior = certain
	}
	if !r.k.trained {
		nothing *= 0.3
	}
	score := max(math.Min(bestP, 0.99), prior*(1-0.75*nothing))
	if len(args) == 1 && r.k.means(r.quoteNorm(i, end-1)) {
		score = max(score, 0.85)
	}
	if score >= suspected {
		r.mentions = append(r.mentions, mention{
			arg: best.arg, value: best.value, score: score, first: i, last: end - 1, how: ByRegex, typo: r.anyTypo(i, end),
		})
	}
	return end
}

// quoteNorm is the folded text under atoms first to last.
func (r *reading) quoteNorm(first, last int) string {
	return strings.TrimSpace(r.gap(first, last+1))
}

func (r *reading) anyTypo(first, end int) bool {
	return slices.ContainsFunc(r.atoms[first:end], func(a atom) bool { return a.typo })
}

func (r *reading) bestLabel(at func(int) []float32, first, end int) (tag, float64) {
	best, bestP := 0, 0.
	for label := range r.k.tagger.labels {
		sum := 0.
		for n := first; n < end; n++ {
			sum += float64(at(n)[label])
		}
		if sum > bestP {
			best, bestP = label, sum
		}
	}
	return r.k.tagger.labels[best], bestP / float64(end-first)
}

// amount gives a number to the argument that its unit, its neighbours and its
// size fit.
func (r *reading) amount(i int, at func(int) []float32) int {
	q := r.quantities[r.atoms[i].quantity]
	p := at(i)
	best, bestScore := -1, 0.
	for n := range r.k.tool.Args {
		if !isNumeric(r.arg(n)) {
			continue
		}
		score := float64(p[r.k.tagger.index[tag{n, ""}]])
		score = r.fitUnit(n, i, q, score)
		if score > bestScore {
			best, bestScore = n, score
		}
	}
	if arg := r.correctedNumber(i); arg >= 0 && arg != best && bestScore < 0.97 && r.noun(i) == "" {
		best, bestScore = arg, r.mentions[len(r.mentions)-1].score
	}
	if label := argmax(p); label > 0 && r.k.tagger.labels[label].value != "" && float64(p[label]) > bestScore {
		return r.run(i, at)
	}
	if label := argmax(p); label > 0 && !isNumeric(r.arg(r.k.tagger.labels[label].arg)) && float64(p[label]) > bestScore {
		return r.run(i, at)
	}
	if best >= 0 && bestScore >= suspected {
		value, inside := r.fitRange(best, q)
		r.mentions = append(r.mentions, mention{
			arg: best, value: value, score: bestScore, first: i, last: i, how: ByRegex, outside: !inside,
		})
	}
	return i + 1
}

// correctedNumber is the numeric mention that a number without an argument of its
// own takes back: "household size 5, sorry, 6".
func (r *reading) correctedNumber(i int) int {
	if len(r.mentions) == 0 {
		return -1
	}
	last := &r.mentions[len(r.mentions)-1]
	if !isNumeric(r.arg(last.arg)) || last.score < likely {
		return -1
	}
	before := r.gap(last.last+1, i)
	if r.corrects(before, last, &mention{arg: last.arg}) || r.saysNo(last.last+1, i) {
		return last.arg
	}
	return -1
}

// fitUnit raises or lowers an argument's claim on a number by what the number
// counts: the declared unit, a percent sign, a measure, another noun.
func (r *reading) fitUnit(n, i int, q Quantity, score float64) float64 {
	arg := r.arg(n)
	percent := arg.Unit == "percent" || arg.Unit == "%"
	unit, foreign := false, false
	for k := i + 1; k < len(r.atoms) && k <= i+3; k++ {
		a := &r.atoms[k]
		if a.kind != wordAtom || foreign {
			break
		}
		if arg.Unit != "" && slices.ContainsFunc(words(arg.Unit), func(w string) bool { return stem(w) == stem(a.word) && isContent(w) }) {
			unit = true
			break
		}
		foreign = k == i+1 && r.countsOther(n, a.word)
	}
	switch {
	case q.Percent && !percent:
		return 0
	case q.Percent && percent && (r.percents() == 1 || n == r.asked):
		return 1 - (1-score)*0.5
	case q.Measure != "" && !strings.Contains(arg.Unit, q.Measure):
		return score * 0.2
	case unit:
		return 1 - (1-score)*0.1
	case foreign:
		return score * 0.5
	case n == r.asked && r.contentAtoms <= 2 && (r.noun(i) == "" || slices.Contains(r.k.cues[r.noun(i)], n)):
		return 1 - (1-score)*0.1
	case n == r.asked && r.noun(i) != "" && !slices.Contains(r.k.cues[r.noun(i)], n):
		return score * 0.6
	}
	return score
}

// percents counts the arguments that are percentages.
func (r *reading) percents() int {
	count := 0
	for i := range r.k.tool.Args {
		if r.arg(i).Unit == "percent" {
			count++
		}
	}
	return count
}

// countsOther reports that the word behind a number is what another argument
// counts.
func (r *reading) countsOther(n int, word string) bool {
	for k := range r.k.tool.Args {
		if unit := r.arg(k).Unit; k != n && unit != "" && stem(word) == stem(unit) {
			return true
		}
	}
	return false
}

// fitRange chooses the reading of a number that the argument allows. A value
// that the schema refuses is reported, not bent.
func (r *reading) fitRange(n int, q Quantity) (value float64, inside bool) {
	arg := r.arg(n)
	if arg.Unit == "percent" && !q.Percent && q.Value > 0 && q.Value < 1 && math.IsNaN(q.Alt) && r.tokens[q.first].kind == wordToken {
		q.Value = math.Round(q.Value*1e6) / 1e4 // half of the need is 50 %
	}
	legal := func(v float64) bool {
		if math.IsNaN(v) || arg.Type == "integer" && v != math.Trunc(v) || math.Abs(v) > 1e15 {
			return false
		}
		return r.k.tool.CheckPartial(map[string]any{arg.Name: numeric(arg.Type, v)}) == nil
	}
	if legal(q.Value) && !(arg.Type == "integer" && !math.IsNaN(q.Alt) && q.Alt > q.Value && legal(q.Alt)) {
		return q.Value, true
	}
	if legal(q.Alt) {
		return q.Alt, true
	}
	return q.Value, legal(q.Value)
}

func numeric(kind string, v float64) any {
	if kind == "integer" && v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return int64(v)
	}
	return v
}

// named gives a name of the data to an argument that takes such names.
func (r *reading) named(i int, at func(int) []float32) int {
	t := r.terms[r.atoms[i].term]
	p := at(i)
	best, bestP := -1, -1.
	for n := range r.k.tool.Args {
		arg := r.arg(n)
		if !isOpen(arg) || vocabularyOf(arg) != t.vocabulary {
			continue
		}
		score := float64(p[r.k.tagger.index[tag{n, ""}]])
		if n == r.asked {
			score += 0.3
		}
		if score > bestP {
			best, bestP = n, score
		}
	}
	if best < 0 {
		return i + 1
	}
	m := mention{arg: best, first: i, last: i, how: ByRegex, typo: t.typo, p: bestP, score: math.Max(math.Min(bestP, .99), 0.85*(1-0.5*float64(p[0])))}
	switch {
	case t.vocabulary == "periods":
		m.value = strings.TrimSpace(r.quote(i, i))
	case len(t.values) == 1:
		m.value = t.values[0]
	default:
		m.several = t.values
	}
	if t.typo || t.partial {
		m.score *= 0.95
		m.how = ByFuzzy
	}
	r.mentions = append(r.mentions, m)
	return i + 1
}

// run takes the longest stretch of atoms that the classifier gives to one
// argument, with small words between, and the value that they support together.
func (r *reading) run(i int, at func(int) []float32) int {
	first := argmax(at(i))
	if first == 0 {
		return r.suspect(i, at)
	}
	if splitsValues[r.atoms[i].word] {
		return i + 1
	}
	if w := r.atoms[i].word; (negators[w] || w == "no") && !r.k.refusing[r.k.tagger.labels[first]] {
		return i + 1
	}
	arg := r.k.tagger.labels[first].arg
	end, last := i+1, i
	for end < len(r.atoms) && end-last <= 2 {
		a := &r.atoms[end]
		if a.kind == symbolAtom && a.word != "-" && a.word != "<" && a.word != ">" && a.word != "+" || a.skip > 0 || a.kind == termAtom || splitsValues[a.word] {
			break
		}
		label := argmax(at(end))
		if a.kind == symbolAtom {
			label = 0
		}
		if label > 0 && r.k.tagger.labels[label].arg != arg {
			break
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
		m.value = nil
	case best == "":
		m.value = strings.TrimSpace(r.quote(first, last))
		if !r.openValue(arg, &m) {
			m.value = nil
		}
	case !r.legalName(arg, best):
		m.value = nil
	case !r.supported(first, last, r.k.tagger.index[tag{arg, best}]):
		m.value = nil // the surroundings fit, the words themselves say nothing known
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
		if a.kind != wordAtom || a.content() || (negators[a.word] || a.word == "no") && !r.k.refusing[r.k.tagger.labels[argmax(at(first))]] || len(r.mentions) > 0 && r.mentions[len(r.mentions)-1].last >= n {
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
