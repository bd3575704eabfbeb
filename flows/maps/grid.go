package maps

import (
	"math"

	"github.com/paulmach/orb"
)

// A point of the drawing grid, y downwards. A unit is a quarter of a pixel of the
// page, which is finer than a screen shows and coarse enough that neighbours who
// were digitised apart by a hair meet again.
type point struct{ x, y int32 }

const perPixel = 4

// A ring of grid points; the last point is not a repetition of the first.
type ring []point

// A grid places longitudes and latitudes on the drawing grid: plate carrée with
// the scale true at the middle latitude (equirectangular projection, Snyder 1987,
// USGS Professional Paper 1395, p. 90), good to a percent for a country.
type grid struct {
	west, north   float64 // degrees
	xscale        float64 // grid units a degree
	yscale        float64
	width, height float64 // pixels
}

// fit makes the grid that shows the bound as large as it goes in a box of pixels.
func fit(b orb.Bound, width, height float64) grid {
	shrink := math.Max(0.05, math.Cos((b.Min[1]+b.Max[1])/2*math.Pi/180))
	dx, dy := math.Max((b.Max[0]-b.Min[0])*shrink, 1e-9), math.Max(b.Max[1]-b.Min[1], 1e-9)
	scale := math.Min(width/dx, height/dy)
	return grid{
		west: b.Min[0], north: b.Max[1],
		xscale: scale * shrink * perPixel, yscale: scale * perPixel,
		width: dx * scale, height: dy * scale,
	}
}

func (g grid) place(p orb.Point) point {
	return point{
		int32(math.Round((p[0] - g.west) * g.xscale)),
		int32(math.Round((g.north - p[1]) * g.yscale)),
	}
}

// rings places a shape's rings, leaving out repeated points.
func (g grid) rings(shape orb.MultiPolygon) []ring {
	var rings []ring
	for _, polygon := range shape {
		for _, line := range polygon {
			placed := make(ring, 0, len(line)/2)
			for _, p := range line {
				if at := g.place(p); len(placed) == 0 || at != placed[len(placed)-1] {
					placed = append(placed, at)
				}
			}
			for len(placed) > 1 && placed[0] == placed[len(placed)-1] {
				placed = placed[:len(placed)-1]
			}
			rings = append(rings, placed)
		}
	}
	return rings
}

// boundOf is the box around all shapes.
func boundOf(shapes []orb.MultiPolygon) orb.Bound {
	var all orb.Bound
	seen := false
	for _, shape := range shapes {
		switch {
		case len(shape) == 0:
		case !seen:
			all, seen = shape.Bound(), true
		default:
			all = all.Union(shape.Bound())
		}
	}
	return all
}
