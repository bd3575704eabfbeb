package choiceinterp

import (
	"strings"
)

// The tagger says of every atom which argument it speaks of and with which
// value: a softmax over the word, its letters, its neighbours, and what the
// declaration says of them.
type tagger struct {
	k      *knowledge
	model  *softmax
	labels []tag                  // 0 is "nothing"
	index  map[tag]int            // label of a tag
	number []bool                 // labels allowed for a number
	term   []bool                 // for a name of the data
	word   []bool                 // for a word
	memory map[string]map[int]int // word -> label -> how often
	starts map[string]map[int]int // the same by the first five letters
}

// A tag is an argument with a value; value "" is "the number or name itself",
// "?" is something too vague to decide.
type tag struct {
	arg   int
	value string
}

const vague = "?"

// newTagger knows its labels and has learned nothing.
func (k *knowledge) newTagger(samples []sample) *tagger {
	t := &tagger{k: k, index: map[tag]int{}, labels: []tag{{-1, ""}}}
	for i := range k.tool.Args {
		arg := &k.tool.Args[i]
		for _, value := range arg.Enum {
			t.addLabel(tag{i, value})
		}
		if isNumeric(arg) || isOpen(arg) {
			t.addLabel(tag{i, ""})
		}
	}
	for _, s := range samples {
		for _, sp := range s.spans {
			if i := k.argIndex(sp.arg); i >= 0 && k.learnable(i, sp.value) {
				t.addLabel(tag{i, sp.value})
			}
		}
	}
	t.allow()
	return t
}

func (t *tagger) train(samples []sample, readings []*reading) {
	t.memory, t.starts = map[string]map[int]int{}, map[string]map[int]int{}
	t.model = newSoftmax(len(t.labels))
	t.model.train(t.examples(samples, readings))
}

// learnable keeps labels to legal ones: a corpus may know values that this
// declaration does not have.
func (k *knowledge) learnable(arg int, value string) bool {
	enum := k.tool.Args[arg].Enum
	if len(enum) == 0 || value == vague {
		return value == vague || value == "" || isOpen(&k.tool.Args[arg])
	}
	for _, v := range enum {
		if v == value {
			return true
		}
	}
	return false
}

func (t *tagger) addLabel(l tag) {
	if _, known := t.index[l]; !known {
		t.index[l] = len(t.labels)
		t.labels = append(t.labels, l)
	}
}

// allow fixes which labels an atom of each kind can have.
func (t *tagger) allow() {
	n := len(t.labels)
	t.number, t.term, t.word = make([]bool, n), make([]bool, n), make([]bool, n)
	t.number[0], t.term[0], t.word[0] = true, true, true
	for i, l := range t.labels[1:] {
		arg := &t.k.tool.Args[l.arg]
		valued := l.value != ""
		t.number[i+1] = valued && l.value != vague || isNumeric(arg) && !valued || isOpen(arg) && arg.Values == "periods" && !valued
		t.term[i+1] = valued && l.value != vague && !isPairs(arg) || isOpen(arg) && !valued
		t.word[i+1] = valued || isOpen(arg) && !isPairs(arg)
	}
}

func (t *tagger) allowed(kind atomKind) []bool {
	switch kind {
	case quantityAtom:
		return t.number
	case termAtom:
		return t.term
	}
	return t.word
}

// examples makes one training case of every atom of every sample. In every
// eighth case the word itself is hidden, so that letters and context are learnt.
func (t *tagger) examples(samples []sample, readings []*reading) []example {
	all := make([]example, 0, 8*len(samples))
	hide := uint32(1)
	for s := range samples {
		r := readings[s]
		labels := t.gold(r, &samples[s])
		for i := range r.atoms {
			if r.atoms[i].kind == symbolAtom || labels[i] < 0 {
				continue
			}
			if a := &r.atoms[i]; a.kind == wordAtom && isContent(a.word) && len(r.atoms) > 1 {
				count(t.memory, stem(a.word), labels[i])
			}
			if a := &r.atoms[i]; a.kind == wordAtom && len(a.word) >= 5 {
				count(t.starts, a.word[:5], labels[i])
			}
			hide = hide*1664525 + 1013904223
			features := r.features(i, r.atoms[i].kind == wordAtom && hide>>24 < 30)
			all = append(all, example{features: features, label: labels[i], allowed: t.allowed(r.atoms[i].kind), weight: 1})
		}
	}
	return all
}

// count adds one to a label of a word.
func count(memory map[string]map[int]int, word string, label int) {
	if memory[word] == nil {
		memory[word] = map[int]int{}
	}
	memory[word][label]++
}

// gold gives each atom its label; -1 leaves it out of training.
func (t *tagger) gold(r *reading, s *sample) []int {
	labels := make([]int, len(r.atoms))
	for i, a := range r.atoms {
		for _, sp := range s.spans {
			if r.tokens[a.first].start < sp.start || r.tokens[a.first].start >= sp.end {
				continue
			}
			labels[i] = -1
			if arg := t.k.argIndex(sp.arg); arg >= 0 {
				if label, ok := t.index[tag{arg, sp.value}]; ok && t.allowed(a.kind)[label] {
					labels[i] = label
				}
			}
		}
	}
	return labels
}

