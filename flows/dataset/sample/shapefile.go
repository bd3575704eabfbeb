package sample

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/paulmach/orb"
)

// Layout of a shapefile: "ESRI Shapefile Technical Description", July 1998.
const (
	shapePolygon    = 5
	fileHeaderBytes = 100
)

const wgs84 = `GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`

// shapefile is the zip with the wards' .shp, .shx, .dbf, .prj and .cpg.
func (s *State) shapefile() ([]byte, error) {
	shp, shx := s.shapes()
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	for _, part := range []struct {
		name    string
		content []byte
	}{
		{"wards.shp", shp}, {"wards.shx", shx}, {"wards.dbf", s.attributes()},
		{"wards.prj", []byte(wgs84)}, {"wards.cpg", []byte("UTF-8")},
	} {
		w, err := archive.Create(part.name) // without a time: the same bytes every day
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(part.content); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// shapes writes the polygons and their index.
func (s *State) shapes() (shp, shx []byte) {
	var records, index bytes.Buffer
	bound := s.Wards[0].Area.Bound()
	for i := range s.Wards {
		content := polygonRecord(s.Wards[i].Area)
		position := fileHeaderBytes + records.Len()
		put(&index, binary.BigEndian, int32(position/2), int32(len(content)/2))
		put(&records, binary.BigEndian, int32(i+1), int32(len(content)/2))
		records.Write(content)
		bound = bound.Union(s.Wards[i].Area.Bound())
	}
	return append(fileHeader(records.Len(), bound), records.Bytes()...),
		append(fileHeader(index.Len(), bound), index.Bytes()...)
}

func polygonRecord(area orb.Polygon) []byte {
	var b bytes.Buffer
	ring := area[0]
	put(&b, binary.LittleEndian, int32(shapePolygon))
	bound := area.Bound()
	putFloats(&b, bound.Min[0], bound.Min[1], bound.Max[0], bound.Max[1])
	put(&b, binary.LittleEndian, int32(1), int32(len(ring)), int32(0)) // parts, points, where the part starts
	for _, p := range ring {
		putFloats(&b, p[0], p[1])
	}
	return b.Bytes()
}

func fileHeader(size int, bound orb.Bound) []byte {
	var b bytes.Buffer
	put(&b, binary.BigEndian, int32(9994))
	b.Write(make([]byte, 20))                                             // unused
	put(&b, binary.BigEndian, int32((fileHeaderBytes+size)/2))            // in words of 16 bits
	put(&b, binary.LittleEndian, int32(1000), int32(shapePolygon))        // version
	putFloats(&b, bound.Min[0], bound.Min[1], bound.Max[0], bound.Max[1]) // then Z and M, not used
	b.Write(make([]byte, 32))
	return b.Bytes()
}

func put(b *bytes.Buffer, order binary.AppendByteOrder, values ...int32) {
	for _, v := range values {
		b.Write(order.AppendUint32(nil, uint32(v)))
	}
}

func putFloats(b *bytes.Buffer, values ...float64) {
	for _, v := range values {
		b.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
	}
}

// attributes writes the dBASE table: state, LGA and ward with their codes.
func (s *State) attributes() []byte {
	fields := []struct {
		name string
		size int
		of   func(ward int) string
	}{
		{"StateName", 24, func(i int) string { return s.boundary[i].state }},
		{"LGACode", 8, func(i int) string { return s.LGAs[s.Wards[i].LGA].Code }},
		{"LGAName", 32, func(i int) string { return s.boundary[i].lga }},
		{"WardCode", 10, func(i int) string { return s.Wards[i].Code }},
		{"WardName", 48, func(i int) string { return s.boundary[i].ward }},
	}
	recordSize := 1
	for _, f := range fields {
		recordSize += f.size
	}
	var b bytes.Buffer
	b.Write([]byte{3, byte(firstYear - 1900 + 1), 1, 1}) // dBASE III; the day of the last change
	b.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(s.Wards))))
	b.Write(binary.LittleEndian.AppendUint16(nil, uint16(32*len(fields)+33)))
	b.Write(binary.LittleEndian.AppendUint16(nil, uint16(recordSize)))
	b.Write(make([]byte, 20))
	for _, f := range fields {
		descriptor := make([]byte, 32)
		copy(descriptor[:11], f.name)
		descriptor[11], descriptor[16] = 'C', byte(f.size)
		b.Write(descriptor)
	}
	b.WriteByte('\r')
	for ward := range s.Wards {
		b.WriteByte(' ') // not deleted
		for _, f := range fields {
			fmt.Fprintf(&b, "%-*s", f.size, f.of(ward))
		}
	}
	b.WriteByte(0x1a)
	return b.Bytes()
}
