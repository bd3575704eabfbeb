package llm_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/llm"
)

func TestRecoverObject(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"bare", `{"a":1}`, `{"a":1}`},
		{"in a fence", "```json\n{\"a\": 1}\n```", `{"a": 1}`},
		{"in prose", `Sure! {"a":{"b":[1]}} Anything else?`, `{"a":{"b":[1]}}`},
		{"behind a footnote", `See [1] and {not this}: {"a":1}`, `{"a":1}`},
		{"trailing commas", `{"a":[1,2, ],}`, `{"a":[1,2 ]}`},
		{"a raw line break", "{\"a\":\"x\ny\"}", `{"a":"x\ny"}`},
		{"braces in a string", `{"a":"} {"}`, `{"a":"} {"}`},
		{"an escaped quote", `{"a":"\"}"}`, `{"a":"\"}"}`},
		{"Python's literals", `{"a":True,"b":None,"c":NaN}`, `{"a":true,"b":null,"c":null}`},
		{"literals in a string", `{"a":"True, ]"}`, `{"a":"True, ]"}`},
		{"cut off", `{"a":{"b":1}`, ""},
		{"cut off in a string", `{"a":"b`, ""},
		{"an array", `[1,2]`, ""},
		{"nothing", "", ""},
		{"prose", "I would go with primary.", ""},
		{"endless", strings.Repeat("{", 1<<20), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := llm.RecoverObject(c.text)
			if string(got) != c.want || (err != nil) != (c.want == "") {
				t.Errorf("got %s, %v; want %s", got, err, c.want)
			}
			if err != nil && !errors.Is(err, llm.ErrNoJSON) {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestRecoverCalls(t *testing.T) {
	for text, want := range map[string]string{
		"```\n[{\"a\":1}, {\"a\":2},]\n```": `[{"a":1}, {"a":2}]`,
		`As said in [1]: {"a":1}`:           `{"a":1}`,
		`["a"]`:                             "",
		`[{"a":1}, {"a":`:                   "",
	} {
		if got, _ := llm.RecoverCalls(text); string(got) != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func FuzzRecover(f *testing.F) {
	f.Add("```json\n{\"a\":[1,],\"b\":\"x\ny\"}\n```")
	f.Add(`[{"a":True}]`)
	f.Fuzz(func(t *testing.T, text string) {
		if got, err := llm.RecoverCalls(text); err == nil && !json.Valid(got) {
			t.Errorf("%q is no JSON", got)
		}
	})
}
