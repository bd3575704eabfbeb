package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// Bounds of one command.
const (
	shellTime   = 300 // seconds
	shellOutput = 64 << 10
	shellWait   = 2 * time.Second // for what a killed command left open
)

// ExecuteShellArgs are the arguments of execute_shell.
type ExecuteShellArgs struct {
	Command string `json:"command" jsonschema:"title=command,minLength=1,maxLength=4000,description=Which command should run?"`
	Timeout int    `json:"timeout,omitempty" jsonschema:"title=seconds,minimum=1,maximum=300,default=30,description=How many seconds may it take?"`
}

var executeShellDef = schemaregistry.Def{
	Name: "execute_shell", Title: "Run a command",
	Description: "Runs a shell command in the session's workspace and gives what it wrote and its exit code. For operators only.",
	Category:    schemaregistry.CategoryExecution, Effect: schemaregistry.EffectSend, Cost: schemaregistry.CostExpensive, Irreversible: true, Unspoken: true,
	Timeout: shellTime*time.Second + 2*shellWait,
	Examples: []schemaregistry.Example{
		{Text: "how much room is left on the disk", Args: map[string]any{"command": "df -h ."}},
		{Text: "count the lines of wards.txt", Args: map[string]any{"command": "wc -l wards.txt"}},
		{Text: "pack the workspace, give it two minutes", Args: map[string]any{"command": "tar czf all.tgz *", "timeout": 120}},
	},
}

func executeShell(spaces workspaces, allowed func(context.Context, string) (bool, error)) schemaregistry.Handler[ExecuteShellArgs] {
	return func(ctx context.Context, run *schemaregistry.Run, args ExecuteShellArgs) (schemaregistry.Result, error) {
		may, err := allowed(ctx, run.Call.User)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		if !may {
			return schemaregistry.Result{}, schemaregistry.Fail("not_operator", "Only an operator may run commands.")
		}
		root, err := spaces.open(run.Call.Session)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		defer root.Close() //nolint:errcheck // it only names the folder
		return execute(ctx, root.Name(), args)
	}
}

// execute runs a command in a folder, with nothing of the program's own environment,
// which holds keys.
func execute(ctx context.Context, folder string, args ExecuteShellArgs) (schemaregistry.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(args.Timeout)*time.Second)
	defer cancel()
	command := exec.CommandContext(ctx, "/bin/sh", "-c", args.Command)
	command.Dir, command.WaitDelay = folder, shellWait
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + folder, "LANG=C.UTF-8"}
	stdout, stderr := &bounded{}, &bounded{}
	command.Stdout, command.Stderr = stdout, stderr
	inOwnGroup(command)
	err := command.Run()
	var exit *exec.ExitError
	result := schemaregistry.Result{Untrusted: true, SideEffects: []string{"ran:" + args.Command}}
	code := 0
	switch {
	case ctx.Err() != nil:
		code = -1
		result.Warnings = append(result.Warnings, fmt.Sprintf("The command was stopped after %d seconds.", args.Timeout))
	case errors.As(err, &exit):
		code = exit.ExitCode()
	case errors.Is(err, exec.ErrWaitDelay): // it ended, and left something running
	case err != nil:
		return schemaregistry.Result{}, fmt.Errorf("run a command: %w", err)
	}
	if stdout.left+stderr.left > 0 {
		result.Warnings = append(result.Warnings, fmt.Sprintf("%d bytes of what it wrote are left out.", stdout.left+stderr.left))
	}
	result.Text = fmt.Sprintf("exit code %d\nstdout:\n%s\nstderr:\n%s", code, stdout, stderr)
	return result, nil
}

// bounded keeps the beginning of what is written to it.
type bounded struct {
	kept bytes.Buffer
	left int
}

func (b *bounded) Write(p []byte) (int, error) {
	room := min(len(p), shellOutput-b.kept.Len())
	b.kept.Write(p[:room])
	b.left += len(p) - room
	return len(p), nil
}

func (b *bounded) String() string { return strings.ToValidUTF8(b.kept.String(), "\ufffd") }
