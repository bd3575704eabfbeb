package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

type reportCommand struct {
	Since time.Duration `default:"168h" help:"How far back to look."`
	By    string        `placeholder:"tool|arm" enum:",tool,arm" default:"" help:"A line for each tool, or for each arm of a rollout."`
	JSON  bool          `name:"json" help:"Print the report as JSON."`
}

// Help is the command's example.
func (reportCommand) Help() string { return "Example: chatmrpt telemetry report --since 24h --by tool" }

// Run reports how well messages were understood.
func (c reportCommand) Run(ctx context.Context, s *settings, std streams) (err error) {
	db, err := openDatabase(ctx, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	report, err := telemetry.Collect(ctx, db, time.Now().Add(-c.Since), c.By)
	switch {
	case err != nil:
		return err
	case c.JSON:
		return printJSON(std.out, report)
	case report.Total.Choices == 0:
		fmt.Fprintf(std.out, "No message was put into words in the last %s.\n", c.Since)
		return nil
	}
	if report.Cut {
		fmt.Fprintln(std.err, "There are more events than a report takes; the latest are not in it.")
	}
	return printUnderstanding(std.out, &report)
}

func printUnderstanding(w io.Writer, r *telemetry.Report) error {
	aligned := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(aligned, "\tchoices\taccepted\tasked back\trephrased\tcorrected\tp95")
	for _, g := range append([]telemetry.Arm{r.Total}, r.Groups...) {
		fmt.Fprintf(aligned, "%s\t%d\t%s\t%s\t%s\t%s\t%.1f ms\n", harmless(g.Name), g.Choices,
			percent(g.Acceptance.Value), percent(g.Clarify.Value), percent(g.Rephrase.Value), percent(g.Correction.Value), g.P95.Value)
	}
	fmt.Fprintf(aligned, "\nwrong runs\t%s (%s to %s)\n", percent(r.WrongRun.Value), percent(r.WrongRun.Low), percent(r.WrongRun.High))
	fmt.Fprintf(aligned, "calibration error\t%.3f\n", r.Calibration.ECE)
	fmt.Fprintf(aligned, "outcomes\t%s\n", shares(r.Outcomes))
	fmt.Fprintf(aligned, "matched by\t%s\n", shares(r.MatchedBy))
	fmt.Fprintf(aligned, "model and net\t%s\n", shares(r.Agreement))
	fmt.Fprintf(aligned, "asked for\t%s\n", shares(r.Intents))
	fmt.Fprintln(aligned, "\nstage\tn\tp50\tp95\tp99")
	for _, s := range r.Stages {
		fmt.Fprintf(aligned, "%s\t%d\t%.1f ms\t%.1f ms\t%.1f ms\n", s.Name, s.N, s.P50, s.P95, s.P99)
	}
	fmt.Fprintln(aligned, "\ntool\texecuted\tasked\tfailed\tblocked\tunjudged\tdropped arguments\tp95")
	for _, t := range r.Tools {
		fmt.Fprintf(aligned, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%.0f ms\n", harmless(t.Tool), t.N, t.Asked, t.Failed, t.Blocked, t.Unjudged, t.Dropped, t.P95)
	}
	return aligned.Flush()
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

func shares(counts []telemetry.Count) string {
	if len(counts) == 0 {
		return "-"
	}
	parts := make([]string, len(counts))
	for i, c := range counts {
		parts[i] = harmless(c.Name) + " " + percent(c.Share)
	}
	return strings.Join(parts, ", ")
}
