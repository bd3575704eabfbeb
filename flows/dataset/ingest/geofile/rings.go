package geofile

import (
	"math"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
)

// assemble makes polygons of a shapefile's rings. Clockwise rings are outlines
// and the others holes; a hole goes to the smallest outline that contains it,
// and a hole that lies in none is an outline drawn the wrong way round. The
// result is oriented as GeoJSON wants it (RFC 7946: outlines counter-clockwise).
func assemble(rings []orb.Ring) orb.MultiPolygon {
	var outer, holes []outline
	for _, ring := range rings {
		ring = closed(ring)
		if len(ring) < 4 {
			continue // a point or a line has no area
		}
		if area := signedArea(ring); area > 0 {
			holes = append(holes, outline{ring, ring.Bound(), area})
		} else {
			ring.Reverse()
			outer = append(outer, outline{ring, ring.Bound(), -area})
		}
	}
	var shape orb.MultiPolygon
	for _, o := range outer {
		shape = append(shape, orb.Polygon{o.ring})
	}
	for _, hole := range holes {
		if at := hole.within(outer); at >= 0 {
			hole.ring.Reverse()
			shape[at] = append(shape[at], hole.ring)
		} else {
			shape = append(shape, orb.Polygon{hole.ring})
		}
	}
	return shape
}

type outline struct {
	ring  orb.Ring
	bound orb.Bound
	area  float64
}

// within returns the index of the smallest outline that contains the hole, or -1.
func (h outline) within(outer []outline) int {
	best, bestArea := -1, math.Inf(1)
	for i, o := range outer {
		if o.area < bestArea && o.area >= h.area && contains(o.bound, h.bound) && h.inside(o.ring) {
			best, bestArea = i, o.area
		}
	}
	return best
}

// inside looks at a few of the hole's corners: one of them may lie on the
// neighbour's line, not all.
func (h outline) inside(ring orb.Ring) bool {
	step := max(1, len(h.ring)/4)
	for i := 0; i < len(h.ring); i += step {
		if !planar.RingContains(ring, h.ring[i]) {
			return false
		}
	}
	return true
}

func contains(outer, inner orb.Bound) bool {
	return outer.Contains(inner.Min) && outer.Contains(inner.Max)
}

// closed repeats the first point at the end where it is missing.
func closed(ring orb.Ring) orb.Ring {
	if n := len(ring); n > 0 && ring[0] != ring[n-1] {
		return append(ring, ring[0])
	}
	return ring
}

// signedArea is positive for a counter-clockwise ring (shoelace formula, taken
// relative to the first point so that far-off coordinates keep their digits).
func signedArea(ring orb.Ring) float64 {
	sum := 0.0
	for i := 1; i+1 < len(ring); i++ {
		ax, ay := ring[i][0]-ring[0][0], ring[i][1]-ring[0][1]
		bx, by := ring[i+1][0]-ring[0][0], ring[i+1][1]-ring[0][1]
		sum += ax*by - bx*ay
	}
	return sum / 2
}
