package ingest

import (
	"math/bits"
	"slices"
	"strings"
)

// nearby finds wards whose names nearly equal a name. It looks only at wards
// of the same LGA, else of the same first letter or the same ending.
type nearby struct {
	*matcher
	taken  []bool   // wards that another name of the file fits exactly
	letter []uint32 // by ward: the set of letters in its name
	blocks map[string][]int32
}

func (m *matcher) neighbours(taken []bool) *nearby {
	n := &nearby{matcher: m, taken: slices.Clone(taken), letter: make([]uint32, len(m.wards)), blocks: map[string][]int32{}}
	for at := range m.wards {
		p := m.path[at]
		n.letter[at] = letterSet(p.name)
		for _, block := range blocksOf(p) {
			n.blocks[block] = append(n.blocks[block], int32(at))
		}
	}
	return n
}

// blocksOf lists the blocks in which a place stands or is looked for.
func blocksOf(p place) []string {
	if p.name == "" {
		return nil
	}
	runes := []rune(p.name)
	tail := string(runes[max(0, len(runes)-3):])
	return []string{"lga " + p.state + "|" + p.lga, "a " + string(runes[:1]), "z " + tail}
}

// best is the ward that a unit's name comes nearest to, and the runner-up.
func (n *nearby) best(unit int, from place) (proposal, bool) {
	blocks := blocksOf(from)
	if from.lga == "" && len(blocks) > 1 {
		blocks = blocks[1:]
	}
	p := proposal{unit: unit, ward: -1, other: -1}
	letters := letterSet(from.name)
	for _, block := range blocks {
		for _, at := range n.blocks[block] {
			if at == p.ward || at == p.other || !from.compatible(n.path[at]) || n.otherCode(unit, at) ||
				bits.OnesCount32(letters^n.letter[at]) > len(from.name)/2+2 {
				continue
			}
			score := likeness(from.name, n.path[at].name)
			if n.taken[at] && (score < 0.8 || from.lga == "" || from.lga != n.path[at].lga) {
				continue // only a slip in the same LGA is a second name of one ward
			}
			p.consider(at, score)
		}
	}
	return p, p.ward >= 0
}

func (p *proposal) consider(at int32, score float64) {
	switch {
	case score == 0:
	case score > p.score || score == p.score && at < p.ward:
		p.other, p.second = p.ward, p.score
		p.ward, p.score = at, score
	case score > p.second:
		p.other, p.second = at, score
	}
}

// likeness is the similarity of two folded names. Different numbers at the end
// are different wards; a name that begins the other one is 0.75 alike.
func likeness(a, b string) float64 {
	na, nb := a[len(stem(a)):], b[len(stem(b)):]
	if na != nb && na != "" && nb != "" {
		return 0
	}
	score := similarity(a, b)
	if shorter := min(len(a), len(b)); shorter >= 5 && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a)) {
		score = max(score, 0.75)
	}
	return score
}

func letterSet(name string) uint32 {
	var set uint32
	for _, r := range name {
		if r >= 'a' && r <= 'z' {
			set |= 1 << (r - 'a')
		}
	}
	return set
}
