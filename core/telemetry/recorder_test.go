package telemetry_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
	"github.com/chatmrpt/chatmrpt/flags"
)

// A shelf is a store in memory. While stuck is open it keeps nothing and waits.
type shelf struct {
	mu     sync.Mutex
	kept   []telemetry.Event
	broken error
	stuck  chan struct{}
}

func (s *shelf) Append(ctx context.Context, events ...telemetry.Event) error {
	if s.stuck != nil {
		select {
		case <-s.stuck:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken == nil {
		s.kept = append(s.kept, events...)
	}
	return s.broken
}

func (s *shelf) Events(context.Context, telemetry.Filter) ([]telemetry.Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.kept), nil
}

func (s *shelf) Forget(context.Context, time.Time, int) (int, error) { return 0, nil }

// payloads are what was kept of these choices.
func payloads(t *testing.T, o telemetry.Options, choices ...telemetry.ChoiceEvent) []string {
	t.Helper()
	var kept shelf
	recorder := telemetry.NewRecorder(&kept, zap.NewNop(), o)
	for _, choice := range choices {
		recorder.Choice("amina", choice)
	}
	if err := recorder.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if recorder.Dropped() != 0 {
		t.Errorf("%d dropped", recorder.Dropped())
	}
	var list []string
	for _, e := range kept.kept {
		list = append(list, string(e.Payload))
	}
	return list
}

// in are flags that are the same for everybody.
func in(set flags.Set) func(string) flags.Set { return func(string) flags.Set { return set } }

func pick() telemetry.ChoiceEvent {
	return telemetry.ChoiceEvent{
		SessionID: "s1", Tool: "paint_wall", Args: map[string]any{"colour": "teal", "coats": 2.0}, Confidence: 0.83, MatchedBy: "llm",
		UserText: "teal, twice — thanks", At: time.Date(2024, 5, 1, 8, 30, 0, 0, time.UTC), Turn: 3,
		Gives: "wall", Resolution: "run", Outcome: "ask", Band: "run", Clarified: true, Changed: true, Asked: "colour", Option: 2,
		Reason: "she said teal", Features: json.RawMessage(`{"score":0.5}`), Known: json.RawMessage(`{"visible":[]}`), LatencyMS: 0.25, TurnMS: 1.5,
	}
}

// [004-C1], [004-C2]: the keys, literally and in this order, then ours.
func TestKeysOfRoutesAndExecutions(t *testing.T) {
	var kept shelf
	recorder := telemetry.NewRecorder(&kept, zap.NewNop(), telemetry.Options{Version: "v1"})
	at := time.Date(2024, 5, 1, 8, 30, 0, 0, time.UTC)
	recorder.Route("amina", telemetry.RouterEvent{
		SessionID: "s1", Intent: "paint", Confidence: math.NaN(), Action: "run", Turn: 3, At: at, TPRComplete: true, ClassificationLatencyMS: 0.5,
		Entities: telemetry.Entities{N: 12, Variables: []string{strings.Repeat("x", 5000)}}, Gating: telemetry.Gating{RequiresTPR: true},
	})
	recorder.Tool(schemaregistry.Audit{
		Tool: "paint_wall", Origin: schemaregistry.OriginHTTP, Session: "s1", User: "amina", Status: "success", Gate: "approved", Duration: 40,
		Dropped: []string{"gloss"}, Timestamp: at,
	})
	recorder.Tool(schemaregistry.Audit{
		Tool: strings.Repeat("made up ", 1000), Origin: schemaregistry.OriginModel, Session: "s1", Status: "error", Gate: "approved",
		Code: "unknown_tool", Error: "no tool of that name", Dropped: slices.Repeat([]string{strings.Repeat("y", 500)}, 100), Timestamp: at,
	})
	if err := recorder.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		`{"type":"router_event","session_id":"s1","intent":"paint","confidence":0,"action":"run","entities":{"variables":".+…","N":12,"method":null,"map_variable":null},` +
			`"gating":{"requires_tpr_complete":true,"requires_risk_complete":false},"classification_latency_ms":0.5,"tpr_complete":true,"risk_complete":false,"itn_complete":false,` +
			`"at":"2024-05-01T08:30:00Z","turn":3,"changed":false,"version":"v1","flags":{.+}}`,
		`{"type":"tool_event","session_id":"s1","tool":"paint_wall","status":"success","tool_latency_ms":40,"errors":[],` +
			`"at":"2024-05-01T08:30:00Z","origin":"http","result":"success","gate":"approved","dropped_args":["gloss"],"version":"v1","flags":{.+}}`,
		`{"type":"tool_event","session_id":"s1","tool":"unknown","status":"error","tool_latency_ms":0,"errors":["unknown_tool"],.+}`,
	} {
		if !regexp.MustCompile("^" + strings.NewReplacer("{", `\{`, "}", `\}`, "[", `\[`, "]", `\]`).Replace(want) + "$").Match(kept.kept[i].Payload) {
			t.Errorf("event %d is\n%s\nwant\n%s", i, kept.kept[i].Payload, want)
		}
	}
	if size := len(kept.kept[2].Payload); size > 4096 {
		t.Errorf("what a model made up takes %d bytes", size)
	}
}

