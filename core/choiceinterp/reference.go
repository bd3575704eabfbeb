package choiceinterp

import (
	"slices"
	"strings"
)

// A reference points at something outside the message: what was chosen before,
// what is recommended, the other one of two.
type reference uint8

const (
	noReference reference = iota
	toLast
	toPrevious
	toRecommended
	toOther
)

var referencePhrases = []struct {
	to      reference
	phrases []string
}{
	{toOther, []string{"other one", "other option", "other method", "other choice", "the other", "opposite one", "opposite", "other way", "autre", "other wan", "alternative one"}},
	{toPrevious, []string{
		"one before that", "one before the last", "the one before", "before that one", "back to the previous", "back to the one before", "back to what it was before",
		"previous one", "previous choice", "previous setting", "previous settings", "previous selection", "go back to the earlier", "earlier one", "two runs ago", "run before last", "time before last",
		"one we had before that", "what we had before that",
	}},
	{toRecommended, []string{
		"recommended", "recommend", "recommendation", "you suggest", "suggested", "your suggestion", "you advise", "your advice", "default", "defaults", "you choose", "you decide", "you pick",
		"up to you", "your choice", "your pick", "your call", "whatever you think", "whatever you say", "whatever works", "you think is best", "you think best", "whichever you think", "as you see fit", "you know best", "i trust you", "par defaut",
		"the standard one", "the usual default", "you proposed", "the proposed", "proposed one", "you go choose", "anyone you choose", "your recommendation", "suggestion",
	}},
	{toLast, []string{
		"same as before", "same as last", "same as the last", "same as earlier", "same as previously", "same as previous", "same as the previous", "same as above", "same as yesterday", "same again", "same thing", "same one", "same ones", "the same", "same settings", "same setup", "same as we", "same as i", "same as what", "same choice", "same choices", "same selection", "same options", "same way",
		"as before", "as last time", "the other time", "as previously", "like before", "like last time", "like the last", "like we did", "like i did", "as we did", "as i did", "as earlier", "as usual", "the usual",
		"again", "repeat", "redo", "rerun", "re run", "once more", "one more time", "do it over", "ditto", "idem", "comme avant", "comme la derniere", "meme chose", "pareil",
		"use that", "that one again", "keep it", "keep that", "keep what", "keep those", "keep these", "keep the", "stick with", "stay with", "leave it", "leave that", "no change", "no changes", "unchanged", "dont change", "what we had", "what i had", "what we used", "what i used", "what i chose", "what i picked", "what we chose", "what i said before", "from before", "last time", "that same", "wetin we use before", "as e be before", "as it was", "how it was", "how we had it", "last one we used", "the one we used", "the one i used", "one we used before", "last run",
	}},
}

// strong references stand for every argument, also when one is asked for.
var wholeReferences = []string{"again", "repeat", "redo", "rerun", "re run", "settings", "setup", "everything", "once more", "one more time", "all the same", "same choices", "same options", "last run", "do it over"}

// reference finds what the message points at. A word that belongs to a declared
// or named value does not count.
func (r *reading) reference() reference {
	text := r.outsideMentions()
	for _, group := range referencePhrases {
		text := text
		if group.to == toOther && !slices.ContainsFunc(r.mentions, func(m mention) bool { return m.how != ByFuzzy }) {
			text = r.gap(0, len(r.atoms)) // a guess about these words weighs less than what they say
		}
		for _, p := range group.phrases {
			if strings.Contains(text, " "+p+" ") {
				return group.to
			}
		}
	}
	trimmed := strings.TrimSpace(text)
	if trimmed == "same" || strings.HasPrefix(trimmed, "same ") || strings.HasSuffix(trimmed, " same") || trimmed == "that one" || trimmed == "that" && r.asked >= 0 || strings.Contains(text, " same ") {
		return toLast
	}
	return noReference
}

// outsideMentions is the folded text without symbols and without what was taken
// for a value.
func (r *reading) outsideMentions() string {
	var b strings.Builder
	b.WriteByte(' ')
	covered := make([]bool, len(r.atoms))
	for _, m := range r.mentions {
		for n := m.first; n <= m.last && m.score >= likely && m.value != nil; n++ {
			covered[n] = true
		}
	}
	for n := range r.atoms {
		if r.atoms[n].kind == symbolAtom {
			continue
		}
		if covered[n] {
			b.WriteString("| ")
			continue
		}
		b.WriteString(r.atoms[n].word)
		b.WriteByte(' ')
	}
	return b.String()
}

func (r *reading) covered() []bool {
	covered := make([]bool, len(r.atoms))
	for _, m := range r.mentions {
		if m.score < likely {
			continue
		}
		for n := m.first; n <= m.last; n++ {
			covered[n] = true
		}
	}
	return covered
}

