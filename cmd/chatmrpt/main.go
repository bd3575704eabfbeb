// Command chatmrpt takes a malaria programme's routine data and boundaries from
// test positivity to a ward ranking, a net plan and maps, in the analyst's words.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// cli is every command and setting; kong reads its tags.
type cli struct {
	settings

	Chat      chatCommand      `cmd:"" help:"Talk to your data: test positivity, risk ranking, net plan, maps."`
	Serve     serveCommand     `cmd:"" help:"Serve the page and the HTTP API."`
	Users     usersCommand     `cmd:"" help:"Add, list and remove the users who may sign in."`
	Interpret interpretCommand `cmd:"" help:"Show how one message is understood for one tool, as JSON."`
	Eval      evalCommand      `cmd:"" help:"Measure the interpreter on files of labelled messages."`
	Calibrate calibrateCommand `cmd:"" help:"Fit the confidence again to what came of recorded choices, and show before and after."`
	Flags     flagsCommand     `cmd:"" help:"List what is switched on for a user, and what decided it."`
	Telemetry telemetryCommand `cmd:"" help:"Show how messages were understood and what came of it."`
	Replay    replayCommand    `cmd:"" help:"Show which recorded messages would be understood differently today."`
	Tools     toolsCommand     `cmd:"" help:"List the tools, or show one with its schema and examples."`
	Sample    sampleCommand    `cmd:"" help:"Write a synthetic state to practise on."`
	Version   versionCommand   `cmd:"" help:"Print the version."`
}

// streams are what a command reads and writes; tests bring their own.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// run is main without the process: it returns the exit code. 0 is success, 1 a
// failure that is said in a sentence, 2 a command line that does not fit.
func run(args []string, std streams) int {
	var c cli
	parser, err := kong.New(&c,
		kong.Name("chatmrpt"),
		kong.Description("From facility files and boundaries to test positivity, ward risk, a bed-net plan and maps, in your own words."),
		kong.Configuration(settingsFile, "chatmrpt.json", "~/.config/chatmrpt/config.json"),
		kong.Writers(std.out, std.err),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.Exit(func(code int) { panic(exit(code)) }),
	)
	if err != nil {
		fmt.Fprintln(std.err, "chatmrpt:", err)
		return 2
	}
	code, left := parseAndRun(parser, &c, args, std)
	if left != nil {
		report(std, left)
	}
	return code
}

// exit is how kong leaves after printing help.
type exit int

func parseAndRun(parser *kong.Kong, c *cli, args []string, std streams) (code int, failure error) {
	defer func() {
		if leaving, ok := recover().(exit); ok {
			code = int(leaving)
		}
	}()
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(args)
	if err != nil {
		return 2, err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	command.BindTo(ctx, (*context.Context)(nil))
	if err := command.Run(&c.settings, std); err != nil {
		return 1, err
	}
	return 0, nil
}

// errSaid means that the failure has been told already.
var errSaid = errors.New("failed")

func report(std streams, err error) {
	if errors.Is(err, errSaid) {
		return
	}
	message := err.Error()
	if code, sentence := schemaregistry.Sentence(err); code != "internal" {
		message = sentence
	}
	fmt.Fprintln(std.err, "chatmrpt:", harmless(message))
}
