package main

import (
	"fmt"
	"os"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset/sample"
)

type sampleCommand struct {
	Dir  string `arg:"" type:"path" help:"Folder to write to; it is made when it does not exist."`
	Seed uint64 `default:"1" help:"Another seed gives another state; the same seed the same bytes."`
}

// Help is the command's example.
func (sampleCommand) Help() string { return "Example: chatmrpt sample practice" }

// Run writes the files of a synthetic state.
func (c sampleCommand) Run(std streams) error {
	if err := os.MkdirAll(c.Dir, 0o755); err != nil {
		return schemaregistry.Fail("no_out_folder", "The folder %s cannot be made.", c.Dir).Because(err)
	}
	if err := sample.Generate(c.Seed).Write(c.Dir); err != nil {
		return err
	}
	entries, err := os.ReadDir(c.Dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "A synthetic state is in %s:\n", c.Dir)
	for _, entry := range entries {
		fmt.Fprintf(std.out, "  %s\n", entry.Name())
	}
	return nil
}
