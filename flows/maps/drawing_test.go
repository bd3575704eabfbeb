package maps

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// An element is one element of a drawn SVG.
type element struct {
	name  string
	attrs map[string]string
	text  string
}

// parse reads an SVG as strict XML.
func parse(t testing.TB, svg []byte) []element {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(svg))
	var elements []element
	var open []int
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return elements
		}
		if err != nil {
			t.Fatalf("not XML: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := element{name: token.Name.Local, attrs: map[string]string{}}
			for _, a := range token.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			open = append(open, len(elements))
			elements = append(elements, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			for _, i := range open {
				elements[i].text += string(token)
			}
		}
	}
}

func count(elements []element, is func(element) bool) (n int) {
	for _, e := range elements {
		if is(e) {
			n++
		}
	}
	return n
}

func square(x, y, size float64) orb.MultiPolygon {
	return orb.MultiPolygon{{{{x, y}, {x + size, y}, {x + size, y + size}, {x, y + size}, {x, y}}}}
}

func TestHostileNamesAreEscaped(t *testing.T) {
	const hostile = `"><script>alert(1)</script>&amp;'` + "\x00\x0b]]>" + "\xff"
	svg := Draw(Picture{
		ID: "map-x", Title: hostile, Subtitle: []string{hostile}, Description: hostile, Source: hostile,
		Areas:  []Area{{Shape: square(3, 6, 1), Class: -1, Hover: hostile, Name: "<b>", LGA: hostile, State: hostile}},
		Legend: Legend{Title: hostile, Direction: hostile, NoData: hostile, Notes: []string{hostile, hostile}, Classes: []Swatch{{"#ffffff", hostile, hostile}}},
	})
	elements := parse(t, svg)
	if n := count(elements, func(e element) bool { return e.name == "script" }); n != 0 {
		t.Error("a name became an element")
	}
	found := count(elements, func(e element) bool {
		return e.name == "title" && strings.Contains(e.text, "<script>alert(1)</script>")
	})
	if found != 1 {
		t.Error("the name is not shown as it is written")
	}
}

func TestPictureIsSelfContained(t *testing.T) {
	d := fixture(6, 5)
	result, err := runMap(t, d, evidence(d), map[string]any{"map_variable": "tpr"})
	if err != nil {
		t.Fatal(err)
	}
	svg := result.Artifacts[0].Data
	for _, e := range parse(t, svg) {
		for name, value := range e.attrs {
			if name == "href" || strings.HasPrefix(name, "on") || (strings.Contains(value, "://") && name != "xmlns") {
				t.Errorf("<%s %s=%q>", e.name, name, value)
			}
		}
		if e.name == "script" || e.name == "style" || e.name == "image" || e.name == "foreignObject" {
			t.Errorf("<%s>", e.name)
		}
	}
}

// Every area is drawn once, the one without data in the hatch, and readers who
// cannot see it are told what it shows.
func TestStructureOfTheMap(t *testing.T) {
	d := fixture(8, 6)
	result, err := runMap(t, d, evidence(d), map[string]any{"map_variable": "tpr"})
	if err != nil {
		t.Fatal(err)
	}
	elements := parse(t, result.Artifacts[0].Data)
	root := elements[0]
	if root.attrs["role"] != "img" || root.attrs["viewBox"] == "" || root.attrs["width"] != "" {
		t.Errorf("root %v", root.attrs)
	}
	const title = "Test positivity rate (TPR) by ward, Oyun, January to December 2024"
	if root.attrs["aria-label"] != title {
		t.Errorf("label %q", root.attrs["aria-label"])
	}
	got := map[string]int{
		"areas":    count(elements, func(e element) bool { return e.name == "title" }),
		"patterns": count(elements, func(e element) bool { return e.name == "pattern" && e.attrs["id"] == "map-tpr-none" }),
		"hatched": count(elements, func(e element) bool {
			return e.name == "g" && e.attrs["fill"] == "url(#map-tpr-none)" && strings.Contains(e.text, "Ward 3,")
		}),
		"swatches": count(elements, func(e element) bool { return e.name == "rect" && e.attrs["width"] == "112" }),
		"lga":      count(elements, func(e element) bool { return e.attrs["class"] == "lga" && e.attrs["d"] != "" }),
		"state":    count(elements, func(e element) bool { return e.attrs["class"] == "state" }),
		"desc":     count(elements, func(e element) bool { return e.name == "desc" && strings.Contains(e.text, "No data: 1 ward.") }),
	}
	want := map[string]int{"areas": 48, "patterns": 1, "hatched": 1, "swatches": 6, "lga": 1, "state": 0, "desc": 1}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, text := range []string{
		"Darker = higher risk.", "Children under five, RDT, all facilities", "No data · 1 ward", "Highest risk",
		"Source: wards.zip; data 01234567; tpr result aaaaaaaa. Drawn by ChatMRPT, 2 March 2026.",
	} {
		if count(elements, func(e element) bool { return e.name == "text" && strings.Contains(e.text, text) }) == 0 {
			t.Errorf("%q is not on the map", text)
		}
	}
}

