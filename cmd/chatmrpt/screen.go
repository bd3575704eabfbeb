package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"charm.land/lipgloss/v2"
	"golang.org/x/term"

	"github.com/chatmrpt/chatmrpt/core/router"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// screen shows replies: with colour and fitted to the width on a terminal, plain
// in a pipe.
type screen struct {
	out    io.Writer
	err    io.Writer
	color  bool
	live   bool // standard error is a terminal: progress can be drawn
	width  int
	styles styles
}

type styles struct{ answer, note, warning, question, chip, echo lipgloss.Style }

func newScreen(std streams, color string) *screen {
	s := &screen{out: std.out, err: std.err, width: 100}
	if file, ok := std.out.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		s.color = os.Getenv("NO_COLOR") == ""
		if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 20 {
			s.width = width
		}
	}
	if file, ok := std.err.(*os.File); ok {
		s.live = term.IsTerminal(int(file.Fd()))
	}
	switch color {
	case "always":
		s.color = true
	case "never":
		s.color = false
	}
	if s.color {
		s.styles = styles{
			answer: lipgloss.NewStyle(), note: lipgloss.NewStyle().Faint(true),
			warning: lipgloss.NewStyle().Foreground(lipgloss.Yellow), question: lipgloss.NewStyle().Bold(true),
			chip: lipgloss.NewStyle().Foreground(lipgloss.Cyan), echo: lipgloss.NewStyle().Foreground(lipgloss.Cyan),
		}
	}
	return s
}

// show prints a reply: answer, table, notes, files, then the question or chips.
func (s *screen) show(r *router.Reply) error {
	var b strings.Builder
	paragraph := func(style lipgloss.Style, text string) {
		if text != "" {
			b.WriteString(s.paint(style, wrap(text, s.width)) + "\n\n")
		}
	}
	paragraph(s.styles.answer, r.Answer)
	if r.Table.Len() > 0 {
		b.WriteString(s.table(r.Table) + "\n\n")
	}
	for _, warning := range r.Warnings {
		b.WriteString(s.paint(s.styles.warning, wrap("! "+warning, s.width)) + "\n")
	}
	for _, assumed := range r.Assumed {
		b.WriteString(s.paint(s.styles.note, wrap("- "+assumed, s.width)) + "\n")
	}
	if len(r.Warnings)+len(r.Assumed) > 0 {
		b.WriteString("\n")
	}
	if r.Receipt != nil {
		paragraph(s.styles.note, fmt.Sprintf("Receipt %s, from %s rows.", r.Receipt.ID, dataset.Thousands(r.Receipt.Rows)))
	}
	paragraph(s.styles.question, r.QuestionText())
	if r.Question == nil && len(r.Chips) > 0 {
		labels := make([]string, len(r.Chips))
		for i, chip := range r.Chips {
			labels[i] = chip.Say
		}
		paragraph(s.styles.chip, "Next: "+strings.Join(labels, " | "))
	}
	_, err := io.WriteString(s.out, b.String())
	return err
}

// harmless drops what a terminal would act on: cells and file names are data, and
// may hold escape sequences or reverse the direction of text.
func harmless(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			return -1
		}
		return r
	}, text)
}

// paint applies a style line by line, so that trailing space is not styled.
func (s *screen) paint(style lipgloss.Style, text string) string {
	text = harmless(text)
	if !s.color {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = style.Render(line)
	}
	return strings.Join(lines, "\n")
}

func (s *screen) echo(text string) { fmt.Fprintln(s.out, s.paint(s.styles.echo, "> "+text)) }

func (s *screen) hint(text string) { fmt.Fprintln(s.out, s.paint(s.styles.note, text)) }

// wrap breaks lines at spaces to fit the width, keeping indentation.
func wrap(text string, width int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = lipgloss.Wrap(line, max(width, 20), " ")
	}
	return strings.Join(lines, "\n")
}
