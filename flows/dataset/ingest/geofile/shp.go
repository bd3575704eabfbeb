package geofile

import (
	"encoding/binary"
	"math"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/paulmach/orb"
)

// Sizes and codes of "ESRI Shapefile Technical Description", ESRI White Paper, July 1998.
const (
	shpHeader     = 100 // bytes
	recordHeader  = 8
	polygonHeader = 44 // type, box, number of parts, number of points
	pointSize     = 16
	maxRings      = 20_000 // of one area; Norway's whole coast has fewer

	typeNull = 0
)

var shapeKinds = map[uint32]string{
	1: "points", 11: "points", 21: "points", 8: "points", 18: "points", 28: "points",
	3: "lines", 13: "lines", 23: "lines",
	5: "polygons", 15: "polygons", 25: "polygons",
	31: "three-dimensional surfaces",
}

// shapefile reads a .shp with the .dbf, .prj and .cpg beside it.
func (r *reader) shapefile(name string, content []byte, m members) (Layer, error) {
	shapes, err := r.shp(name, content)
	if err != nil {
		return Layer{}, err
	}
	if m[".dbf"] == nil {
		return Layer{}, schemaregistry.Fail("no_dbf", "%s has %s.shp without its %s.dbf, so the areas have no names. Zip both together.", r.file, name, name)
	}
	side := map[string][]byte{}
	for _, ext := range []string{".dbf", ".prj", ".cpg"} {
		if side[ext], err = r.unzip(m[ext]); err != nil {
			return Layer{}, err
		}
	}
	table, deleted, err := r.dbf(name, side[".dbf"], string(side[".cpg"]))
	if err != nil {
		return Layer{}, err
	}
	if table.Rows+len(deleted) != len(shapes) {
		return Layer{}, schemaregistry.Fail("shp_dbf_differ", "%s has %s in %s.shp but %s in %s.dbf, so it is not known which name belongs to which area. Export the layer again.",
			r.file, dataset.Plural(len(shapes), "area"), name, dataset.Plural(table.Rows+len(deleted), "row"), name)
	}
	layer := Layer{Name: name, Attributes: table, Shapes: dropRows(shapes, deleted)}
	if err := r.toWGS84(&layer, string(side[".prj"])); err != nil {
		return Layer{}, err
	}
	return layer, nil
}

func dropRows(shapes []orb.MultiPolygon, deleted []int) []orb.MultiPolygon {
	for i := len(deleted) - 1; i >= 0; i-- {
		shapes = append(shapes[:deleted[i]], shapes[deleted[i]+1:]...)
	}
	return shapes
}

// shp reads the polygons of a .shp, in file order, in the file's coordinates.
func (r *reader) shp(name string, content []byte) ([]orb.MultiPolygon, error) {
	if err := r.checkHeader(name, content); err != nil {
		return nil, err
	}
	var shapes []orb.MultiPolygon
	points := 0
	for rest := content[shpHeader:]; len(rest) > 0; {
		record := len(shapes) + 1
		if len(rest) < recordHeader {
			return nil, r.badRecord(name, record, "is cut off")
		}
		size := int64(binary.BigEndian.Uint32(rest[4:])) * 2
		if size > int64(len(rest)-recordHeader) {
			return nil, r.badRecord(name, record, "claims more bytes than the file has")
		}
		rings, why := polygonRings(rest[recordHeader : recordHeader+size])
		if why != "" {
			return nil, r.badRecord(name, record, why)
		}
		for _, ring := range rings {
			points += len(ring)
		}
		if record > r.limits.Shapes || points > r.limits.Points {
			return nil, r.tooMuch(name)
		}
		shapes = append(shapes, assemble(rings))
		rest = rest[recordHeader+size:]
	}
	if len(shapes) == 0 {
		return nil, schemaregistry.Fail("no_polygons", "%s.shp in %s has no areas in it.", name, r.file)
	}
	return shapes, nil
}

// checkHeader refuses what is no shapefile of polygons, or only part of one.
func (r *reader) checkHeader(name string, content []byte) error {
	if len(content) < shpHeader || binary.BigEndian.Uint32(content) != 9994 {
		return schemaregistry.Fail("broken_shapefile", "%s.shp in %s does not begin as a shapefile does.", name, r.file)
	}
	kind, known := shapeKinds[binary.LittleEndian.Uint32(content[32:])]
	switch {
	case !known:
		return schemaregistry.Fail("no_polygons", "%s.shp in %s holds no areas.", name, r.file)
	case kind != "polygons":
		return otherKind(kind)
	}
	if length := int64(binary.BigEndian.Uint32(content[24:])) * 2; length > int64(len(content)) {
		return schemaregistry.Fail("truncated", "%s.shp in %s is cut off: it should have %d bytes and has %d. Send it again.", name, r.file, length, len(content))
	}
	return nil
}

func (r *reader) badRecord(name string, record int, why string) error {
	return schemaregistry.Fail("broken_shapefile", "Area %d of %s.shp in %s %s; nothing of it was read. Export the layer again.", record, name, r.file, why)
}

func (r *reader) tooMuch(name string) error {
	return schemaregistry.Fail("too_many_points", "%s is too detailed: more than %s areas or %s points. Simplify it first; a map on paper shows a few thousand points.",
		r.place(name), dataset.Thousands(r.limits.Shapes), dataset.Thousands(r.limits.Points))
}

// polygonRings reads the rings of one record's content. Counts are checked
// against the bytes that are there; why says what is wrong.
func polygonRings(b []byte) (rings []orb.Ring, why string) {
	if len(b) < 4 {
		return nil, "is cut off"
	}
	kind := binary.LittleEndian.Uint32(b)
	if kind == typeNull {
		return nil, ""
	}
	if shapeKinds[kind] != "polygons" || len(b) < polygonHeader {
		return nil, "is no polygon"
	}
	parts, points := int64(binary.LittleEndian.Uint32(b[36:])), int64(binary.LittleEndian.Uint32(b[40:]))
	if polygonHeader+4*parts+pointSize*points > int64(len(b)) {
		return nil, "claims more points than the file has bytes for"
	}
	if parts > maxRings {
		return nil, "is made of too many parts"
	}
	starts, coordinates := b[polygonHeader:], b[polygonHeader+4*parts:]
	for part := range parts {
		first, last := int64(binary.LittleEndian.Uint32(starts[4*part:])), points
		if part+1 < parts {
			last = int64(binary.LittleEndian.Uint32(starts[4*(part+1):]))
		}
		if first > last || last > points {
			return nil, "has parts out of order"
		}
		ring, ok := readRing(coordinates[first*pointSize : last*pointSize])
		if !ok {
			return nil, "has a coordinate that is no number"
		}
		rings = append(rings, ring)
	}
	return rings, ""
}

func readRing(b []byte) (orb.Ring, bool) {
	ring := make(orb.Ring, len(b)/pointSize, len(b)/pointSize+1) // room to close it
	for i := range ring {
		x := math.Float64frombits(binary.LittleEndian.Uint64(b[i*pointSize:]))
		y := math.Float64frombits(binary.LittleEndian.Uint64(b[i*pointSize+8:]))
		if !finite(x) || !finite(y) {
			return nil, false
		}
		ring[i] = orb.Point{x, y}
	}
	return ring, true
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
