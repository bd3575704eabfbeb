package flags_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/chatmrpt/chatmrpt/flags"
)

const half = `{"choice_resolver": {"variations": {"canary": true, "control": false}, "defaultRule": {"percentage": {"canary": 50, "control": 50}}}}`

// everybody is a file that gives all one value of a flag.
func everybody(flag string, value any) string {
	return fmt.Sprintf(`{%q: {"variations": {"all": %v}, "defaultRule": {"variation": "all"}}}`, flag, value)
}

// open is a source over a file with this content, "" no file, and this environment.
func open(t *testing.T, content string, env map[string]string) (s *flags.Source, file string, told *[]error) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "flags.json")
	if content != "" {
		write(t, file, content)
	}
	told = new([]error)
	s, err := flags.Open(flags.Options{File: file, Env: func(name string) (string, bool) {
		value, set := env[name]
		return value, set
	}, OnError: func(err error) { *told = append(*told, err) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, file, told
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// [3.12], [004-C3]: the names and defaults are a contract.
func TestDefaults(t *testing.T) {
	want := map[string]any{
		"choice_resolver": true, "choice_fastpath": true, "intent_router": true, "strict_gates": true, "nl_translation": false,
		"analyze_timeout_ms": int64(25000), "router_obs": true, "log_text": false,
	}
	s, _, _ := open(t, "", nil)
	for name, set := range map[string]flags.Set{"nobody's": (*flags.Source)(nil).For("amina"), "of nothing": s.For("amina"), "declared": flags.Defaults()} {
		if diff := cmp.Diff(want, set.Snapshot); diff != "" || set.Arm != "" {
			t.Errorf("%s, arm %q (-want +got):\n%s", name, set.Arm, diff)
		}
		if !set.ChoiceResolver || !set.ChoiceFastPath || !set.IntentRouter || !set.StrictGates || set.NLTranslation ||
			set.AnalyzeTimeout().Seconds() != 25 || !set.RouterObs || set.LogText {
			t.Errorf("%s: %+v", name, set)
		}
	}
	for _, f := range flags.Table() {
		if f.Help == "" || f.Effect == "" {
			t.Errorf("%s is not explained", f.Name)
		}
	}
}

// [004-19]: the environment decides first, then the file, then the default.
func TestPrecedence(t *testing.T) {
	for _, c := range []struct {
		name, file, flag, env string
		want                  any
		origin                flags.Origin
	}{
		{"nothing said", "", "choice_resolver", "", true, flags.FromDefault},
		{"the file says nothing of it", everybody("log_text", true), "choice_resolver", "", true, flags.FromDefault},
		{"the file", everybody("choice_resolver", false), "choice_resolver", "", false, flags.FromFile},
		{"the environment", "", "choice_resolver", "0", false, flags.FromEnvironment},
		{"both", everybody("choice_resolver", false), "choice_resolver", "1", true, flags.FromEnvironment},
		{"in words", "", "log_text", "yes", true, flags.FromEnvironment},
		{"in capitals", "", "log_text", "TRUE", true, flags.FromEnvironment},
		{"a number", everybody("analyze_timeout_ms", 9000), "analyze_timeout_ms", "", int64(9000), flags.FromFile},
		{"another number", everybody("analyze_timeout_ms", 9000), "analyze_timeout_ms", "1500", int64(1500), flags.FromEnvironment},
		{"a disabled entry", strings.Replace(half, `{"variations`, `{"disable": true, "variations`, 1), "choice_resolver", "", true, flags.FromDefault},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := map[string]string{}
			if c.env != "" {
				env[flags.Env(c.flag)] = c.env
			}
			s, _, _ := open(t, c.file, env)
			for _, state := range s.List("amina") {
				if state.Name == c.flag && (state.Value != c.want || state.Origin != c.origin) {
					t.Errorf("%v from %s", state.Value, state.Origin)
				}
			}
			if got := s.For("amina").Snapshot[c.flag]; got != c.want {
				t.Errorf("in the snapshot: %v", got)
			}
		})
	}
}

// Whoever is in a share stays in it, in every process, and the shares are as large
// as the file wants them.
func TestSharesAreSticky(t *testing.T) {
	first, _, _ := open(t, half, nil)
	second, _, _ := open(t, half, nil)
	const users = 4000
	on := 0
	for i := range users {
		user := fmt.Sprintf("analyst %d", i)
		set, again := first.For(user), second.For(user)
		if diff := cmp.Diff(set, again); diff != "" {
			t.Fatalf("%s changes arms: %s", user, diff)
		}
		arm := map[bool]string{true: "choice_resolver:canary", false: "choice_resolver:control"}[set.ChoiceResolver]
		if set.Arm != arm {
			t.Fatalf("%s has %v and is in %q", user, set.ChoiceResolver, set.Arm)
		}
		if set.ChoiceResolver {
			on++
		}
	}
	if share := float64(on) / users; math.Abs(share-0.5) > 4*math.Sqrt(0.25/users) {
		t.Errorf("a share of %.3f", share)
	}
}

// Growing a share moves nobody out of it.
func TestAGrowingShareKeepsItsUsers(t *testing.T) {
	share := func(percent int) string {
		return fmt.Sprintf(`{"intent_router": {"variations": {"old": true, "new": false}, "defaultRule": {"percentage": {"new": %d, "old": %d}}}}`, percent, 100-percent)
	}
	small, _, _ := open(t, share(5), nil)
	large, _, _ := open(t, share(30), nil)
	moved, inSmall := 0, 0
	for i := range 2000 {
		user := fmt.Sprint("u", i)
		if !small.For(user).IntentRouter {
			inSmall++
			if large.For(user).IntentRouter {
				moved++
			}
		}
	}
	if inSmall == 0 || moved > 0 {
		t.Errorf("%d of %d moved out", moved, inSmall)
	}
}

func TestUsersCanBeNamed(t *testing.T) {
	s, _, _ := open(t, `{"log_text": {"variations": {"on": true, "off": false},
		"targeting": [{"query": "key eq \"amina\"", "variation": "on"}], "defaultRule": {"variation": "off"}}}`, nil)
	if amina, bello := s.For("amina"), s.For("bello"); !amina.LogText || bello.LogText || amina.Arm != "log_text:on" || bello.Arm != "log_text:off" {
		t.Errorf("%+v\n%+v", amina, bello)
	}
}

// The file is read again when it has changed, however shortly after, and whether it
// is written over, replaced, removed or made.
func TestTheFileIsReadAgain(t *testing.T) {
	s, file, told := open(t, "", nil)
	expect := func(when string, want int64) {
		t.Helper()
		if got := s.For("amina").AnalyzeTimeoutMS; got != want {
			t.Errorf("%s: %d", when, got)
		}
	}
	expect("without a file", 25000)
	write(t, file, everybody("analyze_timeout_ms", 1000))
	expect("made", 1000)
	for i := range 20 {
		write(t, file, everybody("analyze_timeout_ms", 2000+i))
		expect("written over", int64(2000+i))
	}
	write(t, file+".new", everybody("analyze_timeout_ms", 3000))
	if err := os.Rename(file+".new", file); err != nil {
		t.Fatal(err)
	}
	expect("replaced", 3000)

	write(t, file, `{"analyze_timeout_ms": {"vari`)
	expect("half written", 3000)
	expect("still so", 3000)
	if len(*told) != 1 || !strings.Contains((*told)[0].Error(), "cannot be used") {
		t.Errorf("told %v", *told)
	}
	write(t, file, everybody("analyze_timeout_ms", 4000))
	expect("whole again", 4000)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	expect("removed", 25000)
}

func TestManyReadWhileTheFileChanges(t *testing.T) {
	s, file, _ := open(t, half, nil)
	var readers sync.WaitGroup
	for i := range 4 {
		readers.Go(func() {
			for range 50 {
				s.For(fmt.Sprint(i))
			}
		})
	}
	for i := range 20 {
		write(t, file, everybody("analyze_timeout_ms", 100+i))
	}
	readers.Wait()
	if got := s.For("amina").AnalyzeTimeoutMS; got != 119 {
		t.Errorf("got %d", got)
	}
}

func TestWhatCannotBeIsRefused(t *testing.T) {
	for _, c := range []struct {
		name, content, env, want string
	}{
		{"no JSON", `choice_resolver: on`, "", "no JSON object"},
		{"an unknown flag", everybody("choice_revolver", true), "", `there is no flag "choice_revolver"`},
		{"an unknown key", `{"log_text": {"variatons": {}}}`, "", "variatons"},
		{"another type", everybody("log_text", 3), "", "neither true nor false"},
		{"mixed types", `{"log_text": {"variations": {"a": true, "b": 3}, "defaultRule": {"variation": "a"}}}`, "", "same type"},
		{"no rule", `{"log_text": {"variations": {"a": true}}}`, "", "default rule"},
		{"no such variation", `{"log_text": {"variations": {"a": true}, "defaultRule": {"variation": "b"}}}`, "", "log_text"},
		{"a fraction", everybody("analyze_timeout_ms", 0.5), "", "no whole number"},
		{"no time at all", everybody("analyze_timeout_ms", 0), "", "from 1 to 600000"},
		{"too large", `{"log_text": "` + strings.Repeat("x", 300<<10) + `"}`, "", "larger than 256 kB"},
		{"a word", "", "maybe", "CHATMRPT_ANALYZE_TIMEOUT_MS"},
		{"a negative time", "", "-1", "no whole number"},
		{"no number", "", "NaN", "no whole number"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "flags.json")
			write(t, file, strings.TrimSpace(c.content+" ")+map[bool]string{true: "{}"}[c.content == ""])
			_, err := flags.Open(flags.Options{File: file, Env: func(name string) (string, bool) {
				return c.env, c.env != "" && name == "CHATMRPT_ANALYZE_TIMEOUT_MS"
			}})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v", err)
			}
		})
	}
}

