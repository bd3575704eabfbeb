package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/choiceinterp/eval"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

type calibrateCommand struct {
	Since     time.Duration `default:"2160h" help:"How far back to look."`
	MinEvents int           `default:"100" help:"Refuse with fewer choices than this."`
	Write     bool          `help:"Keep the new calibration in the data folder; chat and serve use it from their next start."`
	JSON      bool          `name:"json" help:"Print before, after and the calibration as JSON."`
}

// Help is the command's example.
func (calibrateCommand) Help() string {
	return "A choice was right when the analyst went on with it, wrong when she changed it or took it back. Example: chatmrpt calibrate --since 720h --write"
}

// Run fits the confidence again to what came of recorded choices.
func (c calibrateCommand) Run(ctx context.Context, s *settings, std streams) error {
	since := time.Now().Add(-c.Since)
	seen, unusable, err := observedSince(ctx, s, since)
	if err != nil {
		return err
	}
	if least := max(c.MinEvents, 1); len(seen) < least {
		return schemaregistry.Fail("too_few_events", "There are %d choices since %s of which it is known whether they were right; %d are needed to calibrate. Look further back with --since, or lower --min-events.",
			len(seen), since.Format(time.DateOnly), least)
	}
	used, err := s.calibration()
	if err != nil {
		return err
	}
	change := eval.Recalibrate(*used, seen)
	if c.JSON {
		err = printJSON(std.out, change)
	} else {
		printChange(std.out, change, unusable)
	}
	if err != nil || !c.Write {
		return err
	}
	return s.keepCalibration(change.New, std.err)
}

// observedSince are the choices of which it is known whether they were right: the
// analyst went on with them, or took them back. Unusable counts those that
// another version judged.
func observedSince(ctx context.Context, s *settings, since time.Time) (seen []choiceinterp.Observation, unusable int, err error) {
	judged, err := judgedSince(ctx, s, since)
	if err != nil {
		return nil, 0, err
	}
	for i := range judged {
		j := &judged[i]
		right := j.Verdict == telemetry.Accepted
		if j.Resolution != string(choiceinterp.OutcomeRun) || len(j.Features) == 0 || !right && j.Verdict != telemetry.Corrected {
			continue
		}
		var features choiceinterp.Features
		if json.Unmarshal(j.Features, &features) != nil {
			unusable++
			continue
		}
		seen = append(seen, choiceinterp.Observation{Features: features, Right: right})
	}
	return seen, unusable, nil
}

// calibrationFile is where a calibration is kept in the data folder.
const calibrationFile = "confidence.json"

// calibration is the one that is kept in the data folder, or else the fitted one.
func (s *settings) calibration() (*choiceinterp.Calibration, error) {
	folder, err := s.folder()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(folder, calibrationFile)
	raw, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		c, err := choiceinterp.FittedCalibration()
		return &c, err
	}
	c, parseErr := choiceinterp.ParseCalibration(raw)
	if err := errors.Join(err, parseErr); err != nil {
		return nil, schemaregistry.Fail("bad_calibration", "The calibration in %s cannot be used; remove it and calibrate again.", path).Because(err)
	}
	return &c, nil
}

// keepCalibration puts a calibration into the data folder, whole or not at all.
func (s *settings) keepCalibration(c choiceinterp.Calibration, w io.Writer) error {
	folder, err := s.folder()
	if err != nil {
		return err
	}
	path := filepath.Join(folder, calibrationFile)
	var content bytes.Buffer
	if err := printJSON(&content, c); err != nil {
		return err
	}
	err = os.WriteFile(path+".new", content.Bytes(), 0o600)
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		return schemaregistry.Fail("unwritable_file", "%s cannot be written.", path).Because(err)
	}
	fmt.Fprintf(w, "Kept in %s; remove it to go back.\n", path)
	return nil
}

func printChange(w io.Writer, change eval.Change, unusable int) {
	fmt.Fprintf(w, "%d choices with a known outcome\n", change.Before.N)
	if unusable > 0 {
		fmt.Fprintf(w, "%d more were judged by another version and are left out\n", unusable)
	}
	fmt.Fprintln(w, "                     before  after  (on choices that the fit did not see)")
	line := func(name string, before, after float64) { fmt.Fprintf(w, "  %-18s %.3f   %.3f\n", name, before, after) }
	line("calibration error", change.Before.ECE, change.After.ECE)
	line("log loss", change.Before.LogLoss, change.After.LogLoss)
	line("run", change.Before.RunShare, change.After.RunShare)
	line("wrong run", change.Before.WrongRunShare, change.After.WrongRunShare)
	line("ask", change.Before.AskShare, change.After.AskShare)
	line("rephrase", change.Before.RephraseShare, change.After.RephraseShare)
	fmt.Fprintln(w, "before")
	printReliability(w, change.Before.Reliability)
	fmt.Fprintln(w, "after")
	printReliability(w, change.After.Reliability)
}
