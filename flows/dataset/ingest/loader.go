package ingest

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/singleflight"
)

// loaded is how many datasets a Loader keeps.
const loaded = 4

// A Loader reads the files of a session and understands them. Datasets are kept
// by version, so that the tools of a turn and the turns of a session share one.
type Loader struct {
	blobs  Blobs
	limits Limits
	flight singleflight.Group
	places chan struct{} // one for each dataset that is read at a time: reading takes several times the files' memory

	mu     sync.Mutex
	recent []*dataset.Dataset // last used first
}

// Blobs gives the content of a stored file by its hash.
type Blobs interface {
	Get(ctx context.Context, hash string) ([]byte, error)
}

// NewLoader returns a loader that reads files from the store within limits.
func NewLoader(blobs Blobs, limits Limits) *Loader {
	return &Loader{blobs: blobs, limits: limits, places: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// Load is a dataset.Load. Callers that ask for one dataset at the same time wait
// for one reading.
func (l *Loader) Load(ctx context.Context, run *schemaregistry.Run) (*dataset.Dataset, error) {
	version := run.State.Dataset()
	if version == "" {
		return nil, schemaregistry.Fail("no_data", "There is no data yet. Add the facility file first: CSV or XLSX, as it comes out of DHIS2.")
	}
	if d := l.cached(version); d != nil {
		return d, nil
	}
	// The reading is shared, so that one caller's cancellation must not end it.
	shared := context.WithoutCancel(ctx)
	done := l.flight.DoChan(version, func() (any, error) { return l.readSafely(shared, run, version) })
	select {
	case result := <-done:
		if result.Err != nil {
			return nil, result.Err
		}
		return result.Val.(*dataset.Dataset), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// readSafely turns a panic over some file into an error: the reading runs in a
// goroutine of its own, where nobody else would catch it.
func (l *Loader) readSafely(ctx context.Context, run *schemaregistry.Run, version string) (d *dataset.Dataset, err error) {
	defer func() {
		if p := recover(); p != nil {
			d, err = nil, fmt.Errorf("reading the files: panic: %v\n%s", p, debug.Stack())
		}
	}()
	l.places <- struct{}{}
	defer func() { <-l.places }()
	return l.read(ctx, run, version)
}

func (l *Loader) read(ctx context.Context, run *schemaregistry.Run, version string) (*dataset.Dataset, error) {
	inputs := run.State.Inputs
	sources := make([]Source, len(inputs))
	group, ctx := errgroup.WithContext(ctx)
	for i, input := range inputs {
		group.Go(func() error {
			content, err := l.blobs.Get(ctx, input.Hash)
			if err != nil {
				return schemaregistry.Fail("file_lost", "%s can no longer be found in the store; add it again.", input.Name).Because(err)
			}
			sources[i], err = Read(input.Name, input.Hash, content, l.limits)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	run.Progress("understanding the files", len(inputs), len(inputs))
	d, err := Understand(sources, run.State.Edits)
	if err != nil {
		return nil, err
	}
	d.Version = version
	l.keep(d)
	return d, nil
}

func (l *Loader) cached(version string) *dataset.Dataset {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, d := range l.recent {
		if d.Version == version {
			copy(l.recent[1:i+1], l.recent[:i])
			l.recent[0] = d
			return d
		}
	}
	return nil
}

func (l *Loader) keep(d *dataset.Dataset) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.recent = append([]*dataset.Dataset{d}, l.recent...)
	l.recent = l.recent[:min(len(l.recent), loaded)]
}