// Borders are simplified once: every inner edge of the simplified areas belongs
// to two areas, so no gap can open, and no area is lost.
func TestSharedBordersStayShared(t *testing.T) {
	d := fixture(9, 7)
	shapes := make([]orb.MultiPolygon, len(d.Boundary.Shapes))
	for i, s := range d.Boundary.Shapes {
		shapes[i] = s.Geometry
	}
	g := fit(boundOf(shapes), innerWidth, mapHeight)
	placed := make([][]ring, len(shapes))
	before, after := 0, 0
	for i, s := range shapes {
		placed[i] = g.rings(s)
		before += len(placed[i][0])
	}
	thinned := simplify(placed)
	for i, rings := range thinned {
		if len(rings) != 1 {
			t.Fatalf("area %d has %d rings", i, len(rings))
		}
		after += len(rings[0])
	}
	if after >= before {
		t.Errorf("%d points of %d", after, before)
	}
	// Each edge of a ward inside is gone along once in each direction.
	along := map[edge]int{}
	for _, rings := range thinned {
		for j, a := range rings[0] {
			b := rings[0][(j+1)%len(rings[0])]
			if edgeOf(a, b).a == a {
				along[edgeOf(a, b)]++
			} else {
				along[edgeOf(a, b)]--
			}
		}
	}
	for i, rings := range thinned {
		if x, y := i%9, i/9; x == 0 || x == 8 || y == 0 || y == 6 {
			continue // at the rim
		}
		for e := range edges(rings[0]) {
			if along[e] != 0 {
				t.Fatalf("ward %d: a gap at %v", i, e)
			}
		}
	}
}

func TestSimplifyStaysWithinTolerance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps := rapid.SliceOfN(rapid.IntRange(-3, 3), 6, 60).Draw(t, "steps")
		var r ring
		for i, dy := range steps {
			r = append(r, point{int32(3 * i), int32(dy)})
		}
		r = append(r, point{int32(3 * len(steps)), 90}, point{0, 90})
		thinned := simplify([][]ring{{r}})[0][0]
		for _, p := range r {
			nearest := math.Inf(1)
			for j := range thinned {
				nearest = min(nearest, distance(p, thinned[j], thinned[(j+1)%len(thinned)]))
			}
			if nearest > tolerance+1e-9 {
				t.Fatalf("%v is %v off %v", p, nearest, thinned)
			}
		}
	})
}

func distance(p, a, b point) float64 {
	n := network{at: []point{p, a, b}}
	return math.Sqrt(n.offset(0, 1, 2))
}

func TestSimplifyKeepsWhatIsSmall(t *testing.T) {
	speck := []ring{{{10, 10}}}
	ringOnly := []ring{{{0, 0}, {100, 0}, {100, 100}, {0, 100}}}
	sliver := []ring{{{0, 0}, {100, 1}}}
	for name, area := range map[string][]ring{"speck": speck, "square": ringOnly, "sliver": sliver} {
		if got := simplify([][]ring{area}); len(got[0]) != 1 || len(got[0][0]) < 3 {
			t.Errorf("%s became %v", name, got)
		}
	}
	if got := simplify([][]ring{nil, {{}}}); len(got[0]) != 0 || len(got[1]) != 0 {
		t.Errorf("nothing became %v", got)
	}
}

