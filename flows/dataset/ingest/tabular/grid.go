package tabular

// A grid is a source that walks over the rows of a sheet from its start, each
// time it is asked: a worksheet or an HTML table.
type grid struct {
	name   string
	limits Limits
	typed  bool // numbers are stored as numbers: a point in one is a decimal point
	// walk calls yield for every row of the sheet, in order, until it returns
	// false. Cells are trimmed and valid during the call only.
	walk func(yield func(row int, cells [][]byte) bool) error
}

func (g *grid) head(max int) (first, later []record, err error) {
	err = g.walk(func(row int, cells [][]byte) bool {
		r := record{row: row}
		for _, cell := range cells {
			r.add(cell)
		}
		first = append(first, r)
		return len(first) < max
	})
	return first, nil, err
}

func (g *grid) gather(after record, modes []mode) (*harvest, error) {
	h := &harvest{columns: newFillers(modes, 0), typed: g.typed}
	left := g.limits.texts()
	parts := slotsOf(h.columns, 0, 0, left)
	var numbers []int32
	room, tooLarge := 0, error(nil)
	walked := g.walk(func(row int, cells [][]byte) bool {
		if row <= after.row {
			return true
		}
		if h.rows == room {
			room = max(1024, room*2)
			grow(parts, room)
		}
		if !h.put(parts, row, cells) {
			return true
		}
		numbers = append(numbers, int32(row))
		h.rows++
		if tooLarge = g.limits.checkSize(g.name, h.rows, len(modes)); tooLarge == nil {
			tooLarge = g.limits.checkTexts(g.name, left.Load())
		}
		return tooLarge == nil
	})
	if walked != nil {
		return nil, walked
	}
	if tooLarge != nil {
		return nil, tooLarge
	}
	for i, part := range parts {
		if part.mode == skipped {
			continue
		}
		h.columns[i].codes, h.columns[i].numbers = part.codes, part.numbers
		h.columns[i].join(part, 0, 0, h.rows)
		h.columns[i].cutTo(h.rows)
	}
	h.first, h.numbers = inOrder(numbers)
	return h, nil
}

// put stores a row as row h.rows and reports whether it has content.
func (h *harvest) put(columns []*filler, row int, cells [][]byte) bool {
	content := false
	for i, column := range columns {
		if i < len(cells) && len(cells[i]) > 0 {
			column.put(h.rows, cells[i])
			content = true
		} else {
			column.putEmpty(h.rows)
		}
	}
	for i := len(columns); i < len(cells); i++ {
		if len(cells[i]) > 0 {
			h.extra.note(row, i+1, string(cells[i]))
			content = true
		}
	}
	return content
}

func grow(columns []*filler, rows int) {
	for _, c := range columns {
		switch c.mode {
		case asText:
			c.codes = append(make([]uint32, 0, rows), c.codes...)[:rows]
		case asNumbers:
			c.numbers = append(make([]float64, 0, rows), c.numbers...)[:rows]
		}
	}
}

// inOrder returns the first row number and, unless they follow one another, all.
func inOrder(numbers []int32) (first int, all []int32) {
	if len(numbers) == 0 {
		return 0, nil
	}
	first = int(numbers[0])
	if int(numbers[len(numbers)-1])-first == len(numbers)-1 {
		return first, nil
	}
	return first, numbers
}
