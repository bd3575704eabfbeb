package telemetry

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
)

// A Verdict is what the analyst's next turns say of a choice.
type Verdict string

// The verdicts.
const (
	// Accepted: she went on with it. A result that nothing follows is accepted too.
	Accepted Verdict = "accepted"
	// Corrected: within two turns she took it back (undo, back), or gave one of its
	// arguments another value for the same tool.
	Corrected Verdict = "corrected"
	// Rephrased: it was not understood, or led to a question, and she said
	// something else.
	Rephrased Verdict = "rephrased"
	// Abandoned: it led to no result, and she dropped it or left.
	Abandoned Verdict = "abandoned"
)

// soon is within how many turns a choice can be corrected.
const soon = 2

// A Judged choice is one with its verdict.
type Judged struct {
	ChoiceEvent
	ID      int64 // of its event
	User    string
	Verdict Verdict

	settled bool // its verdict was counted
}

// Judge gives every choice its verdict, in the order of their events. The events
// are all that were recorded of the sessions in question, in any order. What it cannot know is intent: an analysis repeated at once on purpose, with one
// argument changed, looks like a correction.
func Judge(events []Event) ([]Judged, error) {
	judged := make([]Judged, 0, len(events)) // never grows, so that steps may point into it
	sessions := map[string][]step{}
	for _, e := range events {
		var s step
		var err error
		switch e.Type {
		case TypeChoice:
			judged = append(judged, Judged{ID: e.ID, User: e.User})
			s.choice = &judged[len(judged)-1]
			err = json.Unmarshal(e.Payload, &s.choice.ChoiceEvent)
			s.turn, s.changed = s.choice.Turn, s.choice.Changed
		case TypeRouter:
			var r RouterEvent
			err = json.Unmarshal(e.Payload, &r)
			if err == nil && !r.isCommand() { // its choice says more
				continue
			}
			s.turn, s.changed, s.action = r.Turn, r.Changed, r.Action
		default:
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("event %d is no %s: %w", e.ID, e.Type, err)
		}
		sessions[e.Session] = append(sessions[e.Session], s)
	}
	for _, steps := range sessions {
		slices.SortFunc(steps, func(a, b step) int { return cmp.Compare(a.turn, b.turn) })
		judge(steps)
	}
	return judged, nil
}

// judge gives the choices of one session, in order, the verdicts that they lack.
func judge(steps []step) {
	takeBack(steps)
	for i, s := range steps {
		if s.choice != nil && s.choice.Verdict == "" {
			s.choice.Verdict = verdict(s.choice, steps[i+1:])
		}
	}
}

// A step is one turn of a session: a choice, or an action.
type step struct {
	turn    int64
	changed bool
	choice  *Judged // nil: an action
	action  string
}

// takeBack finds the choices that undo and back took back: each takes the last turn
// that changed something and still stands.
func takeBack(steps []step) {
	var standing []step
	for _, s := range steps {
		switch {
		case !s.changed:
		case s.action != ActionUndo && s.action != ActionBack:
			standing = append(standing, s)
		case len(standing) > 0:
			last := standing[len(standing)-1]
			standing = standing[:len(standing)-1]
			if last.choice != nil && s.turn-last.turn <= soon {
				last.choice.Verdict = Corrected
			}
		}
	}
}

// verdict judges a choice, which was not taken back, by the steps after it.
func verdict(c *Judged, after []step) Verdict {
	for _, s := range after {
		if s.turn-c.Turn > soon {
			break
		}
		if s.choice != nil && c.isChangedBy(s.choice) {
			return Corrected
		}
	}
	if c.Outcome == "run" || c.Outcome == "answer" {
		return Accepted
	}
	for _, s := range after {
		switch next := s.choice; {
		case s.action == ActionCancel, s.action == ActionStartOver:
			return Abandoned
		case next == nil:
		case c.Outcome != "rephrase" && (next.Option > 0 || next.Tool == c.Tool):
			return Accepted
		default:
			return Rephrased
		}
	}
	return Abandoned
}

// isChangedBy reports that a later choice gives an argument another value. A
// look-up that was answered is not changed by the next one: both stand.
func (c *ChoiceEvent) isChangedBy(later *Judged) bool {
	if later.Tool != c.Tool || later.Resolution != "run" || c.Outcome == "run" && c.Gives == "" || c.Outcome == "answer" {
		return false
	}
	for name, value := range later.Args {
		if before, had := c.Args[name]; had && !reflect.DeepEqual(before, value) {
			return true
		}
	}
	return false
}
