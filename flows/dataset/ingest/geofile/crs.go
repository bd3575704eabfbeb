package geofile

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/paulmach/orb"
)

// toWGS84 brings a shapefile's layer to longitude and latitude by its .prj.
func (r *reader) toWGS84(layer *Layer, prj string) error {
	root := parseWKT(prj)
	if compound := root; compound.name == "COMPD_CS" || compound.name == "COMPOUNDCRS" {
		root = compound.child("PROJCS", "GEOGCS", "PROJCRS", "GEOGCRS")
	}
	switch {
	case strings.TrimSpace(prj) == "":
		return r.assumeDegrees(layer)
	case root.name == "GEOGCS" || root.name == "GEOGCRS":
		if unit := root.child("UNIT").number(0, degree); math.Abs(unit-degree) > 1e-6 {
			return schemaregistry.Fail("unknown_projection", "%s measures angles in %q, not in degrees. Export it in WGS84 (EPSG:4326).", r.file, root.child("UNIT").text)
		}
		r.noteDatum(root)
		return r.inRange(layer)
	case root.name == "PROJCS":
		convert, err := r.projection(root)
		if err != nil {
			return err
		}
		return r.convert(layer, root.text, convert)
	}
	return schemaregistry.Fail("unknown_projection", "The .prj in %s is written in a way that is not understood. Export the layer in WGS84 (EPSG:4326).", r.file)
}

const degree = math.Pi / 180

// assumeDegrees takes a layer without .prj for WGS84 when its numbers can be degrees.
func (r *reader) assumeDegrees(layer *Layer) error {
	if !inDegrees(bound(layer.Shapes)) {
		return schemaregistry.Fail("no_projection", "%s has no .prj, and its coordinates are too large to be degrees, so it is not known where it lies. Add the .prj to the zip or export it in WGS84 (EPSG:4326).", r.file)
	}
	r.note(dataset.Info, "no_prj", layer.Name, len(layer.Shapes),
		fmt.Sprintf("%s has no .prj; its coordinates fit degrees and are taken as WGS84.", layer.Name))
	return nil
}

// inRange refuses degrees that are none, naming the first area.
func (r *reader) inRange(layer *Layer) error {
	for i, shape := range layer.Shapes {
		if b := shape.Bound(); len(shape) > 0 && !inDegrees(b) {
			return schemaregistry.Fail("coordinates_out_of_range",
				"Area %d of %s in %s lies at %.6g, %.6g, which is no longitude and latitude. Export the layer in WGS84 (EPSG:4326).",
				i+1, layer.Name, r.file, b.Max[0], b.Max[1])
		}
	}
	return nil
}

func inDegrees(b orb.Bound) bool {
	const slack = 1e-6
	return b.Min[0] >= -180-slack && b.Max[0] <= 180+slack && b.Min[1] >= -90-slack && b.Max[1] <= 90+slack
}

func bound(shapes []orb.MultiPolygon) orb.Bound {
	var all orb.Bound
	first := true
	for _, shape := range shapes {
		switch {
		case len(shape) == 0:
		case first:
			all, first = shape.Bound(), false
		default:
			all = all.Union(shape.Bound())
		}
	}
	return all
}

// noteDatum says when coordinates rest on another datum: they are drawn as they
// are, a few hundred metres off at most.
func (r *reader) noteDatum(geographic wktNode) {
	datum := geographic.child("DATUM").text
	plain := strings.ToUpper(strings.NewReplacer("_", "", " ", "", "-", "").Replace(strings.TrimPrefix(datum, "D_")))
	for _, same := range []string{"WGS1984", "WGS84", "ETRS", "EUROPEANTERRESTRIAL", "ITRF", "NORTHAMERICAN1983", "NORTHAMERICANDATUM1983"} {
		if strings.Contains(plain, same) || datum == "" {
			return
		}
	}
	r.note(dataset.Info, "other_datum", r.file, 0,
		fmt.Sprintf("%s uses the datum %s. It is drawn as it is, which may be some hundred metres off WGS84; no figure depends on it.", r.file, strings.TrimPrefix(datum, "D_")))
}

// projection returns the way back from a projected system, or refuses it by name.
func (r *reader) projection(root wktNode) (func(orb.Point) orb.Point, error) {
	method := strings.ToLower(root.child("PROJECTION").text)
	lower := strings.ToLower(root.text)
	web := strings.Contains(method, "auxiliary_sphere") || strings.Contains(method, "pseudo") ||
		strings.Contains(lower, "pseudo-mercator") || strings.Contains(lower, "web_mercator")
	switch {
	case web:
		return webMercator, nil
	case method == "transverse_mercator" || method == "gauss_kruger":
		geographic := root.child("GEOGCS")
		r.noteDatum(geographic)
		spheroid := geographic.child("DATUM").child("SPHEROID")
		t := transverseMercator{
			ellipsoid: ellipsoid{spheroid.number(0, wgs84.a), 1 / spheroid.number(1, 1/wgs84.f)},
			lon0:      root.parameter("central_meridian", 0), lat0: root.parameter("latitude_of_origin", 0),
			scale: root.parameter("scale_factor", 1), metre: root.child("UNIT").number(0, 1),
		}
		t.falseEasting = root.parameter("false_easting", 0) * t.metre
		t.falseNorth = root.parameter("false_northing", 0) * t.metre
		if t.a > 6e6 && t.a < 7e6 && t.f > 0 && t.f < 0.01 && t.scale > 0.5 && t.scale < 2 {
			return t.inverse(), nil
		}
	}
	return nil, r.refuse(root.text)
}

func (r *reader) refuse(system string) error {
	return schemaregistry.Fail("unknown_projection", "%s is drawn in %q, which is not converted here. Export it in WGS84 (EPSG:4326) and add it again.", r.file, system)
}

// convert changes every point of the layer and says so.
func (r *reader) convert(layer *Layer, system string, back func(orb.Point) orb.Point) error {
	for _, shape := range layer.Shapes {
		for _, polygon := range shape {
			for _, ring := range polygon {
				for i, p := range ring {
					if ring[i] = back(p); !finite(ring[i][0]) || !finite(ring[i][1]) {
						ring[i] = orb.Point{math.MaxFloat64, math.MaxFloat64} // found by inRange
					}
				}
			}
		}
	}
	r.note(dataset.Info, "converted", layer.Name, len(layer.Shapes),
		fmt.Sprintf("%s was converted from %s to longitude and latitude.", layer.Name, system))
	return r.inRange(layer)
}

var epsg = regexp.MustCompile(`(?i)EPSG:+(?:[0-9.]*:)?([0-9]{4,6})$`)

// fromCRS brings a GeoJSON layer to WGS84 by its (obsolete, but common) crs member.
func (r *reader) fromCRS(layer *Layer, crs string) error {
	code := 0
	if m := epsg.FindStringSubmatch(crs); m != nil {
		code, _ = strconv.Atoi(m[1])
	}
	switch zone := code % 100; {
	case crs == "" || strings.Contains(strings.ToUpper(crs), "CRS84") || code == 4326 || code == 4979:
		return r.inRange(layer)
	case code == 3857 || code == 900913 || code == 3785:
		return r.convert(layer, "Web Mercator", webMercator)
	case (code/100 == 326 || code/100 == 327) && zone >= 1 && zone <= 60:
		south := code/100 == 327
		return r.convert(layer, fmt.Sprintf("UTM zone %d (EPSG:%d)", zone, code), utm(zone, south).inverse())
	}
	return r.refuse(crs)
}
