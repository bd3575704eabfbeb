package choiceinterp

import (
	"slices"
	"strings"
)

// Polarity: which mentions are excluded ("not microscopy", "anything but rdt"),
// which were taken back ("primary - sorry, secondary"), and which were replaced
// ("from primary to secondary").

// correctionCues take back what was said before about the same argument.
var correctionCues = []string{
	"sorry", "oops", "ooops", "whoops", "wait", "actually", "i mean", "i meant", "scratch that", "make that", "make it", "correction",
	"on second thought", "on second thoughts", "on reflection", "change that to", "change it to", "nah", "nope", "nvm", "never mind", "let me rephrase", "i take that back", "rather",
	"my mistake", "my bad", "no no", "ah no", "oh no", "uh no", "no wait", "no sorry", "pardon", "plutot", "non", "err", "better", "hang on", "hold on", "strike that", "cancel that", "forget that", "instead", "ignore that", "er", "euh", "ehm", "now do", "but only", "so", "so take", "take", "now", "but i need", "but let it be", "but take", "but make it", "but meant", "but i meant", "and meant",
}

// takesBack are the words of them that never belong to a value.
var takesBack = wordSet("sorry oops ooops whoops wait pardon nah nope err")

var retractions = []string{"actually no", "no wait", "wait no", "cancel that", "scratch that", "hold on", "hang on", "wait", "strike that", "forget it", "never mind", "forget that", "nvm"}

// exclusionPhrases of several words; single ones are in negators.
var exclusionPhrases = []string{
	"other than", "apart from", "aside from", "instead of", "rather than", "in place of", "leave out", "leaving out", "anything but", "all but",
	"everything but", "anyone but", "everyone but", "no more", "no longer", "with no", "get rid of", "take out", "taking out", "do away with", "no be", "a part", "en dehors de", "sauf", "pas", "as opposed to", "over and above",
	"do not", "does not", "will not", "would not", "is not", "are not", "save for",
}

// opensExclusion are the first words of exclusionPhrases.
var opensExclusion = func() map[string]bool {
	first := map[string]bool{}
	for _, phrase := range exclusionPhrases {
		word, _, _ := strings.Cut(phrase, " ")
		first[word] = true
	}
	return first
}()

// additive phrases look like exclusions and are none.
var additive = []string{"not only", "not just", "in addition to", "not to mention", "why not", "if not", "why dont", "why do not", "dont mind", "no need to worry", "do not mind"}

// gap is the folded text between two places, padded with spaces; symbols are
// kept apart.
func (r *reading) gap(from, to int) string {
	var b strings.Builder
	b.WriteByte(' ')
	for n := max(from, 0); n < to && n < len(r.atoms); n++ {
		b.WriteString(r.atoms[n].word)
		b.WriteByte(' ')
	}
	return b.String()
}

// isBoundary ends a clause: punctuation, except a hyphen inside a word.
func (r *reading) isBoundary(n int) bool {
	a := &r.atoms[n]
	if a.kind != symbolAtom {
		return false
	}
	if a.word == "-" {
		t := r.tokens[a.first]
		return t.spaced && n+1 < len(r.atoms) && r.tokens[r.atoms[n+1].first].spaced
	}
	return strings.Contains(",;.!?:()", a.word)
}

// polarise marks every mention with its polarity and era.
func (r *reading) polarise() {
	era := 0
	end := 0 // atom behind the previous mention
	for i := range r.mentions {
		m := &r.mentions[i]
		before := r.gap(end, m.first)
		start := r.clauseStart(end, m.first)
		clause := r.gap(start, m.first)
		m.negated = excludes(clause)
		m.additive = r.isAdditive(clause, m.last+1)
		if m.additive {
			m.negated = false
		}
		if isNumeric(r.arg(m.arg)) {
			m.negated = refusesNumber(clause)
		}
		if i > 0 {
			if r.corrects(before, r.previousOf(i), m) && !r.namesBetween(i) || r.saysNo(end, m.first) {
				era++
				r.sameVocabulary(i)
			}
			if !m.negated && r.mentions[i-1].negated && joinsNegation(before) {
				m.negated = true
			}
		}
		if strings.Contains(clause, " no ") && !m.negated && !isNumeric(r.arg(m.arg)) {
			m.negated = r.plainNo(start, m.first) && !r.saysNo(end, m.first)
		}
		if m.negated && r.k.refusing[tag{m.arg, textOf(m.value)}] && r.negatorTouches(start, m.first) {
			m.negated = false // "no filling" is itself a value
		}
		m.era = era
		end = m.last + 1
	}
	r.negatedBehind()
	r.replaced()
	r.absorbed()
}

