package geofile

import (
	"bytes"
	"errors"
	"testing"

	"github.com/paulmach/orb"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// sound checks what every answer of Read must be: layers whose parts belong
// together, or a refusal for people.
func sound(t *testing.T, name string, content []byte) {
	limits := Limits{Bytes: 1 << 20, Unzipped: 1 << 22, Shapes: 1000, Points: 100_000, Columns: 50}
	layers, _, err := Read(name, content, limits)
	var refusal *schemaregistry.Error
	if err != nil {
		if !errors.As(err, &refusal) || refusal.Message == "" || refusal.Code == "" {
			t.Fatalf("not a refusal: %v", err)
		}
		return
	}
	if len(layers) == 0 {
		t.Fatal("neither layers nor a refusal")
	}
	for _, l := range layers {
		if len(l.Shapes) != l.Attributes.Rows || len(l.Invalid) != len(l.Shapes) {
			t.Fatalf("%d shapes, %d rows, %d verdicts", len(l.Shapes), l.Attributes.Rows, len(l.Invalid))
		}
		for _, c := range l.Attributes.Columns {
			if len(c.Codes)+len(c.Numbers) != len(l.Shapes) {
				t.Fatalf("column %q has %d cells", c.Heading, len(c.Codes)+len(c.Numbers))
			}
		}
		for _, shape := range l.Shapes {
			if b := shape.Bound(); len(shape) > 0 && !inDegrees(b) {
				t.Fatalf("%v lies nowhere", b)
			}
		}
	}
}

func FuzzShapefile(f *testing.F) {
	names := dbfOf([4]string{"Afara", "A1", "12", "20240101"}, [4]string{"*Oke", "", "x", ""})
	f.Add(shpOf([]orb.Ring{box(4, 8, 1)}, nil), names, wgs84PRJ, "UTF-8")
	f.Add(shpOf([]orb.Ring{box(4, 8, 3), flipped(box(5, 9, 1))}, []orb.Ring{box(1, 1, 1)}), names, "", "1252")
	f.Add([]byte{}, []byte{}, `PROJCS["x",PROJECTION["Transverse_Mercator"]]`, "")
	f.Fuzz(func(t *testing.T, shp, dbf []byte, prj, cpg string) {
		sound(t, "f.zip", zipOf(t, "f.shp", shp, "f.dbf", dbf, "f.prj", prj, "f.cpg", cpg))
	})
}

func FuzzGeoJSON(f *testing.F) {
	for _, seed := range []string{
		`{"type":"FeatureCollection","features":[{"type":"Feature","id":1,"properties":{"a":1,"b":"x"},"geometry":{"type":"Polygon","coordinates":[[[4,8],[5,8],[5,9],[4,8]]]}}]}`,
		`{"type":"GeometryCollection","geometries":[{"type":"MultiPolygon","coordinates":[[[[4,8],[5,8],[5,9],[4,8]]]]}]}`,
		`{"type":"Feature","crs":{"properties":{"name":"EPSG:32631"}},"geometry":{"type":"Polygon","coordinates":[[[5e5,0],[6e5,1],[6e5,9e9],[4,8]]]}}`,
		`{"type":"Polygon","coordinates":[[[ ]]]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if !bytes.HasPrefix(content, []byte("PK")) {
			sound(t, "f.geojson", content)
		}
	})
}

func FuzzZip(f *testing.F) {
	f.Add(zipOf(f, "w.shp", shpOf([]orb.Ring{box(4, 8, 1)}), "w.dbf", dbfOf([4]string{"Afara"})))
	f.Add(zipOf(f, "w.geojson", `{"type":"Polygon","coordinates":[[[4,8],[5,8],[5,9],[4,8]]]}`))
	f.Fuzz(func(t *testing.T, content []byte) { sound(t, "f.zip", content) })
}
