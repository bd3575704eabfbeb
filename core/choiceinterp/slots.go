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
	r.at = at
	for i := 0; i < len(r.atoms); {
		a := &r.atoms[i]
		switch {
		case a.kind == symbolAtom || r.isIdiom(i):
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
	r.join()
	r.hear()
	r.ranges()
}

// idioms are turns of speech whose second word carries nothing by itself.
var idioms = wordSet("i_mean i_meant at_all after_all above_all")

func (r *reading) isIdiom(i int) bool { return i > 0 && idioms[r.atoms[i-1].word+"_"+r.atoms[i].word] }

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
			sum += float64(at(n)[r.k.tagger.index[tag(h)]]) / float64(a.skip)
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