// [004-17]: the keys, literally and in this order, then ours.
func TestKeysOfAChoiceEvent(t *testing.T) {
	o := telemetry.Options{Version: "v1", Flags: in(flags.Set{LogText: true, Snapshot: map[string]any{"choice_resolver": true}, Arm: "choice_resolver:canary"})}
	want := `{"type":"choice_event","session_id":"s1","tool":"paint_wall","args":{"coats":2,"colour":"teal"},"confidence":0.83,` +
		`"matched_by":"llm","user_text":"teal, twice — thanks",` +
		`"text_length":20,"at":"2024-05-01T08:30:00Z","turn":3,` +
		`"gives":"wall","resolution":"run","outcome":"ask","band":"run","clarified":true,"changed":true,"asked":"colour","option":2,` +
		`"reason":"she said teal","features":{"score":0.5},"known":{"visible":[]},"latency_ms":0.25,"turn_ms":1.5,` +
		`"version":"v1","flags":{"choice_resolver":true},"arm":"choice_resolver:canary"}`
	if diff := cmp.Diff([]string{want}, payloads(t, o, pick())); diff != "" {
		t.Errorf("payload (-want +got):\n%s", diff)
	}
}

// The literal keys are there with nothing to say, too.
func TestKeysOfAnEmptyChoiceEvent(t *testing.T) {
	want := `{"type":"choice_event","session_id":"","tool":"","args":{},"confidence":0,"matched_by":"","user_text":"`
	if got := payloads(t, telemetry.Options{}, telemetry.ChoiceEvent{})[0]; !strings.HasPrefix(got, want) {
		t.Errorf("got %s", got)
	}
}

func TestTextIsKeptOnlyWhenAskedFor(t *testing.T) {
	byNet := pick()
	byNet.MatchedBy = "fuzzy"
	hidden := payloads(t, telemetry.Options{}, pick(), byNet)
	for _, payload := range hidden {
		if strings.Contains(payload, "twice") || strings.Contains(payload, "thanks") {
			t.Errorf("kept: %s", payload)
		}
		for _, want := range []string{
			`"user_text":"sha256:31b14521b498b13fbcdd2947e7591a80a8053678c6b0d9cea268bdfd2f53e125"`, `"text_length":20`,
		} {
			if !strings.Contains(payload, want) {
				t.Errorf("lacks %s: %s", want, payload)
			}
		}
	}
	if strings.Contains(strings.Join(hidden, ""), `"known"`) {
		t.Errorf("what was on screen is kept: %s", hidden)
	}
	if strings.Contains(hidden[0], "she said") || !strings.Contains(hidden[1], "she said") {
		t.Errorf("only a model's reason may repeat what was said:\n%s\n%s", hidden[0], hidden[1])
	}
}

func TestWhatIsKeptIsBounded(t *testing.T) {
	e := pick()
	e.UserText, e.Reason = strings.Repeat("ẹ", 1<<20), strings.Repeat("so ", 1<<20)
	e.Args = map[string]any{
		"note": strings.Repeat("ọ", 1<<20), "list": slices.Repeat([]any{"x"}, 1<<20),
		"short": []any{"a", map[string]any{"b": nil}}, "never": math.NaN(),
	}
	e.Confidence = math.NaN() // a missing figure is 0
	raw := payloads(t, telemetry.Options{Flags: in(flags.Set{LogText: true, RouterObs: true})}, e)[0]
	if len(raw) > 16<<10 || !utf8.ValidString(raw) {
		t.Errorf("%d bytes, valid text: %t", len(raw), utf8.ValidString(raw))
	}
	var got telemetry.ChoiceEvent
	if err := json.Unmarshal([]byte(raw), &got); err != nil {
		t.Fatal(err)
	}
	short := []any{"a", map[string]any{"b": nil}}
	if got.TextLength != 1<<20 || got.Confidence != 0 || got.Args["never"] != nil || !cmp.Equal(short, got.Args["short"]) {
		t.Errorf("length %d, confidence %v, args %v", got.TextLength, got.Confidence, got.Args["short"])
	}
}

