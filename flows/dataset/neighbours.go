package dataset

import "math"

// Neighbours lists, for every ward, the wards that its area touches in at least
// a point (queen contiguity). Vertices closer than about 0.1 m are one. It is
// empty without a boundary.
func (d *Dataset) Neighbours() [][]int {
	neighbours := make([][]int, len(d.Wards))
	if d.Boundary == nil {
		return neighbours
	}
	const grid = 1e6 // of a degree
	type vertex struct{ x, y int64 }
	owners := map[vertex][]int{}
	for _, shape := range d.Boundary.Shapes {
		for _, polygon := range shape.Geometry {
			for _, ring := range polygon {
				for _, p := range ring {
					at := vertex{int64(math.Round(p[0] * grid)), int64(math.Round(p[1] * grid))}
					if here := owners[at]; len(here) == 0 || here[len(here)-1] != shape.Ward {
						owners[at] = append(here, shape.Ward)
					}
				}
			}
		}
	}
	seen := map[[2]int]bool{}
	for _, here := range owners {
		for _, a := range here {
			for _, b := range here {
				if a != b && !seen[[2]int{a, b}] {
					seen[[2]int{a, b}] = true
					neighbours[a] = append(neighbours[a], b)
				}
			}
		}
	}
	return neighbours
}
