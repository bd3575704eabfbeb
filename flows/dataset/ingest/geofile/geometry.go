package geofile

import (
	"encoding/json"
	"errors"
	"strconv"

	"github.com/paulmach/orb"
)

var (
	errTooManyPoints = errors.New("has too many points")
	errCoordinates   = errors.New("has coordinates that are not nested as its type asks")
	errTooManyRings  = errors.New("is made of too many parts")
)

const maxNesting = 8 // geometry collections inside one another

// areaOf is the area of a geometry; other says what it is when it is none ("" for
// an empty geometry). At most limit points are taken.
func areaOf(g *geoObject, limit int) (shape orb.MultiPolygon, other string, err error) {
	return areaWithin(g, limit, 0)
}

func areaWithin(g *geoObject, limit, depth int) (shape orb.MultiPolygon, other string, err error) {
	if g == nil {
		return nil, "", nil
	}
	c := coordinates{rest: g.Coordinates, limit: limit}
	switch g.Type {
	case "Polygon":
		polygon, err := c.polygon()
		if err != nil || len(polygon) == 0 {
			return nil, "", err
		}
		return orb.MultiPolygon{polygon}, "", nil
	case "MultiPolygon":
		shape, err = c.multiPolygon()
		return shape, "", err
	case "Point", "MultiPoint":
		return nil, "points", nil
	case "LineString", "MultiLineString":
		return nil, "lines", nil
	case "GeometryCollection":
		if depth == maxNesting {
			return nil, "", errCoordinates
		}
		return collection(g, limit, depth)
	}
	return nil, "", errors.New("has a geometry of the unknown type " + strconv.Quote(g.Type))
}

func collection(g *geoObject, limit, depth int) (shape orb.MultiPolygon, other string, err error) {
	for i := range g.Geometries {
		part, kind, err := areaWithin(&g.Geometries[i], limit-pointsOf(shape), depth+1)
		if err != nil {
			return nil, "", err
		}
		if kind != "" {
			other = kind
		}
		shape = append(shape, part...)
	}
	return shape, other, nil
}

// coordinates reads the nested arrays of a geometry. The text is known to be
// JSON already, so only its nesting and its numbers are looked at.
type coordinates struct {
	rest  json.RawMessage
	limit int // points that may still be read
}

func (c *coordinates) multiPolygon() (orb.MultiPolygon, error) {
	var shape orb.MultiPolygon
	err := c.list(func() error {
		polygon, err := c.polygon()
		if len(polygon) > 0 {
			shape = append(shape, polygon)
		}
		return err
	})
	return shape, err
}

func (c *coordinates) polygon() (orb.Polygon, error) {
	var polygon orb.Polygon
	err := c.list(func() error {
		ring, err := c.ring()
		if err != nil {
			return err
		}
		if len(polygon) == maxRings {
			return errTooManyRings
		}
		if ring = closed(ring); len(ring) >= 4 {
			polygon = append(polygon, wound(ring, len(polygon) > 0))
		}
		return nil
	})
	return polygon, err
}

// wound turns a ring as RFC 7946 wants it: holes clockwise, outlines not.
func wound(ring orb.Ring, hole bool) orb.Ring {
	if (signedArea(ring) < 0) != hole {
		ring.Reverse()
	}
	return ring
}

func (c *coordinates) ring() (orb.Ring, error) {
	var ring orb.Ring
	err := c.list(func() error {
		if c.limit--; c.limit < 0 {
			return errTooManyPoints
		}
		point, err := c.point()
		ring = append(ring, point)
		return err
	})
	return ring, err
}

func (c *coordinates) point() (p orb.Point, err error) {
	n := 0
	err = c.list(func() error {
		end := 0
		for end < len(c.rest) && c.rest[end] != ',' && c.rest[end] != ']' {
			end++
		}
		if n < 2 { // a height may follow
			v, err := strconv.ParseFloat(string(trimRight(c.rest[:end])), 64)
			if err != nil || !finite(v) {
				return errCoordinates
			}
			p[n] = v
		}
		n++
		c.rest = c.rest[end:]
		return nil
	})
	if err == nil && n < 2 {
		err = errCoordinates
	}
	return p, err
}

// list reads [item, item, ...], calling item at the start of each.
func (c *coordinates) list(item func() error) error {
	if c.skip(); len(c.rest) == 0 || c.rest[0] != '[' {
		return errCoordinates
	}
	c.rest = c.rest[1:]
	for {
		if c.skip(); len(c.rest) == 0 {
			return errCoordinates
		}
		switch c.rest[0] {
		case ']':
			c.rest = c.rest[1:]
			return nil
		case ',':
			c.rest = c.rest[1:]
			c.skip()
		}
		if err := item(); err != nil {
			return err
		}
	}
}

func (c *coordinates) skip() {
	for len(c.rest) > 0 && isSpace(c.rest[0]) {
		c.rest = c.rest[1:]
	}
}

func trimRight(b []byte) []byte {
	for len(b) > 0 && isSpace(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
