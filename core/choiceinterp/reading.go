package choiceinterp

import (
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// A reading is one message being understood.
type reading struct {
	k            *knowledge
	req          *Request
	tokens       []token
	quantities   []Quantity
	terms        []term
	atoms        []atom
	asked        int // index of the asked argument, -1 none
	contentAtoms int
	training     bool
	general      bool // the training line is none of the tool's own
	lone         bool // it is one misspelt value of the asked argument, and nothing else

	at       func(atom int) []float32 // what the tagger says of an atom: a probability for each label
	mentions []mention
	gist     [][]float32    // what the whole message says, by argument
	kinds    [kinds]float32 // with what was found replaced
	plain    [kinds]float32 // as the words stand
}

// A mention is a place in the message that speaks of an argument's value.
type mention struct {
	arg         int
	value       any     // string or float64; nil when vague
	score       float64 // probability that it is meant so
	first, last int     // atoms
	how         MatchedBy
	p           float64 // the classifier's own probability, of a name of the data
	typo        bool
	vague       bool // said too vaguely to decide
	negated     bool
	additive    bool // "not only" this
	era         int  // corrections that stand before it
	option      int  // 1-based visible option it points at; 0 none
	several     []string
	outside     bool // a number outside the argument's range
}

func (r *reading) arg(i int) *schemaregistry.Arg { return &r.k.tool.Args[i] }

// read takes a request apart.
func (k *knowledge) read(req *Request) *reading {
	r := &reading{k: k, req: req, asked: -1}
	if req.Asked != "" {
		r.asked = k.argIndex(req.Asked)
	}
	r.tokens = tokenize(req.Text)
	r.terms = r.findTerms()
	r.terms = slices.DeleteFunc(r.terms, func(t term) bool { return t.vocabulary != "periods" && k.declares(r.tokens, t) })
	r.finish()
	return r
}

// declares reports that a declared name of a value covers a name of the data.
func (k *knowledge) declares(tokens []token, t term) bool {
	for first := max(0, t.first-2); first <= t.first; first++ {
		for last := t.last; last < len(tokens) && last <= t.last+2; last++ {
			var phrase []string
			for _, token := range tokens[first : last+1] {
				if token.kind != symbolToken {
					phrase = append(phrase, token.norm)
				}
			}
			joined := strings.Join(phrase, " ")
			if k.phrases[joined] != nil || k.phrases[stemLast(joined)] != nil {
				return true
			}
		}
	}
	return false
}

// readSample takes a training line apart; its marked names of the data are the
// terms.
func (k *knowledge) readSample(s *sample) *reading {
	r := &reading{k: k, asked: -1, training: true}
	if s.asked != "" {
		r.asked = k.argIndex(s.asked)
	}
	r.tokens = s.tokens
	for _, sp := range s.spans {
		i := k.argIndex(sp.arg)
		if i < 0 || sp.value != "" || !isOpen(r.arg(i)) {
			continue
		}
		first, last := -1, -1
		for t, token := range r.tokens {
			if token.start >= sp.start && token.end <= sp.end {
				if first < 0 {
					first = t
				}
				last = t
			}
		}
		if first >= 0 {
			r.terms = append(r.terms, term{vocabulary: vocabularyOf(r.arg(i)), first: first, last: last})
		}
	}
	r.finish()
	return r
}

func (r *reading) finish() {
	r.quantities = findQuantities(r.tokens)
	r.atomise()
	for i := range r.atoms {
		if r.atoms[i].content() {
			r.contentAtoms++
		}
	}
}

// quote is the text under atoms first to last.
func (r *reading) quote(first, last int) string {
	return r.req.Text[r.tokens[r.atoms[first].first].start:r.tokens[r.atoms[last].last].end]
}