// recall raises the label that a word nearly always had, since words outside
// any trained context mislead the classifier.
func (t *tagger) recall(word string, p []float32) {
	counts := t.memory[stem(word)]
	total, best := 0, 0
	for label, n := range counts {
		total += n
		if n > counts[best] || n == counts[best] && label < best {
			best = label
		}
	}
	if best == 0 || total < 3 {
		return
	}
	floor := 0.75 * float32(counts[best]) / float32(total+1)
	if p[best] >= floor || p[best] < 0.1 {
		return
	}
	for label := 1; label < len(p); label++ {
		if p[label] > p[best] && (counts[label] > 0 || total < 3) {
			return
		}
	}
	rest := (1 - floor) / (1 - p[best])
	for label := range p {
		p[label] *= rest
	}
	p[best] = floor
}

// supports reports that a word, or one that begins like it, stood for the label
// in at least one of ten of its uses.
func (t *tagger) supports(word string, label int) bool { return t.shareOf(word, label) >= 0.1 }

// shareOf is the share of its uses in which a word, or one that begins like it,
// stood for the label: 0 of a word that was never seen.
func (t *tagger) shareOf(word string, label int) float64 {
	counts := t.memory[stem(word)]
	if counts == nil && len(word) >= 5 {
		counts = t.starts[word[:5]]
	}
	total := 0
	for _, n := range counts {
		total += n
	}
	return float64(counts[label]) / float64(max(total, 1))
}

// features of atom i. Templates are numbered; a hidden word keeps only context.
func (r *reading) features(i int, hidden bool) []uint32 {
	at := func(k int) *atom {
		if k < 0 || k >= len(r.atoms) {
			return &edge
		}
		return &r.atoms[k]
	}
	a := at(i)
	out := make([]uint32, 0, 40)
	add := func(h hasher) { out = append(out, uint32(h)) }
	word, before, after := a.word, at(i-1).word, at(i+1).word
	add(feature(0).number(int(a.kind)))
	if !hidden {
		add(feature(1).add(word))
		add(feature(2).add(before).add(word))
		add(feature(3).add(word).add(after))
		if a.kind == wordAtom {
			add(feature(4).add(stem(word)))
			if len(word) >= 4 {
				r.letters(word, add)
			}
		}
	}
	add(feature(5).add(before))
	add(feature(6).add(after))
	add(feature(7).add(at(i - 2).word).add(before))
	add(feature(8).add(after).add(at(i + 2).word))
	for _, k := range [...]int{i - 3, i - 2, i + 2, i + 3} {
		add(feature(9).add(at(k).word))
	}
	for _, h := range a.hits {
		add(feature(10).number(h.arg).add(h.value))
	}
	r.askedFeatures(i, add)
	r.cueFeatures(i, add)
	return out
}

var edge = atom{word: "<edge>", kind: symbolAtom}

// letters are the word's beginnings and endings and its runs of four.
func (r *reading) letters(word string, add func(hasher)) {
	add(feature(11).add(word[:4]))
	add(feature(12).add(word[len(word)-3:]))
	for k := 0; k+4 <= len(word) && k < 8; k++ {
		add(feature(13).add(word[k : k+4]))
	}
}

// askedFeatures say which argument was asked for; it counts most in a short answer.
func (r *reading) askedFeatures(i int, add func(hasher)) {
	if r.asked < 0 {
		return
	}
	add(feature(14).number(r.asked).number(int(r.atoms[i].kind)))
	for _, h := range r.atoms[i].hits {
		if h.arg == r.asked {
			add(feature(15).add(h.value))
		}
	}
	if r.atoms[i].kind == quantityAtom && r.contentAtoms == 1 {
		add(feature(16).number(r.asked))
	}
	if r.atoms[i].content() && r.contentAtoms <= 3 {
		add(feature(22).number(r.asked).number(int(r.atoms[i].kind)))
	}
}

// cueFeatures say which arguments the words around a number or name belong to,
// by title, name and unit of the declaration.
func (r *reading) cueFeatures(i int, add func(hasher)) {
	for distance := 1; distance <= 3; distance++ {
		for side, k := range [...]int{i - distance, i + distance} {
			if k < 0 || k >= len(r.atoms) || r.atoms[k].kind != wordAtom {
				continue
			}
			for _, arg := range r.k.cues[stem(r.atoms[k].word)] {
				add(feature(17).number(arg).number(side))
				if side == 1 && distance == 1 {
					add(feature(18).number(arg))
				}
			}
		}
	}
	if r.atoms[i].kind == quantityAtom {
		q := r.quantities[r.atoms[i].quantity]
		if q.Measure != "" {
			add(feature(19).add(q.Measure))
		}
		if q.Clear {
			add(feature(20))
		}
		add(feature(21).add(strings.ToLower(r.noun(i))))
	}
}

// noun is the first content word behind an atom, within three.
func (r *reading) noun(i int) string {
	for k := i + 1; k < len(r.atoms) && k <= i+3; k++ {
		if r.atoms[k].kind == wordAtom && isContent(r.atoms[k].word) {
			return stem(r.atoms[k].word)
		}
		if r.atoms[k].kind == symbolAtom {
			break
		}
	}
	return ""
}
