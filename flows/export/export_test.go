package export_test

import (
	"bytes"
	"encoding/json"
	"image/png"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/paulmach/orb"
	"github.com/xuri/excelize/v2"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/chatmrpt/chatmrpt/flows/export"
)

// stored is a table as it is kept: a missing number, a code with a zero in front, and
// texts that a spreadsheet would run.
func stored(t *testing.T) []byte {
	t.Helper()
	table := schemaregistry.Table{Columns: []schemaregistry.Column{
		{Name: "state", Text: []string{"Kano", "Kano", "Kano"}},
		{Name: "lga", Text: []string{"Dala", "Dala", "Gwale"}},
		{Name: "ward", Text: []string{"=1+1", "Beta", "Beta"}},
		{Name: "code", Text: []string{"007", "012", "100"}},
		{Name: "tpr", Numbers: schemaregistry.Numbers{0.25, math.NaN(), -1.5}},
		{Name: "note", Text: []string{"", "", ""}},
	}}
	artifact, err := table.CSV("tpr.csv")
	if err != nil {
		t.Fatal(err)
	}
	return artifact.Data
}

func TestXLSX(t *testing.T) {
	content, err := export.XLSX(stored(t))
	if err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	rows, err := book.GetRows("Sheet1")
	want := [][]string{
		{"state", "lga", "ward", "code", "tpr", "note"},
		{"Kano", "Dala", "=1+1", "007", "0.25"},
		{"Kano", "Dala", "Beta", "012"},
		{"Kano", "Gwale", "Beta", "100", "-1.5"},
	}
	if diff := cmp.Diff(want, rows); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for cell, want := range map[string]excelize.CellType{"C2": excelize.CellTypeInlineString, "D2": excelize.CellTypeInlineString, "E2": excelize.CellTypeUnset} {
		if kind, err := book.GetCellType("Sheet1", cell); kind != want || err != nil {
			t.Errorf("%s is of type %d, want %d, %v", cell, kind, want, err)
		}
		if formula, err := book.GetCellFormula("Sheet1", cell); formula != "" || err != nil {
			t.Errorf("%s has the formula %q, %v", cell, formula, err)
		}
	}
}

// square is a ring against the clock, or with it.
func square(x float64, clockwise bool) orb.Ring {
	r := orb.Ring{{x, 0}, {x + 1, 0}, {x + 1, 1.00000049}, {x, 1}, {x, 0}}
	if clockwise {
		r.Reverse()
	}
	return r
}

func TestGeoJSON(t *testing.T) {
	data := &dataset.Dataset{
		Wards: []dataset.Ward{{State: "Kano", LGA: "Dala", Name: "=1+1", Code: "X7"}, {State: "Kano", LGA: "Gwale", Name: "Beta"}},
		Boundary: &dataset.Boundary{Shapes: []dataset.Shape{
			{Ward: 0, Geometry: orb.MultiPolygon{{square(3, true)}}},
			{Ward: 1, Geometry: orb.MultiPolygon{{square(5, false), square(5, false)}}},
		}},
	}
	content, err := export.GeoJSON(stored(t), data)
	if err != nil {
		t.Fatal(err)
	}
	type feature struct {
		Geometry *struct {
			Type        string
			Coordinates orb.MultiPolygon
		}
		Properties map[string]any
	}
	var layer struct {
		Type     string
		Features []feature
	}
	if err := json.Unmarshal(content, &layer); err != nil {
		t.Fatal(err)
	}
	if layer.Type != "FeatureCollection" || len(layer.Features) != 3 {
		t.Fatalf("%s", content)
	}
	want := []map[string]any{
		{"state": "Kano", "lga": "Dala", "ward": "=1+1", "code": "007", "tpr": 0.25, "note": nil},
		{"state": "Kano", "lga": "Dala", "ward": "Beta", "code": "012", "tpr": nil, "note": nil},
		{"state": "Kano", "lga": "Gwale", "ward": "Beta", "code": "100", "tpr": -1.5, "note": nil},
	}
	for i, f := range layer.Features {
		if diff := cmp.Diff(want[i], f.Properties); diff != "" {
			t.Errorf("row %d (-want +got):\n%s", i+1, diff)
		}
	}
	first, none, holed := layer.Features[0].Geometry, layer.Features[1].Geometry, layer.Features[2].Geometry
	if none != nil {
		t.Error("a ward of another LGA lent its area: names alone are no key")
	}
	if ring := first.Coordinates[0][0]; ring.Orientation() != orb.CCW || ring[2][1] != 1 {
		t.Errorf("the outer ring %v", ring)
	}
	if hole := holed.Coordinates[0][1]; hole.Orientation() != orb.CW {
		t.Errorf("the hole %v", hole)
	}
	if ring := data.Boundary.Shapes[0].Geometry[0][0]; ring.Orientation() != orb.CW {
		t.Error("the dataset's own ring was turned")
	}
}

