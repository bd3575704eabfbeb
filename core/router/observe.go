package router

import (
	"encoding/json"
	"time"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

// observe tells telemetry of a turn that was saved: words are a choice, a command
// and files are not.
func (t *turn) observe(began time.Time) {
	switch {
	case t.event.UserText != "":
		t.Telemetry.Choice(t.session.User, t.choice(t.Now().Sub(began)))
	case t.command != "":
		intent := telemetry.IntentNavigation
		if t.command == telemetry.ActionAdd {
			intent = telemetry.IntentFiles
		}
		t.Telemetry.Route(t.session.User, telemetry.RouterEvent{
			SessionID: t.session.ID, Intent: intent, Confidence: 1, Action: t.command,
			At: t.session.UpdatedAt, Turn: t.session.Version, Changed: t.changed,
		})
	}
}

// choice completes the event of a turn that took so long.
func (t *turn) choice(took time.Duration) telemetry.ChoiceEvent {
	e, via := t.event, t.via
	e.SessionID, e.At, e.Turn = t.session.ID, t.session.UpdatedAt, t.session.Version
	e.Tool, e.Args, e.Confidence, e.MatchedBy = via.Tool, via.Args, via.Confidence, string(via.MatchedBy)
	e.Resolution, e.Outcome, e.Reason = string(via.Outcome), string(t.reply.Outcome), via.Reason
	e.Band, e.Changed = string(choiceinterp.BandOf(via.Confidence)), t.changed
	if e.Option == 0 {
		e.Option = via.Option
	}
	if tool := t.Tools.Tool(via.Tool); tool != nil {
		e.Gives = tool.Gives
	}
	if e.Option == 0 && via.Features != (choiceinterp.Features{}) { // the words were judged, not pointed with
		e.Features, _ = json.Marshal(via.Features) // a figure that is no number leaves them out
	}
	e.LatencyMS, e.TurnMS = milliseconds(t.understood), milliseconds(took)
	return e
}

// understanding adds to the time that the words took, since it began.
func (t *turn) understanding(began time.Time) { t.understood += t.Now().Sub(began) }

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
