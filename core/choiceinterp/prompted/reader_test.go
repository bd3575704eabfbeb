package prompted_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/choiceinterp/prompted"
	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
)

// What a model says of a message, and what it comes to [004-02, 004-06, 3.19, 3.34].
func TestInterpret(t *testing.T) {
	for _, c := range []struct {
		name, text string
		model      args
		outcome    choiceinterp.Outcome
		want       args
	}{
		{"an enumeration", "the jollof please", args{"dish": said("rice", "jollof")}, "run", args{"dish": "rice"}},
		{"its label", "the jollof please", args{"dish": said("Jollof rice", "jollof")}, "run", args{"dish": "rice"}},
		{"other case and accents", "Le JOLLÔF, s'il vous plaît", args{"dish": said("rice", "le jollof")}, "run", args{"dish": "rice"}},
		{"a number in words", "soup for two hundred", args{"dish": said("soup", "soup"), "portions": said(200, "two hundred")}, "run", args{"dish": "soup", "portions": 200}},
		{"the number without a value", "half a dozen of the fish", args{"dish": said("fish", "fish"), "portions": said("6", "half a dozen")}, "run", args{"dish": "fish", "portions": 6}},
		{"a quote that cuts the number", "soup for 0,3 thousand", args{"portions": said(300, "0,3")}, "run", args{"portions": 300}},
		{"a fraction of a percentage", "fish, and a quarter for the waiter", args{"dish": said("fish", "fish"), "tip": said(25, "a quarter")}, "run", args{"dish": "fish", "tip": 25}},
		{"a percent sign", "fish, tip 7.5%", args{"tip": said(7.5, "7.5")}, "run", args{"tip": 7.5}},
		{"none of it", "fish but no tip", args{"dish": said("fish", "fish"), "tip": said(0, "no tip")}, "run", args{"dish": "fish", "tip": 0}},
		{"the lone one", "one fish", args{"dish": said("fish", "fish"), "portions": said(1, "one")}, "run", args{"dish": "fish", "portions": 1}},
		{"a list with an alias", "soup with bean pudding and dodo", args{"sides": said([]string{"bean pudding", "dodo", "dodo"}, "bean pudding and dodo")}, "run", args{"sides": []any{"moin_moin", "dodo"}}},
		{"pairs", "make the coleslaw hot", args{"heat": said([]any{args{"name": "coleslaw", "value": "hot"}}, "coleslaw hot")}, "run", args{"heat": args{"coleslaw": "hot"}}},
		{"a period in its words", "fish from Friday to Sunday", args{"when": said("Fri-Sun", "Friday to Sunday")}, "run", args{"when": "Friday to Sunday"}},
		{"a name of the data", "fish at the window", args{"table": said("window", "window")}, "run", args{"table": "Window"}},
		{"a heading as it is written", "the moin moin too", args{"extra": said("Moin moin", "moin moin")}, "run", args{"extra": "moin_moin"}},
		{"free words", "fish, no onions please", args{"note": said("No onions", "no onions")}, "run", args{"note": "no onions"}},
		{"true", "fish to go", args{"takeaway": said(true, "to go")}, "run", args{"takeaway": true}},
		{"by place among others", "the second one, five portions", args{"dish": said("rice", "the second one"), "portions": said(5, "five")}, "run", args{"dish": "soup", "portions": 5}},
		{"memory", "as before but for 6", args{"dish": from("memory", "soup", "as before"), "sides": from("memory", []string{"dodo"}, "as before"), "portions": said(6, "6")}, "run", args{"dish": "soup", "sides": []any{"dodo"}, "portions": 6}},
		{"the recommended one", "what you recommend", args{"dish": from("memory", "fish", "what you recommend")}, "run", args{"dish": "fish"}},
		{"mere agreement to another", "yes please", args{"dish": said("rice", "yes please")}, "ask", args{"dish": "rice"}},
		{"mere agreement to the recommended", "yes please", args{"dish": said("fish", "yes please")}, "run", args{"dish": "fish"}},
		{"a denied value", "not fish", args{"dish": said("fish", "fish")}, "ask", args{"dish": "fish"}},
		{"denied once, named once", "not fish? no, fish it is", args{"dish": said("fish", "fish")}, "run", args{"dish": "fish"}},
		{"a denied one before another", "not fish, soup", args{"dish": said("soup", "soup")}, "run", args{"dish": "soup"}},
		{"no value for what was asked", "hm, soup or rice", args{"dish": nil}, "ask", args{}},
		{"an empty value", "hm, soup or rice", args{"dish": said(nil, "soup or rice")}, "ask", args{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := llmtest.New(choice(c.model))
			got, err := reader(t, server, prompted.Options{}).Interpret(t.Context(), seated(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if got.Outcome != c.outcome || got.MatchedBy != choiceinterp.ByLLM || got.Tool != "take_order" {
				t.Errorf("got %+v, want outcome %s", got, c.outcome)
			}
			if diff := cmp.Diff(plain(t, c.want), plain(t, got.Args)); diff != "" {
				t.Errorf("arguments (-want +got):\n%s", diff)
			}
			if got.Outcome == choiceinterp.OutcomeAsk && (got.Clarifier == nil || got.Confidence >= 0.7) {
				t.Errorf("asks with %+v at %g", got.Clarifier, got.Confidence)
			}
			if err := restaurant.CheckPartial(got.Args); err != nil {
				t.Error(err)
			}
			for name := range got.Args {
				if origin := got.Provenance[name]; origin.Quote == "" || !strings.Contains(c.text, origin.Quote) {
					t.Errorf("%s comes from %+v", name, origin)
				}
			}
			if n := len(server.Requests()); n != 1 {
				t.Errorf("%d requests", n)
			}
		})
	}
}

// Claims that do not stand up go back once, with the reason, and then are an error.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name, text string
		model      args
		because    string
	}{
		{"a wrong enumeration", "the pizza", args{"dish": said("pizza", "pizza")}, "none of soup, rice, fish, all"},
		{"an invented quote", "something nice", args{"dish": said("rice", "jollof rice")}, "does not stand in the text"},
		{"a part of a word", "call me later", args{"dish": said("all", "all")}, "does not stand in the text"},
		{"no quote", "the fish", args{"dish": said("fish", "")}, "does not stand in the text"},
		{"no claim", "the fish", args{"dish": "fish"}, "must be null or"},
		{"an extra argument", "the fish", args{"wine": said("red", "fish")}, `no argument "wine"`},
		{"another number", "fish for 20", args{"portions": said(200, "20")}, "read as 20, not as 200"},
		{"arithmetic", "4 fish and 3 soups", args{"portions": said(7, "4 fish and 3 soups")}, "read as 4 and 3, not as 7"},
		{"a number without words", "plenty of fish", args{"portions": said(50, "plenty")}, "no number that fits"},
		{"a length", "fish 300 metres away", args{"portions": said(300, "300 metres")}, "no number that fits"},
		{"a percentage of what is none", "fish for 20%", args{"portions": said(20, "20%")}, "no number that fits"},
		{"out of bounds", "fish for 900", args{"portions": said(900, "900")}, "must be <= 500"},
		{"half a portion", "fish for 2.5", args{"portions": said(2.5, "2.5")}, "whole number"},
		{"true for a number", "fish for 3", args{"portions": said(true, "fish")}, "no number that fits"},
		{"a number for text", "fish at 3", args{"table": said(3, "3")}, "must be text"},
		{"an unknown name", "with fries", args{"sides": said([]string{"fries"}, "fries")}, "none of the columns"},
		{"an unknown table", "at the bar", args{"table": said("bar", "bar")}, "none of the states"},
		{"pairs of nothing", "make it hot", args{"heat": said([]any{args{"name": "fries", "value": "hot"}}, "hot")}, "no name of the data"},
		{"its own words", "fish", args{"note": said("well done, with care", "fish")}, "not what the text says"},
		{"what memory does not hold", "as before", args{"dish": from("memory", "rice", "as before"), "tip": from("memory", 10, "as before")}, "memory holds no such value"},
		{"an earlier value that nobody asked for", "the jollof please", args{"dish": said("rice", "jollof"), "sides": from("memory", []string{"dodo"}, "jollof please")}, "point at nothing earlier"},
		{"a place outside the list", "the ninth", args{"dish": said("rice", "the ninth")}, "no option"},
		{"a place for what was not asked", "fish, the third", args{"when": said("third", "the third")}, "not about this argument"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := llmtest.New(choice(c.model))
			req := seated(c.text)
			delete(req.Memory.Last, "portions")
			_, err := reader(t, server, prompted.Options{}).Interpret(t.Context(), req)
			var unusable *prompted.Unusable
			if !errors.As(err, &unusable) || !strings.Contains(err.Error(), c.because) {
				t.Fatalf("error %v, want %q", err, c.because)
			}
			requests := server.Requests()
			if len(requests) != 2 || !strings.Contains(requests[1].Last(), c.because) {
				t.Errorf("%d requests, the last: %s", len(requests), requests[len(requests)-1].Last())
			}
		})
	}
}