// A rollout that begins on a date begins then, without a change of the file.
func TestARolloutByDate(t *testing.T) {
	s, _, _ := open(t, `{"log_text": {"trackEvents": false, "variations": {"on": true, "off": false}, "defaultRule": {"variation": "off"},
		"scheduledRollout": [{"date": "2000-01-01T00:01:00Z", "defaultRule": {"variation": "on"}}]}}`, nil)
	synctest.Test(t, func(t *testing.T) { // begins at midnight of that day
		if s.For("amina").LogText {
			t.Error("on before its date")
		}
		time.Sleep(2 * time.Minute)
		if !s.For("amina").LogText {
			t.Error("off after its date")
		}
	})
}

// However many users come, all get their own flags.
func TestMoreUsersThanAreHeld(t *testing.T) {
	s, _, _ := open(t, half, nil)
	first := map[int]bool{}
	for i := range 5000 {
		first[i] = s.For(fmt.Sprint(i)).ChoiceResolver
	}
	for i := range 5000 {
		if s.For(fmt.Sprint(i)).ChoiceResolver != first[i] {
			t.Fatalf("%d changed arms", i)
		}
	}
}

// Whatever stands in a file, it is refused or every flag has a value of its type.
func FuzzFile(f *testing.F) {
	f.Add(half)
	f.Add(everybody("analyze_timeout_ms", 5))
	f.Add(`{"log_text": {"variations": {"a": null}}}`)
	f.Add(`{"log_text": {"scheduledRollout": [{"date": "2020-01-01T00:00:00Z", "variations": {"a": 7}}], "variations": {"a": true}, "defaultRule": {"variation": "a"}}}`)
	f.Fuzz(func(t *testing.T, content string) {
		file := filepath.Join(t.TempDir(), "flags.json")
		write(t, file, content)
		s, err := flags.Open(flags.Options{File: file, Env: func(string) (string, bool) { return "", false }})
		if err != nil {
			return
		}
		defer s.Close()
		for _, state := range s.List("amina") {
			if fmt.Sprintf("%T", state.Value) != fmt.Sprintf("%T", state.Default) {
				t.Errorf("%s is a %T", state.Name, state.Value)
			}
		}
	})
}

