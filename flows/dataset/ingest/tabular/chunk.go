package tabular

import "sync/atomic"

// A chunk is a stretch of delimited text that starts at the start of a record
// and ends in a line feed. Its rows go to a slot of the columns' memory.
type chunk struct {
	data    []byte
	columns []*filler
	rows    int     // gathered so far
	records int     // read so far, blank ones included
	blanks  []int32 // records (from 0) without any cell
	extra   overflow
	left    *atomic.Int64 // different texts that the table may still hold
}

// scan gathers all rows, or as many as there are texts left for. The error is
// errOpenQuote, with c.records the number of whole records before it.
func (c *chunk) scan(delim byte) error {
	s := scanner{data: c.data, delim: delim}
	for s.pos < len(s.data) && c.left.Load() >= 0 {
		content, err := c.record(&s)
		if err != nil {
			return err
		}
		if content {
			c.rows++
		} else {
			c.blanks = append(c.blanks, int32(c.records))
		}
		c.records++
	}
	for _, column := range c.columns {
		column.dict.index = nil // what follows needs the texts only
	}
	return nil
}

// record reads one record into row c.rows and reports whether it has content.
func (c *chunk) record(s *scanner) (content bool, err error) {
	for at, column := range c.columns {
		var last bool
		start := s.pos
		if first := s.data[start]; first == s.delim || first == '\n' {
			column.putEmpty(c.rows)
			last = first == '\n'
			s.pos++
		} else if end := column.quick(s.data, start, s.delim, c.rows); end >= 0 {
			content = true
			last = s.data[end] == '\n'
			s.pos = end + 1
		} else {
			var cell []byte
			if cell, last, err = s.cell(); err != nil {
				return false, err
			}
			content = column.put(c.rows, cell) || content
			column.saw(s.data[start : s.pos-1])
		}
		if last {
			for _, missing := range c.columns[at+1:] {
				missing.putEmpty(c.rows)
			}
			return content, nil
		}
	}
	return c.beyond(s, content)
}

// beyond reads the cells for which there is no column.
func (c *chunk) beyond(s *scanner, content bool) (bool, error) {
	for at := len(c.columns); ; at++ {
		cell, last, err := s.cell()
		if err != nil {
			return false, err
		}
		if len(cell) > 0 {
			content = true
			c.extra.note(c.records, at+1, string(cell))
		}
		if last {
			return content, nil
		}
	}
}