// pointsAtEverything reports a reference to all arguments, not only the asked one.
func (r *reading) pointsAtEverything() bool {
	if r.asked < 0 {
		return true
	}
	text := r.outsideMentions()
	for _, w := range wholeReferences {
		if strings.Contains(text, " "+w+" ") {
			return true
		}
	}
	return false
}

// namedArgs are the arguments whose name stands beside the reference: "the same
// facility level as before".
func (r *reading) namedArgs() []int {
	counts := map[int]int{}
	covered := r.covered()
	for n := range r.atoms {
		if covered[n] || r.atoms[n].kind != wordAtom || r.k.ownName[stem(r.atoms[n].word)] {
			continue
		}
		if r.countedBefore(n) {
			continue
		}
		for _, arg := range r.k.cues[stem(r.atoms[n].word)] {
			counts[arg]++
		}
	}
	best := 0
	for _, c := range counts {
		best = max(best, c)
	}
	var named []int
	for i := range r.k.tool.Args {
		if counts[i] == best && best > 0 {
			named = append(named, i)
		}
	}
	return named
}

// countedBefore reports that a word is only what the number right before it counts.
func (r *reading) countedBefore(n int) bool {
	return slices.ContainsFunc(r.mentions, func(m mention) bool {
		return m.last == n-1 && m.score >= likely && slices.Contains(r.k.cues[stem(r.atoms[n].word)], m.arg)
	})
}

// change is a relative amount: times a factor, plus a number.
type change struct {
	factor float64
	add    float64
	token  int  // of the number inside, -1 none
	firm   bool // the number itself is said to be a difference: "10% more"
}

// relativeChange reads "double it", "half of what we had", "add 3 more",
// "10% more", "reduce by 20k".
func (r *reading) relativeChange() (change, bool) {
	text := r.gap(0, len(r.atoms))
	has := func(phrases ...string) bool {
		for _, p := range phrases {
			if strings.Contains(text, " "+p+" ") {
				return true
			}
		}
		return false
	}
	raises := has("more", "extra", "additional", "add", "increase", "plus", "raise", "up", "another", "on top", "increased", "adding", "bump", "higher")
	lowers := has("less", "fewer", "reduce", "decrease", "cut", "lower", "minus", "drop", "subtract", "remove", "down", "take off", "reduced", "shave", "deduct")
	compared := has("more than before", "less than before", "fewer than before", "more than last", "less than last", "fewer than last", "more than what", "less than what")
	absolute := !compared && has("to", "at least", "more than", "less than", "no more", "not more", "fewer than")
	if (raises || lowers) && !has("double", "triple", "twice", "half", "halve") && !absolute || (raises || lowers) && has("by") && !has("to") {
		for i, a := range r.atoms {
			if a.kind != quantityAtom {
				continue
			}
			q := r.quantities[a.quantity]
			next := strings.Fields(r.gap(i+1, i+2))
			firm := compared || len(next) == 1 && strings.Contains(" more less fewer extra additional ", " "+next[0]+" ")
			sign := 1.
			if lowers && !raises {
				sign = -1
			}
			if q.Percent {
				return change{factor: 1 + sign*q.Value/100, token: a.first, firm: firm}, true
			}
			return change{factor: 1, add: sign * q.Value, token: a.first, firm: firm}, true
		}
		return change{}, false
	}
	switch {
	case has("double", "doubled", "doubling", "twice", "two times", "times two"):
		return change{factor: 2, token: -1}, true
	case has("triple", "tripled", "three times", "thrice"):
		return change{factor: 3, token: -1}, true
	case has("halve"), has("in half", "by half"):
		return change{factor: .5, token: -1}, true
	}
	return r.fractionOf(text)
}

// fractionOf reads "half of what we had", "three quarters of that", "80% of it".
func (r *reading) fractionOf(text string) (change, bool) {
	if !strings.Contains(text, " of ") && !strings.Contains(text, " half ") && !strings.Contains(text, "<decimal> the ") {
		return change{}, false
	}
	for i, a := range r.atoms {
		if a.kind != quantityAtom {
			continue
		}
		q := r.quantities[a.quantity]
		behind := r.gap(i+1, len(r.atoms))
		points := strings.Contains(behind, " that ") || strings.Contains(behind, " it ") || strings.Contains(behind, " had ") || strings.Contains(behind, " before ") ||
			strings.Contains(behind, " used ") || strings.Contains(behind, " last ") || strings.Contains(behind, " previous ") || strings.Contains(behind, " this ") || strings.Contains(behind, " the ")
		switch {
		case q.Percent && points:
			return change{factor: q.Value / 100, token: a.first}, true
		case q.Value > 0 && q.Value < 1 && !q.Clear && (points || len(r.atoms) <= 2):
			return change{factor: q.Value, token: a.first}, true
		}
	}
	return change{}, false
}
