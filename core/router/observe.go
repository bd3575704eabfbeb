package router

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

// observe tells telemetry of a turn that was saved: where it went, and how it was
// understood when it was put into words.
func (t *turn) observe(began time.Time) {
	if t.event.UserText == "" && t.command == "" {
		return
	}
	route := t.routed()
	trace.SpanFromContext(t.ctx).SetAttributes(attribute.String("session.id", route.SessionID), attribute.String("chatmrpt.intent", route.Intent),
		attribute.String("chatmrpt.action", route.Action), attribute.Float64("chatmrpt.confidence", t.via.Confidence), attribute.String("chatmrpt.matched_by", string(t.via.MatchedBy)))
	t.Telemetry.Route(t.session.User, route)
	if t.event.UserText != "" {
		t.Telemetry.Choice(t.session.User, t.choice(t.Now().Sub(began)))
	}
}

var tracer = otel.Tracer("github.com/chatmrpt/chatmrpt/core/router")

// routed is the event of where the turn went.
func (t *turn) routed() telemetry.RouterEvent {
	args := t.via.Args
	tool := t.Tools.Tool(cmp.Or(t.via.Tool, t.reply.Tool))
	e := telemetry.RouterEvent{
		SessionID: t.session.ID, Confidence: 1, Action: t.command,
		Gating:      telemetry.Gating{RequiresTPR: t.restsOn(tool, "tpr", 0), RequiresRisk: t.restsOn(tool, "risk", 0)},
		TPRComplete: t.had("tpr"), RiskComplete: t.had("risk"), ITNComplete: t.had("itn"),
		ClassificationLatencyMS: milliseconds(t.classified),
		At:                      t.session.UpdatedAt, Turn: t.session.Version, Changed: t.changed,
	}
	switch {
	case t.event.UserText != "":
		e.Intent, e.Confidence, e.Action = t.intended(tool), t.likelihood, string(t.reply.Outcome)
		e.Entities = telemetry.Entities{N: args["N"], Method: args["method"], MapVariable: args["map_variable"], Variables: args["variables"]}
		if e.Entities.Variables == nil {
			e.Entities.Variables = args["variable"]
		}
	case t.command == telemetry.ActionAdd:
		e.Intent = telemetry.IntentFiles
	default:
		e.Intent = telemetry.IntentNavigation
	}
	return e
}

// intended is what words were taken to ask for, in the terms of events.
func (t *turn) intended(tool *schemaregistry.Tool) string {
	switch {
	case tool != nil && tool.Gives != "":
		return tool.Gives
	case tool != nil && tool.Arg("map_variable") != nil && t.via.Args["map_variable"] == "vulnerability":
		return telemetry.IntentVulnerabilityMap
	case tool != nil && tool.Arg("map_variable") != nil:
		return telemetry.IntentMap
	case tool != nil, t.reply.Table != nil:
		return telemetry.IntentData
	case t.reply.Outcome == Answered:
		return telemetry.IntentConcept
	}
	return telemetry.IntentOffDomain
}

// restsOn reports that the tool needs evidence of a kind, itself or further up.
func (r *Router) restsOn(tool *schemaregistry.Tool, kind string, level int) bool {
	if tool == nil || level > 8 {
		return false
	}
	return slices.ContainsFunc(tool.Needs, func(need string) bool {
		return need == kind || r.restsOn(r.giving(need), kind, level+1)
	})
}

// had reports that there was current evidence of a kind when the turn began.
func (t *turn) had(kind string) bool {
	return t.before.Evidence[kind] != nil && !schemaregistry.IsStale(kind, t.before.Evidence, t.before.Dataset())
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
	if t.flags.LogText && t.heard.Tool != nil && t.heard.Tool.Name == via.Tool {
		e.Known, _ = json.Marshal(t.heard.Known()) // what JSON cannot hold is left out
	}
	e.LatencyMS, e.TurnMS = milliseconds(t.understood), milliseconds(took)
	return e
}

// understanding adds to the time that the words took, since it began.
func (t *turn) understanding(began time.Time) { t.understood += t.Now().Sub(began) }

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
