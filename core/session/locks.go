package session

import (
	"context"
	"sync"
)

// Locks lets the turns of one session take turns within this process. The zero
// value is ready to use; it grows and shrinks with the sessions that are locked.
type Locks struct {
	mu     sync.Mutex
	queues map[string]*queue
}

// A queue is a session's place for one, and how many stand in it or before it.
type queue struct {
	place chan struct{}
	size  int
}

// Lock waits until nobody else holds the session, or for the context to end, and
// holds it until unlock is called.
func (l *Locks) Lock(ctx context.Context, id string) (unlock func(), err error) {
	q := l.join(id)
	select {
	case q.place <- struct{}{}:
		return func() { <-q.place; l.leave(id, q) }, nil
	case <-ctx.Done():
		l.leave(id, q)
		return nil, ctx.Err()
	}
}

func (l *Locks) join(id string) *queue {
	l.mu.Lock()
	defer l.mu.Unlock()
	q, found := l.queues[id]
	if !found {
		q = &queue{place: make(chan struct{}, 1)}
		if l.queues == nil {
			l.queues = map[string]*queue{}
		}
		l.queues[id] = q
	}
	q.size++
	return q
}

func (l *Locks) leave(id string, q *queue) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if q.size--; q.size == 0 {
		delete(l.queues, id)
	}
}