// What the caller does with its arguments afterwards is not seen.
func TestEventsAreCopies(t *testing.T) {
	var kept shelf
	recorder := telemetry.NewRecorder(&kept, zap.NewNop(), telemetry.Options{})
	e := pick()
	recorder.Choice("amina", e)
	e.Args["colour"] = "grey"
	if err := recorder.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(kept.kept[0].Payload), "teal") {
		t.Errorf("kept %s", kept.kept[0].Payload)
	}
}

func TestAnEventNamesItsSessionUserAndTime(t *testing.T) {
	var kept shelf
	recorder := telemetry.NewRecorder(&kept, zap.NewNop(), telemetry.Options{Version: "v1"})
	at := time.Date(2024, 5, 1, 8, 30, 0, 0, time.UTC)
	recorder.Route("amina", telemetry.RouterEvent{
		SessionID: "s1", Intent: telemetry.IntentNavigation, Confidence: 1, Action: telemetry.ActionUndo, At: at, Turn: 4, Changed: true,
	})
	if err := recorder.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := []telemetry.Event{{Type: "router_event", At: at, Session: "s1", User: "amina"}}
	if diff := cmp.Diff(want, kept.kept, cmpopts.IgnoreFields(telemetry.Event{}, "Payload")); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

// The log line has the event's keys at its top, in their order.
func TestLogLine(t *testing.T) {
	var out bytes.Buffer
	encoder := zapcore.NewJSONEncoder(zapcore.EncoderConfig{MessageKey: "msg", LevelKey: "level", EncodeLevel: zapcore.LowercaseLevelEncoder})
	log := zap.New(zapcore.NewCore(encoder, zapcore.AddSync(&out), zap.InfoLevel))
	recorder := telemetry.NewRecorder(&shelf{}, log, telemetry.Options{Flags: in(flags.Set{LogText: true, RouterObs: true})})
	e := pick()
	e.UserText = "a <b> & \"c\"\n\x1b[31m"
	recorder.Choice("amina", e)
	recorder.Route("amina", telemetry.RouterEvent{SessionID: "s1", Intent: telemetry.IntentNavigation})
	if err := recorder.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := `{"level":"info","msg":"choice_event","type":"choice_event","session_id":"s1","tool":"paint_wall","args":{"coats":2,"colour":"teal"},`
	wantNext := `{"level":"info","msg":"[ROUTER_OBS] router_event","type":"router_event","session_id":"s1","intent":"navigation",`
	line, next, _ := strings.Cut(out.String(), "\n")
	if !strings.HasPrefix(line, want) || !strings.HasPrefix(next, wantNext) {
		t.Errorf("line %s\nthen %s", line, next)
	}
	var logged struct {
		UserText string `json:"user_text"`
	}
	if err := json.Unmarshal([]byte(line), &logged); err != nil || logged.UserText != e.UserText {
		t.Errorf("logged %q, %v", logged.UserText, err)
	}
}

// A store that hangs costs events, which are counted, and never a turn.
func TestASlowStoreSlowsNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const queue, batch = 300, 1
		core, logged := observer.New(zap.ErrorLevel)
		kept := &shelf{stuck: make(chan struct{})}
		recorder := telemetry.NewRecorder(kept, zap.New(core), telemetry.Options{Queue: queue})
		recorder.Choice("amina", pick())
		time.Sleep(time.Second) // of the bubble: the writer hangs with the first
		synctest.Wait()
		began := time.Now()
		for range queue + 50 {
			recorder.Choice("amina", pick())
		}
		if waited := time.Since(began); waited != 0 || recorder.Dropped() != 50 {
			t.Errorf("waited %s, dropped %d, want 50", waited, recorder.Dropped())
		}
		close(kept.stuck)
		if err := recorder.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(kept.kept) != batch+queue {
			t.Errorf("%d kept of %d", len(kept.kept), batch+queue)
		}
		if lines := logged.All(); len(lines) != 1 || lines[0].ContextMap()["events"] != int64(50) {
			t.Errorf("logged %v", lines)
		}
	})
}

