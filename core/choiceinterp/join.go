package choiceinterp

import "slices"

// join makes one mention of two that touch and speak of the same argument, as
// the words of one noun phrase do: in "large pot" the pot adds nothing to the
// size, and in "small family size" family decides. What all the words support
// together counts; where they support both, both stay.
func (r *reading) join() {
	for i := 1; i < len(r.mentions); {
		a, b := r.mentions[i-1], r.mentions[i]
		value, ok := any(nil), false
		if a.arg == b.arg && !a.outside && !b.outside && len(r.arg(a.arg).Enum) > 0 && r.touch(a.last, b.first) {
			value, ok = r.together(a, b)
		}
		if !ok {
			i++
			continue
		}
		m := a
		if a.value != value || b.value == value && b.score > a.score {
			m = b
		}
		m.value, m.first, m.last = value, a.first, b.last
		r.mentions[i-1] = m
		r.mentions = slices.Delete(r.mentions, i, i+1)
	}
}

// touch reports that nothing but a hyphen stands between two atoms.
func (r *reading) touch(last, first int) bool {
	return last+1 == first || last+2 == first && r.atoms[last+1].word == "-"
}

// together is the value of two mentions that their words support most, if any clearly.
func (r *reading) together(a, b mention) (any, bool) {
	switch {
	case a.value == nil || b.value == nil:
		if a.value == nil {
			a = b
		}
		return a.value, a.score >= likely
	case a.value == b.value:
		return a.value, true
	}
	support := func(value any) float64 {
		label := r.k.tagger.index[tag{a.arg, textOf(value)}]
		sum := 0.
		for n := a.first; n <= b.last; n++ {
			sum += float64(r.at(n)[label])
		}
		return sum
	}
	first, second := support(a.value), support(b.value)
	switch {
	case first > clearly*second:
		return a.value, true
	case second > clearly*first:
		return b.value, true
	}
	return nil, false
}

const clearly = 1.6
