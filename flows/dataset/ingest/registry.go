package ingest

import (
	"slices"
	"strings"
	"unicode"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A registry is the list of wards that grows while files are joined to it.
type registry struct {
	wards  []dataset.Ward
	path   []place // by ward
	keys   []string
	byCode map[string]int32
	byName map[string][]int32 // folded lowest name
	byStem map[string][]int32 // the same without its number
}

// place is a unit's folded names; an LGA that is only a number is left out,
// because it cannot be compared with a name.
type place struct {
	state, lga, name string
	level            int // 3 ward, 2 LGA, 1 state
}

func placeOf(w dataset.Ward) place {
	p := place{level: 1}
	p.state, p.lga, p.name = unitPath(w)
	if !hasLetter(p.lga) {
		p.lga = ""
	}
	switch {
	case w.Name != "":
		p.level = 3
	case w.LGA != "":
		p.level = 2
	}
	return p
}

func hasLetter(s string) bool { return strings.IndexFunc(s, unicode.IsLetter) >= 0 }

func newRegistry() *registry {
	return &registry{byCode: map[string]int32{}, byName: map[string][]int32{}, byStem: map[string][]int32{}}
}

// add appends a ward and returns its index.
func (r *registry) add(w dataset.Ward) int32 {
	at := int32(len(r.wards))
	p := placeOf(w)
	r.wards, r.path, r.keys = append(r.wards, w), append(r.path, p), append(r.keys, wardKey(w))
	if w.Code != "" {
		r.byCode[w.Code] = at
	}
	r.byName[p.name] = append(r.byName[p.name], at)
	r.byStem[stem(p.name)] = append(r.byStem[stem(p.name)], at)
	return at
}

// complete fills in what a joined file knows better of a ward: a code, a state,
// an LGA by name instead of by number.
func (r *registry) complete(at int32, from dataset.Ward) {
	w := &r.wards[at]
	if w.State == "" {
		w.State = from.State
	}
	if w.Name != "" && from.Name != "" && hasLetter(from.LGA) && !hasLetter(w.LGA) {
		w.LGA = from.LGA
	}
	if w.Code == "" && from.Code != "" {
		w.Code = from.Code
	}
}

// find returns the ward that a key of wardKey or unitKey means, or -1.
func (r *registry) find(key string) int32 {
	if at := slices.Index(r.keys, key); at >= 0 {
		return int32(at)
	}
	if at, known := r.byCode[key]; known {
		return at
	}
	parts := strings.Split(key, "|")
	if len(parts) != 3 {
		return -1
	}
	wanted, found := place{state: parts[0], lga: parts[1], name: parts[2]}, int32(-1)
	if !hasLetter(wanted.lga) {
		wanted.lga = ""
	}
	for _, at := range r.byName[wanted.name] {
		to := r.path[at]
		wanted.level = to.level
		if wanted.compatible(to) {
			if found >= 0 {
				return -1
			}
			found = at
		}
	}
	return found
}

// wardKey identifies a ward in the analyst's corrections: its code, else its names.
func wardKey(w dataset.Ward) string {
	if w.Code != "" {
		return w.Code
	}
	return unitKey(w)
}

// stem is a folded name without the number at its end: akanbi3 and akanbi.
func stem(name string) string { return strings.TrimRight(name, "0123456789") }

// compatible reports that two places of one name do not contradict each other.
func (p place) compatible(q place) bool {
	if p.state != "" && q.state != "" && p.state != q.state {
		return false
	}
	if p.lga != "" && q.lga != "" && p.lga != q.lga {
		return false
	}
	return p.level == q.level || p.lga == "" && q.lga == ""
}

// complete reports that the place tells everything above its name.
func (p place) complete() bool {
	return p.state != "" && (p.lga != "" || p.level == 2) || p.level == 1
}
