package ingest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// joinOrder says whose names and codes are kept: boundaries know the wards best,
// then ward tables, then counts; of one kind the finer, which names what the
// coarser may have by code alone.
var joinOrder = map[string]int{fileBoundaries: 0, fileWard: 1, fileFacility: 2, fileLong: 3}

// joinAll makes one list of wards of all files and says for each file which of
// its units is which ward.
func (b *builder) joinAll(parts []*part) ([]dataset.Ward, []*join) {
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(joinOrder[parts[i].kind]-joinOrder[parts[j].kind], parts[j].level()-parts[i].level())
	})
	r := newRegistry()
	joins := make([]*join, len(parts))
	level := finestLevel(parts)
	var known []knowledge
	for _, i := range order {
		p := parts[i]
		first, before := len(r.wards) == 0, len(r.wards)
		joins[i] = r.joinUnits(p, p.name(b), b.edits)
		if p.level() < level && (first || !r.sameLevel(p)) {
			b.reportLevel(p, joins[i])
			continue
		}
		if first {
			joins[i].first()
		}
		b.addUnmatched(r, p, joins[i], first)
		known = append(known, knowledge{p, joins[i]})
		if !first {
			b.reportJoin(p, joins[i])
			b.reportAbsent(r, p, joins[i], before)
		}
	}
	for _, k := range known {
		for u, at := range k.join.wardOf {
			if at >= 0 {
				r.complete(at, k.part.units[u])
			}
		}
	}
	b.keys = r.keys
	return r.wards, joins
}

type knowledge struct {
	part *part
	join *join
}

// first clears the classes of the first file: it is joined to nothing.
func (j *join) first() {
	for i := range j.matches {
		j.matches[i].Class = ""
	}
}

// level is 3 when the part is by ward, 2 by LGA, 1 by state.
func (p *part) level() int {
	count := [4]int{}
	for i, w := range p.units {
		if p.why[i] == inside {
			count[placeOf(w).level]++
		}
	}
	best := 0
	for l := range count {
		if count[l] > count[best] {
			best = l
		}
	}
	return best
}

func finestLevel(parts []*part) int {
	finest := 0
	for _, p := range parts {
		finest = max(finest, p.level())
	}
	return finest
}

// sameLevel reports whether a part that seems to be of a higher level names the
// units of the others after all: provinces in a column "State", say, or wards by
// their code alone.
func (r *registry) sameLevel(p *part) bool {
	found := 0
	for i, w := range p.units {
		_, coded := r.byCode[w.Code]
		if p.why[i] == inside && (coded && w.Code != "" || len(r.byName[placeOf(w).name]) > 0) {
			found++
		}
	}
	return found*2 > len(p.units)
}

func (b *builder) reportLevel(p *part, j *join) {
	for i := range j.wardOf {
		j.wardOf[i], j.matches[i].Ward = -1, -1
	}
	word := map[int]string{2: "LGA", 1: "state"}[p.level()]
	b.find(dataset.Warning, "other_level", "file", p.name(b), "", p.table.Rows,
		"This file is by %s and the others are by ward; its values are not spread over the wards and are not used.", word)
}

// addUnmatched makes wards of the units that fit none. Repeated names of a ward
// table stay out: nobody can say which ward their values belong to.
func (b *builder) addUnmatched(r *registry, p *part, j *join, first bool) {
	var repeated []string
	for u, w := range p.units {
		if j.wardOf[u] >= 0 || p.why[u] != inside {
			continue
		}
		if !first && j.matches[u].Class == dataset.MatchAmbiguous && !p.has(kindIndicator) && p.kind != fileLong {
			repeated = append(repeated, w.Label())
			continue
		}
		j.wardOf[u] = r.add(w)
		if first {
			j.matches[u].Ward = int(j.wardOf[u])
		}
	}
	if len(repeated) > 0 {
		b.find(dataset.Warning, "ambiguous_names", "ward", p.name(b), p.wardHeading(), len(repeated),
			"%s more than one ward: %s. A repeated name is not joined by name alone, so their values are left out; a column with the LGA or the ward code would settle it.",
			dataset.Plural(len(repeated), "name fits", "names fit"), dataset.Names(repeated, 5))
	}
}

