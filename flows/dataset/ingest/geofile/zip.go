package geofile

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// members are the files of one layer in a zip, by lower-case extension.
type members map[string]*zip.File

var wanted = []string{".shp", ".dbf", ".prj", ".cpg", ".geojson", ".json"}

const maxMembers = 50_000 // of a zip; each takes memory before any is looked at

var (
	errTooManyMembers = errors.New("too many members")
	errSize           = errors.New("the member claims a size that it cannot have")
)

func openZip(content []byte) (*zip.Reader, error) {
	if bytes.Count(content, []byte("PK\x01\x02")) > maxMembers {
		return nil, errTooManyMembers
	}
	return zip.NewReader(bytes.NewReader(content), int64(len(content)))
}

func zipHolds(content []byte, extensions ...string) bool {
	archive, err := openZip(content)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(archive.File, func(f *zip.File) bool {
		return slices.Contains(extensions, extension(f.Name))
	})
}

func extension(name string) string { return strings.ToLower(path.Ext(name)) }

// zip reads every polygon layer of an archive.
func (r *reader) zip(content []byte) ([]Layer, error) {
	archive, err := openZip(content)
	if errors.Is(err, errTooManyMembers) {
		return nil, schemaregistry.Fail("zip_too_large", "%s has more than %s files in it, which is more than boundaries need; it was not read.", r.file, dataset.Thousands(maxMembers))
	}
	if err != nil {
		return nil, schemaregistry.Fail("broken_zip", "%s is a zip that cannot be opened; it may be cut off. Send it again.", r.file).Because(err)
	}
	groups, order := groupMembers(archive)
	var layers []Layer
	var others []string
	for _, stem := range order {
		layer, other, err := r.layer(groups[stem])
		if err != nil {
			return nil, err
		}
		if other != "" {
			others = append(others, other)
			continue
		}
		layers = append(layers, layer)
	}
	if len(layers) == 0 {
		return nil, r.nothingIn(archive, others)
	}
	if len(others) > 0 {
		r.note(dataset.Info, "layers_left_out", r.file, 0,
			fmt.Sprintf("Left out of %s, because only areas are used: %s.", r.file, dataset.Names(others, 5)))
	}
	return layers, nil
}

// groupMembers sorts the files of an archive into layers by path without
// extension, in the archive's order.
func groupMembers(archive *zip.Reader) (groups map[string]members, order []string) {
	all := map[string]members{}
	for _, f := range archive.File {
		ext := extension(f.Name)
		if f.FileInfo().IsDir() || !slices.Contains(wanted, ext) || strings.Contains(f.Name, "__MACOSX/") {
			continue
		}
		stem := strings.ToLower(strings.TrimSuffix(f.Name, path.Ext(f.Name)))
		if all[stem] == nil {
			all[stem] = members{}
			order = append(order, stem)
		}
		all[stem][ext] = f
	}
	order = slices.DeleteFunc(order, func(stem string) bool {
		m := all[stem]
		return m[".shp"] == nil && m[".geojson"] == nil && m[".json"] == nil
	})
	return all, order
}

// layer reads one layer of an archive; other says what it is instead when it
// holds no areas.
func (r *reader) layer(m members) (layer Layer, other string, err error) {
	main := cmp.Or(m[".shp"], m[".geojson"], m[".json"])
	name := layerName(main.Name)
	if m[".shp"] == nil {
		content, err := r.unzip(main)
		if err != nil {
			return Layer{}, "", err
		}
		layer, err := r.geoJSON(name, content)
		if kind := new(otherKind); errors.As(err, kind) {
			return Layer{}, kind.describe(name), nil
		}
		if refusal := new(schemaregistry.Error); errors.As(err, &refusal) && refusal.Code == "not_geojson" {
			return Layer{}, otherKind("no geography").describe(name), nil
		}
		return layer, "", err
	}
	content, err := r.unzip(main)
	if err != nil {
		return Layer{}, "", err
	}
	layer, err = r.shapefile(name, content, m)
	if kind := new(otherKind); errors.As(err, kind) {
		return Layer{}, kind.describe(name), nil
	}
	return layer, "", err
}

// mostDeflate is how many times a member can shrink (zlib, "Maximum Compression Factor").
const mostDeflate = 1032

// unzip reads one member within what may still be unzipped. Memory is taken for
// the size that the member claims only when it is allowed and can be true.
func (r *reader) unzip(f *zip.File) ([]byte, error) {
	if f == nil {
		return nil, nil
	}
	switch size := f.UncompressedSize64; {
	case size > uint64(r.unzipped):
		return nil, schemaregistry.Fail("zip_too_large", "%s unpacks to more than %d MB, which is more than boundaries need; it was not read.", r.file, r.limits.Unzipped>>20)
	case f.CompressedSize64 > uint64(r.limits.Bytes) || size > f.CompressedSize64*mostDeflate+mostDeflate:
		return nil, r.badMember(f, errSize)
	}
	in, err := f.Open()
	if err != nil {
		return nil, schemaregistry.Fail("broken_zip", "%s in %s cannot be unzipped. Zip it again without a password.", layerName(f.Name)+extension(f.Name), r.file).Because(err)
	}
	defer in.Close()
	out := make([]byte, f.UncompressedSize64)
	if _, err := io.ReadFull(in, out); err != nil {
		return nil, r.badMember(f, err)
	}
	// The end has to come here; the reader checks the sum only when it sees it.
	if n, err := in.Read(make([]byte, 1)); n > 0 || !errors.Is(err, io.EOF) {
		return nil, r.badMember(f, err)
	}
	r.unzipped -= int64(len(out))
	return out, nil
}

func (r *reader) badMember(f *zip.File, err error) error {
	return schemaregistry.Fail("broken_zip", "%s in %s is damaged. Send the zip again.", layerName(f.Name)+extension(f.Name), r.file).Because(err)
}

// nothingIn says why an archive has no layer of areas.
func (r *reader) nothingIn(archive *zip.Reader, others []string) error {
	if len(others) > 0 {
		return schemaregistry.Fail("no_polygons", "%s has no areas in it: %s. A map of wards needs their polygons.", r.file, dataset.Names(others, 5))
	}
	for _, f := range archive.File {
		if strings.HasPrefix(f.Name, "xl/") {
			return schemaregistry.Fail("not_boundaries", "%s is a workbook, not boundaries. Add it as data instead.", r.file)
		}
	}
	return schemaregistry.Fail("no_layer", "%s has no shapefile and no GeoJSON in it. The zip needs the .shp and the .dbf side by side.", r.file)
}

// otherKind reports a layer of points or lines.
type otherKind string

func (k otherKind) Error() string { return "a layer of " + string(k) }

func (k otherKind) describe(layer string) string { return layer + " (" + string(k) + ")" }
