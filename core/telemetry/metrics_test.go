package telemetry_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.uber.org/zap"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

// counted runs work over a recorder and returns its counters, each as "name{labels}".
func counted(t *testing.T, work func(*telemetry.Recorder, *telemetry.Metrics)) map[string]float64 {
	t.Helper()
	reader := metric.NewManualReader()
	metrics, err := telemetry.NewMetrics(metric.NewMeterProvider(metric.WithReader(reader)).Meter("test"))
	if err != nil {
		t.Fatal(err)
	}
	recorder := telemetry.NewRecorder(&shelf{}, zap.NewNop(), telemetry.Options{Metrics: metrics, Queue: 10_000})
	work(recorder, metrics)
	if err := recorder.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	var all metricdata.ResourceMetrics
	if err := reader.Collect(context.Background(), &all); err != nil {
		t.Fatal(err)
	}
	values := map[string]float64{}
	for _, m := range all.ScopeMetrics[0].Metrics {
		switch data := m.Data.(type) {
		case metricdata.Sum[int64]:
			for _, p := range data.DataPoints {
				values[m.Name+p.Attributes.Encoded(labels{})] = float64(p.Value)
			}
		case metricdata.Sum[float64]:
			for _, p := range data.DataPoints {
				values[m.Name+p.Attributes.Encoded(labels{})] = p.Value
			}
		case metricdata.Histogram[float64]:
			for _, p := range data.DataPoints {
				values[m.Name+p.Attributes.Encoded(labels{})] = p.Sum
			}
		}
	}
	return values
}

// labels write a set as " a=1 b=2".
type labels struct{}

func (labels) ID() attribute.EncoderID { return attribute.EncoderID{} }

func (labels) Encode(i attribute.Iterator) (text string) {
	for i.Next() {
		text += fmt.Sprintf(" %s=%s", i.Attribute().Key, i.Attribute().Value.AsString())
	}
	return text
}

// What the next turns say of a choice is counted once, as soon as it is certain.
func TestVerdictsAreCounted(t *testing.T) {
	at := time.Date(2024, 5, 1, 8, 30, 0, 0, time.UTC)
	values := counted(t, func(r *telemetry.Recorder, _ *telemetry.Metrics) {
		for i, line := range []string{"paint colour=teal run", "[undo]", "paint colour=grey run", "dry run", "#2 dry ask", "- rephrase", "look run"} {
			e := did(t, "s1", int64(i+1), line)
			when := at.Add(time.Duration(i) * time.Minute)
			if e.Type == telemetry.TypeRouter {
				route := telemetry.RouterEvent{SessionID: "s1", At: when, Turn: int64(i + 1), Intent: "navigation", Action: "undo", Changed: true}
				r.Route("amina", route)
				continue
			}
			var choice telemetry.ChoiceEvent
			if err := json.Unmarshal(e.Payload, &choice); err != nil {
				t.Fatal(err)
			}
			choice.SessionID, choice.At, choice.Confidence = "s1", when, 0.85
			r.Route("amina", telemetry.RouterEvent{SessionID: "s1", At: when, Turn: int64(i + 1), Intent: "paint", Action: choice.Outcome, Changed: choice.Changed})
			r.Choice("amina", choice)
		}
	})
	got := map[string]float64{}
	for name, value := range values {
		for _, of := range []string{"chatmrpt.choice.verdicts", "chatmrpt.calibration"} {
			if len(name) > len(of) && name[:len(of)] == of {
				got[name] = value
			}
		}
	}
	want := map[string]float64{
		"chatmrpt.choice.verdicts arm=none outcome=run tool=paint verdict=corrected":     1,
		"chatmrpt.choice.verdicts arm=none outcome=run tool=paint verdict=accepted":      1,
		"chatmrpt.choice.verdicts arm=none outcome=run tool=dry verdict=accepted":        1,
		"chatmrpt.choice.verdicts arm=none outcome=ask tool=dry verdict=rephrased":       1,
		"chatmrpt.choice.verdicts arm=none outcome=rephrase tool=none verdict=rephrased": 1,
		"chatmrpt.choice.verdicts arm=none outcome=run tool=look verdict=accepted":       1,
		"chatmrpt.calibration.choices from=0.8 right=false":                              1,
		"chatmrpt.calibration.choices from=0.8 right=true":                               3,
		"chatmrpt.calibration.confidence from=0.8":                                       4 * 0.85,
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 })); diff != "" {
		t.Errorf("counted (-want +got):\n%s", diff)
	}
}

