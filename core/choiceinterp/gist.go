package choiceinterp

import (
	"math"
	"slices"
)

// A gist says of a whole message which value of each argument it means, or that
// it means none: a linear classifier for each argument over the message's words,
// their pairs and their letters. The tagger looks at one word with its neighbours;
// the gist hears what many weak words say together, and doubts a word that looks
// like a value in a message about something else.
type gist struct {
	rows    rowTable
	weights []float32 // row by row, the labels of all heads
	width   int
	heads   []gistHead // by argument; one without named values has no labels
}

// A gistHead is one argument's part of the labels; the first of them is "nothing".
type gistHead struct {
	at     int
	labels []int // of the tagger
}

// index is the place of a tagger label in the head; -1 none.
func (h *gistHead) index(label int) int { return slices.Index(h.labels, label) }

func (t *tagger) trainGist(samples []sample, readings []*reading) *gist {
	g := &gist{rows: newRowTable(), heads: t.gistHeads()}
	for _, h := range g.heads {
		g.width += len(h.labels)
	}
	features, gold := make([][]uint32, len(samples)), make([][]int8, len(samples))
	for i := range samples {
		features[i] = readings[i].gistFeatures()
		gold[i] = make([]int8, len(g.heads))
		for arg := range g.heads {
			gold[i][arg] = t.meant(&samples[i], arg, &g.heads[arg])
		}
	}
	rows := g.rows.addAll(features)
	g.weights = make([]float32, g.rows.count*g.width)
	scores := make([]float32, g.width)
	steps := make([]labelStep, 0, g.width)
	passes(len(samples), func(i int, rate float32) bool {
		steps = g.stepsFor(rows[i], gold[i], scores, rate, steps[:0])
		for _, row := range rows[i] {
			weights := g.weights[int(row)*g.width:][:g.width]
			for _, s := range steps {
				weights[s.label] += s.size
			}
		}
		return len(steps) == 0
	})
	return g
}

// gistHeads gives a head to every argument whose values have names. A handful of
// examples is too little to tell what a message is not about.
func (t *tagger) gistHeads() []gistHead {
	heads := make([]gistHead, len(t.k.tool.Args))
	if !t.k.trained {
		return heads
	}
	at := 0
	for arg := range heads {
		if a := &t.k.tool.Args[arg]; isNumeric(a) || isPairs(a) || a.Type == "array" || a.Type == "boolean" {
			continue
		}
		labels := []int{0}
		for label, l := range t.labels {
			if label > 0 && l.arg == arg {
				labels = append(labels, label)
			}
		}
		if len(labels) > 2 {
			heads[arg] = gistHead{at, labels}
			at += len(labels)
		}
	}
	return heads
}

// meant is the place in the head of what a line gives an argument; -1 when it
// gives several values or there is no head.
func (t *tagger) meant(s *sample, arg int, h *gistHead) int8 {
	if h.labels == nil {
		return -1
	}
	place := 0
	for _, sp := range s.spans {
		if t.k.argIndex(sp.arg) != arg {
			continue
		}
		label, known := t.index[tag{arg, sp.value}]
		found := h.index(label)
		if !known || found < 0 || place > 0 && found != place {
			return -1
		}
		place = found
	}
	return int8(place)
}

// stepsFor are the weights to move for a case, none when every head is settled.
func (g *gist) stepsFor(rows []int32, gold []int8, scores []float32, rate float32, steps []labelStep) []labelStep {
	clear(scores)
	for _, row := range rows {
		addTo(scores, g.weights[int(row)*g.width:][:g.width])
	}
	size := rate / float32(math.Sqrt(float64(len(rows))))
	for arg, h := range g.heads {
		if gold[arg] < 0 {
			continue
		}
		p := scores[h.at:][:len(h.labels)]
		normalise(p, nil, hopelessInTraining)
		if p[gold[arg]] > enough {
			continue
		}
		for i, q := range p {
			gradient := -q
			if i == int(gold[arg]) {
				gradient = 1 - q
			}
			if gradient < -negligible || gradient > negligible {
				steps = append(steps, labelStep{int32(h.at + i), size * gradient})
			}
		}
	}
	return steps
}

