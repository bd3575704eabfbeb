package sample

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/paulmach/orb"
)

// The wards are the cells of a grid whose nodes are shaken, whose edges are bent
// and whose corners are cut off: neighbours share every vertex of their border.
const (
	gridSize   = 14   // cells each way
	cell       = 0.11 // degrees, about 12 km
	westEdge   = 1.0  // degrees east, in the Gulf of Guinea
	southEdge  = 1.0  // degrees north
	edgeLevels = 3    // an edge has 2^3 parts
)

// absent cells round the outline off and leave wardCount of gridSize².
var absent = map[[2]int]bool{
	{0, 0}: true, {0, 1}: true, {0, 13}: true, {13, 0}: true, {13, 12}: true, {13, 13}: true,
}

// A grid holds nodes and the edges between them, each a line of shared points.
type grid struct {
	nodes  [gridSize + 1][gridSize + 1]orb.Point
	across [gridSize][gridSize + 1]orb.LineString // from node (x, y) to (x+1, y)
	up     [gridSize + 1][gridSize]orb.LineString // from node (x, y) to (x, y+1)
}

func newGrid(random *rand.Rand) *grid {
	g := &grid{}
	shake := func() float64 { return (random.Float64() - 0.5) * 0.5 }
	for x := range gridSize + 1 {
		for y := range gridSize + 1 {
			g.nodes[x][y] = place(float64(x)+shake(), float64(y)+shake())
		}
	}
	for x := range gridSize + 1 {
		for y := range gridSize + 1 {
			if x < gridSize {
				g.across[x][y] = bend(random, g.nodes[x][y], g.nodes[x+1][y])
			}
			if y < gridSize {
				g.up[x][y] = bend(random, g.nodes[x][y], g.nodes[x][y+1])
			}
		}
	}
	return g
}

// place turns grid coordinates into degrees and the square into a rounded shape.
func place(x, y float64) orb.Point {
	u, v := x/gridSize*2-1, y/gridSize*2-1
	round := 0.45 // 0 a square, 1 a disc
	u, v = u*math.Sqrt(1-round*v*v/2), v*math.Sqrt(1-round*u*u/2)
	const radius = cell * gridSize / 2
	return orb.Point{westEdge + radius*(1+u), southEdge + radius*(1+v)}
}

// bend draws a line between two points that wanders a little off the straight
// one: each half's middle is displaced, by less each time.
func bend(random *rand.Rand, a, b orb.Point) orb.LineString {
	line := orb.LineString{micro(a), micro(b)}
	reach := 0.07
	for range edgeLevels {
		finer := orb.LineString{line[0]}
		for i := 1; i < len(line); i++ {
			p, q := line[i-1], line[i]
			off := (random.Float64()*2 - 1) * reach
			middle := orb.Point{(p[0]+q[0])/2 - off*(q[1]-p[1]), (p[1]+q[1])/2 + off*(q[0]-p[0])}
			finer = append(finer, micro(middle), q)
		}
		line = finer
	}
	return line
}

// micro rounds to a millionth of a degree, about 0.1 m.
func micro(p orb.Point) orb.Point {
	return orb.Point{math.Round(p[0]*1e6) / 1e6, math.Round(p[1]*1e6) / 1e6}
}

// area is the ring around cell (x, y), clockwise and closed as shapefiles have it.
func (g *grid) area(x, y int) orb.Polygon {
	ring := slices.Clone(orb.Ring(g.up[x][y]))
	ring = append(ring, g.across[x][y+1][1:]...)
	ring = append(ring, backwards(g.up[x+1][y])[1:]...)
	ring = append(ring, backwards(g.across[x][y])[1:]...)
	return orb.Polygon{ring}
}

func backwards(line orb.LineString) orb.LineString {
	line = slices.Clone(line)
	slices.Reverse(line)
	return line
}

// drawWards makes the wards and joins them to LGAs.
func (s *State) drawWards(random *rand.Rand) {
	g := newGrid(random)
	var cells [][2]int
	for y := range gridSize {
		for x := range gridSize {
			if !absent[[2]int{x, y}] {
				cells = append(cells, [2]int{x, y})
			}
		}
	}
	lgas := joinCells(random, cells)
	for _, c := range cells {
		s.Wards = append(s.Wards, Ward{LGA: lgas[c], Area: g.area(c[0], c[1])})
	}
}

// joinCells grows LGAs from cells that lie far apart: the smallest one that can
// takes a free neighbour, until none is free.
func joinCells(random *rand.Rand, cells [][2]int) map[[2]int]int {
	free := map[[2]int]bool{}
	for _, c := range cells {
		free[c] = true
	}
	owner := map[[2]int]int{}
	members := make([][][2]int, lgaCount)
	take := func(lga int, c [2]int) {
		owner[c] = lga
		members[lga] = append(members[lga], c)
		delete(free, c)
	}
	for lga, c := range farApart(random, cells) {
		take(lga, c)
	}
	for len(free) > 0 {
		smallest, next := -1, [2]int{}
		for lga := range members {
			if smallest >= 0 && len(members[lga]) >= len(members[smallest]) {
				continue
			}
			if c, ok := freeNeighbour(members[lga], free); ok {
				smallest, next = lga, c
			}
		}
		take(smallest, next)
	}
	return owner
}

// farApart picks a first cell at random, then always the one farthest from those
// picked.
func farApart(random *rand.Rand, cells [][2]int) [][2]int {
	picked := [][2]int{pick(random, cells)}
	for len(picked) < lgaCount {
		best, bestDistance := cells[0], -1
		for _, c := range cells {
			nearest := math.MaxInt
			for _, p := range picked {
				dx, dy := c[0]-p[0], c[1]-p[1]
				nearest = min(nearest, dx*dx+dy*dy)
			}
			if nearest > bestDistance {
				best, bestDistance = c, nearest
			}
		}
		picked = append(picked, best)
	}
	return picked
}

// freeNeighbour finds a free cell beside the members, near the first of them, so
// that LGAs stay compact.
func freeNeighbour(members [][2]int, free map[[2]int]bool) (found [2]int, ok bool) {
	nearest := math.MaxInt
	for _, m := range members {
		for _, step := range [][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
			c := [2]int{m[0] + step[0], m[1] + step[1]}
			dx, dy := c[0]-members[0][0], c[1]-members[0][1]
			if d := dx*dx + dy*dy; free[c] && d < nearest {
				found, ok, nearest = c, true, d
			}
		}
	}
	return found, ok
}

// centre is the middle of the ward's bounding box.
func (w *Ward) centre() orb.Point { return w.Area.Bound().Center() }