// Whatever people and models make up, the number of series stays small.
func TestLabelsAreBounded(t *testing.T) {
	const turns = 3000
	values := counted(t, func(r *telemetry.Recorder, m *telemetry.Metrics) {
		for i := range turns {
			unique := fmt.Sprintf("made up %d", i)
			e := pick()
			e.SessionID, e.UserText, e.Reason, e.Asked, e.Turn, e.Arm = unique, unique, unique, unique, int64(i), unique
			e.Args = map[string]any{unique: unique}
			e.Features = json.RawMessage(`{"` + unique + `":1}`)
			e.Confidence = float64(i) / turns
			r.Choice(unique, e)
			r.Route(unique, telemetry.RouterEvent{SessionID: unique, Intent: "paint", Action: "run", Entities: telemetry.Entities{Variables: unique}})
			r.Tool(schemaregistry.Audit{Tool: unique, Session: unique, User: unique, Origin: "model", Status: "error", Code: "unknown_tool", Error: unique, Gate: "approved", Dropped: []string{unique}})
			m.Request()("GET", "/api/v1/sessions/:id", 200)
		}
	})
	if len(values) < 15 || len(values) > 80 {
		t.Errorf("%d series:", len(values))
		for name := range values {
			t.Log(name)
		}
	}
}

// [004-18]: how the model and the net stand to each other, from the features.
func TestAgreementIsCounted(t *testing.T) {
	values := counted(t, func(r *telemetry.Recorder, _ *telemetry.Metrics) {
		for i, features := range []string{`{"score":1}`, `{"score":1,"model":1}`, `{"model":1,"net_less":1}`, `{"model_asks":1}`} {
			e := pick()
			e.Turn, e.Features = int64(i), json.RawMessage(features)
			r.Choice("amina", e)
		}
	})
	for label, want := range map[string]float64{"agree": 1, "differ": 2, "net_alone": 1} {
		if got := values["chatmrpt.readings agreement="+label]; got != want {
			t.Errorf("%s: %v, want %v", label, got, want)
		}
	}
}

func TestModelCallsAreCounted(t *testing.T) {
	values := counted(t, func(_ *telemetry.Recorder, m *telemetry.Metrics) {
		m.ModelCall(telemetry.ModelCall{Backend: "near", Model: "m", Role: "agent", Input: 100, Cached: 60, Output: 7, Dollars: 0.25, Took: time.Second})
		m.ModelCall(telemetry.ModelCall{Backend: "near", Model: "m", Role: "agent", Dollars: 0.5, Took: time.Second, Err: "timeout"})
	})
	const of = " backend=near "
	for name, want := range map[string]float64{
		"chatmrpt.model.cost_dollars backend=near": 0.75,
		"gen_ai.client.token.usage" + of + "gen_ai.operation.name=chat gen_ai.request.model=m gen_ai.token.type=input role=agent":   40,
		"gen_ai.client.token.usage" + of + "gen_ai.operation.name=chat gen_ai.request.model=m gen_ai.token.type=cached role=agent":  60,
		"gen_ai.client.operation.duration" + of + "error.type=timeout gen_ai.operation.name=chat gen_ai.request.model=m role=agent": 1,
	} {
		if values[name] != want {
			t.Errorf("%s: %v, want %v in %v", name, values[name], want, values)
		}
	}
}
