package tabular

import (
	"math"
	"sync/atomic"
)

// A mode says what is done with a column while its cells are gathered.
type mode uint8

const (
	skipped mode = iota
	asText
	asNumbers
)

// A filler gathers the cells of one column from one stretch of rows. In number
// mode, cells that are not plain numbers are put aside as odd.
type filler struct {
	mode    mode
	codes   []uint32 // into dict
	numbers []float64
	odd     []oddCell
	tally   tally
	dict    dictionary

	repaired []string // texts whose letters were repaired
	hid      []string // texts that held characters which cannot be seen

	last     []byte // the last text cell as it stands in the data, quotes included
	lastCode uint32
	before   uint32   // the code of the one before
	follow   []uint32 // by code: the code that came after it the last time, unquoted; 0 unknown
}

// An oddCell is a cell of a number column that is no plain number.
type oddCell struct {
	row  int32
	code uint32
}

// A dictionary numbers distinct texts in the order in which they come; 0 is "".
type dictionary struct {
	texts []string
	index map[string]uint32
	left  *atomic.Int64 // texts that the table may still hold; nil when nobody counts
}

func newDictionary() dictionary {
	return dictionary{texts: []string{""}, index: map[string]uint32{"": 0}}
}

func (d *dictionary) code(text []byte) uint32 {
	if code, ok := d.index[string(text)]; ok {
		return code
	}
	return d.add(string(text))
}

func (d *dictionary) codeOf(text string) uint32 {
	if code, ok := d.index[text]; ok {
		return code
	}
	return d.add(text)
}

func (d *dictionary) add(text string) uint32 {
	code := uint32(len(d.texts))
	d.texts = append(d.texts, text)
	d.index[text] = code
	if d.left != nil {
		d.left.Add(-1)
	}
	return code
}

// put stores a cell and reports whether it holds anything. Of a cell that is too
// long to be read only as much is kept as tells that it is.
func (f *filler) put(row int, cell []byte) bool {
	cell = cell[:min(len(cell), maxCellBytes+1)]
	switch f.mode {
	case asText:
		f.before, f.lastCode = f.lastCode, f.dict.code(cell)
		f.codes[row] = f.lastCode
	case asNumbers:
		f.putNumber(row, cell)
	}
	return len(cell) > 0
}

// saw remembers how the last text cell stands in the data.
func (f *filler) saw(raw []byte) {
	f.last = raw
	if f.mode != asText {
		return
	}
	for len(f.follow) < len(f.dict.texts) {
		f.follow = append(f.follow, 0)
	}
	if f.follow[f.before] = f.lastCode; len(raw) > 0 && raw[0] == '"' {
		f.follow[f.before] = 0 // its text may hold what separates cells
	}
}

func (f *filler) putNumber(row int, cell []byte) {
	if n, ok := readNumber(cell); ok {
		f.numbers[row] = n.value
		f.tally.add(n, 1)
		return
	}
	f.numbers[row] = math.NaN()
	if len(cell) > 0 {
		f.odd = append(f.odd, oddCell{int32(row), f.dict.code(cell)})
	}
}

// putEmpty stores an empty cell.
func (f *filler) putEmpty(row int) {
	switch f.mode {
	case asText:
		f.codes[row] = 0
	case asNumbers:
		f.numbers[row] = math.NaN()
	}
}

// quick recognises the commonest cells without looking at them twice: a text
// whose bytes are those of the last one, or of the one that followed it before (as
// months do), or a plain number. It returns where the cell ends, or -1.
func (f *filler) quick(data []byte, pos int, delim byte, row int) int {
	switch f.mode {
	case asText:
		return f.quickText(data, pos, delim, row)
	case asNumbers:
		return f.quickNumber(data, pos, delim, row)
	}
	return -1
}

func (f *filler) quickText(data []byte, pos int, delim byte, row int) int {
	if f.lastCode == 0 {
		return -1
	}
	if end := pos + len(f.last); end < len(data) && (data[end] == delim || data[end] == '\n') &&
		string(data[pos:end]) == string(f.last) {
		f.codes[row] = f.lastCode
		return end
	}
	next := f.follow[f.lastCode]
	text := f.dict.texts[next]
	if end := pos + len(text); next > 0 && end < len(data) && (data[end] == delim || data[end] == '\n') &&
		string(data[pos:end]) == text {
		f.codes[row], f.before, f.lastCode, f.last = next, f.lastCode, next, data[pos:end]
		return end
	}
	return -1
}

func (f *filler) quickNumber(data []byte, pos int, delim byte, row int) int {
	var whole uint64
	at := pos
	for at < len(data) && data[at]-'0' < 10 {
		whole = whole*10 + uint64(data[at]-'0')
		at++
	}
	if digits := at - pos; digits > 0 && digits <= wholeLimit && at < len(data) && (data[at] == delim || data[at] == '\n') {
		f.numbers[row] = float64(whole)
		f.tally.addWhole(int8(digits), data[pos] == '0' && digits > 1)
		return at
	}
	n, size := readPlain(data[pos:])
	if end := pos + size; size > 0 && end < len(data) && (data[end] == delim || data[end] == '\n') {
		f.numbers[row] = n.value
		f.tally.add(n, 1)
		return end
	}
	return -1
}

// A tally counts what a column's cells look like: the ground on which decide rests.
type tally struct {
	plain    int // plain numbers
	padded   int // of them with leading zeros, such as 007
	decimals int // of them with a point
	clear    int // of them with a point that cannot group thousands
	shortest int8
	longest  int8 // digits before the point
}

// addWhole is add for a number without sign and decimals.
func (t *tally) addWhole(digits int8, padded bool) {
	if t.plain == 0 || digits < t.shortest {
		t.shortest = digits
	}
	t.longest = max(t.longest, digits)
	t.plain++
	if padded {
		t.padded++
	}
}

func (t *tally) add(n plainNumber, times int) {
	if t.plain == 0 || n.whole < t.shortest {
		t.shortest = n.whole
	}
	if n.whole > t.longest {
		t.longest = n.whole
	}
	t.plain += times
	if n.padded {
		t.padded += times
	}
	if n.decimals >= 0 {
		t.decimals += times
		if n.decimals != 3 || n.whole > 3 || n.padded || (n.value > -1 && n.value < 1) {
			t.clear += times
		}
	}
}

func (t *tally) join(other tally) {
	if other.plain == 0 {
		return
	}
	if t.plain == 0 || other.shortest < t.shortest {
		t.shortest = other.shortest
	}
	t.longest = max(t.longest, other.longest)
	t.plain += other.plain
	t.padded += other.padded
	t.decimals += other.decimals
	t.clear += other.clear
}
