// Package geofile reads boundary files: zipped shapefiles and GeoJSON. It takes
// bytes and gives polygons in WGS84 with their attributes; it opens no file and
// writes none, so the names inside a zip cannot lead anywhere.
//
// Every count in a file is checked against the bytes that are there before
// anything is allocated. A file that cannot be used is refused with a
// *schemaregistry.Error; polygons that are merely invalid are kept and reported.
package geofile

import (
	"bytes"
	"path"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/paulmach/orb"
)

// A Layer is one set of areas. Row i of Attributes belongs to Shapes[i].
type Layer struct {
	Name       string
	Attributes *dataset.Table
	Shapes     []orb.MultiPolygon // longitude and latitude, WGS84; nil for a row without an area
	Invalid    []string           // why the shape is not valid; "" valid
}

// Limits bound what is read. A file beyond one of them is refused.
type Limits struct {
	Bytes    int64 // of the file
	Unzipped int64 // bytes of all members that are read
	Shapes   int   // of a layer
	Points   int   // of a layer
	Columns  int   // of a layer's attributes
}

// DefaultLimits suit a country's wards with room to spare.
func DefaultLimits() Limits {
	return Limits{Bytes: 200 << 20, Unzipped: 256 << 20, Shapes: 200_000, Points: 10_000_000, Columns: 2_000}
}

// Looks reports whether the content is one that Read is for: a zip with a
// shapefile or GeoJSON in it, a bare shapefile, or JSON.
func Looks(content []byte) bool {
	switch formatOf(content) {
	case formatZip:
		return zipHolds(content, ".shp", ".geojson", ".json")
	case formatShp, formatJSON:
		return true
	}
	return false
}

// Read gives the polygon layers of a boundary file, and what was noticed on the
// way. Name is the file's name, for messages only.
func Read(name string, content []byte, limits Limits) ([]Layer, []dataset.Finding, error) {
	if int64(len(content)) > limits.Bytes {
		return nil, nil, schemaregistry.Fail("file_too_large", "%s is %d MB; at most %d MB can be read. A simplified boundary file serves just as well.",
			name, len(content)>>20, limits.Bytes>>20)
	}
	r := &reader{file: name, limits: limits, unzipped: limits.Unzipped}
	layers, err := r.read(content)
	if err != nil {
		return nil, nil, err
	}
	for i := range layers {
		r.unhide(&layers[i])
		r.check(&layers[i])
	}
	return layers, r.findings, nil
}

// A reader carries what every part needs: the name for messages, the limits,
// and the findings gathered so far.
type reader struct {
	file     string
	limits   Limits
	unzipped int64 // bytes that may still be unzipped
	findings []dataset.Finding
}

func (r *reader) read(content []byte) ([]Layer, error) {
	switch formatOf(content) {
	case formatZip:
		return r.zip(content)
	case formatJSON:
		layer, err := r.geoJSON(layerName(r.file), content)
		if err != nil {
			return nil, err
		}
		return []Layer{layer}, nil
	case formatEmpty:
		return nil, schemaregistry.Fail("empty_file", "%s is empty.", r.file)
	case formatShp:
		return nil, schemaregistry.Fail("bare_shapefile", "%s is the geometry alone, without names. Zip it together with its .dbf (and its .prj and .cpg, where there are any) and add the zip.", r.file)
	case formatOther:
		return nil, schemaregistry.Fail("not_boundaries", "%s is in a format that cannot be read as boundaries. Save it as GeoJSON (WGS84) or as a zipped shapefile and add that.", r.file)
	}
	return nil, schemaregistry.Fail("not_boundaries", "%s is no boundary file. What is needed is a zipped shapefile (.shp, .dbf, .shx, .prj in one .zip) or a GeoJSON of polygons.", r.file)
}

type format int

const (
	formatUnknown format = iota
	formatEmpty
	formatZip
	formatShp
	formatJSON
	formatOther // of maps, but not one that is read here
)

var utf8Mark = []byte("\xef\xbb\xbf")

func formatOf(content []byte) format {
	text := bytes.TrimLeft(bytes.TrimPrefix(content, utf8Mark), " \t\r\n")
	switch {
	case len(text) == 0:
		return formatEmpty
	case bytes.HasPrefix(content, []byte("PK\x03\x04")), bytes.HasPrefix(content, []byte("PK\x05\x06")):
		return formatZip
	case bytes.HasPrefix(content, []byte("\x00\x00\x27\x0a")):
		return formatShp
	case text[0] == '{' && !bytes.HasPrefix(text, []byte(`{\rtf`)):
		return formatJSON
	case bytes.HasPrefix(content, []byte("SQLite format 3\x00")), // GeoPackage
		bytes.Contains(text[:min(len(text), 1000)], []byte("<kml")),
		bytes.Contains(text[:min(len(text), 1000)], []byte("<gml")):
		return formatOther
	}
	return formatUnknown
}

// layerName is a member's or file's name without folders and extension.
func layerName(name string) string {
	base := path.Base(strings.ReplaceAll(shown(name), `\`, "/"))
	return strings.TrimSuffix(base, path.Ext(base))
}

// note adds a finding about a layer or the file.
func (r *reader) note(severity dataset.Severity, check, unit string, rows int, effect string) {
	r.findings = append(r.findings, dataset.Finding{
		Severity: severity, Check: check, Level: "file", Unit: unit, Rows: rows, Effect: effect,
	})
}
