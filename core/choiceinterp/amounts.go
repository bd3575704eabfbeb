package choiceinterp

import (
	"math"
	"slices"
	"strings"
)

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
		score = r.fitUnit(n, i, q, score, float64(p[0]))
		if score > bestScore {
			best, bestScore = n, score
		}
	}
	if arg := r.correctedNumber(i); arg >= 0 && bestScore < 0.97 && r.noun(i) == "" {
		best, bestScore = arg, max(r.mentions[len(r.mentions)-1].score, bestScore)
	}
	if label := argmax(p); label > 0 && r.k.tagger.labels[label].value != "" && float64(p[label]) > bestScore {
		return r.run(i, at)
	}
	if label := argmax(p); label > 0 && !isNumeric(r.arg(r.k.tagger.labels[label].arg)) && float64(p[label]) > bestScore {
		return r.run(i, at)
	}
	if best >= 0 && bestScore >= suspected {
		value, inside := r.fitRange(best, q)
		inside = inside && !r.couldBeAnother(best, q)
		r.mentions = append(r.mentions, mention{
			arg: best, value: value, score: bestScore, first: i, last: i, how: ByRegex, outside: !inside,
		})
	}
	return i + 1
}

// couldBeAnother reports a number that stands alone, unasked for, and could as well be
// another argument's.
func (r *reading) couldBeAnother(best int, q Quantity) bool {
	if r.asked >= 0 || r.contentAtoms > 1 || len(r.req.Memory.Last) > 0 {
		return false
	}
	for n := range r.k.tool.Args {
		if a := r.arg(n); n != best && isNumeric(a) && a.Unit == "percent" == (r.arg(best).Unit == "percent") {
			if _, legal := r.fitRange(n, q); legal {
				return true
			}
		}
	}
	return false
}

// ranges marks the second number of "100-200k" and "50 to 60k" as undecided,
// unless the first is what it changes from.
func (r *reading) ranges() {
	for n := range r.mentions {
		m := &r.mentions[n]
		i := m.first
		if !isNumeric(r.arg(m.arg)) || i < 2 || r.atoms[i].kind != quantityAtom || r.atoms[i-2].kind != quantityAtom {
			continue
		}
		joint := r.atoms[i-1].word
		if joint == "-" || joint == "to" && (i < 3 || !replaceWords[r.atoms[i-3].word]) {
			m.outside = true
		}
	}
}

// correctedNumber is the numeric mention that a number without an argument of its
// own takes back ("household size 5, sorry, 6") or leads to ("from 75 to 90").
func (r *reading) correctedNumber(i int) int {
	if len(r.mentions) == 0 {
		return -1
	}
	last := &r.mentions[len(r.mentions)-1]
	if !isNumeric(r.arg(last.arg)) || last.score < likely {
		return -1
	}
	before := r.gap(last.last+1, i)
	if before == " to " && last.first > 0 && r.atoms[last.first-1].word == "from" {
		return last.arg
	}
	if r.corrects(before, last, &mention{arg: last.arg}) || r.saysNo(last.last+1, i) {
		return last.arg
	}
	return -1
}

// fitUnit raises or lowers an argument's claim on a number by what the number
// counts: the declared unit, a percent sign, a measure, another noun. The unit
// alone makes no choice of a number that the classifier takes for nothing.
func (r *reading) fitUnit(n, i int, q Quantity, score, nothing float64) float64 {
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
	case r.calledByName(n, i):
		return 1 - (1-score)*0.1
	case q.Percent && percent && (r.percents() == 1 || n == r.asked):
		return 1 - (1-score)*0.5
	case q.Measure != "" && !strings.Contains(arg.Unit, q.Measure):
		return score * 0.2
	case unit && r.k.trained && nothing > 0.9 && n != r.asked:
		return 1 - (1-score)*0.6
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

// calledByName reports that a number stands within three words behind the whole
// name of an argument ("corkage fee 5" of corkage_fee), its unit aside.
func (r *reading) calledByName(n, i int) bool {
	arg := r.arg(n)
	name := slices.DeleteFunc(words(arg.Name), func(w string) bool { return w == arg.Unit || len(w) < 3 })
	before := map[string]bool{}
	for k := i - 1; k >= 0 && k >= i-len(name)-3 && r.atoms[k].kind == wordAtom; k-- {
		before[stem(r.atoms[k].word)] = true
	}
	return len(name) > 0 && !slices.ContainsFunc(name, func(w string) bool { return !before[stem(w)] })
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
