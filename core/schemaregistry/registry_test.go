package schemaregistry

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func registryOf(t *testing.T, tools ...*Tool) (*Registry, *[]Audit) {
	t.Helper()
	var records []Audit
	r := New(Options{
		Now:     func() time.Time { return time.Date(2024, 3, 1, 9, 0, 0, 0, time.UTC) },
		Version: "test", Audit: func(_ context.Context, a Audit) { records = append(records, a) },
	})
	if err := r.Register(tools...); err != nil {
		t.Fatal(err)
	}
	return r, &records
}

// [002-05..07], [002-12]
func TestRegister(t *testing.T) {
	zebra := Define(Def{Name: "zebra", Aliases: []string{"horse"}, Description: "d"}, served)
	ant := Define(Def{Name: "ant", Description: "d"}, served)
	r, _ := registryOf(t, zebra, ant)
	if got := []string{r.Tools()[0].Name, r.Tools()[1].Name}; !cmp.Equal(got, []string{"ant", "zebra"}) {
		t.Errorf("not sorted: %v", got)
	}
	if r.Tool("horse") != zebra || r.Tool("cow") != nil {
		t.Error("look-up by alias or of an unknown name is wrong")
	}
	if err := r.Register(Define(Def{Name: "horse", Description: "d"}, served)); !errors.Is(err, ErrCollision) {
		t.Errorf("a taken alias: %v", err)
	}
	if err := r.Register(Define(Def{Name: "cow", Description: "d", Tag: Tag{Prefix: "ANT"}}, served)); !errors.Is(err, ErrCollision) || r.Tool("cow") != nil {
		t.Errorf("a taken tag: %v", err)
	}
	r.Freeze()
	if err := r.Register(Define(Def{Name: "late", Description: "d"}, served)); !errors.Is(err, ErrFrozen) {
		t.Errorf("after Freeze: %v", err)
	}
}

func TestExecute(t *testing.T) {
	ready := State{Inputs: []Input{{Name: "a.csv", Hash: "aa"}}}
	proof := &Evidence{Kind: "water", Hash: "w1", From: map[string]string{DatasetKey: ready.Dataset()}}
	hot := State{Inputs: ready.Inputs, Evidence: map[string]*Evidence{"water": proof}}
	old := State{Inputs: []Input{{Name: "b.csv", Hash: "bb"}}, Evidence: hot.Evidence}
	needs := func(effect Effect) *Tool {
		tool := pour(effect, served)
		tool.Needs = []string{"water"}
		return tool
	}
	tests := []struct {
		name    string
		tool    *Tool
		call    Call
		state   State
		want    string // of Result.Text
		ask     string // argument asked for
		dropped []string
		status  string
	}{
		{name: "defaults are applied", tool: pour(EffectRun, served), call: Call{Args: map[string]any{"cups": 2}}, want: `{"cups":2,"sugar":0.5}`, status: "success"},
		{name: "null is not said", tool: pour(EffectRun, served), call: Call{Args: map[string]any{"cups": 2, "drink": nil}}, want: `{"cups":2,"sugar":0.5}`, status: "success"},
		{name: "a reading tool drops and lists unknown arguments", tool: pour(EffectRead, served), call: Call{Args: map[string]any{"cups": 2, "mug": 1}}, want: `{"cups":2,"sugar":0.5}`, dropped: []string{"mug"}, status: "success"},
		{name: "every other tool refuses them", tool: pour(EffectRun, served), call: Call{Args: map[string]any{"cups": 2, "mug": 1}}, status: "invalid"},
		{name: "a missing required argument is asked", tool: pour(EffectRun, served), call: Call{}, ask: "cups", status: "ask"},
		{name: "missing evidence blocks", tool: needs(EffectRun), call: Call{Args: map[string]any{"cups": 2}}, state: ready, status: "blocked"},
		{name: "evidence opens", tool: needs(EffectRun), call: Call{Args: map[string]any{"cups": 2}}, state: hot, want: `{"cups":2,"sugar":0.5}`, status: "success"},
		{name: "stale evidence blocks", tool: needs(EffectRun), call: Call{Args: map[string]any{"cups": 2}}, state: old, status: "blocked"},
		{name: "stale evidence that was accepted opens", tool: needs(EffectRun), call: Call{Args: map[string]any{"cups": 2}, AcceptStale: true}, state: old, want: `{"cups":2,"sugar":0.5}`, status: "success"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, records := registryOf(t, test.tool)
			test.call.Tool = "pour"
			result, err := r.Execute(t.Context(), test.call, test.state, nil)
			asked := ""
			if result.Ask != nil {
				asked = result.Ask.Arg
			}
			got := []any{result.Text, asked, result.Dropped, (*records)[0].Status}
			if diff := cmp.Diff([]any{test.want, test.ask, test.dropped, test.status}, got); diff != "" {
				t.Errorf("%s\nerror: %v", diff, err)
			}
		})
	}
}

func TestExecuteUnknownTool(t *testing.T) {
	r, records := registryOf(t)
	if _, err := r.Execute(t.Context(), Call{Tool: "fly"}, State{}, nil); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	if (*records)[0].Status != "error" {
		t.Error("not audited")
	}
}

