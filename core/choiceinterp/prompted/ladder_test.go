package prompted_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/choiceinterp/prompted"
	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
)

// interpreter asks the scripted server beside its own reading.
func interpreter(t testing.TB, server http.RoundTripper) *choiceinterp.Interpreter {
	guest.Model = reader(t, server, prompted.Options{InterpretTimeout: patience})
	return hosting
}

const patience = 2 * time.Second // how long a message may wait for the model

// seat is where a test puts its model, so that what the interpreter learns is
// learned once.
type seat struct{ choiceinterp.Model }

var (
	offline = choiceinterp.New(choiceinterp.Options{})
	guest   = &seat{}
	hosting = choiceinterp.New(choiceinterp.Options{Model: guest})

	jollof  = args{"dish": said("rice", "jollof")}
	right   = choice(jollof)
	wrong   = choice(args{"dish": said("pasta", "jollof")})
	phantom = choice(args{"dish": said("fish", "grilled fish")}) // words that nobody said
)

// Whatever a model does to a turn: it answers and agrees, or the turn is what it
// would have been without a model, within the deadline [004-02, 004-08, 004-26, 3.3].
func TestTurnsWithEveryKindOfModel(t *testing.T) {
	whole := right.Content
	for _, c := range []struct {
		name  string
		steps []llmtest.Step
		by    choiceinterp.MatchedBy // "" as without a model
		calls int
	}{
		{"right", []llmtest.Step{right}, "llm", 1},
		{"right in a fence", []llmtest.Step{llmtest.Say("```json\n" + whole + "\n```")}, "llm", 1},
		{"right amid prose", []llmtest.Step{llmtest.Say("Of course! " + whole + "\nAnything else?")}, "llm", 1},
		{"right with more keys than were asked for", []llmtest.Step{llmtest.Say(strings.Replace(whole, "{", `{"thought":"they are hungry",`, 1))}, "llm", 1},
		{"right after thinking aloud", []llmtest.Step{llmtest.Say("<think>{\"dish\":\"fish\"}?</think>" + whole)}, "llm", 1},
		{"slow", []llmtest.Step{llmtest.After(time.Second, right)}, "llm", 1},
		{"busy for a second", []llmtest.Step{llmtest.Busy("1"), right}, "llm", 2},
		{"failing once", []llmtest.Step{llmtest.Fail(500, "oops"), right}, "llm", 2},
		{"cut off in the middle once", []llmtest.Step{llmtest.Break(), right}, "llm", 2},
		{"of a wrong enumeration, then right", []llmtest.Step{wrong, right}, "llm", 2},
		{"inventing words, then right", []llmtest.Step{phantom, right}, "llm", 2},
		{"babbling, then right", []llmtest.Step{llmtest.Say("Rice, I think."), right}, "llm", 2},

		{"too slow", []llmtest.Step{llmtest.After(time.Minute, right)}, "", 1},
		{"hanging", []llmtest.Step{llmtest.Hang()}, "", 1},
		{"busy for a minute", []llmtest.Step{llmtest.Busy("60"), right}, "", 1},
		{"busy on", []llmtest.Step{llmtest.Busy("")}, "", 3},
		{"failing on", []llmtest.Step{llmtest.Fail(500, "oops")}, "", 3},
		{"without a valid key", []llmtest.Step{llmtest.Fail(401, "no")}, "", 1},
		{"silent", []llmtest.Step{llmtest.Empty()}, "", 1},
		{"sending null", []llmtest.Step{llmtest.Body(`{"choices":[{"message":{"role":"assistant","content":null},"finish_reason":"stop"}]}`)}, "", 1},
		{"no model at all", []llmtest.Step{llmtest.Garbage()}, "", 1},
		{"refusing", []llmtest.Step{llmtest.Declined("I cannot help with food.")}, "", 1},
		{"cut off at its limit", []llmtest.Step{llmtest.Truncated(whole), right}, "", 1},
		{"of a wrong enumeration twice", []llmtest.Step{wrong, wrong, right}, "", 2},
		{"inventing words twice", []llmtest.Step{phantom, phantom, right}, "", 2},
		{"naming an argument that there is not", []llmtest.Step{choice(args{"dish": said("rice", "jollof"), "wine": said("red", "jollof")})}, "", 2},
		{"claiming bare values", []llmtest.Step{choice(args{"dish": "rice"})}, "", 2},
		{"calling a tool in place of answering", []llmtest.Step{llmtest.Calls("take_order", args{"dish": "rice"})}, "", 2},
		{"babbling on", []llmtest.Step{llmtest.Say("Rice, I think.")}, "", 2},
		{"wrong, then hanging", []llmtest.Step{wrong, llmtest.Hang()}, "", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, text := range []string{"the jollof please", "jollof, but maybe the soup?", "what grandmother made with jollof spice"} {
				synctest.Test(t, func(t *testing.T) {
					server := llmtest.New(c.steps...)
					in, req := interpreter(t, server), seated(text)
					started := time.Now()
					got := in.Resolve(t.Context(), req)
					if took := time.Since(started); took > patience {
						t.Errorf("%q took %s", text, took)
					}
					if n := len(server.Requests()); n != c.calls {
						t.Errorf("%q: %d calls, want %d", text, n, c.calls)
					}
					if c.by == "" {
						if diff := cmp.Diff(offline.Resolve(t.Context(), req), got); diff != "" {
							t.Errorf("%q (-without a model +with it):\n%s", text, diff)
						}
					}
					if text == "the jollof please" && (got.Outcome != choiceinterp.OutcomeRun || got.Args["dish"] != "rice" || (got.MatchedBy == choiceinterp.ByLLM) != (c.by != "")) {
						t.Errorf("%q: %+v", text, got)
					}
				})
			}
		})
	}
}

