package choiceinterp

import (
	"slices"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// What is said beside a known word may lead outside of what the declaration
// knows: "saliva tests" are no test method of ours although "tests" are known,
// and people "above 65" are no age group although people are.

// leadsOutside reports that a stretch given to an argument's value is narrowed by
// something unknown: a foreign word before mere words for the argument, or a
// number that no value of the argument was ever named with.
func (r *reading) leadsOutside(first, last, arg, label int) bool {
	if len(r.arg(arg).Enum) == 0 {
		return false
	}
	return r.foreignKind(first, last, arg, label) || r.strangeNumber(first, last, arg)
}

// foreignKind reports that all known words of the stretch are words for the
// argument itself and that a foreign one, or one that was only ever undecided,
// stands among them or right before.
func (r *reading) foreignKind(first, last, arg, label int) bool {
	undecided, speaks := r.k.tagger.index[tag{arg, vague}]
	foreign, known := false, false
	for n := max(0, first-1); n <= last; n++ {
		a := &r.atoms[n]
		switch {
		case a.kind != wordAtom || !isContent(a.word):
			if n >= first && a.content() {
				return false
			}
		case !a.typo && len(a.hits) == 0 && (r.foreign(a.word) || speaks && r.k.tagger.supports(a.word, undecided)) && !r.k.tagger.supports(a.word, label):
			foreign = true
		case n < first:
		case len(a.hits) > 0 || !r.isCue(a.word, arg):
			return false
		default:
			known = true
		}
	}
	return foreign && known
}

func (r *reading) isCue(word string, arg int) bool {
	for _, i := range r.k.cues[stem(word)] {
		if i == arg {
			return true
		}
	}
	return false
}

// stranger is a word that may be a name which the data of this session do not have,
// for a tool that takes names, and the argument that takes them: "the order for
// Wakanda"; "" none.
func (r *reading) stranger() (name string, arg int) {
	arg = slices.IndexFunc(r.k.tool.Args, func(a schemaregistry.Arg) bool { return isOpen(&a) && a.Values != "" && a.Values != "periods" })
	if arg < 0 {
		return "", arg
	}
	at := slices.IndexFunc(r.atoms, func(a atom) bool {
		return a.kind == wordAtom && isContent(a.word) && !a.typo && (r.foreign(a.word) || r.k.isName(a.word))
	})
	if at < 0 {
		return "", arg
	}
	return r.quote(at, at), arg
}

// isName reports a word that declaration or corpus use as a name of the data.
func (k *knowledge) isName(word string) bool {
	for _, names := range k.named {
		if slices.ContainsFunc(names, func(name string) bool { return foldPhrase(name) == word }) {
			return true
		}
	}
	return false
}

// limits are words that put a number to what stands before them.
var limits = wordSet("above over under below from between aged than")

// strangeNumber reports a number in the stretch, or a limit right behind it, that
// stands in no name and no trained mention of the argument's values.
func (r *reading) strangeNumber(first, last, arg int) bool {
	for n := first; n < len(r.atoms) && n <= last+2; n++ {
		a := &r.atoms[n]
		if a.kind != quantityAtom || n == last+1 || n == last+2 && !limits[r.atoms[last+1].word] {
			continue
		}
		if numbers := r.k.numbers[arg]; len(numbers) > 0 && !numbers[r.quantities[a.quantity].Value] {
			return true
		}
	}
	return false
}

// learnNumbers keeps the numbers with which values of enumerations are named.
func (k *knowledge) learnNumbers(s sample) {
	var found []Quantity
	for i, sp := range s.spans {
		if i == 0 {
			found = findQuantities(s.tokens)
		}
		arg := k.argIndex(sp.arg)
		if arg < 0 || len(found) == 0 || sp.value == vague || len(k.tool.Args[arg].Enum) == 0 {
			continue
		}
		for _, q := range found {
			if t := s.tokens[q.first]; t.start >= sp.start && t.start < sp.end {
				if k.numbers[arg] == nil {
					k.numbers[arg] = map[float64]bool{}
				}
				k.numbers[arg][q.Value] = true
			}
		}
	}
}