// Two wards of one name, LGA and state have no area: nobody could tell which.
func TestGeoJSONOfARepeatedName(t *testing.T) {
	same := dataset.Ward{State: "Kano", LGA: "Gwale", Name: "Beta"}
	data := &dataset.Dataset{Wards: []dataset.Ward{same, same}, Boundary: &dataset.Boundary{Shapes: []dataset.Shape{
		{Ward: 0, Geometry: orb.MultiPolygon{{square(0, false)}}}, {Ward: 1, Geometry: orb.MultiPolygon{{square(2, false)}}},
		{Ward: 0, Geometry: orb.MultiPolygon{{square(4, false)}}},
	}}}
	content, err := export.GeoJSON(stored(t), data)
	if err != nil || strings.Contains(string(content), "MultiPolygon") {
		t.Errorf("%v %s", err, content)
	}
}

func TestWhatHasNoPlace(t *testing.T) {
	for code, c := range map[string]struct {
		csv  string
		data *dataset.Dataset
	}{
		"not_of_wards":  {"check,rows\nempty,3\n", &dataset.Dataset{Boundary: &dataset.Boundary{}}},
		"no_boundaries": {"state,lga,ward\nKano,Dala,Alpha\n", &dataset.Dataset{}},
		"internal":      {"", &dataset.Dataset{}},
	} {
		_, err := export.GeoJSON([]byte(c.csv), c.data)
		if got, _ := schemaregistry.Sentence(err); err == nil || got != code {
			t.Errorf("%q: %v, want %s", c.csv, err, code)
		}
	}
}

// The picture has the map's size and every colour of it where it should be.
func TestPNG(t *testing.T) {
	svg, err := os.ReadFile("../../docs/images/map-tpr.svg")
	if err != nil {
		t.Fatal(err)
	}
	content, err := export.PNG(svg)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X != 1280 || size.Y != 1950 {
		t.Errorf("size %v", size)
	}
	colours := map[[3]uint8]int{}
	for y := range 1950 {
		for x := range 1280 {
			r, g, b, _ := picture.At(x, y).RGBA()
			colours[[3]uint8{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)}]++
		}
	}
	for name, c := range map[string]struct {
		colour [3]uint8
		least  int // pixels
	}{
		"paper": {[3]uint8{0xff, 0xff, 0xff}, 500_000}, "the highest class": {[3]uint8{0x8d, 0x18, 0x28}, 100_000},
		"the lowest class": {[3]uint8{0xfb, 0xf4, 0xba}, 100_000}, "no data": {[3]uint8{0xf2, 0xf2, 0xf2}, 3_000},
		"its stripes": {[3]uint8{0xa8, 0xa8, 0xa8}, 1_000}, "letters and outlines": {[3]uint8{0x11, 0x11, 0x11}, 3_000},
	} {
		if colours[c.colour] < c.least {
			t.Errorf("%s: %d pixels of %x, want %d", name, colours[c.colour], c.colour, c.least)
		}
	}
}

func TestNoPicture(t *testing.T) {
	for _, svg := range []string{
		"", "<svg", `<svg viewBox="a"/>`, `<svg viewBox="0 0 -1 5"/>`, `<svg viewBox="0 0 90000 90000"/>`, `<rect width="3" height="3"/>`,
		`<svg viewBox="0 0 9 9"><path d="M1 1c2 2"/></svg>`, `<svg viewBox="0 0 9 9"><path d="M1"/></svg>`, `<svg viewBox="0 0 9 9"><path d="M1 1l-"/></svg>`,
	} {
		if _, err := export.PNG([]byte(svg)); err == nil {
			t.Errorf("%q was drawn", svg)
		}
	}
	// Names in scripts that the font lacks do not end the drawing.
	if _, err := export.PNG([]byte(`<svg viewBox="0 0 90 20"><text x="3" y="9" font-size="5">Ọ̀ṣun ວຽງຈັນ 🦟</text></svg>`)); err != nil {
		t.Error(err)
	}
}

func FuzzPNG(f *testing.F) {
	f.Add([]byte(`<svg viewBox="0 0 9 9"><g transform="translate(1 2) scale(0.5)"><path fill="#f00" d="M1 1l2-3z"/></g><text x="1" y="2">a<tspan>b</tspan></text></svg>`))
	f.Fuzz(func(_ *testing.T, svg []byte) {
		if bytes.Count(svg, []byte("<")) < 50 && len(svg) < 2000 {
			_, _ = export.PNG(svg) // it ends, whatever it is
		}
	})
}
