package geofile

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// Layout of a dBASE III file, as shapefiles carry it.
const (
	dbfHeader       = 32
	fieldDescriptor = 32
	endOfFields     = 0x0d
	deletedRecord   = '*'
	maxCells        = 20_000_000
)

type dbfField struct {
	name   string
	kind   byte // C text, N and F numbers, D date, L logical
	offset int  // in the record
	width  int
}

// dbf reads the attribute table. Deleted rows are left out and listed, because
// the shapes beside them have to go as well.
func (r *reader) dbf(name string, content []byte, cpg string) (table *dataset.Table, deleted []int, err error) {
	if len(content) < dbfHeader+1 {
		return nil, nil, r.badTable(name, "is cut off")
	}
	rows := int64(binary.LittleEndian.Uint32(content[4:]))
	header, width := int64(binary.LittleEndian.Uint16(content[8:])), int64(binary.LittleEndian.Uint16(content[10:]))
	switch {
	case header < dbfHeader+1 || header > int64(len(content)) || width < 1:
		return nil, nil, r.badTable(name, "has a header that makes no sense")
	case rows*width > int64(len(content))-header:
		return nil, nil, r.badTable(name, "claims more rows than it has bytes for; it may be cut off")
	}
	decode := decoderFor(cpg, content[29], content[header:])
	fields, why := dbfFields(content[dbfHeader:header], int(width), decode)
	if why != "" {
		return nil, nil, r.badTable(name, why)
	}
	if len(fields) > r.limits.Columns {
		return nil, nil, schemaregistry.Fail("too_many_columns", "%s.dbf in %s has %d columns; at most %d can be read.", name, r.file, len(fields), r.limits.Columns)
	}
	if rows > int64(r.limits.Shapes) || rows*int64(len(fields)) > maxCells {
		return nil, nil, schemaregistry.Fail("too_many_rows", "%s.dbf in %s has %d rows of %d columns, which is more than boundaries need.", name, r.file, rows, len(fields))
	}
	records := make([][]byte, 0, rows)
	table = &dataset.Table{File: r.file, Sheet: name, FirstRow: 1}
	for i := range rows {
		record := content[header+i*width : header+(i+1)*width]
		if record[0] == deletedRecord {
			deleted = append(deleted, int(i))
			continue
		}
		records = append(records, record)
		table.RowNumbers = append(table.RowNumbers, int32(i+1))
	}
	table.Rows = len(records)
	for i, field := range fields {
		table.Columns = append(table.Columns, field.column(i, records, decode))
	}
	return table, deleted, nil
}

func (r *reader) badTable(name, why string) error {
	return schemaregistry.Fail("broken_dbf", "%s.dbf in %s %s. Export the layer again.", name, r.file, why)
}

func dbfFields(b []byte, width int, decode func([]byte) string) (fields []dbfField, why string) {
	offset := 1 // the deletion mark
	for len(b) >= fieldDescriptor && b[0] != endOfFields {
		raw, _, _ := bytes.Cut(b[:11], []byte{0})
		field := dbfField{name: strings.TrimSpace(decode(raw)), kind: b[11], offset: offset, width: int(b[16])}
		if field.kind == 'C' { // some writers use the decimals byte for text over 255 wide
			field.width += int(b[17]) << 8
		}
		offset += field.width
		if offset > width {
			return nil, "has columns wider than its rows"
		}
		if field.width > 0 {
			fields = append(fields, field)
		}
		b = b[fieldDescriptor:]
	}
	if len(fields) == 0 {
		return nil, "has no columns"
	}
	return fields, ""
}

// column reads one field of all records.
func (f dbfField) column(index int, records [][]byte, decode func([]byte) string) *dataset.Column {
	if f.kind == 'N' || f.kind == 'F' {
		return f.numbers(index, records)
	}
	c := newTextColumn(f.name, index, len(records))
	for _, record := range records {
		text := strings.TrimSpace(decode(bytes.TrimRight(record[f.offset:f.offset+f.width], " \x00")))
		if f.kind == 'D' {
			text = isoDate(text)
		}
		c.add(text)
	}
	return c.Column
}

func (f dbfField) numbers(index int, records [][]byte) *dataset.Column {
	c := &dataset.Column{Heading: f.name, Index: index, Numbers: make([]float64, len(records))}
	for row, record := range records {
		text := strings.Trim(string(record[f.offset:f.offset+f.width]), " \x00")
		value, err := strconv.ParseFloat(text, 64)
		if err != nil || !finite(value) {
			value = math.NaN()
			if text != "" && strings.Trim(text, "*") != "" { // asterisks: dBASE's "did not fit"
				c.BadRows++
				if len(c.Bad) < dataset.MaxBadCells {
					c.Bad = append(c.Bad, dataset.BadCell{Row: row, Text: strings.ToValidUTF8(text, "?")})
				}
			}
		}
		c.Numbers[row] = value
	}
	return c
}

// isoDate turns 20200129 into 2020-01-29 and an all-zero date into nothing.
func isoDate(text string) string {
	if strings.Trim(text, "0") == "" {
		return ""
	}
	if len(text) != 8 || strings.Trim(text, "0123456789") != "" {
		return text
	}
	return text[:4] + "-" + text[4:6] + "-" + text[6:]
}

// A textColumn builds a dictionary column.
type textColumn struct {
	*dataset.Column
	codes map[string]uint32
}

func newTextColumn(heading string, index, rows int) textColumn {
	c := &dataset.Column{Heading: heading, Index: index, Dict: []string{""}, Codes: make([]uint32, 0, rows)}
	return textColumn{c, map[string]uint32{"": 0}}
}

func (c textColumn) add(text string) {
	code, known := c.codes[text]
	if !known {
		code = uint32(len(c.Dict))
		c.Dict = append(c.Dict, text)
		c.codes[text] = code
	}
	c.Codes = append(c.Codes, code)
}
