package geofile

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
	"pgregory.net/rapid"
)

func read(t testing.TB, name string, content []byte) (Layer, []string) {
	t.Helper()
	layers, findings, err := Read(name, content, DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	if len(layers) != 1 {
		t.Fatalf("%d layers", len(layers))
	}
	var checks []string
	for _, f := range findings {
		checks = append(checks, f.Check)
	}
	return layers[0], checks
}

func TestAttributes(t *testing.T) {
	layer, checks := read(t, "wards.zip", zipOf(t,
		"folder/w.shp", shpOf([]orb.Ring{box(4, 8, 1)}, []orb.Ring{box(5, 8, 1)}, []orb.Ring{box(6, 8, 1)}),
		"folder/w.dbf", dbfOf([4]string{"Afara", "007", "12.5", "20240131"}, [4]string{"*gone", "", "", ""}, [4]string{"Ẹ̀bá", "A1", "n/a", "00000000"}),
		"folder/w.prj", wgs84PRJ, "folder/w.cpg", "UTF-8"))
	name, code, area, day := layer.Attributes.Columns[0], layer.Attributes.Columns[1], layer.Attributes.Columns[2], layer.Attributes.Columns[3]
	got := []any{
		layer.Name, layer.Attributes.Rows, len(layer.Shapes), layer.Attributes.RowNumber(1),
		name.Text(0), name.Text(1), code.Text(0), area.Numbers[0], area.BadRows, area.Bad[0].Text, day.Text(0), day.Text(1), name.Dict[0],
	}
	want := []any{"w", 2, 2, 3, "Afara", "Ẹ̀bá", "007", 12.5, 1, "n/a", "2024-01-31", "", ""}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !math.IsNaN(area.Numbers[1]) || len(checks) != 0 {
		t.Errorf("unreadable number %v, findings %v", area.Numbers[1], checks)
	}
	if layer.Shapes[1].Bound().Min[0] != 6 {
		t.Error("the shape of the deleted row was kept")
	}
}

func TestEncodings(t *testing.T) {
	for _, test := range []struct{ name, bytes, cpg, want string }{
		{"windows, named", "Gu\xe9da", "1252", "Guéda"},
		{"windows, written out", "Gu\xe9da", "ANSI 1252", "Guéda"},
		{"latin 1", "Gu\xe9da", "ISO 88591", "Guéda"},
		{"dos", "Gu\x82da", "CP850", "Guéda"},
		{"nothing named, not UTF-8", "Gu\xe9da", "", "Guéda"},
		{"nothing named, UTF-8", "Guéda", "", "Guéda"},
		{"cyrillic", "\xd1\xe5\xeb\xee", "windows-1251", "Село"},
		{"named UTF-8 and is not", "Gu\xe9da", "UTF-8", "Guéda"},
	} {
		content := zipOf(t, "w.shp", shpOf([]orb.Ring{box(4, 8, 1)}), "w.dbf", dbfOf([4]string{test.bytes}), "w.prj", wgs84PRJ, "w.CPG", test.cpg)
		layer, _ := read(t, "w.zip", content)
		if got := layer.Attributes.Columns[0].Text(0); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// Holes go to the outline around them, islands in lakes are outlines, rings are
// closed and turned as RFC 7946 wants them.
func TestRings(t *testing.T) {
	open := box(4, 8, 1)[:4]
	for _, test := range []struct {
		name  string
		rings []orb.Ring
		parts []int // rings of each polygon
	}{
		{"an outline", []orb.Ring{box(4, 8, 1)}, []int{1}},
		{"an open outline", []orb.Ring{open}, []int{1}},
		{"two parts", []orb.Ring{box(4, 8, 1), box(6, 8, 1)}, []int{1, 1}},
		{"a hole", []orb.Ring{box(4, 8, 3), flipped(box(5, 9, 1))}, []int{2}},
		{"a hole before its outline", []orb.Ring{flipped(box(5, 9, 1)), box(4, 8, 3)}, []int{2}},
		{"a hole in the second part", []orb.Ring{box(0, 0, 2), box(4, 8, 3), flipped(box(5, 9, 1))}, []int{1, 2}},
		{"an island in a lake", []orb.Ring{box(0, 0, 9), flipped(box(1, 1, 7)), box(2, 2, 5), flipped(box(3, 3, 1))}, []int{2, 2}},
		{"an outline drawn the wrong way round", []orb.Ring{flipped(box(4, 8, 1))}, []int{1}},
		{"a part without area", []orb.Ring{box(4, 8, 1), {{1, 1}, {1, 1}}}, []int{1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			layer, _ := read(t, "w.zip", zipOf(t, "w.shp", shpOf(test.rings), "w.dbf", dbfOf([4]string{"Afara"}), "w.prj", wgs84PRJ))
			var parts []int
			for _, polygon := range layer.Shapes[0] {
				parts = append(parts, len(polygon))
				for i, ring := range polygon {
					if ring[0] != ring[len(ring)-1] || (ring.Orientation() == orb.CCW) != (i == 0) {
						t.Errorf("ring %d is %v", i, ring)
					}
				}
			}
			if diff := cmp.Diff(test.parts, parts); diff != "" {
				t.Error(diff)
			}
			if layer.Invalid[0] != "" {
				t.Error(layer.Invalid[0])
			}
		})
	}
}

// What is read back covers the area that was written, however many squares with
// holes there are.
func TestAreaIsKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rings []orb.Ring
		want := 0.0
		for i := range rapid.IntRange(1, 6).Draw(t, "parts") {
			size := rapid.Float64Range(0.5, 0.9).Draw(t, "size")
			rings = append(rings, box(float64(i), 0, size))
			want += size * size
			if rapid.Bool().Draw(t, "hole") {
				rings = append(rings, flipped(box(float64(i)+0.1, 0.1, 0.3)))
				want -= 0.09
			}
		}
		rings = rapid.Permutation(rings).Draw(t, "order")
		parts, why := polygonRings(shpOf(rings)[shpHeader+recordHeader:])
		if why != "" {
			t.Fatal(why)
		}
		if got := planar.Area(assemble(parts)); math.Abs(got-want) > 1e-9 {
			t.Fatalf("area %v, want %v", got, want)
		}
	})
}

