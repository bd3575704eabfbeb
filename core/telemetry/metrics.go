package telemetry

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// Metrics are the program's instruments, all of them: what events say as counts,
// and how requests and models do. Every label is taken from a closed set, so that
// nothing anybody says makes a new series. A nil Metrics counts nothing. It is safe
// for concurrent use.
type Metrics struct {
	choices, verdicts, judged, agreements, routes metric.Int64Counter
	executions, droppedArgs, events               metric.Int64Counter
	judgedConfidence, cost                        metric.Float64Counter
	confidence, stages, tools                     metric.Float64Histogram
	calls, tokens, requests                       metric.Float64Histogram
	active                                        metric.Int64UpDownCounter
	arms                                          closedSet
}

// Where the histograms' buckets end.
var (
	tenths  = []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}
	seconds = []float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60}
	counted = []float64{1, 4, 16, 64, 256, 1024, 4096, 16384, 65536}
)

// NewMetrics makes the instruments.
func NewMetrics(meter metric.Meter) (*Metrics, error) {
	var failed []error
	counter := func(name, what string) metric.Int64Counter {
		c, err := meter.Int64Counter(name, metric.WithDescription(what))
		failed = append(failed, err)
		return c
	}
	sum := func(name, what string) metric.Float64Counter {
		c, err := meter.Float64Counter(name, metric.WithDescription(what))
		failed = append(failed, err)
		return c
	}
	histogram := func(name, unit, what string, buckets []float64) metric.Float64Histogram {
		h, err := meter.Float64Histogram(name, metric.WithUnit(unit), metric.WithDescription(what), metric.WithExplicitBucketBoundaries(buckets...))
		failed = append(failed, err)
		return h
	}
	active, err := meter.Int64UpDownCounter("http.server.active_requests", metric.WithDescription("Requests at work."))
	m := &Metrics{
		choices:          counter("chatmrpt.choices", "Messages in words, by what came of them."),
		verdicts:         counter("chatmrpt.choice.verdicts", "What the next turns said of a choice."),
		judged:           counter("chatmrpt.calibration.choices", "Choices that were accepted (right) or corrected, by tenth of their confidence."),
		judgedConfidence: sum("chatmrpt.calibration.confidence", "The sum of their confidences."),
		agreements:       counter("chatmrpt.readings", "Judged readings: whether the model and the deterministic net agree."),
		routes:           counter("chatmrpt.routes", "Turns, by what they were taken to ask for."),
		executions:       counter("chatmrpt.tool.executions", "Executions of tools."),
		droppedArgs:      counter("chatmrpt.tool.dropped_args", "Unknown arguments that were left out."),
		events:           counter("chatmrpt.events", "Events recorded or lost."),
		confidence:       histogram("chatmrpt.choice.confidence", "", "Confidence of choices.", tenths),
		stages:           histogram("chatmrpt.stage.duration", "s", "How long a stage of a turn took.", seconds),
		tools:            histogram("chatmrpt.tool.duration", "s", "How long a tool took.", seconds),
		calls:            histogram("gen_ai.client.operation.duration", "s", "How long a call of a model took.", seconds),
		tokens:           histogram("gen_ai.client.token.usage", "", "Tokens of a call of a model.", counted),
		cost:             sum("chatmrpt.model.cost_dollars", "What calls of models cost."),
		requests:         histogram("http.server.request.duration", "s", "How long a request took.", seconds),
		active:           active,
	}
	return m, errors.Join(append(failed, err)...)
}

// ModelCall is one call of one backend.
type ModelCall struct {
	Backend, Model, Role  string
	Input, Cached, Output int     // tokens; Cached are of Input
	Dollars               float64 // 0 where no price is set
	Took                  time.Duration
	Err                   string // the kind of failure, of a closed set; "" none
}

// ModelCall counts a call, by the semantic conventions for generative AI.
func (m *Metrics) ModelCall(c ModelCall) {
	if m == nil {
		return
	}
	ctx := context.Background()
	labels := []attribute.KeyValue{
		attribute.String("gen_ai.operation.name", "chat"), attribute.String("gen_ai.request.model", c.Model),
		attribute.String("backend", c.Backend), attribute.String("role", c.Role),
	}
	m.calls.Record(ctx, c.Took.Seconds(), metric.WithAttributes(append(labels, attribute.String("error.type", c.Err))...))
	for kind, count := range map[string]int{"input": c.Input - c.Cached, "cached": c.Cached, "output": c.Output} {
		if count > 0 {
			m.tokens.Record(ctx, float64(count), metric.WithAttributes(append(labels, attribute.String("gen_ai.token.type", kind))...))
		}
	}
	m.cost.Add(ctx, c.Dollars, labelled("backend", c.Backend))
}

