package maps

// tolerance is how far, in grid units, a border may move when it is simplified:
// under half a pixel.
const tolerance = 1.6

// simplify thins the rings of all areas together. A border between two areas is
// one line of vertices, from one junction to the next; it is thinned once
// (Douglas and Peucker 1973), and both neighbours keep the same vertices, so that
// no gap opens between them. Rings that collapse are dropped; an area that would
// vanish is kept as a dot.
func simplify(areas [][]ring) [][]ring {
	net := newNetwork(areas)
	for _, area := range net.areas {
		for _, r := range area {
			net.thin(r)
		}
	}
	thinned := make([][]ring, len(areas))
	for i, area := range net.areas {
		for _, ids := range area {
			if r := net.kept(ids); len(r) >= 3 {
				thinned[i] = append(thinned[i], r)
			}
		}
		if len(thinned[i]) == 0 && len(areas[i]) > 0 && len(areas[i][0]) > 0 {
			thinned[i] = []ring{dot(areas[i][0][0])}
		}
	}
	return thinned
}

// dot is a square just large enough to be seen and touched.
func dot(at point) ring {
	const r = perPixel
	return ring{{at.x - r, at.y - r}, {at.x + r, at.y - r}, {at.x + r, at.y + r}, {at.x - r, at.y + r}}
}

// A network numbers the grid points that rings run through, and knows which of
// them join more or fewer than two others.
type network struct {
	areas    [][][]int32 // rings by vertex number
	at       []point     // vertex number -> place
	next     [][2]int32  // the first two neighbours of a vertex, -1 none
	junction []bool
	keep     []bool
	done     []bool // its line was thinned
}

func newNetwork(areas [][]ring) *network {
	total := 0
	for _, area := range areas {
		for _, r := range area {
			total += len(r)
		}
	}
	n := &network{areas: make([][][]int32, len(areas))}
	number := make(map[point]int32, total/2)
	for i, area := range areas {
		for _, r := range area {
			ids := make([]int32, len(r))
			for j, p := range r {
				id, known := number[p]
				if !known {
					id = int32(len(n.at))
					number[p] = id
					n.at = append(n.at, p)
					n.next = append(n.next, [2]int32{-1, -1})
				}
				ids[j] = id
			}
			n.areas[i] = append(n.areas[i], ids)
		}
	}
	n.junction, n.keep, n.done = make([]bool, len(n.at)), make([]bool, len(n.at)), make([]bool, len(n.at))
	for _, area := range n.areas {
		for _, ids := range area {
			for j, id := range ids {
				n.join(id, ids[(j+1)%len(ids)])
				n.join(ids[(j+1)%len(ids)], id)
			}
		}
	}
	for id, next := range n.next {
		n.junction[id] = n.junction[id] || next[1] < 0
		n.keep[id] = n.junction[id]
	}
	return n
}

// join notes that b is a neighbour of a; the third makes a junction.
func (n *network) join(a, b int32) {
	next := &n.next[a]
	switch {
	case next[0] == b || next[1] == b:
	case next[0] < 0:
		next[0] = b
	case next[1] < 0:
		next[1] = b
	default:
		n.junction[a] = true
	}
}

// thin decides for every vertex of a ring whether it stays.
func (n *network) thin(ids []int32) {
	start := -1
	for j, id := range ids {
		if n.junction[id] {
			start = j
			break
		}
	}
	if start < 0 {
		n.thinLoop(ids)
		return
	}
	line := make([]int32, 0, len(ids)+1)
	for j := range ids {
		id := ids[(start+j)%len(ids)]
		line = append(line, id)
		if n.junction[id] && j > 0 {
			n.thinLine(line)
			line = append(line[:0], id)
		}
	}
	n.thinLine(append(line, ids[start]))
}

// thinLoop thins a ring without junctions: an island, or an enclave that is its
// neighbour's hole. It is cut at its first vertex and at the one farthest away.
func (n *network) thinLoop(ids []int32) {
	if len(ids) < 3 || n.done[ids[0]] {
		return
	}
	far, most := 0, 0.0
	for j, id := range ids {
		if d := n.distance(id, ids[0]); d > most {
			far, most = j, d
		}
	}
	n.keep[ids[0]], n.keep[ids[far]] = true, true
	n.thinLine(ids[:far+1])
	n.thinLine(append(append([]int32(nil), ids[far:]...), ids[0]))
	n.done[ids[0]], n.done[ids[far]] = true, true
}

func (n *network) distance(a, b int32) float64 {
	dx, dy := float64(n.at[a].x-n.at[b].x), float64(n.at[a].y-n.at[b].y)
	return dx*dx + dy*dy
}

// thinLine keeps the ends of a line and what lies farther than the tolerance
// from the chords between kept points.
func (n *network) thinLine(line []int32) {
	if len(line) < 3 || n.done[line[1]] {
		return
	}
	for _, id := range line[1 : len(line)-1] {
		n.done[id] = true
	}
	spans := [][2]int{{0, len(line) - 1}}
	for len(spans) > 0 {
		from, to := spans[len(spans)-1][0], spans[len(spans)-1][1]
		spans = spans[:len(spans)-1]
		far, most := -1, tolerance*tolerance
		for j := from + 1; j < to; j++ {
			if d := n.offset(line[j], line[from], line[to]); d > most {
				far, most = j, d
			}
		}
		if far > 0 {
			n.keep[line[far]] = true
			spans = append(spans, [2]int{from, far}, [2]int{far, to})
		}
	}
}

// offset is the squared distance of p from the segment between a and b.
func (n *network) offset(p, a, b int32) float64 {
	ax, ay := float64(n.at[a].x), float64(n.at[a].y)
	px, py := float64(n.at[p].x)-ax, float64(n.at[p].y)-ay
	bx, by := float64(n.at[b].x)-ax, float64(n.at[b].y)-ay
	if length := bx*bx + by*by; length > 0 {
		t := max(0, min(1, (px*bx+py*by)/length))
		px, py = px-t*bx, py-t*by
	}
	return px*px + py*py
}

func (n *network) kept(ids []int32) ring {
	var r ring
	for _, id := range ids {
		if n.keep[id] {
			r = append(r, n.at[id])
		}
	}
	return r
}