// predict gives, by argument, the probabilities of its head's labels.
func (g *gist) predict(r *reading) [][]float32 {
	scores := make([]float32, g.width)
	for _, f := range r.gistFeatures() {
		if row := g.rows.find(f); row >= 0 {
			addTo(scores, g.weights[int(row)*g.width:][:g.width])
		}
	}
	p := make([][]float32, len(g.heads))
	for arg, h := range g.heads {
		if h.labels != nil {
			p[arg] = scores[h.at:][:len(h.labels)]
			normalise(p[arg], nil, hopeless)
		}
	}
	return p
}

func (r *reading) gistFeatures() []uint32 {
	out := make([]uint32, 0, 6*len(r.atoms)+2)
	add := func(h hasher) { out = append(out, uint32(h)) }
	previous, second := "<edge>", "<edge>"
	add(feature(60).number(r.asked))
	for i := range r.atoms {
		a := &r.atoms[i]
		if a.kind == symbolAtom {
			continue
		}
		word := a.word
		if a.kind == wordAtom {
			word = stem(word)
		}
		add(feature(61).add(word))
		add(feature(62).add(previous).add(word))
		add(feature(63).add(second).add(word))
		if a.kind == wordAtom && len(word) >= 5 {
			for k := 0; k+4 <= len(word) && k < 6; k++ {
				add(feature(64).add(word[k : k+4]))
			}
		}
		second, previous = previous, word
	}
	add(feature(62).add(previous).add("<edge>"))
	return out
}

const (
	clearlyHeard = 0.8 // from here the gist adds a value that no word carried alone
	clearlyNot   = 0.9 // from here it takes away a guess
)

// hear weighs the mentions with the gist: one that it confirms gains, a guess that
// it does not hear at all goes, and a value that many weak words carry is added.
func (r *reading) hear() {
	r.gist = r.k.gist.predict(r)
	for arg, p := range r.gist {
		if p == nil {
			continue
		}
		labels := r.k.gist.heads[arg].labels
		r.mentions = slices.DeleteFunc(r.mentions, func(m mention) bool {
			return m.arg == arg && p[0] > clearlyNot && m.how == ByFuzzy && !m.typo && m.score < clearlyNot && arg != r.asked && !r.known(m)
		})
		r.vote(arg, p)
		best := argmax(p)
		value := r.k.tagger.labels[labels[best]].value
		if best == 0 || value == vague || value == "" || p[best] < clearlyHeard || !r.legalName(arg, value) {
			continue
		}
		r.confirm(arg, value, float64(p[best]), labels[best])
	}
}

// vote lets the words of an argument's only guess and the whole message choose its
// value together: the one with the largest product of their probabilities.
func (r *reading) vote(arg int, p []float32) {
	at := -1
	for i, m := range r.mentions {
		if m.arg != arg {
			continue
		}
		if at >= 0 || m.how != ByFuzzy || m.value == nil && !m.vague {
			return
		}
		at = i
	}
	if at < 0 {
		return
	}
	m := &r.mentions[at]
	best, most, sum := -1, 0., 0.
	for place, label := range r.k.gist.heads[arg].labels {
		if label == 0 {
			continue
		}
		share := 0.
		for n := m.first; n <= m.last; n++ {
			share += float64(r.at(n)[label] * p[place])
		}
		if sum += share; share > most {
			best, most = label, share
		}
	}
	if best < 0 {
		return
	}
	value := r.k.tagger.labels[best].value
	if value == "" || value == m.value || !r.legalName(arg, value) {
		return
	}
	m.value, m.vague = value, value == vague
	if m.vague {
		m.value = nil
	}
	m.score = max(likely, m.score*most/sum)
}

