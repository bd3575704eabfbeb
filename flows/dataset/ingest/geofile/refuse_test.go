package geofile

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/paulmach/orb"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// Bad input: each is refused with its code and a sentence that names the file.
func TestRefusals(t *testing.T) {
	good, names := shpOf([]orb.Ring{box(4, 8, 1)}), dbfOf([4]string{"Afara"})
	edited := func(content []byte, edit func([]byte)) []byte {
		content = bytes.Clone(content)
		edit(content)
		return content
	}
	layer := func(shp, dbf []byte, prj string) []byte {
		return zipOf(t, "w.shp", shp, "w.dbf", dbf, "w.prj", prj)
	}
	record := shpHeader + recordHeader
	lambert := `PROJCS["Nigeria_Lambert",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],UNIT["Meter",1.0]]`
	polygon := func(coordinates string) []byte {
		return []byte(`{"type":"Polygon","coordinates":` + coordinates + `}`)
	}
	tests := []struct {
		name    string
		content []byte
		code    string
		says    string
	}{
		{"empty", nil, "empty_file", "is empty"},
		{"blank", []byte(" \n\t"), "empty_file", "is empty"},
		{"text", []byte("ward,lga\nAfara,Oyun\n"), "not_boundaries", "zipped shapefile"},
		{"PDF", []byte("%PDF-1.7 ..."), "not_boundaries", "zipped shapefile"},
		{"KML", []byte(`<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2">`), "not_boundaries", "Save it as GeoJSON"},
		{"GeoPackage", []byte("SQLite format 3\x00..."), "not_boundaries", "Save it as GeoJSON"},
		{"bare .shp", good, "bare_shapefile", "Zip it together with its .dbf"},
		{"cut-off zip", zipOf(t, "w.shp", good)[:60], "broken_zip", "cut off"},
		{"zip of nothing", zipOf(t), "no_layer", ".shp and the .dbf"},
		{"zip of text", zipOf(t, "readme.txt", "hello"), "no_layer", ".shp and the .dbf"},
		{"workbook", zipOf(t, "xl/workbook.xml", "<x/>"), "not_boundaries", "workbook"},
		{"no .dbf", zipOf(t, "w.shp", good), "no_dbf", "no names"},
		{"empty .shp", layer(nil, names, wgs84PRJ), "broken_shapefile", "w.shp"},
		{"not a .shp", layer(bytes.Repeat([]byte("x"), 200), names, wgs84PRJ), "broken_shapefile", "w.shp"},
		{"half a .shp", layer(good[:150], names, wgs84PRJ), "truncated", "cut off"},
		{"no records", layer(shpOf(), names, wgs84PRJ), "no_polygons", "no areas"},
		{"two billion points", layer(edited(good, func(b []byte) { binary.LittleEndian.PutUint32(b[record+40:], 2_000_000_000) }), names, wgs84PRJ), "broken_shapefile", "Area 1 of w.shp in test.zip claims more points"},
		{"four billion parts", layer(edited(good, func(b []byte) { binary.LittleEndian.PutUint32(b[record+36:], math.MaxUint32) }), names, wgs84PRJ), "broken_shapefile", "more points"},
		{"a record longer than the file", layer(edited(good, func(b []byte) { binary.BigEndian.PutUint32(b[shpHeader+4:], 1<<30) }), names, wgs84PRJ), "broken_shapefile", "more bytes"},
		{"parts out of order", layer(edited(good, func(b []byte) { binary.LittleEndian.PutUint32(b[record+44:], 9) }), names, wgs84PRJ), "broken_shapefile", "out of order"},
		{"a coordinate that is no number", layer(edited(good, func(b []byte) { binary.LittleEndian.PutUint64(b[record+48:], math.Float64bits(math.NaN())) }), names, wgs84PRJ), "broken_shapefile", "no number"},
		{"points", layer(edited(good, func(b []byte) { b[32] = 1 }), names, wgs84PRJ), "no_polygons", "w (points)"},
		{"lines", layer(edited(good, func(b []byte) { b[32] = 3 }), names, wgs84PRJ), "no_polygons", "w (lines)"},
		{"one name too few", layer(shpOf([]orb.Ring{box(4, 8, 1)}, []orb.Ring{box(5, 8, 1)}), names, wgs84PRJ), "shp_dbf_differ", "2 areas in w.shp but 1 row"},
		{"half a .dbf", layer(good, names[:70], wgs84PRJ), "broken_dbf", "w.dbf"},
		{"a .dbf of a billion rows", layer(good, edited(names, func(b []byte) { binary.LittleEndian.PutUint32(b[4:], 1<<30) }), wgs84PRJ), "broken_dbf", "more rows"},
		{"a .dbf with wide columns", layer(good, edited(names, func(b []byte) { b[dbfHeader+16] = 250 }), wgs84PRJ), "broken_dbf", "wider"},
		{"metres without .prj", one(t, "", box(670_000, 940_000, 1000)), "no_projection", "too large to be degrees"},
		{"degrees that are metres", one(t, wgs84PRJ, box(670_000, 940_000, 1000)), "coordinates_out_of_range", "Area 1 of w"},
		{"a projection by name", one(t, lambert, box(0, 0, 1000)), "unknown_projection", "Nigeria_Lambert"},
		{"a .prj of nonsense", one(t, "LOCAL_CS[", box(4, 8, 1)), "unknown_projection", "not understood"},
		{"cut-off JSON", []byte(`{"type":"FeatureCollection","features":[`), "broken_json", "stops making sense"},
		{"nested JSON", []byte(strings.Repeat(`{"a":`, 200_000)), "broken_json", "nested deeper"},
		{"nested coordinates", polygon(strings.Repeat("[", 50_000) + strings.Repeat("]", 50_000)), "broken_json", "nested deeper"},
		{"nested collections", []byte(strings.Repeat(`{"type":"GeometryCollection","geometries":[`, 4_000)), "broken_json", "stops making sense"},
		{"rich text", []byte(`{\rtf1 hello}`), "not_boundaries", "no boundary file"},
		{"a member smaller than it is", sized(t, layer(good, names, wgs84PRJ), 100), "broken_zip", "damaged"},
		{"a member larger than it can be", sized(t, layer(good, names, wgs84PRJ), 200<<20), "broken_zip", "damaged"},
		{"other JSON", []byte(`{"hello":1}`), "not_geojson", "not GeoJSON"},
		{"features that are no list", []byte(`{"type":"FeatureCollection","features":7}`), "not_geojson", "as it should be written"},
		{"TopoJSON", []byte(`{"type":"Topology","objects":{}}`), "not_boundaries", "TopoJSON"},
		{"no features", []byte(`{"type":"FeatureCollection","features":[]}`), "no_polygons", "no areas"},
		{"only points", []byte(`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[4,8]}}]}`), "no_polygons", "holds points, not areas"},
		{"only empty geometries", []byte(`{"type":"Feature","properties":{},"geometry":null}`), "no_polygons", "every geometry is empty"},
		{"unknown geometry", []byte(`{"type":"Feature","geometry":{"type":"Sphere"}}`), "broken_geojson", "Feature 1 of test.zip has a geometry of the unknown type"},
		{"flat coordinates", polygon(`[4,8,5,9]`), "broken_geojson", "not nested"},
		{"text for numbers", polygon(`[[["a","b"],[5,8],[5,9],[4,8]]]`), "broken_geojson", "not nested"},
		{"one number a point", polygon(`[[[4],[5],[5],[4]]]`), "broken_geojson", "not nested"},
		{"beyond the pole", polygon(`[[[4,80],[5,80],[5,99],[4,80]]]`), "coordinates_out_of_range", "no longitude and latitude"},
		{"another system", []byte(`{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::26391"}},"features":[{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[4,8],[5,8],[5,9],[4,8]]]}}]}`), "unknown_projection", "EPSG::26391"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			layers, _, err := Read("test.zip", test.content, DefaultLimits())
			var refusal *schemaregistry.Error
			if !errors.As(err, &refusal) {
				t.Fatalf("layers %v, error %v", layers, err)
			}
			if refusal.Code != test.code || !strings.Contains(refusal.Message, test.says) || !strings.Contains(refusal.Message, "test.zip") {
				t.Errorf("%s: %s", refusal.Code, refusal.Message)
			}
		})
	}
}

