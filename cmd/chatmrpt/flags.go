package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"

	"go.uber.org/zap"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/flags"
)

// flagsFile is where the file of flags is.
func (s *settings) flagsFile() (string, error) {
	if s.FlagsFile != "" {
		return s.FlagsFile, nil
	}
	folder, err := s.folder()
	return filepath.Join(folder, "flags.json"), err
}

// flags decides what is switched on for whom.
func (s *settings) flags(log *zap.Logger) (*flags.Source, error) {
	file, err := s.flagsFile()
	if err != nil {
		return nil, err
	}
	return flags.Open(flags.Options{File: file, Env: os.LookupEnv, OnError: func(err error) {
		log.Error("the file of flags cannot be used; what it said before stays in force", zap.Error(err))
	}})
}

// A flaggedInterpreter reads messages as one user's flags want it.
type flaggedInterpreter struct {
	*choiceinterp.Interpreter
	set flags.Set
}

// flagged is the interpreter for the user of the settings.
func (s *settings) flagged(interpreter *choiceinterp.Interpreter, log *zap.Logger) (flaggedInterpreter, error) {
	source, err := s.flags(log)
	if err != nil {
		return flaggedInterpreter{}, err
	}
	defer source.Close()
	return flaggedInterpreter{interpreter, source.For(s.User)}, nil
}

// Resolve reads one message.
func (f flaggedInterpreter) Resolve(ctx context.Context, req choiceinterp.Request) choiceinterp.Resolution {
	req.Alone, req.ModelFirst = !f.set.ChoiceResolver, !f.set.ChoiceFastPath
	return f.Interpreter.Resolve(ctx, req)
}

type flagsCommand struct {
	JSON bool `name:"json" help:"Print them as JSON."`
}

// Help is the command's example.
func (flagsCommand) Help() string {
	return "The environment decides, else the file of flags, else the default. Example: chatmrpt flags --user amina"
}

// Run lists every flag as it is in force for the user of the settings.
func (c flagsCommand) Run(s *settings, std streams) error {
	source, err := s.flags(zap.NewNop())
	if err != nil {
		return err
	}
	defer source.Close()
	states := source.List(s.User)
	if c.JSON {
		return printJSON(std.out, states)
	}
	file, err := s.flagsFile()
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "For user %s, with the file %s\n\n", harmless(s.User), harmless(file))
	aligned := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	for _, state := range states {
		from := string(state.Origin)
		if state.Variation != "" {
			from += " (" + state.Variation + ")"
		}
		fmt.Fprintf(aligned, "%s\t%v\t%s\t%s\n", state.Name, state.Value, harmless(from), state.Env)
	}
	if err := aligned.Flush(); err != nil {
		return err
	}
	for _, state := range states {
		fmt.Fprintf(std.out, "\n%s\n  %s\n  %s\n", state.Name, state.Help, state.Effect)
	}
	return nil
}
