package server

import (
	"context"
	"net/http"
	"runtime"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/chatmrpt/chatmrpt/core/session"
)

// Limits bound what clients may ask of the server. Zero fields have workable
// values.
type Limits struct {
	Upload   int64   // bytes of one upload; 0 is 200 MB
	Arriving int     // uploads that arrive or wait at a time; 0 is 256
	Reading  int     // uploads that are read at a time; 0 is half the processors
	Turns    int     // turns at work at a time; 0 is eight for each processor
	Waiting  int     // turns that wait for their place; 0 is 1024
	Rate     float64 // requests a second of one user; 0 does not bound them
}

func (l Limits) filled() Limits {
	processors := runtime.GOMAXPROCS(0)
	fill := func(n *int, value int) {
		if *n == 0 {
			*n = value
		}
	}
	if l.Upload == 0 {
		l.Upload = 200 << 20
	}
	fill(&l.Arriving, 256)
	fill(&l.Reading, max(processors/2, 1))
	fill(&l.Turns, 8*processors)
	fill(&l.Waiting, 1024)
	return l
}

const (
	longestWait = 3 * time.Minute // for a place, before the work is turned away
	comeBack    = 5 * time.Second // when the work is turned away
)

// limits are the bounds at work.
type limits struct {
	arrivals *room // uploads on their way to disk
	uploads  *room // uploads being read
	turns    *room
	users    rates
	guesses  rates // attempts to sign in, by address and user
	knocks   rates // attempts to sign in, by address
	sessions session.Locks
}

func newLimits(l Limits) *limits {
	return &limits{
		arrivals: newRoom(l.Arriving, 0),
		uploads:  newRoom(l.Reading, l.Arriving),
		turns:    newRoom(l.Turns, l.Waiting),
		users:    rates{each: rate.Limit(l.Rate), burst: max(int(2*l.Rate), 1)},
		guesses:  rates{each: rate.Every(6 * time.Second), burst: 10},
		knocks:   rates{each: 1, burst: 60},
	}
}

// enter waits until nothing else is done in the session and the room has a place.
// The store has a lock of its own; waiting here keeps the turns of one session
// from filling the room.
func (l *limits) enter(ctx context.Context, within *room, id string) (leave func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, longestWait)
	defer cancel()
	unlock, err := l.sessions.Lock(ctx, id)
	if err != nil {
		return nil, overloaded()
	}
	vacate, err := within.enter(ctx)
	if err != nil {
		unlock()
		return nil, err
	}
	return func() { vacate(); unlock() }, nil
}

// A room holds so much work at a time; so much more may wait for a place.
type room struct {
	places chan struct{}
	all    chan struct{} // at work or waiting
}

func newRoom(places, waiting int) *room {
	return &room{places: make(chan struct{}, places), all: make(chan struct{}, places+waiting)}
}

// enter waits for a place. Where too many wait already it turns away at once.
func (r *room) enter(ctx context.Context) (leave func(), err error) {
	select {
	case r.all <- struct{}{}:
	default:
		return nil, overloaded()
	}
	select {
	case r.places <- struct{}{}:
		return func() { <-r.places; <-r.all }, nil
	case <-ctx.Done():
		<-r.all
		return nil, overloaded()
	}
}

// tryEnter takes a place or turns away.
func (r *room) tryEnter() (leave func(), err error) {
	select {
	case r.places <- struct{}{}:
		return func() { <-r.places }, nil
	default:
		return nil, overloaded()
	}
}

func overloaded() *Problem {
	return fail(http.StatusServiceUnavailable, "overloaded", "Too much is being done at the moment; try again in a few seconds.").later(comeBack)
}

// rates bound how often each key comes.
type rates struct {
	each  rate.Limit // a second; 0 does not bound
	burst int

	mu   sync.Mutex
	keys map[string]*rate.Limiter
}

// mayGuess reports whether somebody at the address may try to sign in as the user.
func (l *limits) mayGuess(address, user string, now time.Time) (after time.Duration, ok bool) {
	if after, ok = l.guesses.admit(address+" "+user, now); !ok {
		return after, false
	}
	return l.knocks.admit(address, now)
}

// mostKeys is how many keys are remembered. Past it those start afresh whose
// allowance is full anyway.
const mostKeys = 10_000

// admit reports whether the key may come now, and otherwise when it may.
func (r *rates) admit(key string, now time.Time) (after time.Duration, ok bool) {
	if r.each == 0 {
		return 0, true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	limiter := r.keys[key]
	if limiter == nil {
		if len(r.keys) >= mostKeys {
			r.forget(now)
		}
		if r.keys == nil {
			r.keys = map[string]*rate.Limiter{}
		}
		limiter = rate.NewLimiter(r.each, r.burst)
		r.keys[key] = limiter
	}
	turn := limiter.ReserveN(now, 1)
	if wait := turn.DelayFrom(now); wait > 0 {
		turn.CancelAt(now)
		return wait, false
	}
	return 0, true
}

func (r *rates) forget(now time.Time) {
	for key, limiter := range r.keys {
		if limiter.TokensAt(now) >= float64(r.burst) {
			delete(r.keys, key)
		}
	}
}
