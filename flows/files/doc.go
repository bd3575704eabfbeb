// Package files works on the machine itself: files in a workspace of the session, its
// load, and where an operator allows it a shell.
package files

import (
	"context"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// Config says where workspaces are and what else may be read and run.
type Config struct {
	Folder string // of all workspaces; made when the first file is written
	// Shelves are folders that are not on disk: "skills" -> what reads skills/<name>.
	Shelves map[string]func(ctx context.Context, name string) (string, error)
	// Shell says who may run commands; nil: nobody, and there is no such tool.
	Shell func(ctx context.Context, user string) (allowed bool, err error)
}

// Tools declares read_file, write_file and system_stats, and execute_shell where it is
// allowed.
func Tools(c Config) []*schemaregistry.Tool {
	spaces := workspaces{folder: c.Folder}
	tools := []*schemaregistry.Tool{
		schemaregistry.Define(readFileDef, readFile(spaces, c.Shelves)),
		schemaregistry.Define(writeFileDef, writeFile(spaces)),
		schemaregistry.Define(systemStatsDef, systemStats(c.Folder)),
	}
	if c.Shell != nil {
		tools = append(tools, schemaregistry.Define(executeShellDef, executeShell(spaces, c.Shell)))
	}
	return tools
}
