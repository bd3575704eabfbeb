package geofile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/paulmach/orb"
)

// geoObject is any object of GeoJSON (RFC 7946), with what is of use here.
type geoObject struct {
	Type        string          `json:"type"`
	Features    []geoObject     `json:"features"`
	Geometry    *geoObject      `json:"geometry"`
	Geometries  []geoObject     `json:"geometries"`
	Coordinates json.RawMessage `json:"coordinates"`
	Properties  json.RawMessage `json:"properties"`
	ID          json.RawMessage `json:"id"`
	CRS         json.RawMessage `json:"crs"`
}

// bracesPerShape bounds the objects of a file before they are read: a feature, its
// properties and its geometry are three.
const bracesPerShape = 5

// geoJSON reads a FeatureCollection, a Feature or a bare geometry of areas.
func (r *reader) geoJSON(name string, content []byte) (Layer, error) {
	if bytes.Count(content, []byte("{")) > bracesPerShape*r.limits.Shapes {
		return Layer{}, r.tooMuch(name)
	}
	var root geoObject
	if err := json.Unmarshal(bytes.TrimPrefix(content, utf8Mark), &root); err != nil {
		return Layer{}, r.badJSON(name, err)
	}
	features, err := r.features(name, root)
	if err != nil {
		return Layer{}, err
	}
	layer := Layer{Name: name}
	left := map[string]int{}
	points := 0
	var kept []geoObject
	var rows []int32
	for i, feature := range features {
		shape, other, err := areaOf(feature.Geometry, r.limits.Points-points)
		if err != nil {
			return Layer{}, r.badGeometry(name, i+1, err)
		}
		if len(shape) == 0 && other != "" {
			left[other]++
			continue
		}
		points += pointsOf(shape)
		kept, rows = append(kept, feature), append(rows, int32(i+1))
		layer.Shapes = append(layer.Shapes, shape)
	}
	if err := r.judge(name, layer.Shapes, left); err != nil {
		return Layer{}, err
	}
	if layer.Attributes, err = r.attributes(name, kept); err != nil {
		return Layer{}, err
	}
	layer.Attributes.RowNumbers = rows
	return layer, r.fromCRS(&layer, crsName(root.CRS))
}

func (r *reader) features(name string, root geoObject) ([]geoObject, error) {
	var features []geoObject
	switch root.Type {
	case "FeatureCollection":
		features = root.Features
	case "Feature":
		features = []geoObject{root}
	case "GeometryCollection": // each geometry is an area of its own
		for i := range root.Geometries {
			features = append(features, geoObject{Geometry: &root.Geometries[i]})
		}
	case "Polygon", "MultiPolygon", "Point", "MultiPoint", "LineString", "MultiLineString":
		features = []geoObject{{Geometry: &root}}
	case "Topology":
		return nil, schemaregistry.Fail("not_boundaries", "%s is TopoJSON. Save it as GeoJSON (WGS84) and add that.", r.file)
	default:
		return nil, schemaregistry.Fail("not_geojson", "%s is JSON but not GeoJSON: a FeatureCollection of polygons is needed.", r.place(name))
	}
	if len(features) == 0 {
		return nil, schemaregistry.Fail("no_polygons", "%s has no areas in it.", r.place(name))
	}
	if len(features) > r.limits.Shapes {
		return nil, r.tooMuch(name)
	}
	return features, nil
}

// place names the file, with the member of a zip.
func (r *reader) place(name string) string {
	if layerName(r.file) == name {
		return r.file
	}
	return name + " in " + r.file
}

func (r *reader) badJSON(name string, err error) error {
	if syntax := new(json.SyntaxError); errors.As(err, &syntax) {
		if strings.Contains(syntax.Error(), "max depth") {
			return schemaregistry.Fail("broken_json", "%s is nested deeper at byte %d than boundaries ever are; it was not read.", r.place(name), syntax.Offset).Because(err)
		}
		return schemaregistry.Fail("broken_json", "%s is not complete JSON: it stops making sense at byte %d. Send it again.", r.place(name), syntax.Offset).Because(err)
	}
	return schemaregistry.Fail("not_geojson", "%s is JSON but not GeoJSON as it should be written.", r.place(name)).Because(err)
}

func (r *reader) badGeometry(name string, feature int, err error) error {
	if errors.Is(err, errTooManyPoints) {
		return r.tooMuch(name)
	}
	return schemaregistry.Fail("broken_geojson", "Feature %d of %s %s.", feature, r.place(name), err)
}

// judge refuses a file without areas and reports features that are none.
func (r *reader) judge(name string, shapes []orb.MultiPolygon, left map[string]int) error {
	if !slices.ContainsFunc(shapes, func(s orb.MultiPolygon) bool { return len(s) > 0 }) {
		if len(left) == 0 {
			return schemaregistry.Fail("no_polygons", "%s has no areas in it: every geometry is empty.", r.place(name))
		}
		kinds := otherKind(strings.Join(slices.Sorted(maps.Keys(left)), " and "))
		return schemaregistry.Fail("no_polygons", "%s holds %s, not areas. A map of wards needs their polygons.", r.place(name), string(kinds)).Because(kinds)
	}
	for _, kind := range slices.Sorted(maps.Keys(left)) {
		r.note(dataset.Info, "features_left_out", name, left[kind],
			fmt.Sprintf("Left out of %s, because only areas are used: %s.", name, dataset.Plural(left[kind], "feature of "+kind, "features of "+kind)))
	}
	return nil
}

func pointsOf(shape orb.MultiPolygon) (n int) {
	for _, polygon := range shape {
		for _, ring := range polygon {
			n += len(ring)
		}
	}
	return n
}

// crsName reads {"type":"name","properties":{"name":"..."}}; what else a crs
// member may hold is named so that it can be refused.
func crsName(raw json.RawMessage) string {
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	var crs struct {
		Properties struct {
			Name string `json:"name"`
		} `json:"properties"`
	}
	if err := json.Unmarshal(raw, &crs); err != nil || crs.Properties.Name == "" {
		return "a system without a name"
	}
	return crs.Properties.Name
}
