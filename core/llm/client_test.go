package llm_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
)

const key = "key-of-the-test-4711"

var schema = json.RawMessage(`{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"],"additionalProperties":false}`)

var one = []llm.Backend{{Name: "one", BaseURL: "http://model.test", Model: "m", APIKey: llm.NewSecret(key)}}

func client(t *testing.T, transport http.RoundTripper) *llm.Client {
	t.Helper()
	return over(t, one, llm.Options{Transport: transport})
}

func over(t *testing.T, backends []llm.Backend, o llm.Options) *llm.Client {
	t.Helper()
	c, err := llm.New(backends, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func ask() llm.Request {
	return llm.Request{
		Messages: []llm.Message{{Role: llm.System, Content: "rules"}, {Role: llm.User, Content: "go with primary"}},
		Schema:   schema, MaxTokens: 50,
	}
}

func TestComplete(t *testing.T) {
	ok := llmtest.Say(`{"ok":true}`)
	tests := []struct {
		name  string
		steps []llmtest.Step
		want  error
		calls int
		took  time.Duration // at most
	}{
		{"answers", []llmtest.Step{ok}, nil, 1, 0},
		{"is slow but in time", []llmtest.Step{llmtest.After(time.Second, ok)}, nil, 1, time.Second},
		{"asks to wait", []llmtest.Step{llmtest.Busy("1"), ok}, nil, 2, 2 * time.Second},
		{"asks to wait too long", []llmtest.Step{llmtest.Busy("60"), ok}, llm.ErrUnavailable, 1, 0},
		{"fails once", []llmtest.Step{llmtest.Fail(500, "oops"), ok}, nil, 2, time.Second},
		{"breaks off once", []llmtest.Step{llmtest.Break(), ok}, nil, 2, time.Second},
		{"fails on", []llmtest.Step{llmtest.Fail(503, "oops")}, llm.ErrUnavailable, 3, 2 * time.Second},
		{"rejects the key", []llmtest.Step{llmtest.Fail(401, "bad key "+key)}, llm.ErrUnavailable, 1, 0},
		{"says garbage", []llmtest.Step{llmtest.Garbage()}, llm.ErrUnavailable, 1, 0},
		{"says nothing", []llmtest.Step{llmtest.Empty()}, llm.ErrEmpty, 1, 0},
		{"is cut off", []llmtest.Step{llmtest.Truncated(`{"ok":`)}, llm.ErrTruncated, 1, 0},
		{"declines", []llmtest.Step{llmtest.Declined("no")}, llm.ErrRefused, 1, 0},
		{"hangs", []llmtest.Step{llmtest.Hang()}, llm.ErrUnavailable, 1, llm.DefaultTimeout},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server := llmtest.New(test.steps...)
				started := time.Now()
				response, err := client(t, server).Complete(t.Context(), llm.RoleInterpreter, ask())
				if !errors.Is(err, test.want) {
					t.Fatalf("error %v, want %v", err, test.want)
				}
				if got := len(server.Requests()); got != test.calls {
					t.Errorf("%d calls, want %d", got, test.calls)
				}
				if took := time.Since(started); took > test.took {
					t.Errorf("took %s", took)
				}
				if err == nil && response.Text != `{"ok":true}` || err != nil && response.Text != "" {
					t.Errorf("text %q", response.Text)
				}
				if err != nil && strings.Contains(err.Error(), key) {
					t.Errorf("the key is in the error: %v", err)
				}
			})
		})
	}
}

// A model that is down costs one deadline; it comes back without anyone waiting.
func TestDownCostsOneDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		down := true
		server := llmtest.Play(func(int, llmtest.Request) llmtest.Step {
			if down {
				return llmtest.Hang()
			}
			return llmtest.Say("ok")
		})
		c := client(t, server)
		for turn := range 10 {
			started := time.Now()
			if _, err := c.Complete(t.Context(), llm.RoleInterpreter, ask()); !errors.Is(err, llm.ErrUnavailable) {
				t.Fatal(err)
			}
			if took := time.Since(started); turn > 0 && took != 0 {
				t.Errorf("turn %d waited %s", turn, took)
			}
			time.Sleep(20 * time.Second)
			synctest.Wait()
		}
		down = false
		c.Available(llm.RoleInterpreter)
		time.Sleep(time.Minute)
		c.Available(llm.RoleInterpreter)
		synctest.Wait()
		if _, err := c.Complete(t.Context(), llm.RoleInterpreter, ask()); err != nil {
			t.Errorf("did not come back: %v", err)
		}
	})
}