// absorbed moves excluded names to the argument that holds exclusions, where the
// tool has one, and others away from it.
func (r *reading) absorbed() {
	r.unpair()
	for i := range r.mentions {
		m := &r.mentions[i]
		if r.arg(m.arg).Type != "array" {
			continue
		}
		if r.k.absorbs[m.arg] {
			if m.negated {
				m.negated = false
				continue
			}
			if m.p < 0.8 {
				m.arg = r.sibling(m.arg, false)
			}
			continue
		}
		if m.negated {
			if to := r.sibling(m.arg, true); to != m.arg {
				m.arg, m.negated = to, false
			}
		}
	}
}

// sibling is the other argument with the same vocabulary that does, or does not,
// hold exclusions; the argument itself when there is none.
func (r *reading) sibling(arg int, absorbing bool) int {
	for i := range r.k.tool.Args {
		if r.arg(i).Type == "array" && r.arg(i).Values == r.arg(arg).Values && r.k.absorbs[i] == absorbing {
			return i
		}
	}
	return arg
}

// namesBetween reports another name of the data between two values of pairs: the
// second is that name's and corrects nothing.
func (r *reading) namesBetween(i int) bool {
	return isPairs(r.arg(r.mentions[i].arg)) && r.atoms[r.mentions[i].first].kind != termAtom && r.atoms[r.mentions[i-1].first].kind == termAtom
}

// sameVocabulary lets a name that corrects another name take its argument.
func (r *reading) sameVocabulary(i int) {
	previous, m := &r.mentions[i-1], &r.mentions[i]
	if r.atoms[previous.first].kind == termAtom && r.atoms[m.first].kind == termAtom && r.arg(previous.arg).Type == r.arg(m.arg).Type &&
		vocabularyOf(r.arg(previous.arg)) == vocabularyOf(r.arg(m.arg)) {
		m.arg = previous.arg
	}
}

// previousOf is the mention of the same argument before mention i, else the one
// right before it.
func (r *reading) previousOf(i int) *mention {
	for k := i - 1; k >= 0; k-- {
		if r.mentions[k].arg == r.mentions[i].arg {
			return &r.mentions[k]
		}
	}
	return &r.mentions[i-1]
}

// saysNo finds a "no" between punctuation marks or at the end of the gap: "rdt,
// no, microscopy", "5... no 6".
func (r *reading) saysNo(from, to int) bool {
	for n := from + 1; n < to; n++ {
		if r.atoms[n].word == "no" && r.isBoundary(n-1) {
			return true
		}
	}
	return false
}

// clauseStart is the atom behind the last clause boundary before a mention.
func (r *reading) clauseStart(from, to int) int {
	for n := to - 1; n >= from; n-- {
		if r.isBoundary(n) {
			return n + 1
		}
	}
	return from
}

// isAdditive reads "not only rdt" and "not composite alone": more is to come.
func (r *reading) isAdditive(clause string, behind int) bool {
	for _, p := range [...]string{" not only ", " not just ", " not merely "} {
		if strings.Contains(clause, p) {
			return true
		}
	}
	if behind >= len(r.atoms) || !strings.Contains(clause, " not ") {
		return false
	}
	next := r.atoms[behind].word
	return next == "alone" || next == "only"
}

// refusesNumber: before a number only a negation that touches it counts, since
// "not more than 3" and "no less than 20%" are limits.
func refusesNumber(clause string) bool {
	for _, end := range [...]string{" not ", " not the ", " instead of ", " instead of the ", " rather than ", " rather than the "} {
		if strings.HasSuffix(clause, end) {
			return true
		}
	}
	at := strings.LastIndex(clause, " not ")
	if at < 0 {
		return false
	}
	for w := range strings.FieldsSeq(clause[at+5:]) {
		if comparatives[w] || isNumberGap[w] {
			return false
		}
	}
	return strings.Count(clause[at+5:], " ") <= 3
}

