package blob

import (
	"slices"
	"sync"
)

const (
	freshFrom = 1 << 20   // bytes from which reading again takes noticeable time
	freshMost = 256 << 20 // bytes of all contents held
)

// fresh holds large contents that were just stored until they are first read: an
// uploaded file is understood at once, and its bytes are still at hand.
type fresh struct {
	mu       sync.Mutex
	contents []held // oldest first
	size     int
}

type held struct {
	hash    string
	content []byte
}

// put holds a content and lets go of the oldest beyond the bound.
func (f *fresh) put(hash string, content []byte) {
	if len(content) < freshFrom || len(content) > freshMost {
		return
	}
	f.take(hash)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.contents = append(f.contents, held{hash, content})
	for f.size += len(content); f.size > freshMost; {
		f.remove(0)
	}
}

// take returns a content that is held and lets go of it; nil when it is not held.
func (f *fresh) take(hash string) []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, h := range f.contents {
		if h.hash == hash {
			f.remove(i)
			return h.content
		}
	}
	return nil
}

func (f *fresh) remove(at int) {
	f.size -= len(f.contents[at].content)
	f.contents = slices.Delete(f.contents, at, at+1)
}
