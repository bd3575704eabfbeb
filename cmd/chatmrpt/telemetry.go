package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

type telemetryCommand struct {
	Compare compareCommand `cmd:"" help:"Hold one arm of a rollout against another."`
	Events  eventsCommand  `cmd:"" help:"List what was recorded of how messages were understood."`
	Report  reportCommand  `cmd:"" help:"Say how well messages were understood, and how fast."`
}

type eventsCommand struct {
	Session string        `placeholder:"ID" help:"Only of this session."`
	Type    string        `placeholder:"TYPE" help:"Only of this type: choice_event, router_event or tool_event."`
	Since   time.Duration `default:"168h" help:"How far back to look."`
	JSON    bool          `name:"json" help:"Print one JSON object an event."`
}

// Help is the command's example.
func (eventsCommand) Help() string { return "Example: chatmrpt telemetry events --since 24h" }

// Run lists the events, choices with what the next turns say of them.
func (c eventsCommand) Run(ctx context.Context, s *settings, std streams) (err error) {
	db, err := openDatabase(ctx, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var events []telemetry.Event
	for e, err := range telemetry.All(ctx, db, telemetry.Filter{Session: c.Session, Since: time.Now().Add(-c.Since)}) {
		if err != nil {
			return err
		}
		events = append(events, e)
	}
	if c.JSON {
		for _, e := range events {
			if c.Type == "" || e.Type == c.Type {
				fmt.Fprintf(std.out, "%s\n", e.Payload)
			}
		}
		return nil
	}
	return c.list(std, events)
}

// list writes the sessions one after the other, an event a line.
func (c eventsCommand) list(std streams, events []telemetry.Event) error {
	judged, err := telemetry.Judge(events)
	if err != nil {
		return err
	}
	lines := map[string][]string{} // by session
	var sessions []string
	for _, e := range events {
		line := ""
		switch e.Type {
		case telemetry.TypeChoice:
			line = choiceLine(&judged[0])
			judged = judged[1:]
		case telemetry.TypeRouter:
			var r telemetry.RouterEvent
			if err := json.Unmarshal(e.Payload, &r); err != nil {
				return fmt.Errorf("event %d: %w", e.ID, err)
			}
			line = fmt.Sprintf("%d\t(%s: %s)\t\t\t\t\t", r.Turn, r.Intent, r.Action)
		case telemetry.TypeTool:
			var tool telemetry.ToolEvent
			if err := json.Unmarshal(e.Payload, &tool); err != nil {
				return fmt.Errorf("event %d: %w", e.ID, err)
			}
			line = fmt.Sprintf("-\t(by %s in %.0f ms)\t\t\t%s\t%s\t%s", tool.Origin, tool.ToolLatencyMS, tool.Result, strings.Join(tool.Errors, " "), tool.Tool)
		}
		if c.Type != "" && e.Type != c.Type {
			continue
		}
		if lines[e.Session] == nil {
			sessions = append(sessions, e.Session)
		}
		lines[e.Session] = append(lines[e.Session], e.At.Local().Format(time.DateTime)+"\t"+line)
	}
	if len(sessions) == 0 {
		fmt.Fprintf(std.out, "No such events in the last %s.\n", c.Since)
	}
	for _, session := range sessions {
		fmt.Fprintf(std.out, "Session %s\n", harmless(session))
		aligned := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
		for _, line := range lines[session] {
			fmt.Fprintln(aligned, harmless(line))
		}
		if err := aligned.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// choiceLine is a choice with what the next turns say of it.
func choiceLine(c *telemetry.Judged) string {
	tool, said := c.Tool, strconv.Quote(c.UserText)
	if tool == "" {
		tool = "-"
	}
	if strings.HasPrefix(c.UserText, telemetry.HashPrefix) {
		said = fmt.Sprintf("(%d characters)", c.TextLength)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Args)) {
		tool += fmt.Sprintf(" %s=%v", name, c.Args[name])
	}
	return fmt.Sprintf("%d\t%s\t%.2f\t%s\t%s\t%s\t%s", c.Turn, said, c.Confidence, c.MatchedBy, c.Outcome, c.Verdict, tool)
}
