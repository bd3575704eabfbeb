package maps

// A line of grid points, open.
type line []point

type edge struct{ a, b point }

// edgeOf is the same in both directions.
func edgeOf(a, b point) edge {
	if a.x > b.x || (a.x == b.x && a.y > b.y) {
		a, b = b, a
	}
	return edge{a, b}
}

// sides holds the areas on the two sides of an edge; second is -1 when there is one.
type sides struct{ first, second int32 }

// parts reports whether the edge lies between two groups or has nothing beyond it.
func (s sides) parts(group []int) bool {
	return s.second < 0 || group[s.first] != group[s.second]
}

// borders knows every edge of a drawing and the areas that it parts.
type borders map[edge]sides

func bordersOf(areas [][]ring) borders {
	total := 0
	for _, area := range areas {
		for _, r := range area {
			total += len(r)
		}
	}
	known := make(borders, total/2)
	for i, area := range areas {
		for _, r := range area {
			for j := range r {
				e := edgeOf(r[j], r[(j+1)%len(r)])
				if s, there := known[e]; !there {
					known[e] = sides{int32(i), -1}
				} else if s.first != int32(i) && s.second < 0 {
					known[e] = sides{s.first, int32(i)}
				}
			}
		}
	}
	return known
}

// outlines gives the borders between groups of areas, and around all of them, as
// lines to draw over the areas. Each edge is drawn once, by the area first on it.
func (b borders) outlines(areas [][]ring, group []int) []line {
	var lines []line
	for i, area := range areas {
		for _, r := range area {
			var current line
			outer := true // has nothing beyond it so far
			finish := func() {
				if current != nil && !(outer && current.tiny()) {
					lines = append(lines, current)
				}
				current, outer = nil, true
			}
			for j := range r {
				from, to := r[j], r[(j+1)%len(r)]
				s := b[edgeOf(from, to)]
				if s.first != int32(i) || !s.parts(group) {
					finish()
					continue
				}
				if current == nil {
					current = line{from}
				}
				current, outer = append(current, to), outer && s.second < 0
			}
			finish()
		}
	}
	return lines
}

// tiny reports a line within three pixels: as an outer border it is a gap between
// neighbours that were digitised apart, not a coast.
func (l line) tiny() bool {
	const extent = 3 * perPixel
	low, high := l[0], l[0]
	for _, p := range l {
		low = point{min(low.x, p.x), min(low.y, p.y)}
		high = point{max(high.x, p.x), max(high.y, p.y)}
	}
	return high.x-low.x <= extent && high.y-low.y <= extent
}