func TestAFailingStoreIsToldOfOnce(t *testing.T) {
	core, logged := observer.New(zap.InfoLevel)
	recorder := telemetry.NewRecorder(&shelf{broken: errors.New("disk full")}, zap.New(core), telemetry.Options{})
	recorder.Choice("amina", pick())
	if err := recorder.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if recorder.Dropped() != 1 {
		t.Errorf("dropped %d", recorder.Dropped())
	}
	var lines []string
	for _, line := range logged.All() {
		lines = append(lines, line.Level.String()+" "+line.Message)
	}
	// The log has it all the same.
	if diff := cmp.Diff([]string{"error events not stored", "info choice_event"}, lines); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
}

// Closing waits no longer than its context says.
func TestCloseGivesUpOnAStuckStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := &shelf{stuck: make(chan struct{})}
		recorder := telemetry.NewRecorder(kept, zap.NewNop(), telemetry.Options{})
		recorder.Choice("amina", pick())
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		if err := recorder.Close(ctx); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Second {
			t.Errorf("%v after %s", err, time.Since(began))
		}
		recorder.Choice("amina", pick()) // too late
		if recorder.Dropped() != 1 {
			t.Errorf("dropped %d", recorder.Dropped())
		}
		close(kept.stuck)
		if err := recorder.Close(t.Context()); err != nil { // closing twice is no error
			t.Error(err)
		}
	})
}

func TestManyRecordWhileItIsClosed(t *testing.T) {
	var kept shelf
	recorder := telemetry.NewRecorder(&kept, zap.NewNop(), telemetry.Options{Queue: 8})
	const writers, each = 8, 200
	var running sync.WaitGroup
	for i := range writers {
		running.Go(func() {
			for n := range each {
				recorder.Choice(fmt.Sprint(i), pick())
				if i == 0 && n == each/2 {
					if err := recorder.Close(t.Context()); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	running.Wait()
	if got := int64(len(kept.kept)) + recorder.Dropped(); got != writers*each {
		t.Errorf("%d kept or dropped of %d", got, writers*each)
	}
}

func TestNoRecorderRecordsNothing(t *testing.T) {
	var recorder *telemetry.Recorder
	recorder.Choice("amina", pick())
	recorder.Route("amina", telemetry.RouterEvent{})
	if err := recorder.Close(t.Context()); err != nil || recorder.Dropped() != 0 {
		t.Error(err, recorder.Dropped())
	}
}

// Recording a choice must stay under 50 microseconds at the 99th percentile.
func BenchmarkChoice(b *testing.B) {
	metrics, err := telemetry.NewMetrics(metric.NewMeterProvider(metric.WithReader(metric.NewManualReader())).Meter("test"))
	if err != nil {
		b.Fatal(err)
	}
	recorder := telemetry.NewRecorder(&shelf{}, zap.NewNop(), telemetry.Options{Metrics: metrics, Flags: in(flags.Set{Snapshot: map[string]any{"choice_resolver": true}})})
	e := pick()
	e.UserText = "TPR for under fives at primary facilities with rapid tests, January to June please"
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		recorder.Choice("amina", e)
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds()), "p99-ns")
	if err := recorder.Close(context.Background()); err != nil {
		b.Fatal(err)
	}
}

// [004-C3]: without router_obs the router's events are stored and not logged.
func TestRouterEventsAreLoggedWhereWanted(t *testing.T) {
	core, logged := observer.New(zap.InfoLevel)
	var kept shelf
	recorder := telemetry.NewRecorder(&kept, zap.New(core), telemetry.Options{Flags: func(user string) flags.Set {
		return flags.Set{RouterObs: user == "amina"}
	}})
	recorder.Route("amina", telemetry.RouterEvent{SessionID: "hers"})
	recorder.Route("bello", telemetry.RouterEvent{SessionID: "his"})
	if err := recorder.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if lines := logged.All(); len(kept.kept) != 2 || len(lines) != 1 || fmt.Sprintf("%s", lines[0].ContextMap()["session_id"]) != `"hers"` {
		t.Errorf("%d stored, logged %v", len(kept.kept), lines)
	}
}

// What words were read against is left out where it is very long.
func TestKnownIsBounded(t *testing.T) {
	e := pick()
	e.Known = json.RawMessage(`"` + strings.Repeat("x", 20<<10) + `"`)
	raw := payloads(t, telemetry.Options{Flags: in(flags.Set{LogText: true})}, e)[0]
	if strings.Contains(raw, `"known"`) || !strings.Contains(raw, "teal, twice") {
		t.Errorf("%d bytes kept", len(raw))
	}
}