// A model that is there and too slow looks healthy after each rest. It costs ever
// fewer deadlines, and is used again at once when it is quick.
func TestTooSlowCostsEverFewerDeadlines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		quick := false
		server := llmtest.Play(func(_ int, r llmtest.Request) llmtest.Step {
			if quick || strings.Contains(r.Last(), "answer with the word ok") {
				return llmtest.Say("ok")
			}
			return llmtest.Hang()
		})
		c := client(t, server)
		waits := 0
		turn := func() error {
			started := time.Now()
			_, err := c.Complete(t.Context(), llm.RoleInterpreter, ask())
			if time.Since(started) > 0 {
				waits++
			}
			time.Sleep(5 * time.Second)
			synctest.Wait()
			return err
		}
		for range 360 { // half an hour
			if err := turn(); !errors.Is(err, llm.ErrUnavailable) {
				t.Fatal(err)
			}
		}
		if waits > 12 {
			t.Errorf("%d deadlines in half an hour", waits)
		}
		quick = true
		time.Sleep(5 * time.Minute)
		c.Available(llm.RoleInterpreter)
		synctest.Wait()
		if err := turn(); err != nil {
			t.Errorf("quick and not used: %v", err)
		}
	})
}

func TestRequestsAndDegradation(t *testing.T) {
	server := llmtest.New(llmtest.Say("ok")).Refuse(llmtest.Schema, llmtest.JSONObject)
	c := client(t, server)
	for range 2 {
		if _, err := c.Complete(t.Context(), llm.RoleInterpreter, ask()); err != nil {
			t.Fatal(err)
		}
	}
	if got := len(server.Probes()); got != 2 {
		t.Errorf("%d refused requests, want 2 in all", got)
	}
	last := server.Requests()[1]
	if !bytes.Contains(last.Body, []byte(`"temperature":0,`)) || last.Has("response_format") {
		t.Errorf("body %s", last.Body)
	}
	if last.Authorization != "Bearer "+key || !strings.Contains(last.Messages[0].Content, string(schema)) {
		t.Errorf("request %+v", last)
	}
}

// A recording holds what a replay needs and nothing that is secret or names a person.
func TestRecordAndReplay(t *testing.T) {
	const model = "/home/halima/models/tiny.gguf"
	backends := []llm.Backend{{
		Name: "lab", BaseURL: "http://gpu7.lab.example/llm/v1", Model: model, APIKey: llm.NewSecret(key), Roles: []string{llm.RoleAgent},
	}}
	var file bytes.Buffer
	recorder := llm.NewRecorder(&file, backends, llmtest.New(
		llmtest.Busy("0"), llmtest.Say("echo "+key+" of http://halima:pw@proxy.example/ in C:\\Users\\halima\\x"), llmtest.Fail(400, "no"), llmtest.Say("again"),
	))
	recorded := over(t, backends, llm.Options{Transport: recorder})
	var said []string
	say := func(c *llm.Client, request llm.Request) {
		response, err := c.Complete(t.Context(), llm.RoleAgent, request)
		said = append(said, fmt.Sprint(response.Text, " ", err))
	}
	other := ask()
	other.MaxTokens = 51
	for range 2 {
		say(recorded, ask())
		say(recorded, other)
	}
	if recorder.Err() != nil {
		t.Fatal(recorder.Err())
	}
	for _, secret := range []string{key, "halima", "gpu7", ":pw"} {
		if strings.Contains(file.String(), secret) {
			t.Errorf("the recording holds %s:\n%s", secret, &file)
		}
	}
	first := said
	said = nil
	replayer, err := llm.NewReplayer(&file)
	if err != nil {
		t.Fatal(err)
	}
	replayed := over(t, replayer.Backends(), llm.Options{Transport: replayer, Cooldown: llm.NoCooldown})
	for range 2 {
		say(replayed, ask())
		say(replayed, other)
	}
	first[0] = strings.ReplaceAll(strings.ReplaceAll(first[0], "halima:pw", "[secret]"), "halima", "[secret]")
	if diff := cmp.Diff(first, said); diff != "" {
		t.Errorf("(-recorded +replayed):\n%s", diff)
	}
	if _, err := replayed.Complete(t.Context(), llm.RoleAgent, other); !errors.Is(err, llm.ErrNotRecorded) || replayer.Missing() != 1 {
		t.Errorf("error %v, %d missing", err, replayer.Missing())
	}
}

