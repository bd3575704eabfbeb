package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

type replayCommand struct {
	File string `arg:"" type:"existingfile" help:"Events, one JSON object a line: what chatmrpt telemetry events --json prints, or the log."`
	JSON bool   `name:"json" help:"Print one JSON object a message."`
}

// Help is the command's example.
func (replayCommand) Help() string {
	return "Messages are in events only where log_text is on. Example: chatmrpt telemetry events --json > events.jsonl; chatmrpt replay events.jsonl"
}

// A reading is what a message was understood to be.
type reading struct {
	Tool    string         `json:"tool"`
	Outcome string         `json:"outcome"`
	Args    map[string]any `json:"args"`
}

// A replayed message is one with what it was and what it would be today.
type replayed struct {
	Session string  `json:"session_id"`
	Turn    int64   `json:"turn"`
	Text    string  `json:"text"`
	Then    reading `json:"then"`
	Now     reading `json:"now"`
	Changed bool    `json:"changed"`
}

// Run reads recorded messages with today's interpreter and shows what would change.
func (c replayCommand) Run(ctx context.Context, s *settings, std streams) error {
	events, silent, err := readChoices(c.File)
	if err != nil {
		return err
	}
	registry, err := newRegistry(nil, schemaregistry.Options{Version: version})
	if err != nil {
		return err
	}
	log, err := newLogger(s, std)
	if err != nil {
		return err
	}
	models, err := openModels(ctx, s, log, nil)
	if err != nil {
		return err
	}
	interpreter, err := newInterpreter(s, models, log)
	if err != nil {
		return err
	}
	flagged, err := s.flagged(interpreter, log)
	if err != nil {
		return err
	}
	screen := newScreen(std, s.Color)
	bar := screen.working("Understanding")
	var messages []replayed
	for i := range events {
		if err := ctx.Err(); err != nil {
			bar.end()
			return err
		}
		message, err := replay(ctx, flagged, registry, &events[i])
		if err != nil {
			bar.end()
			return err
		}
		messages = append(messages, message)
		bar.progress("", i+1, len(events))
	}
	bar.end()
	return c.print(std, messages, silent)
}

// readChoices are the choices of a file whose words were kept, and the number of
// those whose words were not. Other lines are passed over.
func readChoices(path string) (events []telemetry.ChoiceEvent, silent int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, schemaregistry.Fail("unreadable_file", "%s cannot be read.", path).Because(err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, longestLine)
	for line := 1; scanner.Scan(); line++ {
		var kind struct {
			Type string `json:"type"`
		}
		if json.Unmarshal(scanner.Bytes(), &kind) != nil || kind.Type != telemetry.TypeChoice {
			continue
		}
		var e telemetry.ChoiceEvent
		if err := json.Unmarshal(scanner.Bytes(), &e); err != nil {
			return nil, 0, schemaregistry.Fail("bad_line", "Line %d of %s is no choice_event.", line, path).Because(err)
		}
		if strings.HasPrefix(e.UserText, telemetry.HashPrefix) {
			silent++
			continue
		}
		events = append(events, e)
	}
	if err := scanner.Err(); err != nil {
		return nil, 0, schemaregistry.Fail("unreadable_file", "%s cannot be read to its end.", path).Because(err)
	}
	return events, silent, nil
}

// replay reads one message again, against what it was read against then.
func replay(ctx context.Context, interpreter flaggedInterpreter, registry *schemaregistry.Registry, e *telemetry.ChoiceEvent) (replayed, error) {
	r := replayed{Session: e.SessionID, Turn: e.Turn, Text: e.UserText, Then: reading{e.Tool, e.Resolution, e.Args}}
	if e.Asked == "" && (e.Option > 0 || e.MatchedBy == string(choiceinterp.ByOrdinal)) {
		r.Now = r.Then // it pointed at a suggestion or an action, and means what it pointed at
		return r, nil
	}
	var known choiceinterp.Known
	if len(e.Known) > 0 {
		if err := json.Unmarshal(e.Known, &known); err != nil {
			return r, schemaregistry.Fail("bad_line", "What turn %d of session %s was read against cannot be read.", e.Turn, e.SessionID).Because(err)
		}
	}
	tool := registry.Tool(e.Tool)
	if tool == nil { // it was not told which one was meant
		scores, kind := interpreter.PickTool(ctx, e.UserText, registry.Tools(), known.Context)
		r.Now.Outcome = string(kind)
		if kind != choiceinterp.OutcomeRun || choiceinterp.BandOf(scores[0].Score) != choiceinterp.BandRun {
			r.Changed = e.Tool == "" && r.Now.Outcome != r.Then.Outcome
			return r, nil
		}
		tool = scores[0].Tool
	}
	resolution := interpreter.Resolve(ctx, choiceinterp.Request{
		Text: e.UserText, Tool: tool, Asked: e.Asked, Visible: known.Visible, Memory: known.Memory, Context: known.Context, Now: e.At,
	})
	r.Now = reading{tool.Name, string(resolution.Outcome), resolution.Args}
	r.Changed = r.Now.Tool != r.Then.Tool || r.Now.Outcome != r.Then.Outcome || !sameJSON(r.Now.Args, r.Then.Args)
	return r, nil
}

// sameJSON compares arguments as JSON holds them: 5 and 5.0 are the same.
func sameJSON(a, b map[string]any) bool {
	plain := func(args map[string]any) (out any) {
		raw, err := json.Marshal(args)
		if err != nil || json.Unmarshal(raw, &out) != nil || len(args) == 0 {
			return nil
		}
		return out
	}
	return reflect.DeepEqual(plain(a), plain(b))
}

func (c replayCommand) print(std streams, messages []replayed, silent int) error {
	changed := 0
	encoder := json.NewEncoder(std.out)
	encoder.SetEscapeHTML(false)
	for _, m := range messages {
		if m.Changed {
			changed++
		}
		switch {
		case c.JSON:
			if err := encoder.Encode(m); err != nil {
				return err
			}
		case m.Changed:
			fmt.Fprintf(std.out, "%q\n  then  %s\n  now   %s\n", m.Text, harmless(m.Then.String()), harmless(m.Now.String()))
		}
	}
	if !c.JSON {
		fmt.Fprintf(std.out, "%d messages, %d would be understood differently.\n", len(messages), changed)
	}
	if silent > 0 {
		fmt.Fprintf(std.err, "%d choices are left out: their words were not kept (log_text).\n", silent)
	}
	return nil
}

// String is a reading in a line.
func (r reading) String() string {
	words := []string{r.Outcome}
	if r.Tool != "" {
		words = append(words, r.Tool)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Args)) {
		words = append(words, fmt.Sprintf("%s=%v", name, r.Args[name]))
	}
	return strings.Join(words, " ")
}
