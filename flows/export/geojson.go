package export

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"

	"github.com/paulmach/orb"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// decimals of a degree with which coordinates are written: a decimetre.
const decimals = 1e6

// GeoJSON writes a stored ward table as a FeatureCollection (RFC 7946): a feature
// for each row, with the ward's area, or null where the boundaries have none.
func GeoJSON(content []byte, data *dataset.Dataset) ([]byte, error) {
	t, err := readTable(content)
	if err != nil {
		return nil, err
	}
	state, lga, ward := t.column("state"), t.column("lga"), t.column("ward")
	if state < 0 || lga < 0 || ward < 0 {
		return nil, schemaregistry.Fail("not_of_wards", "The table has no columns state, lga and ward, so its rows have no place on a map.")
	}
	if data.Boundary == nil {
		return nil, schemaregistry.Fail("no_boundaries", "There are no boundaries in the session; add a zipped shapefile or a GeoJSON file.")
	}
	areas := areasOf(data)
	b := bytes.NewBufferString(`{"type":"FeatureCollection","features":[`)
	for i, row := range t.rows {
		if i > 0 {
			b.WriteByte(',')
		}
		place := dataset.Ward{State: row[state], LGA: row[lga], Name: row[ward]}
		b.WriteString("\n" + `{"type":"Feature","geometry":`)
		geometry(b, areas[place])
		b.WriteString(`,"properties":{`)
		for column, name := range t.names {
			if column > 0 {
				b.WriteByte(',')
			}
			value(b, name)
			b.WriteByte(':')
			value(b, t.value(row, column))
		}
		b.WriteString(`}}`)
	}
	b.WriteString("\n]}\n")
	return b.Bytes(), nil
}

// areasOf finds areas by state, LGA and ward name. Those of a name that stands
// twice are left out: nobody could tell which one is meant.
func areasOf(data *dataset.Dataset) map[dataset.Ward]orb.MultiPolygon {
	areas := map[dataset.Ward]orb.MultiPolygon{}
	first := map[dataset.Ward]int{}
	doubtful := map[dataset.Ward]bool{}
	for _, shape := range data.Boundary.Shapes {
		place := data.Wards[shape.Ward]
		place.Code = ""
		if known, seen := first[place]; seen && known != shape.Ward {
			doubtful[place] = true
		}
		first[place] = shape.Ward
		areas[place] = append(areas[place], shape.Geometry...)
	}
	for place := range doubtful {
		delete(areas, place)
	}
	return areas
}

func geometry(b *bytes.Buffer, area orb.MultiPolygon) {
	if len(area) == 0 {
		b.WriteString("null")
		return
	}
	b.WriteString(`{"type":"MultiPolygon","coordinates":`)
	value(b, wound(area))
	b.WriteByte('}')
}

// wound rounds an area's coordinates and turns its outer rings against the clock
// and its holes with it, as RFC 7946 asks.
func wound(area orb.MultiPolygon) orb.MultiPolygon {
	turned := make(orb.MultiPolygon, len(area))
	for i, polygon := range area {
		turned[i] = make(orb.Polygon, len(polygon))
		for j, ring := range polygon {
			rounded := make(orb.Ring, len(ring))
			for k, p := range ring {
				rounded[k] = orb.Point{math.Round(p[0]*decimals) / decimals, math.Round(p[1]*decimals) / decimals}
			}
			if outer := j == 0; (ring.Orientation() == orb.CCW) != outer {
				slices.Reverse(rounded)
			}
			turned[i][j] = rounded
		}
	}
	return turned
}

func value(b *bytes.Buffer, v any) {
	raw, err := json.Marshal(v)
	if err != nil { // texts, finite numbers and coordinates
		panic(err)
	}
	b.Write(raw)
}