// Request counts a request from its start; done counts its end. The route is the
// pattern, not the address.
func (m *Metrics) Request() (done func(method, route string, status int)) {
	if m == nil {
		return func(string, string, int) {}
	}
	ctx, began := context.Background(), time.Now()
	m.active.Add(ctx, 1)
	return func(method, route string, status int) {
		m.active.Add(ctx, -1)
		m.requests.Record(ctx, time.Since(began).Seconds(), labelled(
			"http.request.method", method, "http.route", route, "http.response.status_code", strconv.Itoa(status)))
	}
}

// count counts an event by its payload.
func (m *Metrics) count(payload any) {
	if m == nil {
		return
	}
	switch e := payload.(type) {
	case ChoiceEvent:
		m.choice(e)
	case RouterEvent:
		m.event("recorded", TypeRouter, 1)
		m.routes.Add(context.Background(), 1, labelled("intent", e.Intent, "action", e.Action))
		m.stage("classify", e.ClassificationLatencyMS)
	case ToolEvent:
		m.event("recorded", TypeTool, 1)
		m.executions.Add(context.Background(), 1, labelled("tool", e.Tool, "origin", e.Origin, "result", e.Result, "gate", e.Gate))
		m.tools.Record(context.Background(), e.ToolLatencyMS/1000, labelled("tool", e.Tool))
		m.stage("tool", e.ToolLatencyMS)
		m.droppedArgs.Add(context.Background(), int64(len(e.Dropped)), labelled("tool", e.Tool))
	}
}

func (m *Metrics) choice(e ChoiceEvent) {
	ctx := context.Background()
	m.event("recorded", TypeChoice, 1)
	m.choices.Add(ctx, 1, labelled("tool", named(e.Tool), "outcome", e.Outcome, "matched_by", named(e.MatchedBy),
		"clarified", strconv.FormatBool(e.Clarified), "arm", m.arms.label(e.Arm)))
	m.confidence.Record(ctx, e.Confidence, labelled("matched_by", named(e.MatchedBy)))
	m.stage("understand", e.LatencyMS)
	m.stage("turn", e.TurnMS)
	if e.Features != nil {
		m.agreements.Add(ctx, 1, labelled("agreement", agreement(e.Features)))
	}
}

// settled counts a choice whose verdict will not change.
func (m *Metrics) settled(c Judged) {
	if m == nil {
		return
	}
	ctx := context.Background()
	m.verdicts.Add(ctx, 1, labelled("tool", named(c.Tool), "outcome", c.Outcome, "verdict", string(c.Verdict), "arm", m.arms.label(c.Arm)))
	if !c.isCalibrated() {
		return
	}
	from := strconv.FormatFloat(float64(tenth(c.Confidence))/10, 'f', 1, 64)
	m.judged.Add(ctx, 1, labelled("from", from, "right", strconv.FormatBool(c.Verdict == Accepted)))
	m.judgedConfidence.Add(ctx, c.Confidence, labelled("from", from))
}

// event counts so many events: recorded, or lost.
func (m *Metrics) event(fate, kind string, n int64) {
	if m != nil {
		m.events.Add(context.Background(), n, labelled("fate", fate, "type", kind))
	}
}

func (m *Metrics) stage(name string, ms float64) {
	m.stages.Record(context.Background(), ms/1000, labelled("stage", name))
}

// labelled makes labels of names and values in turn.
func labelled(pairs ...string) metric.MeasurementOption {
	set := make([]attribute.KeyValue, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		set = append(set, attribute.String(pairs[i], pairs[i+1]))
	}
	return metric.WithAttributeSet(attribute.NewSet(set...))
}

// named is the value, or "none": Prometheus takes an empty label for no label.
func named(value string) string { return cmp.Or(value, "none") }

// agreement is how the model's reading and the net's stood to each other, by the
// features that only a difference sets.
func agreement(features json.RawMessage) string {
	var set map[string]float64
	if json.Unmarshal(features, &set) != nil {
		return "none"
	}
	for name := range set {
		if strings.HasPrefix(name, "net_") || strings.HasPrefix(name, "model_") {
			return "differ"
		}
	}
	if set["model"] != 0 {
		return "agree"
	}
	return "net_alone"
}

// A closedSet lets the first few values be labels and calls all later ones "other".
type closedSet struct {
	mu   sync.Mutex
	seen map[string]bool
}

// mostLabels is how many values a closedSet takes.
const mostLabels = 16

func (s *closedSet) label(value string) string {
	value = named(value)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	if !s.seen[value] && len(s.seen) >= mostLabels {
		return "other"
	}
	s.seen[value] = true
	return value
}
