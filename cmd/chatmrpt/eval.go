package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"go.uber.org/zap"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp/eval"
	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

type evalCommand struct {
	Files       []string `arg:"" type:"existingfile" help:"Files of labelled messages, one JSON object a line."`
	Offline     bool     `xor:"model" help:"Use no model."`
	Record      string   `xor:"model" type:"path" placeholder:"FILE" help:"Write what is said to the model and by it to FILE, without keys."`
	Replay      string   `xor:"model" type:"existingfile" placeholder:"FILE" help:"Take the model's answers from FILE; nothing is asked of anybody."`
	JSON        bool     `name:"json" help:"Print the report as JSON."`
	Wrong       bool     `help:"List the messages that were understood wrongly."`
	MinAccuracy *float64 `placeholder:"X" help:"Fail below this choice accuracy (0..1)."`
	MaxClarify  *float64 `placeholder:"X" help:"Fail above this clarify rate (0..1)."`
	MaxWrongRun *float64 `placeholder:"X" help:"Fail above this wrong-run rate (0..1)."`
}

// Help is the command's example.
func (evalCommand) Help() string {
	return "Example: chatmrpt eval paraphrase_tests/*.jsonl --offline --min-accuracy 0.95 --max-clarify 0.10"
}

// Run measures the interpreter and fails past a given limit.
func (c evalCommand) Run(ctx context.Context, s *settings, std streams) error {
	cases, err := readCases(c.Files)
	if err != nil {
		return err
	}
	registry, err := newRegistry(nil, schemaregistry.Options{Version: version})
	if err != nil {
		return err
	}
	log, err := newLogger(s, std)
	if err != nil {
		return err
	}
	models, done, err := c.models(ctx, s, log)
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
	screen := newScreen(std, s.Color)
	bar := screen.working("Understanding")
	report := eval.Run(ctx, flagged, registry.Tool, cases, func(done, total int) { bar.progress("", done, total) })
	bar.end()
	if err := done(std.err); err != nil {
		return err
	}
	if c.JSON {
		err = printJSON(std.out, report)
	} else {
		printReport(std.out, report)
	}
	if err != nil {
		return err
	}
	if c.Wrong {
		printWrong(std.err, report)
	}
	return c.check(report)
}

// models are those that are asked; done ends the asking and says on w what it
// left out.
func (c evalCommand) models(ctx context.Context, s *settings, log *zap.Logger) (models *llm.Client, done func(w io.Writer) error, err error) {
	switch {
	case c.Record != "":
		return recording(ctx, s, log, c.Record)
	case c.Replay != "":
		return replaying(ctx, c.Replay)
	case !c.Offline:
		models, err = openModels(ctx, s, log, nil)
	}
	return models, func(io.Writer) error { return nil }, err
}

func readCases(files []string) ([]eval.Case, error) {
	var cases []eval.Case
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			return nil, schemaregistry.Fail("unreadable_file", "%s cannot be read.", name).Because(err)
		}
		read, err := eval.Read(file)
		if closeErr := file.Close(); err == nil {
			err = closeErr
		}
		if err != nil {
			return nil, schemaregistry.Fail("bad_line", "%s: %v", name, err)
		}
		cases = append(cases, read...)
	}
	return cases, nil
}

// check compares the report with the limits.
func (c evalCommand) check(r eval.Report) error {
	switch {
	case len(r.Unknown) > 0:
		return schemaregistry.Fail("unknown_tool", "The lines name tools that do not exist: %v.", r.Unknown)
	case c.MinAccuracy != nil && r.ChoiceAccuracy < *c.MinAccuracy:
		return schemaregistry.Fail("below_limit", "Choice accuracy %.3f is below %.3f.", r.ChoiceAccuracy, *c.MinAccuracy)
	case c.MaxClarify != nil && r.ClarifyRate > *c.MaxClarify:
		return schemaregistry.Fail("above_limit", "Clarify rate %.3f is above %.3f.", r.ClarifyRate, *c.MaxClarify)
	case c.MaxWrongRun != nil && r.WrongRunRate > *c.MaxWrongRun:
		return schemaregistry.Fail("above_limit", "Wrong-run rate %.3f is above %.3f.", r.WrongRunRate, *c.MaxWrongRun)
	}
	return nil
}

func printReport(w io.Writer, r eval.Report) {
	fmt.Fprintf(w, "%d messages\n", r.N)
	fmt.Fprintf(w, "  choice accuracy   %.3f  ran with the right arguments, of those to run\n", r.ChoiceAccuracy)
	fmt.Fprintf(w, "  clarify rate      %.3f  asked back, of those to run\n", r.ClarifyRate)
	fmt.Fprintf(w, "  wrong-run rate    %.3f  ran wrongly, of all messages\n", r.WrongRunRate)
	fmt.Fprintf(w, "  outcome accuracy  %.3f\n", r.OutcomeAccuracy)
	fmt.Fprintf(w, "  calibration error %.3f\n", r.ECE)
	fmt.Fprintf(w, "  latency ms        p50 %.3f  p95 %.3f  p99 %.3f\n", r.Latency["p50"], r.Latency["p95"], r.Latency["p99"])
	fmt.Fprint(w, "  matched by       ")
	for _, by := range slices.Sorted(maps.Keys(r.MatchedBy)) {
		fmt.Fprintf(w, " %s %.2f", by, r.MatchedBy[by])
	}
	fmt.Fprintln(w)
	printReliability(w, r.Reliability)
	printShares(w, "tools", r.Tools)
	printShares(w, "arguments", r.Arguments)
}

// printReliability shows what confidences were worth.
func printReliability(w io.Writer, table []eval.Bin) {
	fmt.Fprintln(w, "confidence   messages   mean  right")
	for _, bin := range table {
		fmt.Fprintf(w, "  %.1f to %.1f %8d  %.3f  %.3f\n", bin.From, bin.To, bin.N, bin.Confidence, bin.Accuracy)
	}
}

func printShares(w io.Writer, heading string, shares map[string]*eval.Share) {
	fmt.Fprintln(w, heading)
	for _, name := range slices.Sorted(maps.Keys(shares)) {
		share := shares[name]
		fmt.Fprintf(w, "  %-40s %4d of %4d right  %.3f\n", name, share.Right, share.N, float64(share.Right)/float64(share.N))
	}
}

func printWrong(w io.Writer, r eval.Report) {
	for _, a := range r.Answers {
		if !a.Right {
			fmt.Fprintf(w, "%s: %q: want %s %v, got %s %v (%.2f, %s)\n", a.Case.ID, a.Case.Text,
				a.Case.Expect.Outcome, a.Case.Expect.Args, a.Resolution.Outcome, a.Resolution.Args, a.Resolution.Confidence, a.Resolution.Reason)
		}
	}
}
