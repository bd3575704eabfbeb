package telemetry

import "time"

// How long a session is followed without a turn, how many are followed at a time,
// and how many of their last turns are looked at.
const (
	followFor   = 30 * time.Minute
	mostFollows = 10_000
	followTurns = 4 * soon
)

// A follower gives choices their verdicts while turns come, for the metrics. It sees
// the turns of its own node.
type follower struct {
	sessions map[string]*followed
	swept    time.Time
}

type followed struct {
	steps []step
	last  time.Time
}

// add takes the next step of a session and returns the choices that are settled: a
// later turn cannot change their verdict.
func (f *follower) add(session string, at time.Time, s step) (settled []Judged) {
	if at.Sub(f.swept) > time.Minute || len(f.sessions) >= mostFollows {
		settled = f.sweep(at)
	}
	if f.sessions == nil {
		f.sessions = map[string]*followed{}
	}
	of := f.sessions[session]
	if of == nil {
		of = &followed{}
		f.sessions[session] = of
	}
	of.last = at
	of.steps = append(of.steps, s)
	settled = append(settled, of.settle(s.turn-soon)...)
	if extra := len(of.steps) - followTurns; extra > 0 {
		of.steps = of.steps[extra:]
	}
	return settled
}

// sweep settles what has rested for long, and everything when that is too much.
func (f *follower) sweep(now time.Time) (settled []Judged) {
	f.swept = now
	all := len(f.sessions) >= mostFollows
	for id, of := range f.sessions {
		if all || now.Sub(of.last) > followFor {
			settled = append(settled, of.settle(of.steps[len(of.steps)-1].turn)...)
			delete(f.sessions, id)
		}
	}
	return settled
}

// settle judges what is not settled yet and takes the corrected, and those up to a
// turn, as settled.
func (f *followed) settle(upTo int64) (settled []Judged) {
	for _, s := range f.steps {
		if s.choice != nil && !s.choice.settled {
			s.choice.Verdict = ""
		}
	}
	judge(f.steps)
	for _, s := range f.steps {
		if c := s.choice; c != nil && !c.settled && (c.Verdict == Corrected || c.Turn <= upTo) {
			c.settled = true
			settled = append(settled, *c)
		}
	}
	return settled
}