// An enclave and the hole that it fills keep the same corners.
func TestEnclaveFillsItsHole(t *testing.T) {
	circle := func(offset int) ring {
		var r ring
		for i := range 200 {
			a := 2 * math.Pi * float64(i+offset) / 200
			r = append(r, point{500 + int32(math.Round(90*math.Cos(a))), 500 + int32(math.Round(90*math.Sin(a)))})
		}
		return r
	}
	outer := ring{{0, 0}, {1000, 0}, {1000, 1000}, {0, 1000}}
	thinned := simplify([][]ring{{outer, circle(0)}, {circle(77)}})
	if a, b := edges(thinned[0][1]), edges(thinned[1][0]); !cmp.Equal(a, b, cmp.AllowUnexported(edge{}, point{})) {
		t.Errorf("hole %v, enclave %v", a, b)
	}
}

func edges(r ring) map[edge]bool {
	set := map[edge]bool{}
	for j := range r {
		set[edgeOf(r[j], r[(j+1)%len(r)])] = true
	}
	return set
}

func TestOutlinesPartGroups(t *testing.T) {
	cell := func(x int32) []ring {
		return []ring{{{x, 0}, {x + 100, 0}, {x + 100, 100}, {x, 100}}}
	}
	areas := [][]ring{cell(0), cell(100), cell(200)}
	lines := bordersOf(areas).outlines(areas, []int{1, 1, 2})
	drawn := map[edge]bool{}
	for _, l := range lines {
		for i := 1; i < len(l); i++ {
			drawn[edgeOf(l[i-1], l[i])] = true
		}
	}
	if drawn[edgeOf(point{100, 0}, point{100, 100})] {
		t.Error("a border inside a group is drawn")
	}
	if !drawn[edgeOf(point{200, 0}, point{200, 100})] || len(drawn) != 9 {
		t.Errorf("%d edges: %v", len(drawn), drawn)
	}
}

// Colours get darker in even steps that a grey printer still shows.
func TestRampDarkensEvenly(t *testing.T) {
	for _, risk := range []bool{true, false} {
		for n := 2; n <= 9; n++ {
			last, first := math.NaN(), 0.0
			for i, colour := range ramp(n, risk) {
				grey := luminance(colour)
				if i == 0 {
					first = grey
				} else if last-grey < 0.5*first/float64(n-1)*0.4 {
					t.Errorf("risk %v, %d classes: step %d from %v to %v", risk, n, i, last, grey)
				}
				last = grey
			}
		}
		if colours := ramp(1, risk); len(colours) != 1 {
			t.Error(colours)
		}
	}
}

// luminance is CIE lightness L* (0 to 100) of a colour.
func luminance(hex string) float64 {
	var y float64
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		var v int
		for _, c := range hex[1+2*i : 3+2*i] {
			v = v*16 + strings.IndexRune("0123456789abcdef", c)
		}
		y += weight * math.Pow(float64(v)/255, 2.2)
	}
	return 116*math.Cbrt(y) - 16
}

func TestFitKeepsShape(t *testing.T) {
	g := fit(orb.Bound{Min: orb.Point{10, 59}, Max: orb.Point{12, 61}}, 600, 620)
	if math.Abs(g.width/g.height-0.5) > 0.01 || g.height > 620.1 {
		t.Errorf("at 60 degrees north a degree of longitude is half as wide: %+v", g)
	}
	if p := g.place(orb.Point{10, 61}); p != (point{0, 0}) {
		t.Errorf("north-west is at %v", p)
	}
	for _, b := range []orb.Bound{{}, {Min: orb.Point{5, 90}, Max: orb.Point{5, 90}}} {
		if g := fit(b, 600, 620); g.width > 600.1 || g.height > 620.1 || math.IsNaN(g.width) {
			t.Errorf("%v gives %+v", b, g)
		}
	}
}