var (
	comparatives = wordSet("more less fewer above below over under than at beyond exceed exceeding greater smaller higher lower")
	isNumberGap  = wordSet("but only just instead use")
)

// mayExclude reports that a word of the clause begins an exclusion; most have none.
func mayExclude(clause string) bool {
	for w := range strings.FieldsSeq(clause) {
		if negators[w] || opensExclusion[w] {
			return true
		}
	}
	return false
}

func excludes(clause string) bool {
	if !mayExclude(clause) {
		return false
	}
	for _, p := range additive {
		if strings.Contains(clause, " "+p+" ") {
			return false
		}
	}
	for _, p := range exclusionPhrases {
		if at := strings.LastIndex(clause, " "+p+" "); at >= 0 && stillNegative(clause[at+len(p)+1:]) {
			return true
		}
	}
	for w := range strings.FieldsSeq(clause) {
		if negators[w] {
			at := strings.LastIndex(clause, " "+w+" ")
			rest := clause[at+len(w)+1:]
			lacks := (w == "without" || w == "sans") && slices.ContainsFunc(strings.Fields(rest), isContent) // "the tables without a cloth"
			if !lacks && stillNegative(rest) {
				return true
			}
		}
	}
	return false
}

// stillNegative: an exclusion ends at a contrast ("not that but ...", "dont
// worry just ...").
func stillNegative(rest string) bool {
	for _, w := range [...]string{" but ", " just ", " only ", " instead ", " so ", " then ", " and use ", " and run ", " and do ", " and go ", " and give ", " and take ", " and show ", " and plan ", " and make ", " and map ", " and just ", " and let "} {
		if strings.Contains(rest, w) && !strings.HasSuffix(rest, " but ") || rest == " but " && w == " but " {
			return false
		}
	}
	first, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	return !orders[first] && strings.Count(rest, " ") <= 8
}

// orders begin what is to be done instead: "like before except use ...".
var orders = wordSet("use take make set")

// plainNo reads "no microscopy": the word stands right before the mention in
// the same clause, and nothing of the kind was said before it.
func (r *reading) plainNo(start, first int) bool {
	n := first - 1
	for n > start && (r.atoms[n].word == "the" || r.atoms[n].word == "more" || r.atoms[n].word == "need" || r.atoms[n].word == "for") {
		n--
	}
	return r.atoms[n].word == "no"
}

// negatorTouches reports a negator right before a mention, small words aside.
func (r *reading) negatorTouches(start, first int) bool {
	for n := first - 1; n >= start && n >= first-3; n-- {
		if w := r.atoms[n].word; negators[w] || w == "no" || w == "out" {
			return true
		} else if isContent(w) {
			return false
		}
	}
	return false
}

func textOf(v any) string {
	s, _ := v.(string)
	return s
}

// joinsValues: and, plus, as well as, a comma: the values are meant together.
func joinsValues(gap string) bool {
	if strings.TrimSpace(gap) == "," {
		return true
	}
	for _, w := range [...]string{" and ", " et ", " plus ", " as well ", " with ", " & ", " + ", " together ", " also ", " vs ", " versus ", " against ", " avec ", " then ", " / ", " alongside ", " beside ", " n "} {
		if strings.Contains(gap, w) {
			return true
		}
	}
	return false
}

// alternatives reports "either ... or" before a mention: what stands between was
// not understood, but it was another value.
func (r *reading) alternatives(m mention) bool {
	before := r.gap(0, m.first)
	return strings.Contains(before, " either ") && strings.HasSuffix(before, " or ")
}

func joinsAlternatives(gap string) bool {
	return strings.Contains(gap, " or ") || strings.Contains(gap, " ou ")
}

func joinsNegation(gap string) bool {
	for w := range strings.FieldsSeq(gap) {
		if w != "or" && w != "nor" && w != "and" && w != "the" && w != "a" && w != "any" && w != "neither" && w != "/" && w != "ni" && w != "also" {
			return false
		}
	}
	return strings.Contains(gap, "or ") || strings.Contains(gap, " and ") || strings.Contains(gap, " / ") || strings.Contains(gap, " ni ")
}

