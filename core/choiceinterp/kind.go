package choiceinterp

// kind is what a message does, before it is known what it says.
type kind uint8

const (
	kindChoice   kind = iota // decides something
	kindGo                   // says "do it", decides nothing
	kindQuestion             // asks
	kindNone                 // nothing to act on
	kindVague                // speaks of a choice without making it
	kinds
)

var kindNames = [kinds]string{"choice", "go", "question", "none", "vague"}

func kindNamed(name string) (kind, bool) {
	if name == "" {
		return kindChoice, true
	}
	for k, n := range kindNames {
		if n == name {
			return kind(k), true
		}
	}
	return 0, false
}

// kindModel tells the kinds apart by the words around the values: what was
// found is replaced by a placeholder, so that the same model serves every value.
//
// A second model reads the words as they stand: it notices a message that only
// happens to hold a word that looks like a value.
type kindModel struct{ model, plain *softmax }

func (k *knowledge) trainKinds(samples []sample, readings []*reading) *kindModel {
	m := &kindModel{newSoftmax(int(kinds)), newSoftmax(int(kinds))}
	examples, asTheyStand := make([]example, 0, len(samples)), make([]example, 0, len(samples))
	for i := range samples {
		r := readings[i]
		covered := make([]bool, len(r.atoms))
		spans := 0
		for _, sp := range samples[i].spans {
			spans++
			for a := range r.atoms {
				start := r.tokens[r.atoms[a].first].start
				covered[a] = covered[a] || start >= sp.start && start < sp.end
			}
		}
		weight := float32(1)
		if i < len(k.sentence) {
			weight = 1.5
		}
		examples = append(examples, example{features: r.kindFeatures(covered, spans), label: int(samples[i].kind), weight: weight})
		if samples[i].kind == kindQuestion && len(r.atoms) > 2 && r.atoms[len(r.atoms)-1].word == "?" {
			bare := *r // people leave the question mark out
			bare.atoms = r.atoms[:len(r.atoms)-1]
			examples = append(examples, example{features: bare.kindFeatures(covered, spans), label: int(kindQuestion), weight: weight})
			asTheyStand = append(asTheyStand, example{features: bare.kindFeatures(make([]bool, len(bare.atoms)), 0), label: int(kindQuestion), weight: weight})
		}
		asTheyStand = append(asTheyStand, example{features: r.kindFeatures(make([]bool, len(r.atoms)), 0), label: int(samples[i].kind), weight: weight})
	}
	m.model.train(examples)
	m.plain.train(asTheyStand)
	return m
}

func (m *kindModel) predict(features []uint32) (p [kinds]float32) {
	m.model.predict(features, nil, p[:])
	return p
}

func (m *kindModel) predictPlain(features []uint32) (p [kinds]float32) {
	m.plain.predict(features, nil, p[:])
	return p
}

// kindFeatures are words and pairs of words with the values replaced, how the
// message begins and ends, how much of it is known, and how much was found.
func (r *reading) kindFeatures(covered []bool, found int) []uint32 {
	out := make([]uint32, 0, 4*len(r.atoms)+12)
	add := func(h hasher) { out = append(out, uint32(h)) }
	previous, second := "<edge>", "<edge>"
	n, unknown, content := 0, 0, 0
	for i := range r.atoms {
		a := &r.atoms[i]
		word := a.word
		if covered[i] {
			if i > 0 && covered[i-1] {
				continue
			}
			word = "<value>"
		} else if a.kind == wordAtom && isContent(word) {
			content++
			if r.foreign(word) {
				unknown++
			}
		}
		if a.kind == symbolAtom && word != "?" && word != "!" {
			continue
		}
		add(feature(40).add(word))
		add(feature(41).add(previous).add(word))
		add(feature(42).add(second).add(previous).add(word))
		if n < 3 {
			add(feature(43).number(n).add(word))
		}
		if len(word) > 5 && word[0] != '<' {
			add(feature(44).add(word[:5]))
		}
		second, previous = previous, word
		n++
	}
	add(feature(45).add(previous))
	add(feature(46).add(second).add(previous))
	add(feature(47).number(min(found, 3)))
	add(feature(48).number(min(n, 12) / 2))
	add(feature(49).number(min(unknown, 4)).number(min(found, 1)))
	if content > 0 {
		add(feature(50).number(4 * unknown / content).number(min(found, 1)))
	}
	return out
}
