package main

import "fmt"

// version is set by the linker: -X main.version=v1.2.3.
var version = "dev"

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run(std streams) error {
	_, err := fmt.Fprintln(std.out, "chatmrpt", version)
	return err
}
