package ingest

import (
	"math"
	"strconv"
	"strings"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// texts returns a column as a dictionary and codes; numbers are written out, so
// that a code column of digits can name places.
func texts(c *dataset.Column) (dict []string, codes []uint32) {
	if c.IsText() {
		return c.Dict, c.Codes
	}
	dict = []string{""}
	codes = make([]uint32, len(c.Numbers))
	seen := map[float64]uint32{}
	type entry struct {
		value float64
		code  uint32
	}
	var near [1024]entry // the last value of each remainder: spares most look-ups
	for row, v := range c.Numbers {
		if math.IsNaN(v) {
			continue
		}
		at := &near[uint64(v)%uint64(len(near))]
		if at.code == 0 || at.value != v {
			code, known := seen[v]
			if !known {
				code = uint32(len(dict))
				seen[v] = code
				dict = append(dict, strconv.FormatFloat(v, 'f', -1, 64))
			}
			*at = entry{v, code}
		}
		codes[row] = at.code
	}
	for _, bad := range c.Bad {
		dict = append(dict, bad.Text)
		codes[bad.Row] = uint32(len(dict) - 1)
	}
	return dict, codes
}

// numbers returns a column as numbers; of a text column the cells that are
// numbers, and yes and no as 100 and 0 percent. bad counts cells with something else.
func numbers(c *dataset.Column) (values []float64, bad int) {
	if !c.IsText() {
		return c.Numbers, c.BadRows
	}
	byCode := make([]float64, len(c.Dict))
	wrong := make([]bool, len(c.Dict))
	for i, text := range c.Dict {
		v, ok := cellNumber(text)
		byCode[i], wrong[i] = v, !ok && text != ""
	}
	values = make([]float64, len(c.Codes))
	for row, code := range c.Codes {
		values[row] = byCode[code]
		if wrong[code] {
			bad++
		}
	}
	return values, bad
}

func cellNumber(text string) (float64, bool) {
	if v, ok := yesNo[strings.ToLower(text)]; ok {
		return v, true
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSuffix(text, "%"), ",", ""), 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return math.NaN(), false
	}
	return v, true
}

var yesNo = map[string]float64{"yes": 100, "no": 0, "urban": 100, "rural": 0, "true": 100, "false": 0, "oui": 100, "non": 0}

// combine numbers the distinct pairs of two coded columns in the order of their
// first row and says for each pair where its parts are.
func combine(a []uint32, na int, b []uint32, nb int) (ids []uint32, pairs [][2]uint32) {
	ids = make([]uint32, len(a))
	if na*nb <= 1<<22 {
		return combineSmall(ids, a, b, na, nb)
	}
	seen := make(map[uint64]uint32, 1024)
	last, lastID := ^uint64(0), uint32(0)
	for row := range a {
		key := uint64(a[row])<<32 | uint64(b[row])
		if key != last {
			id, known := seen[key]
			if !known {
				id = uint32(len(pairs))
				seen[key] = id
				pairs = append(pairs, [2]uint32{a[row], b[row]})
			}
			last, lastID = key, id
		}
		ids[row] = lastID
	}
	return ids, pairs
}

func combineSmall(ids, a, b []uint32, na, nb int) ([]uint32, [][2]uint32) {
	var pairs [][2]uint32
	seen := make([]uint32, na*nb) // id+1
	for row := range a {
		at := &seen[int(a[row])*nb+int(b[row])]
		if *at == 0 {
			pairs = append(pairs, [2]uint32{a[row], b[row]})
			*at = uint32(len(pairs))
		}
		ids[row] = *at - 1
	}
	return ids, pairs
}
