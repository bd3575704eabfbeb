// Package eval measures an interpreter against test lines: what was said, in
// which situation, and what is meant by it.
package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// A Case is one test line.
type Case struct {
	ID      string                `json:"id"`
	Tool    string                `json:"tool"`
	Asked   string                `json:"asked,omitempty"`
	Visible []choiceinterp.Option `json:"-"`
	Memory  choiceinterp.Memory   `json:"-"`
	Context choiceinterp.Context  `json:"-"`
	Text    string                `json:"text"`
	Expect  Expect                `json:"expect"`
}

// Expect is what the message means.
type Expect struct {
	Outcome choiceinterp.Outcome `json:"outcome"`
	Args    map[string]any       `json:"args"`
}

// Read reads test lines. It is liberal in their form: visible options may be
// texts or objects, memory may be the last arguments alone, columns may be names
// or objects.
func Read(r io.Reader) ([]Case, error) {
	var cases []Case
	scanner := bufio.NewScanner(r)
	scanner.Buffer(make([]byte, 64<<10), 8<<20)
	for line := 1; scanner.Scan(); line++ {
		if len(bytes.TrimSpace(scanner.Bytes())) == 0 {
			continue
		}
		c, err := parse(scanner.Bytes())
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		cases = append(cases, c)
	}
	return cases, scanner.Err()
}

func parse(line []byte) (Case, error) {
	var raw struct {
		Case
		Visible json.RawMessage `json:"visible"`
		Memory  json.RawMessage `json:"memory"`
		Context json.RawMessage `json:"context"`
	}
	if err := json.Unmarshal(line, &raw); err != nil {
		return Case{}, err
	}
	c := raw.Case
	var err error
	if c.Visible, err = ParseVisible(raw.Visible); err != nil {
		return c, fmt.Errorf("visible: %w", err)
	}
	if c.Memory, err = ParseMemory(raw.Memory); err != nil {
		return c, fmt.Errorf("memory: %w", err)
	}
	if c.Context, err = ParseContext(raw.Context); err != nil {
		return c, fmt.Errorf("context: %w", err)
	}
	return c, nil
}

// ParseVisible reads options written as texts, values or {label, value}.
func ParseVisible(raw json.RawMessage) ([]choiceinterp.Option, error) {
	if isNothing(raw) {
		return nil, nil
	}
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, err
	}
	options := make([]choiceinterp.Option, len(items))
	for i, item := range items {
		var value any
		if err := json.Unmarshal(item, &value); err != nil {
			return nil, err
		}
		switch v := value.(type) {
		case string:
			options[i].Label = v
		case map[string]any:
			if err := json.Unmarshal(item, &options[i]); err != nil {
				return nil, err
			}
		default:
			options[i] = choiceinterp.Option{Label: string(item), Value: v}
		}
	}
	return options, nil
}

// ParseMemory reads {last, previous, recommended}, or the last arguments alone.
func ParseMemory(raw json.RawMessage) (choiceinterp.Memory, error) {
	var memory choiceinterp.Memory
	if isNothing(raw) {
		return memory, nil
	}
	var flat map[string]any
	if err := json.Unmarshal(raw, &flat); err != nil {
		return memory, err
	}
	for _, key := range []string{"last", "previous", "recommended"} {
		if _, nested := flat[key].(map[string]any); nested {
			return memory, json.Unmarshal(raw, &memory)
		}
	}
	if len(flat) > 0 {
		memory.Last = flat
	}
	return memory, nil
}

// ParseContext reads the session's vocabulary; columns may be names or {name,
// aliases}.
func ParseContext(raw json.RawMessage) (choiceinterp.Context, error) {
	var c choiceinterp.Context
	if isNothing(raw) {
		return c, nil
	}
	var loose struct {
		choiceinterp.Context
		Columns []json.RawMessage `json:"columns"`
	}
	if err := json.Unmarshal(raw, &loose); err != nil {
		return c, err
	}
	c = loose.Context
	c.Columns = nil
	for _, item := range loose.Columns {
		var column choiceinterp.Column
		if err := json.Unmarshal(item, &column.Name); err != nil {
			if err := json.Unmarshal(item, &column); err != nil {
				return c, err
			}
		}
		c.Columns = append(c.Columns, column)
	}
	return c, nil
}

func isNothing(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// Request is the case as the interpreter gets it.
func (c *Case) Request(tool *schemaregistry.Tool) choiceinterp.Request {
	return choiceinterp.Request{
		Text: c.Text, Tool: tool, Asked: c.Asked, Visible: c.Visible, Memory: c.Memory, Context: c.Context,
	}
}

// sameArgs compares arguments as JSON: 5 and 5.0 are equal, so are nil and {}.
func sameArgs(want, got map[string]any) bool {
	return reflect.DeepEqual(plain(want), plain(got))
}

func plain(args map[string]any) map[string]any {
	out := map[string]any{}
	raw, err := json.Marshal(args)
	if err == nil && len(args) > 0 {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		return map[string]any{"not JSON": err.Error()}
	}
	return out
}
