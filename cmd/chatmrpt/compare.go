package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
	"github.com/chatmrpt/chatmrpt/flags"
)

type compareCommand struct {
	Arm             []string      `required:"" placeholder:"NAME" help:"The baseline, then the arm that is held against it: a variation of the file of flags (canary), or a flag's value (choice_resolver=false)."`
	Since           time.Duration `default:"168h" help:"How far back to look."`
	MaxAccuracyDrop float64       `default:"0.02" placeholder:"X" help:"How much less accurate the arm may be (0..1)."`
	MaxClarifyRise  float64       `default:"0.02" placeholder:"X" help:"How much more often the arm may ask which reading is meant (0..1)."`
	MaxP95Rise      time.Duration `default:"300ms" help:"How much longer understanding may take at the 95th percentile."`
	TurnOff         string        `placeholder:"FLAG" help:"When a guardrail is breached, give everybody the baseline's variation of this flag, in the file of flags."`
	JSON            bool          `name:"json" help:"Print the comparison as JSON."`
}

// Help is the command's example.
func (compareCommand) Help() string {
	return "Fails when a guardrail is breached. Example: chatmrpt telemetry compare --arm control --arm canary --since 72h --turn-off choice_resolver"
}

// Run compares two arms, and turns the second one off where that is wanted.
func (c compareCommand) Run(ctx context.Context, s *settings, std streams) error {
	if len(c.Arm) != 2 || c.Arm[0] == c.Arm[1] {
		return schemaregistry.Fail("bad_arms", "Name two arms: --arm control --arm canary.")
	}
	if c.TurnOff != "" && strings.Contains(c.Arm[0], "=") {
		return schemaregistry.Fail("bad_arms", "To turn a flag off name the baseline by its variation in the file of flags.")
	}
	since := time.Now().Add(-c.Since)
	judged, err := judgedSince(ctx, s, since)
	if err != nil {
		return err
	}
	arms, err := splitArms(judged, c.Arm)
	if err != nil {
		return err
	}
	comparison := telemetry.Compare(arms[0], arms[1], telemetry.Limits{
		AccuracyDrop: c.MaxAccuracyDrop, ClarifyRise: c.MaxClarifyRise, P95RiseMS: float64(c.MaxP95Rise.Microseconds()) / 1000,
	})
	if c.JSON {
		err = printJSON(std.out, comparison)
	} else {
		err = printComparison(std.out, &comparison)
	}
	if err != nil {
		return err
	}
	return c.act(s, std, comparison.Breached())
}

// act fails when guardrails are breached, after turning the arm off where that is
// wanted.
func (c compareCommand) act(s *settings, std streams, breached []string) error {
	if len(breached) == 0 {
		return nil
	}
	what := strings.Join(breached, ", ")
	if c.TurnOff != "" {
		file, err := s.flagsFile()
		if err != nil {
			return err
		}
		_, variation, named := strings.Cut(c.Arm[0], ":")
		if !named {
			variation = c.Arm[0]
		}
		why := fmt.Sprintf("guardrail breached on %s: %s of %s against %s", time.Now().UTC().Format(time.DateOnly), what, c.Arm[1], c.Arm[0])
		if err := flags.Hold(file, c.TurnOff, variation, why); err != nil {
			return err
		}
		fmt.Fprintf(std.err, "Everybody has %s of %s now; %s says why.\n", variation, c.TurnOff, harmless(file))
		if name := flags.Env(c.TurnOff); os.Getenv(name) != "" {
			fmt.Fprintf(std.err, "But %s is set, and the environment decides first.\n", name)
		}
	}
	return schemaregistry.Fail("guardrail_breached", "%s is worse than %s: %s.", c.Arm[1], c.Arm[0], what)
}

// judgedSince are the choices since then, with what came of them.
func judgedSince(ctx context.Context, s *settings, since time.Time) (judged []telemetry.Judged, err error) {
	db, err := openDatabase(ctx, s)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var events []telemetry.Event
	for e, err := range telemetry.All(ctx, db, telemetry.Filter{Since: since}) {
		if err != nil {
			return nil, err
		}
		events = append(events, e)
	}
	return telemetry.Judge(events)
}

// splitArms summarizes the choices of each arm; no choice may be in two.
func splitArms(judged []telemetry.Judged, names []string) (arms []telemetry.Arm, err error) {
	choices := make([][]telemetry.Judged, len(names))
	seen := map[string]bool{}
	for _, j := range judged {
		var in []string
		for i, name := range names {
			if j.InArm(name) {
				choices[i] = append(choices[i], j)
				in = append(in, name)
			}
		}
		if len(in) > 1 {
			return nil, schemaregistry.Fail("bad_arms", "There are choices in both %s; name arms that share none.", strings.Join(in, " and "))
		}
		if j.Arm != "" {
			seen[j.Arm] = true
		}
	}
	for i, name := range names {
		if len(choices[i]) == 0 {
			return nil, schemaregistry.Fail("no_choices", "No choice was made in the arm %q; on record are: %s.", name, strings.Join(append(slices.Sorted(maps.Keys(seen)), "nothing else"), "; "))
		}
		arms = append(arms, telemetry.Summarize(name, choices[i]))
	}
	return arms, nil
}

func printComparison(w io.Writer, c *telemetry.Comparison) error {
	aligned := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(aligned, "\t%s\t%s\tdifference (95 %%)\n", harmless(c.Baseline.Name), harmless(c.Arm.Name))
	fmt.Fprintf(aligned, "choices\t%d\t%d\t\n", c.Baseline.Choices, c.Arm.Choices)
	fmt.Fprintf(aligned, "users\t%d\t%d\t\n", c.Baseline.Users, c.Arm.Users)
	line := func(name, unit string, scale float64, of func(*telemetry.Arm) telemetry.Estimate) {
		a, b := of(&c.Baseline), of(&c.Arm)
		d := telemetry.Difference(a, b)
		interval := "too few to tell"
		if !d.Open {
			interval = fmt.Sprintf("%+.1f (%+.1f to %+.1f)%s", scale*d.Value, scale*d.Low, scale*d.High, unit)
		}
		fmt.Fprintf(aligned, "%s\t%.1f%s\t%.1f%s\t%s\n", name, scale*a.Value, unit, scale*b.Value, unit, interval)
	}
	line("acceptance", " %", 100, func(a *telemetry.Arm) telemetry.Estimate { return a.Acceptance })
	line("accuracy", " %", 100, func(a *telemetry.Arm) telemetry.Estimate { return a.Accuracy })
	line("clarify", " %", 100, func(a *telemetry.Arm) telemetry.Estimate { return a.Clarify })
	line("correction", " %", 100, func(a *telemetry.Arm) telemetry.Estimate { return a.Correction })
	line("rephrase", " %", 100, func(a *telemetry.Arm) telemetry.Estimate { return a.Rephrase })
	line("latency p50", " ms", 1, func(a *telemetry.Arm) telemetry.Estimate { return a.P50 })
	line("latency p95", " ms", 1, func(a *telemetry.Arm) telemetry.Estimate { return a.P95 })
	if err := aligned.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for _, g := range c.Guardrails {
		fmt.Fprintf(w, "guardrail %s: %s\n", g.Name, g.State)
	}
	return nil
}
