package choiceinterp

import (
	"slices"
	"strings"
)

// pastWords tell of what was chosen or said before, presentWords of what is meant now.
var (
	pastWords    = wordSet("was were yesterday last before earlier previously formerly said had etait avant hier")
	presentWords = wordSet("now today time maintenant aujourdhui")
	contrasts    = wordSet("but and now today so then mais et")
)

// current leaves out the values of clauses that tell of the past where another
// clause tells of the present: "it was the small one last year, the large one now".
func (r *reading) current(positive []mention) []mention {
	if len(positive) < 2 {
		return positive
	}
	present := slices.DeleteFunc(slices.Clone(positive), func(m mention) bool { return r.isPast(m) })
	if len(present) == 0 {
		return positive
	}
	return present
}

// isPast reports a mention whose own clause speaks of the past and not of now.
func (r *reading) isPast(m mention) bool {
	ends := func(n int) bool { return r.isBoundary(n) || contrasts[r.atoms[n].word] }
	first, last := m.first, m.last
	for first > 0 && !ends(first-1) {
		first--
	}
	for last < len(r.atoms)-1 && !ends(last+1) {
		last++
	}
	past := false
	for n := first; n <= last; n++ {
		if n >= m.first && n <= m.last {
			continue
		}
		switch word := r.atoms[n].word; {
		case presentWords[word]:
			return false
		case pastWords[word]:
			past = true
		}
	}
	return past
}

// head is the value that a phrase with "of" is about: the code of the ward is a
// code. It is nil for anything else than two values joined so.
func (r *reading) head(positive []mention) any {
	if len(positive) != 2 || positive[0].value == positive[1].value {
		return nil
	}
	switch strings.TrimSpace(r.gap(positive[0].last+1, positive[1].first)) {
	case "of", "of the", "of a", "of each", "of every", "du", "de la", "de":
		return positive[0].value
	}
	return nil
}
