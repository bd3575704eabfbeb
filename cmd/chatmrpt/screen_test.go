package main

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/router"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

func TestWhatStandsInFilesCannotSteerTheTerminal(t *testing.T) {
	hostile := "Alpha\x1b[2J\x1b]0;owned\x07\u202ereversed"
	reply := router.Reply{
		Answer: hostile, Warnings: []string{hostile}, Assumed: []string{hostile},
		Table:    &schemaregistry.Table{Columns: []schemaregistry.Column{{Name: "ward", Text: []string{hostile}}}},
		Question: &schemaregistry.Question{Text: hostile, Options: []schemaregistry.Option{{Label: hostile}}},
	}
	for _, color := range []string{"never", "always"} {
		var out bytes.Buffer
		if err := newScreen(streams{out: &out, err: &out}, color).show(&reply); err != nil {
			t.Fatal(err)
		}
		for _, sequence := range []string{"\x1b[2J", "\x1b]0", "\x07", "\u202e"} {
			if strings.Contains(out.String(), sequence) {
				t.Errorf("colour %s: %q reaches the terminal", color, sequence)
			}
		}
		if !strings.Contains(out.String(), "Alpha") {
			t.Errorf("colour %s: the name is lost", color)
		}
	}
}

func TestTablesFitAndMissingIsEmpty(t *testing.T) {
	table := &schemaregistry.Table{Title: "Wards", Columns: []schemaregistry.Column{
		{Name: "ward", Title: "Ward", Text: []string{"Oke", strings.Repeat("long ", 9)}},
		{Name: "tested", Title: "Tested", Numbers: schemaregistry.Numbers{1234567, math.NaN()}},
		{Name: "tpr", Title: "TPR", Unit: "fraction", Numbers: schemaregistry.Numbers{0.0780, math.NaN()}},
		{Name: "score", Title: "Score", Numbers: schemaregistry.Numbers{0.12345, math.NaN()}},
	}}
	s := newScreen(streams{}, "never")
	s.width = 60
	text := s.table(table)
	for _, want := range []string{"Wards", "1,234,567", "7.8%", "0.123"} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q", want)
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		if len([]rune(line)) > s.width {
			t.Errorf("wider than the terminal: %q", line)
		}
	}
	if strings.Contains(text, "NaN") {
		t.Error("a missing value is shown")
	}
}
