package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"time"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/choiceinterp/eval"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

type interpretCommand struct {
	Tool    string   `required:"" placeholder:"NAME" help:"Tool that the message is about."`
	Asked   string   `placeholder:"ARG" help:"Argument that was asked for."`
	Visible string   `placeholder:"A,B,C" help:"Options on screen, in order."`
	Memory  string   `placeholder:"JSON" help:"Earlier arguments: {\"last\":{},\"previous\":{},\"recommended\":{}}, or the last ones alone."`
	Context string   `placeholder:"JSON" help:"Words of the data: {\"columns\":[\"rainfall\"],\"states\":[\"Kwara\"]}."`
	Text    []string `arg:"" help:"The message."`
}

// Help is the command's example.
func (interpretCommand) Help() string {
	return "Example: chatmrpt interpret --tool run_tpr_step --asked facility_level --visible primary,secondary,tertiary \"second one\""
}

// Run resolves one message and prints the Resolution as JSON.
func (c interpretCommand) Run(ctx context.Context, s *settings, std streams) error {
	registry, err := newRegistry(nil, schemaregistry.Options{Version: version})
	if err != nil {
		return err
	}
	tool := registry.Tool(c.Tool)
	if tool == nil {
		return schemaregistry.Fail("unknown_tool", "There is no tool %q; chatmrpt tools lists them.", c.Tool)
	}
	request := choiceinterp.Request{
		Text: strings.Join(c.Text, " "), Tool: tool, Asked: c.Asked, Visible: c.visible(), Now: time.Now(),
	}
	if request.Memory, err = eval.ParseMemory(json.RawMessage(c.Memory)); err != nil {
		return schemaregistry.Fail("bad_memory", "--memory is not a JSON object of arguments.").Because(err)
	}
	if request.Context, err = eval.ParseContext(json.RawMessage(c.Context)); err != nil {
		return schemaregistry.Fail("bad_context", "--context is not a JSON object with columns, states or flags.").Because(err)
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
	return printJSON(std.out, flagged.Resolve(ctx, request))
}

func (c interpretCommand) visible() []choiceinterp.Option {
	var options []choiceinterp.Option
	for _, label := range strings.Split(c.Visible, ",") {
		if label = strings.TrimSpace(label); label != "" {
			options = append(options, choiceinterp.Option{Label: label})
		}
	}
	return options
}

// printJSON writes indented JSON without HTML escapes.
func printJSON(w io.Writer, value any) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}