// A tool that hangs becomes a result of its time, and a panic an error: neither
// takes the caller down [001-16], [001-18], [001-35].
func TestExecuteSurvivesItsHandlers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hang := pour(EffectRun, func(ctx context.Context, _ *Run, _ pourArgs) (Result, error) {
			<-ctx.Done()
			return Result{}, ctx.Err()
		})
		r := New(Options{})
		if err := r.Register(hang); err != nil {
			t.Fatal(err)
		}
		started := time.Now()
		_, err := r.Execute(t.Context(), Call{Tool: "pour", Args: map[string]any{"cups": 1}}, State{}, nil)
		if !errors.Is(err, ErrTimeout) || time.Since(started) != DefaultTimeout {
			t.Errorf("after %s: %v", time.Since(started), err)
		}
	})
	r, _ := registryOf(t, pour(EffectRun, func(context.Context, *Run, pourArgs) (Result, error) { panic("spilled") }))
	_, err := r.Execute(t.Context(), Call{Tool: "pour", Args: map[string]any{"cups": 1}}, State{}, nil)
	if code, _ := Sentence(err); err == nil || code != "internal" {
		t.Errorf("a panic became %v", err)
	}
}

func TestStampTellsWhereResultsComeFrom(t *testing.T) {
	brew := Define(Def{Name: "brew", Description: "d", Effect: EffectRun, Needs: []string{"water"}, Gives: "tea"},
		func(context.Context, *Run, struct{}) (Result, error) {
			table := &Table{Columns: []Column{{Name: "cup", Numbers: Numbers{1, math.NaN()}}}}
			return Result{Evidence: &Evidence{Kind: "tea", Table: table}, Receipt: &Receipt{Formula: "leaves x water", Rows: 2}}, nil
		})
	r, _ := registryOf(t, brew)
	state := State{Inputs: []Input{{Name: "a", Hash: "aa"}}}
	state.Evidence = map[string]*Evidence{"water": {Kind: "water", Hash: "w1", From: map[string]string{DatasetKey: state.Dataset()}}}
	result, err := r.Execute(t.Context(), Call{Tool: "brew"}, state, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantFrom := map[string]string{DatasetKey: state.Dataset(), "water": "w1"}
	if diff := cmp.Diff(wantFrom, result.Evidence.From); diff != "" {
		t.Error(diff)
	}
	receipt := result.Receipt
	if receipt.Result != result.Evidence.Hash || receipt.Dataset != state.Dataset() || receipt.Version != "test" || receipt.ID == "" {
		t.Errorf("receipt is incomplete: %+v", receipt)
	}
	again, err := r.Execute(t.Context(), Call{Tool: "brew"}, state, nil)
	if err != nil || again.Receipt.ID != receipt.ID {
		t.Errorf("the same computation has another receipt: %v", err)
	}
}

// [002-04], [002-10], resolution 3.5: who called what, when, for how long and with
// what effects is the registry's to say.
func TestAudit(t *testing.T) {
	at := &clock{at: time.Date(2026, 3, 2, 9, 30, 0, 0, time.FixedZone("WAT", 3600))}
	var record Audit
	r := New(Options{Now: at.now, Audit: func(_ context.Context, a Audit) { record = a }})
	err := r.Register(pour(EffectRead, func(context.Context, *Run, pourArgs) (Result, error) {
		at.pass(1234567 * time.Microsecond)
		return Result{Text: "there you are", SideEffects: []string{"spilled:table"}}, nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	call := Call{Tool: "pour", Args: map[string]any{"cups": 1, "mug": "blue"}, Origin: OriginModel, Session: "s1", User: "amina"}
	if _, err := r.Execute(t.Context(), call, State{}, nil); err != nil {
		t.Fatal(err)
	}
	want := Audit{
		Tool: "pour", Origin: OriginModel, Session: "s1", User: "amina",
		Args: map[string]any{"cups": 1, "sugar": json.Number("0.5")}, Dropped: []string{"mug"}, Effects: []string{"spilled:table"},
		Status: "success", Gate: "approved", Timestamp: time.Date(2026, 3, 2, 8, 30, 0, 0, time.UTC), Duration: 1234,
	}
	if diff := cmp.Diff(want, record); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	raw, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{`"tool":"pour"`, `"ts":"2026-03-02T08:30:00Z"`, `"duration_ms":1234`} {
		if !strings.Contains(string(raw), field) {
			t.Errorf("%s has no %s", raw, field)
		}
	}
}

// A limited and reviewed tool, with its audit, costs under 100 µs.
func BenchmarkExecuteLimited(b *testing.B) {
	at := &clock{at: time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC)}
	r := New(Options{Now: at.now, Gate: &gatekeeper{answer: Judgement{Approved: true}}})
	def := Def{Name: "pour", Description: "d", Effect: EffectRun, Cooldown: time.Second, DailyLimit: 1e6, RequiresGate: true}
	if err := r.Register(Define(def, served)); err != nil {
		b.Fatal(err)
	}
	call := Call{Tool: "pour", Args: map[string]any{"cups": 2, "drink": "tea"}, User: "amina"}
	for b.Loop() {
		at.pass(time.Hour)
		if _, err := r.Execute(b.Context(), call, State{}, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkExecute(b *testing.B) {
	r := New(Options{})
	if err := r.Register(pour(EffectRun, served)); err != nil {
		b.Fatal(err)
	}
	call := Call{Tool: "pour", Args: map[string]any{"cups": 2, "drink": "tea"}}
	for b.Loop() {
		if _, err := r.Execute(b.Context(), call, State{}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