func (r *reading) confirm(arg int, value string, p float64, label int) {
	speaks := false
	for i := range r.mentions {
		m := &r.mentions[i]
		if m.arg != arg {
			continue
		}
		if m.value == value {
			m.score = max(m.score, 0.95*p)
		}
		speaks = speaks || m.score >= likely
	}
	if speaks {
		return
	}
	first, last := -1, -1
	free := r.covered()
	for n := range r.atoms {
		if a := &r.atoms[n]; !free[n] && a.kind == wordAtom && a.content() && r.k.tagger.supports(a.word, label) {
			if first < 0 {
				first = n
			}
			last = n
		}
	}
	if first < 0 {
		return
	}
	r.mentions = slices.DeleteFunc(r.mentions, func(m mention) bool { return m.arg == arg })
	r.mentions = append(r.mentions, mention{arg: arg, value: value, score: 0.9 * p, first: first, last: last, how: ByFuzzy})
	r.sort(r.mentions)
}

// clearOnes leaves out what the message as a whole does not mean: vague words
// beside a value, and values beside the one that it clearly says.
func (r *reading) clearOnes(arg int, positive []mention) []mention {
	if r.gist == nil || r.gist[arg] == nil || len(positive) < 2 {
		return positive
	}
	for i := 1; i < len(positive); i++ {
		if gap := r.gap(positive[i-1].last+1, positive[i].first); joinsAlternatives(gap) || joinsValues(gap) && unionOf(r.arg(arg)) != "" {
			return positive
		}
	}
	if exact := distinct(positive, func(m mention) bool { return m.how == ByRegex }); exact > 1 {
		return positive // both were said by name
	}
	p := r.gist[arg]
	best := argmax(p)
	value := r.k.tagger.labels[r.k.gist.heads[arg].labels[best]].value
	if p[best] < clearlyHeard || !slices.ContainsFunc(positive, func(m mention) bool { return m.value == value }) {
		return positive
	}
	return slices.DeleteFunc(slices.Clone(positive), func(m mention) bool { return m.value != value })
}

// distinct counts the different values of mentions that satisfy a condition.
func distinct(mentions []mention, is func(mention) bool) int {
	var values []any
	for _, m := range mentions {
		if is(m) && !slices.Contains(values, m.value) {
			values = append(values, m.value)
		}
	}
	return len(values)
}

// known reports a mention with a word that nearly always stood for its value.
func (r *reading) known(m mention) bool {
	label, ok := r.k.tagger.index[tag{m.arg, textOf(m.value)}]
	return ok && slices.ContainsFunc(r.atoms[m.first:m.last+1], func(a atom) bool {
		counts, total := r.k.tagger.memory[stem(a.word)], 0
		for _, n := range counts {
			total += n
		}
		return total > 0 && 4*counts[label] >= 3*total
	})
}

// heard is how likely, as a whole, the message means the values that were said,
// and no value of the arguments that were not; each of the least likely argument.
func (d *decision) heard() (said, silent float64) {
	said, silent = 1, 1
	for arg, p := range d.r.gist {
		if p == nil {
			continue
		}
		h := &d.r.k.gist.heads[arg]
		value, read := d.args[d.r.arg(arg).Name]
		spoken := slices.ContainsFunc(d.r.mentions, func(m mention) bool { return m.arg == arg && m.score >= likely })
		switch {
		case !read && !spoken:
			silent = min(silent, float64(p[0]))
		case read:
			at := slices.IndexFunc(d.r.mentions, func(m mention) bool { return m.arg == arg && m.value == value && !m.negated })
			if at < 0 {
				continue
			}
			if place := h.index(d.r.labelOf(d.r.mentions[at])); place > 0 {
				said = min(said, float64(p[place]))
			}
		}
	}
	return said, silent
}

// hearsValue reports that the whole message probably means a value of some argument.
func (r *reading) hearsValue() bool {
	if slices.ContainsFunc(r.mentions, func(m mention) bool { return m.score > 0.4 }) {
		return true
	}
	for arg, p := range r.gist {
		if p == nil {
			continue
		}
		best := argmax(p)
		if best > 0 && p[best] > likely && r.k.tagger.labels[r.k.gist.heads[arg].labels[best]].value != vague {
			return true
		}
	}
	return false
}