func TestInvalidIsReportedAndKept(t *testing.T) {
	bow := orb.Ring{{4, 8}, {5, 9}, {5, 8}, {4, 9}, {4, 8}}
	layer, checks := read(t, "w.zip", zipOf(t,
		"w.shp", shpOf([]orb.Ring{box(4, 8, 1)}, []orb.Ring{bow}, nil),
		"w.dbf", dbfOf([4]string{"Afara"}, [4]string{"Oke"}, [4]string{"Isale"}), "w.prj", wgs84PRJ))
	want := []string{"", "its outline crosses or touches itself near 4.0000, 8.0000", noArea}
	if diff := cmp.Diff(want, layer.Invalid); diff != "" {
		t.Error(diff)
	}
	if len(layer.Shapes[1]) != 1 || layer.Shapes[2] != nil {
		t.Errorf("shapes %v", layer.Shapes)
	}
	if diff := cmp.Diff([]string{"invalid_polygon", "invalid_polygon"}, checks); diff != "" {
		t.Error(diff)
	}
}

func TestProjections(t *testing.T) {
	geographic := strings.TrimSuffix(wgs84PRJ, "]") + "]"
	utm31 := `PROJCS["WGS_1984_UTM_Zone_31N",` + geographic + `,PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",3.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`
	web := `PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",` + geographic + `,PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["Central_Meridian",0.0],UNIT["Meter",1.0]]`
	minna := strings.NewReplacer("GCS_WGS_1984", "GCS_Minna", "D_WGS_1984", "D_Minna").Replace(wgs84PRJ)
	for _, test := range []struct {
		name, prj string
		corner    orb.Point
		want      orb.Point // longitude and latitude, by PROJ's cs2cs
		finding   []string
	}{
		{"WGS84", wgs84PRJ, orb.Point{4.5, 8.5}, orb.Point{4.5, 8.5}, nil},
		{"no .prj", "", orb.Point{4.5, 8.5}, orb.Point{4.5, 8.5}, []string{"no_prj"}},
		{"another datum", minna, orb.Point{4.5, 8.5}, orb.Point{4.5, 8.5}, []string{"other_datum"}},
		{"UTM on the equator and the central meridian", utm31, orb.Point{500000, 0}, orb.Point{3, 0}, []string{"converted"}},
		{"Web Mercator", web, orb.Point{500937.70856982486, 951023.3727235504}, orb.Point{4.5, 8.5123197}, []string{"converted"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			layer, checks := read(t, "w.zip", one(t, test.prj, box(test.corner[0], test.corner[1], 0.1)))
			got := layer.Shapes[0].Bound().Min
			if math.Abs(got[0]-test.want[0]) > 2e-6 || math.Abs(got[1]-test.want[1]) > 0.02 {
				t.Errorf("%v, want %v", got, test.want)
			}
			if diff := cmp.Diff(test.finding, checks); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The way back from UTM undoes the way there, which is computed here by another
// route (Snyder 1987, eqs. 8-9 to 8-15, good to a centimetre within a zone).
func TestUTMAgreesWithSnyder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lat := rapid.Float64Range(-60, 60).Draw(t, "latitude")
		off := rapid.Float64Range(-3, 3).Draw(t, "off the central meridian")
		zone := rapid.IntRange(1, 60).Draw(t, "zone")
		x, y := snyder(lat, off)
		south := lat < 0
		if south {
			y += 10_000_000
		}
		got := utm(zone, south).inverse()(orb.Point{x, y})
		want := orb.Point{float64(zone)*6 - 183 + off, lat}
		if math.Abs(got[0]-want[0]) > 3e-7 || math.Abs(got[1]-want[1]) > 3e-7 {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// snyder is the forward transverse Mercator of UTM, by series in longitude.
func snyder(lat, off float64) (x, y float64) {
	const k0 = 0.9996
	phi := lat * math.Pi / 180
	e2 := wgs84.f * (2 - wgs84.f)
	ep2 := e2 / (1 - e2)
	n := wgs84.a / math.Sqrt(1-e2*math.Pow(math.Sin(phi), 2))
	tt, c := math.Pow(math.Tan(phi), 2), ep2*math.Pow(math.Cos(phi), 2)
	a := off * math.Pi / 180 * math.Cos(phi)
	m := wgs84.a * ((1-e2/4-3*e2*e2/64-5*e2*e2*e2/256)*phi - (3*e2/8+3*e2*e2/32+45*e2*e2*e2/1024)*math.Sin(2*phi) +
		(15*e2*e2/256+45*e2*e2*e2/1024)*math.Sin(4*phi) - 35*e2*e2*e2/3072*math.Sin(6*phi))
	x = k0*n*(a+(1-tt+c)*math.Pow(a, 3)/6+(5-18*tt+tt*tt+72*c-58*ep2)*math.Pow(a, 5)/120) + 500_000
	y = k0 * (m + n*math.Tan(phi)*(a*a/2+(5-tt+9*c+4*c*c)*math.Pow(a, 4)/24+(61-58*tt+tt*tt+600*c-330*ep2)*math.Pow(a, 6)/720))
	return x, y
}

// Several layers in one zip: areas are taken, the rest is said.
func TestLayersOfAZip(t *testing.T) {
	points := shpOf([]orb.Ring{box(4, 8, 1)})
	points[32] = 1 // of points
	layers, findings, err := Read("all.zip", zipOf(t,
		"a.shp", shpOf([]orb.Ring{box(4, 8, 1)}), "a.dbf", dbfOf([4]string{"Afara"}), "a.prj", wgs84PRJ,
		"clinics.shp", points, "clinics.dbf", dbfOf([4]string{"Clinic"}),
		"b.geojson", `{"type":"Feature","properties":{"name":"Oke"},"geometry":{"type":"Polygon","coordinates":[[[4,8],[5,8],[5,9],[4,8]]]}}`,
		"about.json", `{"made":"by hand"}`, "__MACOSX/._a.shp", "junk", "../../etc/passwd", "x",
	), DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range layers {
		names = append(names, l.Name)
	}
	if diff := cmp.Diff([]string{"a", "b"}, names); diff != "" {
		t.Error(diff)
	}
	if len(findings) != 1 || !strings.Contains(findings[0].Effect, "clinics (points) and about (no geography)") {
		t.Errorf("findings %v", findings)
	}
}