// [004-22]: a rollout is ended by giving everybody one variation; the other flags
// stay as they are, and the reason stands in the file.
func TestHold(t *testing.T) {
	both := strings.TrimSuffix(half, "}") + "," + strings.TrimPrefix(everybody("analyze_timeout_ms", 7000), "{")
	s, file, _ := open(t, both, nil)
	if err := flags.Hold(file, "choice_resolver", "control", "p95 doubled"); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		set := s.For(rapid.String().Draw(t, "user"))
		if set.ChoiceResolver || set.AnalyzeTimeoutMS != 7000 || !strings.Contains(set.Arm, "choice_resolver:control") {
			t.Fatalf("%+v", set)
		}
	})
	raw, err := os.ReadFile(file)
	if err != nil || !json.Valid(raw) || !strings.Contains(string(raw), "p95 doubled") {
		t.Errorf("%v: %s", err, raw)
	}
	if entries, err := os.ReadDir(filepath.Dir(file)); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestHoldChangesNothingItDoesNotUnderstand(t *testing.T) {
	for _, c := range []struct{ flag, variation, content, want string }{
		{"log_text", "on", half, `nothing of a flag "log_text"`},
		{"choice_resolver", "slow", half, `no variation "slow"`},
		{"choice_resolver", "control", half[1:], "cannot be used"},
	} {
		file := filepath.Join(t.TempDir(), "flags.json")
		write(t, file, c.content)
		if err := flags.Hold(file, c.flag, c.variation, ""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
		if raw, err := os.ReadFile(file); err != nil || string(raw) != c.content {
			t.Errorf("%v, now %s", err, raw)
		}
	}
}

// A turn asks a few times what is in force.
func BenchmarkFor(b *testing.B) {
	file := filepath.Join(b.TempDir(), "flags.json")
	if err := os.WriteFile(file, []byte(half), 0o600); err != nil {
		b.Fatal(err)
	}
	yesterday := time.Now().Add(-24 * time.Hour)
	if err := os.Chtimes(file, yesterday, yesterday); err != nil {
		b.Fatal(err)
	}
	s, err := flags.Open(flags.Options{File: file, Env: func(string) (string, bool) { return "", false }})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for b.Loop() {
		s.For("amina")
	}
}