// refused is a server that is not there.
type refused struct{}

func (refused) RoundTrip(*http.Request) (*http.Response, error) { return nil, syscall.ECONNREFUSED }

// A model that is down costs one deadline. After that nobody waits for it: it is
// looked for in the background, and asked again once it is found.
func TestTurnsWhileTheModelIsDown(t *testing.T) {
	for name, down := range map[string]http.RoundTripper{"hanging": llmtest.New(llmtest.Hang()), "not there": refused{}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				model := &switched{down: down, up: llmtest.New(right)}
				in, req := interpreter(t, model), seated("the jollof please")
				without := offline.Resolve(t.Context(), req)
				turn := func() (choiceinterp.Resolution, time.Duration) {
					started := time.Now()
					got := in.Resolve(t.Context(), req)
					return got, time.Since(started)
				}
				if got, took := turn(); took == 0 || took > patience || !cmp.Equal(got, without) {
					t.Errorf("the first turn took %s: %+v", took, got)
				}
				attempts := model.attempts.Load()
				for range 10 {
					if got, took := turn(); took != 0 || !cmp.Equal(got, without) {
						t.Errorf("a turn took %s: %+v", took, got)
					}
					time.Sleep(time.Second)
				}
				if more := model.attempts.Load() - attempts; more != 0 {
					t.Errorf("%d attempts while it rests", more)
				}
				time.Sleep(10 * time.Second)
				if _, took := turn(); took != 0 {
					t.Errorf("looking for it took %s", took)
				}
				synctest.Wait()
				model.isUp.Store(true)
				time.Sleep(time.Minute)
				turn()
				synctest.Wait()
				if got, _ := turn(); got.MatchedBy != choiceinterp.ByLLM {
					t.Errorf("it is up and not asked: %+v", got)
				}
			})
		})
	}
}

// switched is a model that comes up, and counts the attempts to reach it.
type switched struct {
	down, up http.RoundTripper
	isUp     atomic.Bool
	attempts atomic.Int32
}

func (s *switched) RoundTrip(r *http.Request) (*http.Response, error) {
	s.attempts.Add(1)
	if s.isUp.Load() {
		return s.up.RoundTrip(r)
	}
	return s.down.RoundTrip(r)
}

// In strict order a model is asked about options in view too. Where they are
// places in the list, ours counts [004-27, 3.14, 3.34].
func TestStrictOrder(t *testing.T) {
	for _, c := range []struct {
		text  string
		model llmtest.Step
		dish  any
		by    choiceinterp.MatchedBy // in strict order
	}{
		{"the second one", choice(args{"dish": said("rice", "the second one")}), "soup", "ordinal"},
		{"3", llmtest.Hang(), "rice", "ordinal"},
		{"Pepper soup", choice(args{"dish": said("soup", "pepper soup")}), "soup", "llm"},
		{"Pepper soup", llmtest.Hang(), "soup", "regex"},
		{"Pepper soup", llmtest.JSON(map[string]any{"tool": "take_order", "args": args{}, "confidence": 0.2, "reason": "no idea", "kind": "none"}), "soup", "regex"},
	} {
		synctest.Test(t, func(t *testing.T) {
			server := llmtest.New(c.model)
			relaxed := interpreter(t, server).Resolve(t.Context(), seated(c.text))
			if relaxed.Outcome != choiceinterp.OutcomeRun || relaxed.Args["dish"] != c.dish || len(server.Requests()) > 0 {
				t.Errorf("%q without strict order, %d calls: %+v", c.text, len(server.Requests()), relaxed)
			}
			req := seated(c.text)
			req.ModelFirst = true
			got := hosting.Resolve(t.Context(), req)
			if got.Outcome != choiceinterp.OutcomeRun || got.Args["dish"] != c.dish || got.MatchedBy != c.by || len(server.Requests()) != 1 {
				t.Errorf("%q in strict order, %d calls: %+v", c.text, len(server.Requests()), got)
			}
		})
	}
	req := choiceinterp.Request{Text: "finish with defaults", Tool: restaurant, Visible: []choiceinterp.Option{{Label: "Finish with defaults"}, {Label: "Continue"}}, ModelFirst: true}
	server := llmtest.New(right)
	interpreter(t, server)
	if got := hosting.Resolve(t.Context(), req); got.Option != 1 || len(server.Requests()) > 0 {
		t.Errorf("an action: %+v, %d calls", got, len(server.Requests()))
	}
}

// What a turn costs beside the model's own time: without one, while one is down,
// and with one that answers in 300 ms over a socket, where added-ms is what the
// turn takes beyond those 300.
func BenchmarkTurn(b *testing.B) {
	req := seated("the jollof please")
	offline.Resolve(b.Context(), req)
	bench := func(b *testing.B, in *choiceinterp.Interpreter, answering time.Duration) {
		in.Resolve(b.Context(), req) // learns the tool, opens the connection
		started := time.Now()
		for b.Loop() {
			in.Resolve(b.Context(), req)
		}
		added := (time.Since(started) - time.Duration(b.N)*answering).Seconds() * 1000 / float64(b.N)
		b.ReportMetric(added, "added-ms/op")
	}
	b.Run("without a model", func(b *testing.B) { bench(b, offline, 0) })
	b.Run("with a model that is down", func(b *testing.B) { bench(b, interpreter(b, refused{}), 0) })
	b.Run("with a model that answers in 300 ms", func(b *testing.B) {
		const answering = 300 * time.Millisecond
		url := llmtest.New(llmtest.After(answering, right)).Start(b)
		bench(b, choiceinterp.New(choiceinterp.Options{Model: prompted.New(dial(b, url, nil), prompted.Options{})}), answering)
	})
}
