package router

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// Limits of what a model is told of the session.
const (
	toldColumns = 40
	toldRows    = 6
	toldName    = 60  // bytes; a longer name is no name
	toldReply   = 500 // bytes
	toldRow     = 150 // bytes
	toldTurns   = 3   // of which the last table is looked for
)

// facts tell a model where the session stands, as JSON: results, what was shown
// last, files and columns, and what the tools say of the matter.
func (t *turn) facts(text string) (string, error) {
	type result struct {
		Args     map[string]any `json:"args,omitempty"`
		Outdated bool           `json:"outdated,omitempty"`
	}
	var facts struct {
		Results map[string]result `json:"results"`
		Reply   string            `json:"last_reply,omitempty"`
		Rows    []string          `json:"last_table,omitempty"`
		Method  string            `json:"method,omitempty"`
		Files   []string          `json:"files"`
		Columns []string          `json:"columns,omitempty"`
	}
	state := t.registryState()
	facts.Results = map[string]result{}
	for _, kind := range slices.Sorted(maps.Keys(state.Evidence)) {
		facts.Results[kind] = result{state.Evidence[kind].Args, schemaregistry.IsStale(kind, state.Evidence, state.Dataset())}
	}
	var err error
	if facts.Reply, facts.Rows, err = t.lastShown(); err != nil {
		return "", err
	}
	if topic := t.topic(text, alikeQuestion); topic != nil {
		facts.Method = topic.Answer
	}
	for _, input := range t.state.Inputs {
		facts.Files = append(facts.Files, input.Name)
	}
	for _, column := range t.state.Vocabulary["columns"] {
		if len(column.Name) <= toldName && len(facts.Columns) < toldColumns {
			facts.Columns = append(facts.Columns, column.Name)
		}
	}
	raw, err := json.Marshal(facts)
	if err != nil {
		return "", fmt.Errorf("tell of the session: %w", err)
	}
	return string(raw), nil
}

// lastShown is what "this ward" and "that" point at: the words of the reply before,
// and the first rows of the table that was shown last.
func (t *turn) lastShown() (words string, rows []string, err error) {
	turns, err := t.Sessions.Turns(t.ctx, t.session.ID, max(0, t.session.Version-toldTurns), toldTurns)
	if err != nil {
		return "", nil, fmt.Errorf("read the last replies: %w", err)
	}
	for _, earlier := range turns {
		var reply Reply
		if err := json.Unmarshal(earlier.Reply, &reply); err != nil {
			return "", nil, fmt.Errorf("decode the last replies: %w", err)
		}
		words = shorten(reply.Answer, toldReply)
		if reply.Table != nil {
			rows = firstRows(reply.Table)
		}
	}
	return words, rows, nil
}

func firstRows(table *schemaregistry.Table) (rows []string) {
	for row := range min(table.Len(), toldRows) {
		var cells []string
		for i := range table.Columns {
			if value := table.Columns[i].Cell(row); value != "" {
				cells = append(cells, table.Columns[i].Name+"="+value)
			}
		}
		rows = append(rows, shorten(strings.Join(cells, ", "), toldRow))
	}
	return rows
}

// shorten cuts a text to so many bytes, between characters.
func shorten(text string, most int) string {
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}
