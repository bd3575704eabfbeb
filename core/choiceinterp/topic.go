package choiceinterp

// offTopic reports that a message is about something else: it has content words,
// and none of them stands anywhere in what this tool was declared and trained
// with, nor in the general lines that serve every tool.
func (r *reading) offTopic() bool {
	foreign := 0
	covered := r.covered()
	for i := range r.atoms {
		a := &r.atoms[i]
		switch {
		case covered[i] && a.kind != termAtom:
			return false
		case a.kind == termAtom && r.terms[a.term].vocabulary == "columns":
			return false
		case a.kind != wordAtom || !isContent(a.word) || len(a.word) < 3:
			continue
		case r.k.domain[stem(a.word)] > 0 || a.typo:
			return false
		case !r.k.serving[stem(a.word)]:
			foreign++
		}
	}
	return foreign > 0
}

// leftOver counts the content words that no mention covers and that do not name
// the tool.
func (r *reading) leftOver(covered []bool) int {
	n := 0
	for i := range r.atoms {
		if !covered[i] && r.atoms[i].content() && !r.namesTool(i) {
			n++
		}
	}
	return n
}

// namesTool reports a word of the tool's own name: it says what is wanted, and
// nothing of how.
func (r *reading) namesTool(atom int) bool { return r.k.ownName[stem(r.atoms[atom].word)] }

// foreign reports a word that belongs neither to the tool's matter nor to what is
// said around every choice. In training a word that only this line has is
// foreign too, as it would be if somebody said it for the first time.
func (r *reading) foreign(word string) bool {
	s := stem(word)
	least := 0
	if r.training {
		least = r.own(s)
	}
	return r.k.domain[s] <= least && !r.k.serving[s]
}

// own counts a stem in the line being trained, when the line is the tool's own.
func (r *reading) own(s string) int {
	if r.general {
		return 0
	}
	n := 0
	for _, t := range r.tokens {
		if stem(t.norm) == s {
			n++
		}
	}
	return n
}

// greetings are small talk by themselves, smallTalk beside them.
var (
	greetings = wordSet(`hello hi hey hiya morning afternoon evening bye goodbye bonjour salut bonsoir sannu thanks thank thx merci welcome cheers
greetings howdy lol haha hmm hmmm hm`)
	smallTalk = wordSet(`good day night um uh dear team everyone friend friends brother sister million lot lots much sir madam nice wow ok okay`)
)

// IsSmallTalk reports that a message greets or thanks and says nothing else.
func IsSmallTalk(text string) bool { return isSmallTalk(tokenize(text)) }

// isSmallTalk reports greetings and thanks, and nothing else, in a message that
// names no value.
func isSmallTalk(tokens []token) bool {
	talk := false
	for _, t := range tokens {
		switch {
		case t.kind == symbolToken:
		case negators[t.norm] || t.norm == "no" || yesWords[t.norm] && !smallTalk[t.norm]:
			return false
		case greetings[t.norm]:
			talk = true
		case smallTalk[t.norm] || talk && scales[t.norm] > 0: // thanks a million
		case t.kind != wordToken || !politeness[t.norm] && !functionWords[t.norm]:
			return false
		}
	}
	return talk
}

// asks reports that a message asks rather than chooses. Of one that has the form of
// a question its words as they stand are a witness too: a value that is asked about
// looks like one that is chosen.
func (r *reading) asks() bool {
	bar, p := r.questionBar(), r.kinds[kindQuestion]
	if bar <= formBar {
		p = max(p, (p+r.plain[kindQuestion])/2)
	}
	return p > bar
}

// formBar is the bar of a message that begins like a question.
const formBar = 0.6

// questionBar is how sure the classifier must be that a message asks: less when
// it begins or ends like a question.
func (r *reading) questionBar() float32 {
	mark := r.atoms[len(r.atoms)-1].word == "?"
	polite := false
	asks := false
	for i := 0; i < len(r.atoms) && i < 3; i++ {
		if r.atoms[i].kind != wordAtom {
			continue
		}
		asks = asks || questionWords[r.atoms[i].word]
		polite = polite || modals[r.atoms[i].word] && i+1 < len(r.atoms) && asked[r.atoms[i+1].word]
	}
	switch {
	case polite:
		return 0.75
	case mark:
		return 0.5
	case asks:
		return formBar
	case r.plain[kindQuestion] < 0.2:
		return 1 // neither its form nor its words ask
	}
	return 0.8
}

var (
	modals = wordSet("can could would may might shall will")
	asked  = wordSet("i you we u it that")
)

var questionWords = wordSet(`what whats which who whom whose why how when where is are was were do does did should would could can explain define
tell meaning difference wetin quel quelle quels que quoi qui pourquoi comment cest est remind pros help understand`)
