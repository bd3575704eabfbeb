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
			for j := range r {
				from, to := r[j], r[(j+1)%len(r)]
				if s := b[edgeOf(from, to)]; s.first != int32(i) || !s.parts(group) {
					lines, current = finish(lines, current), nil
					continue
				}
				if current == nil {
					current = line{from}
				}
				current = append(current, to)
			}
			lines = finish(lines, current)
		}
	}
	return lines
}

func finish(lines []line, current line) []line {
	if current == nil {
		return lines
	}
	return append(lines, current)
}
