package geofile

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/paulmach/orb"
	"github.com/peterstace/simplefeatures/geom"
)

// check fills Invalid, on all cores, and reports what is not valid. The shapes
// stay as they are: an invalid polygon is still drawn.
func (r *reader) check(layer *Layer) {
	layer.Invalid = make([]string, len(layer.Shapes))
	var next atomic.Int64
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(layer.Shapes)); i = next.Add(1) - 1 {
				layer.Invalid[i] = whyInvalid(layer.Shapes[i])
			}
		})
	}
	group.Wait()
	for i, why := range layer.Invalid {
		if why == "" {
			continue
		}
		r.findings = append(r.findings, dataset.Finding{
			Severity: dataset.Warning, Check: "invalid_polygon", Level: "ward",
			Unit: fmt.Sprintf("%s, area %d", layer.Name, i+1), Rows: 1, Effect: effectOf(why, layer.Shapes[i]),
		})
	}
}

const noArea = "it has no area"

func effectOf(why string, shape orb.MultiPolygon) string {
	if len(shape) == 0 {
		return "This row has no area and cannot be drawn; its figures are not affected."
	}
	return "The polygon is not valid (" + why + "). It is drawn all the same; neighbours found from it may be incomplete."
}

// whyInvalid checks the shape against the rules of OGC Simple Features (06-103r4).
func whyInvalid(shape orb.MultiPolygon) (why string) {
	defer func() {
		if recover() != nil { // the checker gave up on a shape nobody has drawn
			why = "its outline cannot be followed"
		}
	}()
	if len(shape) == 0 {
		return noArea
	}
	polygons := make([]geom.Polygon, len(shape))
	for i, polygon := range shape {
		rings := make([]geom.LineString, len(polygon))
		for j, ring := range polygon {
			rings[j] = lineString(ring)
		}
		polygons[i] = geom.NewPolygon(rings)
	}
	if err := geom.NewMultiPolygon(polygons).Validate(); err != nil {
		return inWords(err.Error())
	}
	return ""
}

func lineString(ring orb.Ring) geom.LineString {
	flat := make([]float64, 0, 2*len(ring))
	for _, p := range ring {
		flat = append(flat, p[0], p[1])
	}
	return geom.NewLineString(geom.NewSequence(flat, geom.DimXY))
}

// inWords says the checker's rule for people, with the place when it names one.
func inWords(rule string) string {
	words := "its outline breaks a rule for polygons"
	for _, known := range []struct{ part, words string }{
		{"not simple", "its outline crosses or touches itself"},
		{"nested rings", "one hole lies inside another"},
		{"outside of exterior", "a hole lies outside its outline"},
		{"disconnected interior", "its holes cut it in two"},
		{"child polygons", "two of its parts overlap"},
		{"multiple points", "two of its lines overlap"},
		{"only one distinct", "a part of it is a single point"},
	} {
		if strings.Contains(rule, known.part) {
			words = known.words
			break
		}
	}
	var x, y float64
	if _, place, found := strings.Cut(rule, "at or near "); found {
		if n, _ := fmt.Sscanf(place, "{%g %g}", &x, &y); n == 2 {
			words += fmt.Sprintf(" near %.4f, %.4f", x, y)
		}
	}
	return words
}
