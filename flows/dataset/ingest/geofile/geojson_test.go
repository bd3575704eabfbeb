package geofile

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/paulmach/orb"
)

func TestGeoJSON(t *testing.T) {
	layer, checks := read(t, "wards.geojson", []byte("\xef\xbb\xbf"+` {
		"type": "FeatureCollection",
		"crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}},
		"features": [
			{"type": "Feature", "id": "W1", "properties": {"name": "Afara", "pop": 1200, "tags": ["a", 1], "rural": true},
			 "geometry": {"type": "Polygon", "coordinates": [[[4, 8], [4, 9], [5, 9], [5, 8], [4, 8]], [[4.2,8.2], [4.4,8.2], [4.4,8.4]]]}},
			{"type": "Feature", "id": 2, "properties": {"name": " Oke ", "pop": null, "code": "007"},
			 "geometry": {"type": "MultiPolygon", "coordinates": [[[[6.0, 8.0, 120.5], [7e0, 8, 1], [7, 9, 1], [6, 8, 1]]], [[[8,8],[9,8],[9,9],[8,8]]]]}},
			{"type": "Feature", "properties": {"name": "Clinic"}, "geometry": {"type": "Point", "coordinates": [4, 8]}},
			{"type": "Feature", "properties": null,
			 "geometry": {"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": [1, 1]}, {"type": "Polygon", "coordinates": [[[1,1],[2,1],[2,2],[1,1]]]}]}},
			{"type": "Feature", "properties": {"name": "Nowhere"}, "geometry": null}
		]}`))
	table := layer.Attributes
	var headings []string
	for _, c := range table.Columns {
		headings = append(headings, c.Heading)
	}
	name, population, tags := table.Column("name"), table.Column("pop"), table.Column("tags")
	got := []any{
		layer.Name, table.Rows, headings, len(layer.Shapes[0][0]), len(layer.Shapes[1]), len(layer.Shapes[2]), layer.Shapes[3] == nil,
		name.Text(0), name.Text(1), name.Text(2), population.Numbers[0], tags.Text(0), tags.Text(1),
		table.Column("rural").Text(0), table.Column("code").Text(1), table.Column("id").Text(0), table.RowNumber(2), layer.Shapes[1].Bound().Min,
	}
	want := []any{
		"wards", 4, []string{"name", "pop", "tags", "rural", "code", "id"}, 2, 2, 1, true,
		"Afara", "Oke", "", 1200.0, `["a", 1]`, "", "true", "007", "W1", 4, orb.Point{6, 8},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !math.IsNaN(population.Numbers[1]) {
		t.Error("a null became a number")
	}
	if o := layer.Shapes[0][0][0].Orientation(); o != orb.CCW {
		t.Error("the outline was not turned")
	}
	if diff := cmp.Diff([]string{"features_left_out", "invalid_polygon"}, checks); diff != "" {
		t.Error(diff)
	}
}

func TestBareGeometries(t *testing.T) {
	const ring = `[[[4,8],[5,8],[5,9],[4,8]]]`
	for text, areas := range map[string]int{
		`{"type":"Polygon","coordinates":` + ring + `}`:        1,
		`{"type":"MultiPolygon","coordinates":[` + ring + `]}`: 1,
		`{"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":` + ring + `},{"type":"Polygon","coordinates":[]}]}`: 2,
		`{"type":"Feature","geometry":{"type":"Polygon","coordinates":` + ring + `}}`:                                                    1,
	} {
		layer, _ := read(t, "w.json", []byte(text))
		if len(layer.Shapes) != areas || layer.Attributes.Rows != areas {
			t.Errorf("%s: %d areas, %d rows", text, len(layer.Shapes), layer.Attributes.Rows)
		}
	}
}

func TestCRSMember(t *testing.T) {
	for _, test := range []struct {
		crs       string
		x, y      float64
		lon, lat  float64
		converted bool
	}{
		{"EPSG:4326", 4.5, 8.5, 4.5, 8.5, false},
		{"urn:ogc:def:crs:EPSG::3857", 500937.70856982486, 0, 4.5, 0, true},
		{"urn:ogc:def:crs:EPSG::32631", 500000, 0, 3, 0, true},
		{"EPSG:32731", 500000, 10_000_000, 3, 0, true},
	} {
		l := Layer{Name: "w", Shapes: []orb.MultiPolygon{{{{{test.x, test.y}}}}}}
		r := &reader{file: "w.geojson"}
		if err := r.fromCRS(&l, test.crs); err != nil {
			t.Fatal(err)
		}
		if p := l.Shapes[0][0][0][0]; !near(p[0], test.lon) || !near(p[1], test.lat) || (len(r.findings) == 1) != test.converted {
			t.Errorf("%s: %v, findings %v", test.crs, p, r.findings)
		}
	}
}
