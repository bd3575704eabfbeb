package ingest

import (
	"strings"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// outside says why a row belongs to no ward.
type outside uint8

const (
	inside    outside = iota
	noWard            // the ward is blank or "Unknown"
	storeUnit         // a cold store, which treats nobody
	totalUnit         // the sum of other units
)

// A part is a sheet with the units that its rows belong to, as the file names them.
type part struct {
	*sheet
	wardColumn int // the column that names the ward; -1 none
	units      []dataset.Ward
	why        []outside // by unit
	unitOf     []uint32  // by row
	raw        []rawName // by unit: what stood in the file
}

// rawName keeps what a unit's row said, for recognising totals that are named
// like the unit that they sum.
type rawName struct{ state, lga, ward string }

// placeColumn is a coded column of the table that tells a part of the unit.
type placeColumn struct {
	kind  kind
	names []string // tidied, by code
	raw   []string
	state []string // told by the prefix, by code; nil without
	codes []uint32
}

// readUnits finds the distinct units of a sheet. The ward is told by the given
// column, or by none when it is -1.
func readUnits(s *sheet, wardColumn int) *part {
	p := &part{sheet: s, wardColumn: wardColumn}
	var columns []*placeColumn
	for _, k := range []kind{kindState, kindStateCode, kindLGA, kindLGACode, kindCode} {
		if at := s.find(k); at >= 0 {
			columns = append(columns, p.placeColumn(at, k))
		}
	}
	if wardColumn >= 0 {
		columns = append(columns, p.placeColumn(wardColumn, kindWard))
	}
	if len(columns) == 0 {
		return p
	}
	p.number(columns)
	return p
}

func (p *part) placeColumn(at int, k kind) *placeColumn {
	dict, codes := texts(p.table.Columns[at])
	c := &placeColumn{kind: k, raw: dict, codes: codes, names: make([]string, len(dict))}
	isName := k == kindState || k == kindLGA || k == kindWard
	before := prefixes{}
	if isName {
		before = prefixesOf(dict)
		c.state = make([]string, len(dict))
	}
	for i, name := range dict {
		c.names[i] = name
		if isName {
			c.state[i], c.names[i], _ = before.split(name)
			c.names[i] = tidyName(c.names[i], k)
		}
	}
	return c
}

// number gives every row the number of its unit: rows whose tidied names fold to
// one key are one unit.
func (p *part) number(columns []*placeColumn) {
	ids, n := columns[0].codes, len(columns[0].raw)
	combos := make([][]uint32, n)
	for code := range combos {
		combos[code] = []uint32{uint32(code)}
	}
	for _, c := range columns[1:] {
		next, pairs := combine(ids, n, c.codes, len(c.raw))
		grown := make([][]uint32, len(pairs))
		for i, pair := range pairs {
			grown[i] = append(append([]uint32(nil), combos[pair[0]]...), pair[1])
		}
		ids, combos, n = next, grown, len(pairs)
	}
	used := make([]bool, n)
	for _, id := range ids {
		used[id] = true
	}
	unitOf := make([]uint32, n)
	byKey := map[string]uint32{}
	for id, combo := range combos {
		if used[id] {
			unitOf[id] = p.addUnit(columns, combo, byKey)
		}
	}
	p.unitOf = make([]uint32, len(ids))
	for row, id := range ids {
		p.unitOf[row] = unitOf[id]
	}
}

// addUnit makes the unit of one combination of cells, or finds the one that
// folds to the same key.
func (p *part) addUnit(columns []*placeColumn, combo []uint32, byKey map[string]uint32) uint32 {
	var w dataset.Ward
	var raw rawName
	for i, c := range columns {
		name := c.names[combo[i]]
		if isUnknown(name) {
			name = ""
		}
		switch c.kind {
		case kindState:
			w.State, raw.state = name, c.raw[combo[i]]
		case kindStateCode:
			if w.State == "" && name != "" {
				w.State = stateName(name)
			}
		case kindLGA:
			w.LGA, raw.lga = name, c.raw[combo[i]]
		case kindLGACode:
			if w.LGA == "" {
				w.LGA = name
			}
		case kindCode:
			w.Code = strings.ToUpper(name)
		case kindWard:
			w.Name, raw.ward = name, c.raw[combo[i]]
		}
		if c.state != nil && w.State == "" {
			w.State = c.state[combo[i]]
		}
	}
	w = splitBracket(w)
	why := p.whyOutside(w, raw)
	key := unitKey(w)
	if w.Code != "" {
		key = "code:" + w.Code
	}
	if why != inside {
		key += "\x00" + raw.ward
	}
	if id, known := byKey[key]; known {
		return id
	}
	id := uint32(len(p.units))
	byKey[key] = id
	p.units, p.why, p.raw = append(p.units, w), append(p.why, why), append(p.raw, raw)
	return id
}

// splitBracket takes off the "(LGA)" that stands behind repeated ward names, and
// keeps it as the LGA where no column tells one.
func splitBracket(w dataset.Ward) dataset.Ward {
	open := strings.LastIndex(w.Name, "(")
	if open < 1 || !strings.HasSuffix(w.Name, ")") {
		return w
	}
	base, inside := strings.TrimSpace(w.Name[:open]), tidyName(strings.Trim(w.Name[open:], "() "), kindLGA)
	switch {
	case fold(inside) == fold(w.LGA), strings.EqualFold(inside, "lga"):
		w.Name = base
	case w.LGA == "" && len(fold(inside)) > 3 && hasLetter(inside):
		w.Name, w.LGA = base, inside
	}
	return w
}

func (p *part) whyOutside(w dataset.Ward, raw rawName) outside {
	switch {
	case isStore(raw.ward):
		return storeUnit
	case p.wardColumn >= 0 && w.Name == "" && w.Code == "":
		return noWard
	case w.Name == "" && w.LGA == "" && w.State == "" && w.Code == "":
		return noWard
	}
	return inside
}

// unitKey identifies a unit by its names: state, LGA and ward, where a unit of a
// higher level counts by its own name as the last part.
func unitKey(w dataset.Ward) string {
	state, lga, name := unitPath(w)
	return state + "|" + lga + "|" + name
}

// unitPath is the folded state, the folded LGA, and the folded lowest name.
func unitPath(w dataset.Ward) (state, lga, name string) {
	switch {
	case w.Name != "":
		return fold(w.State), fold(w.LGA), fold(w.Name)
	case w.LGA != "":
		return fold(w.State), "", fold(w.LGA)
	}
	return "", "", fold(w.State)
}