// The ladder of 3.3: repair, one correction, then an error for the net to take over.
func TestLadder(t *testing.T) {
	answer := func(kind string, confidence any) map[string]any {
		return map[string]any{"tool": "take_order", "args": args{"dish": said("rice", "jollof"), "tip": nil}, "confidence": confidence, "reason": "says so", "kind": kind}
	}
	good, bad := llmtest.JSON(answer("choice", 0.9)), choice(args{"dish": said("pasta", "jollof")})
	for _, c := range []struct {
		name    string
		steps   []llmtest.Step
		outcome choiceinterp.Outcome // "" an error
		calls   int
	}{
		{"prose around JSON", []llmtest.Step{llmtest.Prose(answer("choice", 0.9))}, "run", 1},
		{"a trailing comma and NaN", []llmtest.Step{llmtest.Say(`{"tool":"take_order","args":{"dish":{"value":"rice","quote":"jollof","source":"said"},},"confidence":NaN,"reason":"","kind":"choice"}`)}, "ask", 1},
		{"an alias of the tool", []llmtest.Step{llmtest.Say(`{"tool":"order","args":{},"confidence":0.9,"reason":"","kind":"none"}`)}, "reject", 1},
		{"no confidence", []llmtest.Step{llmtest.Say(`{"tool":"take_order","args":{"dish":{"value":"rice","quote":"jollof"}},"kind":"choice"}`)}, "ask", 1},
		{"confidence out of range", []llmtest.Step{llmtest.JSON(answer("choice", 90))}, "ask", 1},
		{"confidence in words", []llmtest.Step{llmtest.JSON(answer("choice", "high"))}, "ask", 1},
		{"confidence as text", []llmtest.Step{llmtest.JSON(answer("choice", "0.8"))}, "run", 1},
		{"middling confidence", []llmtest.Step{llmtest.JSON(answer("choice", 0.69))}, "ask", 1},
		{"a question", []llmtest.Step{llmtest.JSON(answer("question", 0.9))}, "question", 1},
		{"nothing", []llmtest.Step{llmtest.JSON(answer("none", 0.9))}, "reject", 1},
		{"corrects itself", []llmtest.Step{bad, good}, "run", 2},
		{"another tool, then this one", []llmtest.Step{llmtest.Say(`{"tool":"pay","args":{},"confidence":1,"reason":"","kind":"choice"}`), good}, "run", 2},
		{"text, then JSON", []llmtest.Step{llmtest.Say("The jollof."), good}, "run", 2},
		{"another form, then this", []llmtest.Step{llmtest.Say(`{"args":[1],"kind":{}}`), good}, "run", 2},
		{"another kind, then this", []llmtest.Step{llmtest.JSON(answer("order", 1)), good}, "run", 2},
		{"wrong twice", []llmtest.Step{bad, bad, good}, "", 2},
		{"text twice", []llmtest.Step{llmtest.Say("{"), llmtest.Say("I cannot."), good}, "", 2},
		{"wrong, then down", []llmtest.Step{bad, llmtest.Fail(401, "no")}, "", 2},
		{"cut off", []llmtest.Step{llmtest.Truncated(`{"tool":"take_order","args":{},"confidence":1,"reason":"","kind":"choice"}`), good}, "", 1},
		{"empty", []llmtest.Step{llmtest.Empty(), good}, "", 1},
		{"declined", []llmtest.Step{llmtest.Declined("no"), good}, "", 1},
		{"garbage", []llmtest.Step{llmtest.Garbage(), good}, "", 1},
		{"busy, then ready", []llmtest.Step{llmtest.Busy("1"), good}, "run", 2},
		{"failing", []llmtest.Step{llmtest.Fail(500, "oops "+key)}, "", 3},
		{"hanging", []llmtest.Step{llmtest.Hang()}, "", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server := llmtest.New(c.steps...)
				got, err := reader(t, server, prompted.Options{InterpretTimeout: 4 * time.Second}).Interpret(t.Context(), seated("the jollof please"))
				if got.Outcome != c.outcome || (err != nil) != (c.outcome == "") {
					t.Errorf("got %+v, %v", got, err)
				}
				if n := len(server.Requests()); n != c.calls {
					t.Errorf("%d calls, want %d", n, c.calls)
				}
				if err != nil && strings.Contains(err.Error(), key) {
					t.Errorf("the key is in %v", err)
				}
				if c.outcome == "question" || c.outcome == "reject" {
					if len(got.Args) > 0 {
						t.Errorf("arguments %v", got.Args)
					}
				}
			})
		})
	}
}

func TestDownIsOneShortDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := reader(t, llmtest.New(llmtest.Hang()), prompted.Options{InterpretTimeout: time.Second})
		for turn, most := range []time.Duration{time.Second, 0, 0} {
			started := time.Now()
			_, err := r.Interpret(t.Context(), seated("the jollof please"))
			if took := time.Since(started); !errors.Is(err, llm.ErrUnavailable) || took > most {
				t.Errorf("turn %d: %v after %s", turn, err, took)
			}
		}
	})
}

// An option in view that is marked as recommended needs no memory.
func TestRecommendedInView(t *testing.T) {
	req := seated("whatever you recommend")
	req.Memory = choiceinterp.Memory{}
	r := reader(t, llmtest.New(choice(args{"dish": from("memory", "fish", "you recommend")})), prompted.Options{})
	if got, err := r.Interpret(t.Context(), req); err != nil || got.Args["dish"] != "fish" || got.Option != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

// A number made of an earlier one is no model's to work out, whether it says that
// it is one or brings a number that nobody said.
func TestChangesAreLeftToCode(t *testing.T) {
	for text, claimed := range map[string]args{
		"double it":       {"portions": from("change", nil, "double it")},
		"two more please": {"portions": said(6, "two more")},
		"half of that":    {"portions": said(2, "half of that")},
	} {
		server := llmtest.New(choice(claimed))
		if got, err := reader(t, server, prompted.Options{}).Interpret(t.Context(), seated(text)); !errors.Is(err, prompted.ErrChange) || len(got.Args) > 0 {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
		if n := len(server.Requests()); n != 1 {
			t.Errorf("%s: %d requests", text, n)
		}
	}
}

// [3.1]: a tool that only reads drops an argument that it does not know.
func TestReadersDropExtraArguments(t *testing.T) {
	answer := map[string]any{"tool": "read_menu", "args": args{"wine": said("red", "red"), "dish": said("fish", "fish")}, "confidence": 1, "kind": "choice"}
	req := seated("fish with red")
	req.Tool = menu
	got, err := reader(t, llmtest.New(llmtest.JSON(answer)), prompted.Options{}).Interpret(t.Context(), req)
	if err != nil || !cmp.Equal(got.Args, args{"dish": "fish"}) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestGoAheadWithNothingOpen(t *testing.T) {
	req := choiceinterp.Request{Text: "go ahead", Tool: restaurant}
	got, err := reader(t, llmtest.New(choice(nil)), prompted.Options{}).Interpret(t.Context(), req)
	if err != nil || got.Outcome != choiceinterp.OutcomeRun || len(got.Args) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

// "one" is a word of agreement and a number.
func TestOneIsANumber(t *testing.T) {
	req := choiceinterp.Request{Text: "one for each of us", Tool: restaurant}
	got, err := reader(t, llmtest.New(choice(args{"portions": said(1, "one")})), prompted.Options{}).Interpret(t.Context(), req)
	if err != nil || got.Outcome != choiceinterp.OutcomeRun || got.Args["portions"] != int64(1) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestClarifierShowsWhatWasUnderstoodFirst(t *testing.T) {
	got, err := reader(t, llmtest.New(choice(args{"dish": said("fish", "fish")})), prompted.Options{}).Interpret(t.Context(), seated("not fish"))
	if err != nil || got.Clarifier == nil {
		t.Fatal(got, err)
	}
	says := []string{}
	for _, chip := range got.Clarifier.Chips {
		says = append(says, chip.Say)
	}
	if diff := cmp.Diff([]string{"fish", "soup", "rice", "all"}, says); diff != "" || got.Clarifier.Question != "Which dish do you mean?" {
		t.Errorf("%+v\n%s", got.Clarifier, diff)
	}
}

func TestWithoutModel(t *testing.T) {
	r := prompted.New(nil, prompted.Options{})
	if _, err := r.Interpret(t.Context(), seated("the jollof")); !errors.Is(err, llm.ErrUnavailable) {
		t.Error(err)
	}
	if _, err := r.Translate(t.Context(), "daily at nine", reminder, time.Time{}); !errors.Is(err, llm.ErrUnavailable) {
		t.Error(err)
	}
}

func TestWithoutTool(t *testing.T) {
	if _, err := reader(t, http.DefaultTransport, prompted.Options{}).Interpret(t.Context(), choiceinterp.Request{Text: "x"}); err == nil {
		t.Error("no error")
	}
}