// reportJoin says how the units of a file were matched.
func (b *builder) reportJoin(p *part, j *join) {
	count := map[dataset.MatchClass]int{}
	var missing []string
	for u, m := range j.matches {
		if p.why[u] == inside {
			count[m.Class]++
		}
		if m.Class == dataset.MatchUnmatched {
			missing = append(missing, m.From.Label())
		}
	}
	n := count[dataset.MatchNameOnly]
	if doubtful := len(missing) + count[dataset.MatchProbable] + count[dataset.MatchAmbiguous]; n > 0 && doubtful*5 > n {
		b.askNames(p, n)
	}
	if n > 0 {
		b.find(dataset.Info, "matched_by_name", "file", p.name(b), p.wardHeading(), n,
			"%s matched by name alone, because an LGA is not told on both sides; each name stands once on either side.", dataset.Plural(n, "ward was", "wards were"))
	}
	if len(missing) > 0 {
		b.find(dataset.Warning, "unmatched_wards", "ward", p.name(b), p.wardHeading(), len(missing),
			"%s in no other file: %s. They are kept as wards of their own.", dataset.Plural(len(missing), "ward is", "wards are"), dataset.Names(missing, 5))
	}
}

// reportAbsent names the wards of earlier files that this one does not tell of.
func (b *builder) reportAbsent(r *registry, p *part, j *join, before int) {
	found := make([]bool, before)
	for _, at := range j.wardOf {
		if at >= 0 && int(at) < before {
			found[at] = true
		}
	}
	var absent []string
	for at, f := range found {
		if !f {
			absent = append(absent, r.wards[at].Label())
		}
	}
	if len(absent) > 0 {
		b.find(dataset.Warning, "absent_wards", "ward", p.name(b), p.wardHeading(), len(absent),
			"%s in the other files and not in this one: %s. They have no value from it.", dataset.Plural(len(absent), "ward is", "wards are"), dataset.Names(absent, 5))
	}
}

// chooseWardColumn takes, of several columns that name the ward, the one whose
// names are found most often in the other files, and says so; -1 when there is none.
func (b *builder) chooseWardColumn(s *sheet, sheets []*sheet) int {
	candidates := s.all(kindWard)
	if len(candidates) < 2 {
		return s.find(kindWard)
	}
	for _, at := range candidates {
		if s.columns[at].corrected {
			return at
		}
	}
	elsewhere := map[string]bool{}
	for _, other := range sheets {
		if other.file != s.file {
			for _, at := range other.all(kindWard) {
				for key := range wardKeys(other, at) {
					elsewhere[key] = true
				}
			}
		}
	}
	best, bestFound := candidates[0], -1
	found := make([]int, len(candidates))
	for i, at := range candidates {
		for key := range wardKeys(s, at) {
			if elsewhere[key] {
				found[i]++
			}
		}
		if found[i] > bestFound {
			best, bestFound = at, found[i]
		}
	}
	b.reportWardColumn(s, candidates, found, best)
	return best
}

func wardKeys(s *sheet, at int) map[string]bool {
	dict, _ := texts(s.table.Columns[at])
	before := prefixesOf(dict)
	keys := map[string]bool{}
	for _, name := range dict {
		_, name, _ = before.split(name)
		if !isUnknown(name) && !isStore(name) {
			keys[fold(tidyName(name, kindWard))] = true
		}
	}
	return keys
}

func (b *builder) reportWardColumn(s *sheet, candidates, found []int, best int) {
	var others []string
	bestFound := 0
	for i, at := range candidates {
		if at == best {
			bestFound = found[i]
			continue
		}
		others = append(others, fmt.Sprintf("%q: %d", s.table.Columns[at].Heading, found[i]))
	}
	heading := s.table.Columns[best].Heading
	b.find(dataset.Info, "ward_column", "column", b.fileName(s), heading, s.table.Rows,
		"Several columns name the ward. %q is used, because %s found in the other files (%s).", heading,
		dataset.Plural(bestFound, "of its names is", "of its names are"), dataset.Names(others, 3))
}