// corrects reports whether what stands between two mentions takes the first back.
func (r *reading) corrects(before string, previous, m *mention) bool {
	for _, cue := range correctionCues {
		if strings.Contains(before, " "+cue+" ") {
			switch cue {
			case "make it", "better", "instead", "actually", "make that", "now do", "but only", "so", "so take", "take", "now", "but i need", "but let it be", "but take", "but make it":
				return previous.arg == m.arg
			case "rather":
				return !strings.Contains(before, " rather than ") && previous.arg == m.arg
			}
			return true
		}
	}
	if previous.arg == m.arg && !m.negated && strings.Contains(before, " no ") {
		return true
	}
	return false
}

// negatedBehind reads "microscopy is not needed", "leave microscopy out".
func (r *reading) negatedBehind() {
	for i := range r.mentions {
		m := &r.mentions[i]
		end := len(r.atoms)
		if i+1 < len(r.mentions) {
			end = r.mentions[i+1].first
		}
		stop := m.last + 1
		for stop < end && !r.isBoundary(stop) {
			stop++
		}
		if stop == end && i+1 < len(r.mentions) && !strings.Contains(r.gap(m.last+1, stop), " aside ") {
			continue // a mention follows in the same clause
		}
		behind := strings.TrimSpace(r.gap(m.last+1, stop))
		if m.negated || behind == "" {
			continue
		}
		if strings.HasPrefix(behind, "not ") || strings.HasPrefix(behind, "isnt") || strings.HasPrefix(behind, "is not") ||
			strings.HasPrefix(behind, "arent") || strings.HasPrefix(behind, "are not") || behind == "out" || behind == "is out" || behind == "not" || strings.HasPrefix(behind, "aside") || strings.HasPrefix(behind, "apart") && strings.Contains(r.gap(max(0, m.first-4), m.first), " leav") || strings.HasPrefix(behind, "out ") && strings.Contains(r.gap(max(0, m.first-4), m.first), " leave ") ||
			strings.HasPrefix(behind, "no be") || deniedBehind(behind) {
			m.negated = true
			for k := i - 1; k >= 0 && r.mentions[k].arg == m.arg && joinsNegation(r.gap(r.mentions[k].last+1, r.mentions[k+1].first)); k-- {
				r.mentions[k].negated = true
			}
		}
	}
}

// auxiliaries may stand between what is denied and the word that denies it.
var auxiliaries = wordSet("does do should must will would may can could need is are dey")

// deniedBehind reports a clause that begins by denying what stands before it:
// "does not count", "must not be in", "no dey important".
func deniedBehind(clause string) bool {
	said := strings.Fields(clause)
	if len(said) > 1 && auxiliaries[said[0]] {
		said = said[1:]
	}
	return len(said) > 1 && (said[0] == "not" || said[0] == "never" || said[0] == "no" && auxiliaries[said[1]])
}

var replaceWords = wordSet("from replace swap change switch changing move switching exchange")

// replaced reads "from primary to secondary", "swap rdt for microscopy".
func (r *reading) replaced() {
	for i := 1; i < len(r.mentions); i++ {
		a, b := &r.mentions[i-1], &r.mentions[i]
		if a.arg != b.arg || a.negated || b.negated {
			continue
		}
		gap := strings.TrimSpace(r.gap(a.last+1, b.first))
		if gap == "> >" || gap == "- >" || gap == ">" || gap == "= >" {
			a.negated = true
			continue
		}
		if gap != "to" && gap != "with" && gap != "for" && gap != "by" && gap != "into" {
			continue
		}
		for n := max(0, a.first-3); n < a.first; n++ {
			w := r.atoms[n].word
			if gap == "to" && w == "from" || w != "from" && replaceWords[w] {
				a.negated = true
			}
		}
	}
}

// retracted reports that the message ends by taking everything back.
func (r *reading) retracted() bool {
	if len(r.mentions) == 0 {
		return false
	}
	last := r.mentions[len(r.mentions)-1].last + 1
	behind := strings.TrimSpace(strings.NewReplacer(",", "", ".", "", "-", "", "!", "").Replace(r.gap(last, len(r.atoms))))
	behind = strings.Join(strings.Fields(behind), " ")
	for _, p := range retractions {
		if behind == p {
			return true
		}
	}
	return false
}
