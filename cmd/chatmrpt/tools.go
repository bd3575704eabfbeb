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
	JSON bool   `name:"json" help:"Print JSON: --format json."`

	Format   string   `default:"list" enum:"list,json,openai,strict,plain-english,mcp,tags,envelope,markdown,prompts" help:"How to print: a list; JSON; the functions of OpenAI's API as declared (openai), for its strict mode (strict), or with one field in plain English where the tool has it (plain-english); for clients of the Model Context Protocol (mcp); what a model is told that writes tags (tags) or JSON (envelope); a page of documentation (markdown); the interpreter's prompts (prompts)."`
	Prompts  bool     `help:"Print what a model is told about each tool: --format prompts."`
	Profile  string   `help:"Only the tools of this profile; a wrong name lists them all."`
	Mode     string   `placeholder:"MODE" help:"Only the tools of this mode: minimal, base_only, none or full."`
	Category []string `placeholder:"NAME" help:"Only tools of these categories."`
}

// Help is the command's example.
func (toolsCommand) Help() string {
	return `Examples:
  chatmrpt tools plan_itn
  chatmrpt tools --profile mapper --format openai`
}

// Run lists the tools.
func (c toolsCommand) Run(s *settings, std streams) error {
	listed, err := c.selected(s)
	if err != nil {
		return err
	}
	switch {
	case c.JSON:
		c.Format = "json"
	case c.Prompts:
		c.Format = "prompts"
	}
	switch c.Format {
	case "json":
		return printTools(std, listed)
	case "openai":
		return printJSON(std.out, schemaregistry.Functions(listed, nil))
	case "plain-english":
		return printJSON(std.out, schemaregistry.Functions(listed, each(listed, func(t *schemaregistry.Tool) string { return t.Name })))
	case "strict":
		return printJSON(std.out, each(listed, (*schemaregistry.Tool).StrictFunction))
	case "mcp":
		return printJSON(std.out, each(listed, (*schemaregistry.Tool).MCP))
	case "tags":
		fmt.Fprint(std.out, schemaregistry.PromptBlock(listed))
	case "envelope":
		fmt.Fprint(std.out, schemaregistry.EnvelopePrompt(listed))
	case "markdown":
		fmt.Fprint(std.out, schemaregistry.MarkdownPage(listed))
	case "prompts":
		for _, tool := range listed {
			fmt.Fprintf(std.out, "=== %s\n%s\n", tool.Name, prompted.Prefix(tool))
		}
	default:
		return c.list(std, listed)
	}
	return nil
}

// selected are the tools that the options let through.
func (c toolsCommand) selected(s *settings) ([]*schemaregistry.Tool, error) {
	general, err := generalTools(s, nil)
	if err != nil {
		return nil, err
	}
	registry, err := newRegistry(nil, schemaregistry.Options{Version: version}, general...)
	if err != nil {
		return nil, err
	}
	if c.Name != "" {
		tool := registry.Tool(c.Name)
		if tool == nil {
			return nil, schemaregistry.Fail("unknown_tool", "There is no tool %q; chatmrpt tools lists them.", c.Name)
		}
		return []*schemaregistry.Tool{tool}, nil
	}
	tools := registry.Tools()
	if c.Profile != "" || c.Mode != "" {
		profiles, err := s.profiles()
		if err != nil {
			return nil, err
		}
		_, tools, err = registry.Select(schemaregistry.Selection{Profile: c.Profile, Mode: schemaregistry.Mode(c.Mode)}, profiles)
		if err != nil {
			return nil, err
		}
	}
	return schemaregistry.InCategories(tools, c.Category), nil
}

func (c toolsCommand) list(std streams, listed []*schemaregistry.Tool) error {
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
	Cost        schemaregistry.Cost      `json:"cost"`
	Needs       []string                 `json:"needs,omitempty"`
	Gives       string                   `json:"gives,omitempty"`
	Schema      json.RawMessage          `json:"schema"`
	Examples    []schemaregistry.Example `json:"examples"`
}

func printTools(std streams, tools []*schemaregistry.Tool) error {
	return printJSON(std.out, each(tools, func(t *schemaregistry.Tool) toolListing {
		return toolListing{t.Name, t.Title, t.Description, t.Category, t.Effect, t.Cost, t.Needs, t.Gives, t.Schema, t.Examples}
	}))
}

func each[T any](tools []*schemaregistry.Tool, export func(*schemaregistry.Tool) T) []T {
	exported := make([]T, len(tools))
	for i, t := range tools {
		exported[i] = export(t)
	}
	return exported
}
