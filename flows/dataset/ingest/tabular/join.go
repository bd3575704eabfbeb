package tabular

import "sync/atomic"

// newFillers makes empty columns with memory for a number of rows.
func newFillers(modes []mode, rows int) []*filler {
	columns := make([]*filler, len(modes))
	for i, m := range modes {
		columns[i] = &filler{mode: m, dict: newDictionary()}
		switch m {
		case asText:
			columns[i].codes = make([]uint32, rows)
		case asNumbers:
			columns[i].numbers = make([]float64, rows)
		}
	}
	return columns
}

// slotsOf makes columns whose memory is a stretch of the whole ones.
func slotsOf(whole []*filler, from, to int, left *atomic.Int64) []*filler {
	slots := make([]*filler, len(whole))
	for i, column := range whole {
		slots[i] = &filler{mode: column.mode, dict: newDictionary()}
		slots[i].dict.left = left
		switch column.mode {
		case asText:
			slots[i].codes = column.codes[from:to]
		case asNumbers:
			slots[i].numbers = column.numbers[from:to]
		}
	}
	return slots
}

// joinChunks makes one harvest of the chunks, in their order: dictionaries become
// one, and the room that blank rows left is closed.
func joinChunks(whole []*filler, chunks []*chunk, slots []int, first int) *harvest {
	h := &harvest{columns: whole}
	starts := make([]int, len(chunks)) // first row of a chunk once joined
	var blanks []int32
	row := first
	for i, c := range chunks {
		starts[i] = h.rows
		h.rows += c.rows
		for _, blank := range c.blanks {
			blanks = append(blanks, int32(row)+blank)
		}
		for j := range c.extra.where {
			c.extra.where[j].row += row
		}
		h.extra.join(c.extra)
		row += c.records
	}
	h.first, h.numbers = firstRow(first, h.rows, blanks)
	parallel(len(whole), func(column int) {
		if whole[column].mode == skipped {
			return
		}
		from := 0
		for i, c := range chunks {
			whole[column].join(c.columns[column], from, starts[i], c.rows)
			from += slots[i]
		}
		whole[column].cutTo(h.rows)
	})
	return h
}

// firstRow is the spreadsheet row of the first row and, when blank rows lie
// between the rows, all their numbers.
func firstRow(first, rows int, blanks []int32) (int, []int32) {
	for len(blanks) > 0 && int(blanks[0]) == first {
		first, blanks = first+1, blanks[1:]
	}
	return first, rowNumbers(first, rows, blanks)
}

// join takes over the cells of a part, whose memory lies at from, as rows to and on.
func (f *filler) join(part *filler, from, to, rows int) {
	codes := f.adopt(&part.dict)
	if f.mode == asText {
		for i, code := range f.codes[from : from+rows] {
			f.codes[to+i] = codes[code]
		}
		return
	}
	f.tally.join(part.tally)
	if from != to {
		copy(f.numbers[to:], f.numbers[from:from+rows])
	}
	for _, odd := range part.odd {
		if int(odd.row) < rows {
			f.odd = append(f.odd, oddCell{odd.row + int32(to), codes[odd.code]})
		}
	}
}

// adopt adds the texts of another dictionary, cleaned, and returns their codes here.
func (f *filler) adopt(other *dictionary) []uint32 {
	codes := make([]uint32, len(other.texts))
	for i, text := range other.texts {
		cleaned, mended := clean(text)
		codes[i] = f.dict.codeOf(cleaned)
		if mended&mangled != 0 {
			f.repaired = append(f.repaired, cleaned)
		}
		if mended&invisible != 0 {
			f.hid = append(f.hid, cleaned)
		}
	}
	return codes
}

func (f *filler) cutTo(rows int) {
	if f.mode == asText {
		f.codes = f.codes[:rows:rows]
	} else {
		f.numbers = f.numbers[:rows:rows]
	}
}
