package ingest

import (
	"github.com/chatmrpt/chatmrpt/flows/dataset/ingest/geofile"
	"github.com/chatmrpt/chatmrpt/flows/dataset/ingest/tabular"
)

// Limits bound what a file may hold.
type Limits struct {
	Tables tabular.Limits
	Layers geofile.Limits
}

// DefaultLimits are far above what a country's programme works with.
func DefaultLimits() Limits {
	return Limits{Tables: tabular.DefaultLimits, Layers: geofile.DefaultLimits()}
}

// Read reads one file, by what is in it: polygons from zipped shapefiles and
// GeoJSON, tables from everything else. Errors are *schemaregistry.Error.
func Read(name, hash string, content []byte, limits Limits) (Source, error) {
	s := Source{Name: name, Hash: hash}
	var err error
	if geofile.Looks(content) {
		s.Layers, s.Findings, err = geofile.Read(name, content, limits.Layers)
	} else {
		s.Tables, s.Findings, err = tabular.Read(name, content, limits.Tables)
	}
	return s, err
}
