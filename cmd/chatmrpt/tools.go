package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp/prompted"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

type toolsCommand struct {
	Name string `arg:"" optional:"" help:"Show only this tool, with its schema."`
	JSON bool   `name:"json" help:"Print JSON."`

	Prompts bool `help:"Print what a model is told about each tool."`
}

// Help is the command's example.
func (toolsCommand) Help() string { return "Example: chatmrpt tools plan_itn" }

// Run lists the tools.
func (c toolsCommand) Run(std streams) error {
	registry, err := newRegistry(nil, schemaregistry.Options{Version: version})
	if err != nil {
		return err
	}
	listed := registry.Tools()
	if c.Name != "" {
		tool := registry.Tool(c.Name)
		if tool == nil {
			return schemaregistry.Fail("unknown_tool", "There is no tool %q; chatmrpt tools lists them.", c.Name)
		}
		listed = []*schemaregistry.Tool{tool}
	}
	if c.Prompts {
		for _, tool := range listed {
			fmt.Fprintf(std.out, "=== %s\n%s\n", tool.Name, prompted.Prefix(tool))
		}
		return nil
	}
	if c.JSON {
		return printTools(std, listed)
	}
	for _, tool := range listed {
		fmt.Fprintf(std.out, "%s: %s\n  %s\n", tool.Name, tool.Title, tool.Description)
		if len(tool.Needs) > 0 {
			fmt.Fprintf(std.out, "  needs: %s\n", strings.Join(tool.Needs, ", "))
		}
		for _, arg := range tool.Args {
			fmt.Fprintf(std.out, "  - %s%s: %s\n", arg.Name, allowed(arg), arg.Description)
		}
		if c.Name == "" {
			continue
		}
		for _, example := range tool.Examples {
			args, err := json.Marshal(example.Args)
			if err != nil {
				return err
			}
			fmt.Fprintf(std.out, "  %q -> %s\n", example.Text, args)
		}
	}
	return nil
}

func allowed(arg schemaregistry.Arg) string {
	switch {
	case len(arg.Enum) > 0:
		return " (" + strings.Join(arg.Enum, "|") + ")"
	case arg.Default != nil:
		return fmt.Sprintf(" (%s, default %v)", arg.Type, arg.Default)
	}
	return " (" + arg.Type + ")"
}

type toolListing struct {
	Name        string                   `json:"name"`
	Title       string                   `json:"title"`
	Description string                   `json:"description"`
	Category    string                   `json:"category"`
	Effect      schemaregistry.Effect    `json:"effect"`
	Needs       []string                 `json:"needs,omitempty"`
	Gives       string                   `json:"gives,omitempty"`
	Schema      json.RawMessage          `json:"schema"`
	Examples    []schemaregistry.Example `json:"examples"`
}

func printTools(std streams, tools []*schemaregistry.Tool) error {
	listing := make([]toolListing, len(tools))
	for i, t := range tools {
		listing[i] = toolListing{t.Name, t.Title, t.Description, t.Category, t.Effect, t.Needs, t.Gives, t.Schema, t.Examples}
	}
	return printJSON(std.out, listing)
}