// sized lets the members of an archive claim another unpacked size.
func sized(t *testing.T, archive []byte, claim uint32) []byte {
	t.Helper()
	archive = bytes.Clone(archive)
	at := bytes.Index(archive, []byte("PK\x01\x02"))
	if at < 0 {
		t.Fatal("no directory")
	}
	binary.LittleEndian.PutUint32(archive[at+24:], claim)
	return archive
}

// What a terminal would act on is taken out of names and reported.
func TestHiddenCharacters(t *testing.T) {
	content := zipOf(t, "w\u202e.shp", shpOf([]orb.Ring{box(4, 8, 1)}, []orb.Ring{box(5, 8, 1)}),
		"w\u202e.dbf", dbfOf([4]string{"\x1b[31mAfara\a"}, [4]string{"[31mAfara"}), "w\u202e.prj", wgs84PRJ)
	layers, findings, err := Read("test.zip", content, DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	names := layers[0].Attributes.Columns[0]
	if got := names.Text(0); layers[0].Name != "w" || got != "[31mAfara" || names.Codes[0] != names.Codes[1] {
		t.Errorf("layer %q, name %q, codes %v", layers[0].Name, got, names.Codes)
	}
	if len(findings) != 1 || findings[0].Check != "invisible_characters" {
		t.Errorf("%+v", findings)
	}
}

func TestLimits(t *testing.T) {
	content := one(t, wgs84PRJ, box(4, 8, 1))
	for name, test := range map[string]struct {
		change func(*Limits)
		code   string
	}{
		"bytes":    {func(l *Limits) { l.Bytes = 10 }, "file_too_large"},
		"unzipped": {func(l *Limits) { l.Unzipped = 200 }, "zip_too_large"},
		"points":   {func(l *Limits) { l.Points = 4 }, "too_many_points"},
		"shapes":   {func(l *Limits) { l.Shapes = 0 }, "too_many_points"},
		"columns":  {func(l *Limits) { l.Columns = 3 }, "too_many_columns"},
	} {
		limits := DefaultLimits()
		test.change(&limits)
		_, _, err := Read("w.zip", content, limits)
		if code, _ := schemaregistry.Sentence(err); code != test.code {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Many tiny objects or members are refused before they take memory each.
func TestSwarms(t *testing.T) {
	swarm := []byte(`{"type":"FeatureCollection","features":[` + strings.Repeat("{},", 2_000_000) + `{}]}`)
	crowd := append(zipOf(t, "a.shp", "x"), bytes.Repeat([]byte("PK\x01\x02"), maxMembers)...)
	for code, content := range map[string][]byte{"too_many_points": swarm, "zip_too_large": crowd} {
		_, _, err := Read("test", content, DefaultLimits())
		if got, _ := schemaregistry.Sentence(err); got != code {
			t.Errorf("%s: %v", code, err)
		}
	}
}

// A zip bomb is stopped while it unpacks, whatever it says of its size.
func TestZipBomb(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create("w.shp")
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 1<<20)
	for range 64 {
		if _, err := f.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	limits := DefaultLimits()
	limits.Unzipped = 4 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _, err = Read("bomb.zip", b.Bytes(), limits)
	runtime.ReadMemStats(&after)
	if code, _ := schemaregistry.Sentence(err); code != "zip_too_large" {
		t.Errorf("error %v", err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 48<<20 {
		t.Errorf("%d MB allocated", used>>20)
	}
}

func TestLooks(t *testing.T) {
	for _, test := range []struct {
		content []byte
		want    bool
	}{
		{one(t, "", box(4, 8, 1)), true},
		{[]byte(`{"type":"FeatureCollection"}`), true},
		{shpOf(), true},
		{zipOf(t, "xl/workbook.xml", "<x/>"), false},
		{[]byte("ward,lga\n"), false},
		{nil, false},
		{[]byte("PK\x03\x04"), false},
	} {
		if got := Looks(test.content); got != test.want {
			t.Errorf("%.20q: %v", test.content, got)
		}
	}
}
