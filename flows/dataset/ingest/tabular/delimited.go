package tabular

import (
	"bytes"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
)

// chunkSize is about how much text one worker takes at a time. It is a constant,
// so that the work is cut alike on any number of cores.
const chunkSize = 4 << 20

// delimited is text whose cells are set apart by a character.
type delimited struct {
	name   string
	text   []byte // has a line feed, though perhaps not at its end
	delim  byte
	told   bool // the first line only says which character separates
	limits Limits
}

func newDelimited(name string, text []byte, limits Limits) *delimited {
	if !bytes.Contains(text, []byte{'\n'}) && bytes.Contains(text, []byte{'\r'}) { // old Macintosh
		text = bytes.ReplaceAll(text, []byte{'\r'}, []byte{'\n'})
	}
	if !bytes.Contains(text, []byte{'\n'}) {
		text = closed(text)
	}
	delim, told := delimiter(opening(text))
	return &delimited{name: name, text: text, delim: delim, told: told, limits: limits}
}

// opening is enough of a text's start to see what it is, ending in a line feed.
func opening(text []byte) []byte {
	const enough = 256 << 10
	if len(text) > enough {
		end := bytes.LastIndexByte(text[:enough], '\n')
		if end < 0 {
			end = bytes.IndexByte(text, '\n')
		}
		if end >= 0 {
			return text[:end+1]
		}
	}
	return closed(text)
}

// closed returns the text with a line feed at its end.
func closed(text []byte) []byte {
	if len(text) > 0 && text[len(text)-1] == '\n' {
		return text
	}
	return append(text[:len(text):len(text)], '\n')
}

func (d *delimited) head(max int) (first, later []record, err error) {
	s := scanner{data: opening(d.text), delim: d.delim}
	first = s.records(max)
	if len(first) == 0 {
		return nil, nil, openQuote(d.name, 1)
	}
	if d.told {
		first = first[1:]
	}
	for at := chunkSize; at < len(d.text); at += chunkSize {
		start := at + bytes.IndexByte(d.text[at:], '\n') + 1
		s := scanner{data: opening(d.text[start:min(len(d.text), start+chunkSize)]), delim: d.delim}
		later = append(later, s.records(20)...)
	}
	return first, later, nil
}

func (d *delimited) gather(after record, modes []mode) (*harvest, error) {
	body := d.text[min(after.end, len(d.text)):]
	h, err := d.gatherChunks(cut(body, chunkSize), after.row, modes)
	if errors.Is(err, errOpenQuote) { // perhaps only cut inside a quoted cell
		h, err = d.gatherChunks([][]byte{closed(body)}, after.row, modes)
	}
	return h, err
}

// cut divides text at line ends into pieces of about a size. A cut inside a quoted cell is noticed by the
// chunk before it, which then ends in an open quote.
func cut(text []byte, size int) [][]byte {
	var pieces [][]byte
	for len(text) > size {
		end := bytes.IndexByte(text[size:], '\n')
		if end < 0 {
			break
		}
		end += size + 1
		pieces = append(pieces, text[:end])
		text = text[end:]
	}
	// The last line may lack its end; only that line is copied to close it.
	if end := bytes.LastIndexByte(text, '\n') + 1; end < len(text) {
		if end > 0 {
			pieces = append(pieces, text[:end])
		}
		return append(pieces, closed(text[end:]))
	}
	if len(text) > 0 {
		pieces = append(pieces, text)
	}
	return pieces
}

func (d *delimited) gatherChunks(pieces [][]byte, afterRow int, modes []mode) (*harvest, error) {
	slots := make([]int, len(pieces)) // most rows that a piece can have
	parallel(len(pieces), func(i int) { slots[i] = bytes.Count(pieces[i], []byte{'\n'}) })
	total := 0
	for _, n := range slots {
		total += n
	}
	if err := d.limits.checkSize(d.name, total, len(modes)); err != nil {
		return nil, err
	}
	whole := newFillers(modes, total)
	chunks := make([]*chunk, len(pieces))
	from, left := 0, d.limits.texts()
	for i, piece := range pieces {
		chunks[i] = &chunk{data: piece, columns: slotsOf(whole, from, from+slots[i], left), left: left}
		from += slots[i]
	}
	errs := make([]error, len(pieces))
	parallel(len(pieces), func(i int) { errs[i] = chunks[i].scan(d.delim) })
	if err := d.limits.checkTexts(d.name, left.Load()); err != nil {
		return nil, err
	}
	for i, err := range errs {
		if err != nil {
			if len(pieces) > 1 {
				return nil, err
			}
			return nil, openQuote(d.name, afterRow+chunks[i].records+1)
		}
	}
	return joinChunks(whole, chunks, slots, afterRow+1), nil
}

// parallel runs the work for 0 to n-1 on all cores.
func parallel(n int, work func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	group.Wait()
}
