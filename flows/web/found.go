package web

import (
	"slices"
	"strings"
	"sync"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// mostFound is how many pages are known at a time, of all sessions together.
const mostFound = 5000

// foundPages are the pages that searches found, by session.
type foundPages struct {
	mutex sync.Mutex
	pages []foundPage // oldest first
}

type foundPage struct{ session, url string }

func (f *foundPages) add(run *schemaregistry.Run, hits []hit) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for _, h := range hits {
		f.pages = append(f.pages, foundPage{run.Call.Session, h.url})
	}
	f.pages = slices.Clone(f.pages[max(0, len(f.pages)-mostFound):])
}

// mayRead reports whether a call may read a page. Who is not a model may read any; a
// model what stands in the analyst's words or was found for her. It knows what is in
// the session, and an address of its own making could carry that away.
func (f *foundPages) mayRead(run *schemaregistry.Run, address string) bool {
	if run.Call.Origin != schemaregistry.OriginModel && run.Call.Origin != schemaregistry.OriginSubSession {
		return true
	}
	if slices.ContainsFunc(strings.FieldsFunc(run.Call.Said, isAroundAddress), func(word string) bool { return bare(word) == bare(address) }) {
		return true
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return slices.Contains(f.pages, foundPage{run.Call.Session, address})
}

// bare is an address without what people leave out or add: the scheme, and signs at
// its end.
func bare(address string) string {
	if _, rest, hasScheme := strings.Cut(address, "://"); hasScheme {
		address = rest
	}
	return strings.TrimRight(address, "/.?!:")
}

func isAroundAddress(r rune) bool { return strings.ContainsRune(" \t\r\n\"'<>(),;", r) }