func FuzzNewReplayer(f *testing.F) {
	f.Add(`{"backends":[{"base_url":"http://recording/v1","model":"m"}]}` + "\n" + `{"hash":"ab","request":"{}","status":200,"response":"{}"}`)
	f.Add(`{"backends":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		replayer, err := llm.NewReplayer(strings.NewReader(text))
		if err != nil {
			return
		}
		c, err := llm.New(replayer.Backends(), llm.Options{Transport: replayer, Cooldown: llm.NoCooldown})
		if err != nil {
			return
		}
		defer c.Close()
		if response, err := c.Complete(t.Context(), llm.RoleDefault, ask()); err == nil {
			t.Errorf("answers %q to what was never asked", response.Text)
		}
	})
}

// Only what looks like a key is masked: columns of health data begin like keys.
func TestErrorsMaskKeysAlone(t *testing.T) {
	for text, want := range map[string]string{
		"Incorrect API key provided: sk-proj-Ab12********wxyz.":  "Incorrect API key provided: [secret].",
		"Authorization: Bearer abc.def-ghi rejected":             "Authorization: [secret] rejected",
		"token hf_AbCdEfGhIjKlMnOpQrStUvWxYz012345 expired":      "token [secret] expired",
		"bad column hf_name, pk_ward_code, api_version, sk_id":   "bad column hf_name, pk_ward_code, api_version, sk_id",
		"no route from https://ada:pw@proxy:3128":                "no route from https://[secret]@proxy:3128",
		"cannot load /home/ada/m.gguf or C:\\Users\\ada\\m.gguf": "cannot load /home/[secret]/m.gguf or C:\\Users\\[secret]\\m.gguf",
	} {
		_, err := client(t, llmtest.New(llmtest.Fail(400, text))).Complete(t.Context(), llm.RoleAgent, ask())
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestNoRecording(t *testing.T) {
	for _, text := range []string{"", "{}", "[]", "{\"backends\":[]}\n", "{\"backends\":[{\"model\":\"m\"}]}\nnonsense"} {
		if _, err := llm.NewReplayer(strings.NewReader(text)); err == nil {
			t.Errorf("%q is taken for a recording", text)
		}
	}
}

func TestProbe(t *testing.T) {
	c := client(t, llmtest.New().Capable().Refuse(llmtest.Schema, llmtest.Tools))
	c.Probe(context.Background())
	got, _ := c.Capabilities(llm.RoleAgent)
	if want := (llm.Capabilities{Format: llm.FormatObject, Logprobs: true, Probed: true}); got != want {
		t.Errorf("got %+v", got)
	}
}

// A model that loads slowly has its time at the start, and nobody waits longer.
func TestProbeHasItsOwnDeadline(t *testing.T) {
	for patience, known := range map[time.Duration]bool{20 * time.Second: true, 2 * time.Second: false} {
		synctest.Test(t, func(t *testing.T) {
			loading := true
			server := llmtest.Play(func(_ int, r llmtest.Request) llmtest.Step {
				step := llmtest.Say(`{"ok":true}`)
				if len(r.Tools) > 0 {
					step = llmtest.Calls(r.Tools[0], map[string]bool{"ok": true})
				}
				if loading {
					loading = false
					return llmtest.After(10*time.Second, step)
				}
				return step
			})
			c := over(t, one, llm.Options{Transport: server, ProbeTimeout: patience})
			started := time.Now()
			c.Probe(t.Context())
			got, awake := c.Capabilities(llm.RoleAgent)
			if took := time.Since(started); took != min(patience, 10*time.Second) || awake != known || got.Probed != known {
				t.Errorf("with %s: %+v after %s", patience, got, took)
			}
		})
	}
}

func TestSecretIsNeverPrinted(t *testing.T) {
	backend := llm.Backend{APIKey: llm.NewSecret(key)}
	raw, _ := json.Marshal(backend)
	for _, text := range []string{fmt.Sprintf("%v %+v %#v %q %x", backend, backend, backend, backend.APIKey, backend.APIKey), string(raw)} {
		if strings.Contains(text, key) || strings.Contains(text, fmt.Sprintf("%x", key)) {
			t.Errorf("printed: %s", text)
		}
	}
}
