package ingest

import (
	"cmp"
	"slices"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A join is how the units of one file were found among the wards.
type join struct {
	wardOf  []int32 // by unit: the ward's index, -1 when it is none
	matches []dataset.Match
}

// matchEdit is the key of a correction of a match.
func matchEdit(key string) string { return "match:" + key }

// joinUnits finds the ward of every unit. Certain ways come first: what the
// analyst said, the code, state with LGA and name, a name that is unique on both
// sides. What only nearly fits is proposed and left apart until she confirms;
// what is repeated is never joined by name alone.
func (r *registry) joinUnits(p *part, file string, edits schemaregistry.Edits) *join {
	j := &join{wardOf: make([]int32, len(p.units)), matches: make([]dataset.Match, len(p.units))}
	taken := make([]bool, len(r.wards))
	m := matcher{registry: r, part: p, file: file, sameName: p.byName(), sharesCodes: r.sharesCodes(p)}
	var open []int
	for i, w := range p.units {
		j.wardOf[i] = -1
		j.matches[i] = dataset.Match{File: file, From: w, Ward: -1}
		if p.why[i] != inside {
			continue // no ward, so that nothing is to be matched
		}
		at, class := m.certain(i, edits)
		j.matches[i].Class = class
		switch {
		case at >= 0:
			j.wardOf[i], j.matches[i].Ward = at, int(at)
			taken[at] = true
		case class == dataset.MatchAmbiguous:
			j.matches[i].RunnerUp = m.runnerUp(i)
		default:
			if _, answered := edits[matchEdit(wardKey(w))]; !answered {
				open = append(open, i)
			}
		}
	}
	m.propose(j, open, taken)
	return j
}

type matcher struct {
	*registry
	part        *part
	file        string
	sameName    map[string][]place // places of the part by name
	sharesCodes bool
}

// byName lists the places of a part by their folded names.
func (p *part) byName() map[string][]place {
	names := map[string][]place{}
	for i, w := range p.units {
		if p.why[i] == inside {
			at := placeOf(w)
			names[at.name] = append(names[at.name], at)
		}
	}
	return names
}

// rivals counts the units of the part that could be the ward by name.
func (m *matcher) rivals(ward int32) int {
	n := 0
	for _, p := range m.sameName[m.path[ward].name] {
		if p.compatible(m.path[ward]) {
			n++
		}
	}
	return n
}

// otherCode reports that a unit and a ward have different codes of one system,
// which no name can outweigh.
func (m *matcher) otherCode(unit int, ward int32) bool {
	return m.sharesCodes && m.part.units[unit].Code != "" && m.wards[ward].Code != ""
}

// sharesCodes reports whether the two sides use one system of codes.
func (r *registry) sharesCodes(p *part) bool {
	for _, w := range p.units {
		if _, known := r.byCode[w.Code]; known {
			return true
		}
	}
	return false
}

// certain finds the ward of a unit without guessing; -1 with the class that says why not.
func (m *matcher) certain(i int, edits schemaregistry.Edits) (int32, dataset.MatchClass) {
	w := m.part.units[i]
	if target, said := edits[matchEdit(wardKey(w))]; said {
		if at := m.find(target); at >= 0 {
			return at, dataset.MatchAlias
		}
		return -1, dataset.MatchUnmatched
	}
	if at, known := m.byCode[w.Code]; known && w.Code != "" {
		return at, dataset.MatchCode
	}
	from := placeOf(w)
	var fitting, exact []int32
	for _, at := range m.byName[from.name] {
		to := m.path[at]
		if !from.compatible(to) || m.otherCode(i, at) {
			continue
		}
		fitting = append(fitting, at)
		if from.complete() && to.complete() {
			exact = append(exact, at)
		}
	}
	switch {
	case len(exact) == 1:
		return exact[0], dataset.MatchExact
	case len(fitting) == 1 && edits[namesEdit(m.file)] == "no":
		return -1, dataset.MatchUnmatched
	case len(fitting) == 1 && m.rivals(fitting[0]) == 1:
		return fitting[0], dataset.MatchNameOnly
	case len(fitting) > 0:
		return -1, dataset.MatchAmbiguous
	case len(m.variants(from)) > 1:
		return -1, dataset.MatchAmbiguous
	}
	return -1, dataset.MatchUnmatched
}

// variants are the wards that a name without its number could be: Akanbi is
// Akanbi 1 to 5.
func (m *matcher) variants(from place) []int32 {
	if stem(from.name) != from.name || from.name == "" {
		return nil
	}
	var found []int32
	for _, at := range m.byStem[from.name] {
		if from.compatible(m.path[at]) {
			found = append(found, at)
		}
	}
	return found
}

func (m *matcher) runnerUp(i int) string {
	from := placeOf(m.part.units[i])
	for _, at := range append(slices.Clone(m.byName[from.name]), m.variants(from)...) {
		return m.wards[at].Label()
	}
	return ""
}

// A proposal is a ward that a unit nearly fits.
type proposal struct {
	unit   int
	ward   int32
	score  float64
	second float64
	other  int32 // runner-up, -1 none
}

// propose finds near misses among what is left on both sides, best first, every
// ward once unless it is a slip for one that fits already. A tie between two wards is ambiguous.
func (m *matcher) propose(j *join, open []int, taken []bool) {
	near := m.neighbours(taken)
	var proposals []proposal
	for _, i := range open {
		if p, ok := near.best(i, placeOf(m.part.units[i])); ok {
			proposals = append(proposals, p)
		}
	}
	slices.SortStableFunc(proposals, func(a, b proposal) int {
		return cmp.Or(-cmp.Compare(a.score, b.score), cmp.Compare(wardKey(m.part.units[a.unit]), wardKey(m.part.units[b.unit])))
	})
	for _, p := range proposals {
		match := &j.matches[p.unit]
		if p.other >= 0 {
			match.RunnerUp = m.wards[p.other].Label()
		}
		if taken[p.ward] && !near.taken[p.ward] {
			continue
		}
		match.Score = p.score
		if p.score-p.second < 0.02 {
			match.Class = dataset.MatchAmbiguous
			match.RunnerUp = m.wards[p.ward].Label() + " or " + match.RunnerUp
			continue
		}
		taken[p.ward] = true
		match.Class, match.Ward = dataset.MatchProbable, int(p.ward)
	}
}
