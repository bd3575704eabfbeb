package geofile

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/paulmach/orb"
)

const wgs84PRJ = `GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`

// box is a clockwise square, as shapefiles draw outlines.
func box(x, y, size float64) orb.Ring {
	return orb.Ring{{x, y}, {x, y + size}, {x + size, y + size}, {x + size, y}, {x, y}}
}

func flipped(r orb.Ring) orb.Ring {
	r = r.Clone()
	r.Reverse()
	return r
}

// shpOf writes a .shp of polygons, a list of rings each; nil is a null shape.
func shpOf(shapes ...[]orb.Ring) []byte {
	var body bytes.Buffer
	for i, rings := range shapes {
		var content bytes.Buffer
		le := func(values ...any) {
			for _, v := range values {
				binary.Write(&content, binary.LittleEndian, v)
			}
		}
		if rings == nil {
			le(uint32(typeNull))
		} else {
			points := 0
			for _, r := range rings {
				points += len(r)
			}
			le(uint32(5), [4]float64{}, uint32(len(rings)), uint32(points))
			first := 0
			for _, r := range rings {
				le(uint32(first))
				first += len(r)
			}
			for _, r := range rings {
				for _, p := range r {
					le(p[0], p[1])
				}
			}
		}
		binary.Write(&body, binary.BigEndian, [2]uint32{uint32(i + 1), uint32(content.Len() / 2)})
		body.Write(content.Bytes())
	}
	header := make([]byte, shpHeader)
	binary.BigEndian.PutUint32(header, 9994)
	binary.BigEndian.PutUint32(header[24:], uint32((shpHeader+body.Len())/2))
	binary.LittleEndian.PutUint32(header[28:], 1000)
	binary.LittleEndian.PutUint32(header[32:], 5)
	return append(header, body.Bytes()...)
}

// dbfOf writes a .dbf with the text columns name and code, the number area and
// the date day. A row that begins with "*" is marked as deleted.
func dbfOf(rows ...[4]string) []byte {
	fields := []struct {
		name  string
		kind  byte
		width int
	}{{"NAME", 'C', 20}, {"CODE", 'C', 6}, {"AREA", 'N', 10}, {"DAY", 'D', 8}}
	width := 1
	for _, f := range fields {
		width += f.width
	}
	header := make([]byte, dbfHeader)
	header[0] = 3
	binary.LittleEndian.PutUint32(header[4:], uint32(len(rows)))
	binary.LittleEndian.PutUint16(header[8:], uint16(dbfHeader+fieldDescriptor*len(fields)+1))
	binary.LittleEndian.PutUint16(header[10:], uint16(width))
	for _, f := range fields {
		d := make([]byte, fieldDescriptor)
		copy(d, f.name)
		d[11], d[16] = f.kind, byte(f.width)
		header = append(header, d...)
	}
	header = append(header, endOfFields)
	for _, row := range rows {
		mark := byte(' ')
		if row[0] != "" && row[0][0] == deletedRecord {
			mark = deletedRecord
		}
		header = append(header, mark)
		for i, f := range fields {
			cell := fmt.Appendf(nil, "%-*s", f.width, row[i])
			if n := f.width - len(row[i]); n > 0 { // widths are bytes, not letters
				cell = append([]byte(row[i]), bytes.Repeat([]byte(" "), n)...)
			}
			header = append(header, cell[:f.width]...)
		}
	}
	return header
}

// zipOf packs files in the order given: name, content, name, content, ...
func zipOf(t testing.TB, files ...any) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i].(string))
		if err != nil {
			t.Fatal(err)
		}
		switch content := files[i+1].(type) {
		case string:
			_, err = f.Write([]byte(content))
		case []byte:
			_, err = f.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// one is a layer of a single square ward with a name.
func one(t testing.TB, prj string, ring orb.Ring) []byte {
	t.Helper()
	files := []any{"w.shp", shpOf([]orb.Ring{ring}), "w.dbf", dbfOf([4]string{"Afara"})}
	if prj != "" {
		files = append(files, "w.prj", prj)
	}
	return zipOf(t, files...)
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-7 }
