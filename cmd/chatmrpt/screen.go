package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"time"
	"unicode"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/chatmrpt/chatmrpt/core/router"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
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

// sentence is the width from which a text column is read as sentences.
const sentence = 48

// table draws a table that fits the width; one with sentences in it becomes a list.
func (s *screen) table(t *schemaregistry.Table) string {
	for i := range t.Columns {
		for _, text := range t.Columns[i].Text {
			if lipgloss.Width(text) > sentence {
				return s.list(t)
			}
		}
	}
	return s.grid(t)
}

// list writes a paragraph a row: the short cells, then the sentences.
func (s *screen) list(t *schemaregistry.Table) string {
	var lines []string
	if t.Title != "" {
		lines = append(lines, t.Title)
	}
	for row := range t.Len() {
		var short, long []string
		for i := range t.Columns {
			text := cell(&t.Columns[i], row)
			switch {
			case text == "":
			case lipgloss.Width(text) > sentence:
				long = append(long, text)
			default:
				short = append(short, text)
			}
		}
		line := wrap(strings.Join(short, ", ")+": "+strings.Join(long, " "), s.width-2)
		lines = append(lines, "- "+strings.ReplaceAll(line, "\n", "\n  "))
	}
	return strings.Join(lines, "\n")
}

func (s *screen) grid(t *schemaregistry.Table) string {
	drawn := table.New().Border(lipgloss.NormalBorder()).BorderLeft(false).BorderRight(false).
		BorderTop(false).BorderBottom(false).BorderColumn(false)
	heads := make([]string, len(t.Columns))
	for i, column := range t.Columns {
		heads[i] = column.Title
		if heads[i] == "" {
			heads[i] = column.Name
		}
	}
	drawn.Headers(heads...)
	for row := range t.Len() {
		cells := make([]string, len(t.Columns))
		for i := range t.Columns {
			cells[i] = cell(&t.Columns[i], row)
		}
		drawn.Row(cells...)
	}
	text := drawn.StyleFunc(cellStyle(t, 2)).String()
	if lipgloss.Width(text) > s.width {
		text = drawn.StyleFunc(cellStyle(t, 1)).String()
	}
	if lipgloss.Width(text) > s.width {
		text = drawn.Width(s.width).String()
	}
	if t.Title != "" {
		text = t.Title + "\n" + text
	}
	return text
}

// cellStyle sets numbers to the right, with a gap between columns.
func cellStyle(t *schemaregistry.Table, gap int) table.StyleFunc {
	return func(_, col int) lipgloss.Style {
		style := lipgloss.NewStyle().PaddingRight(gap)
		if t.Columns[col].Text == nil {
			style = style.Align(lipgloss.Right)
		}
		return style
	}
}

// cell is a value for people: a fraction as a percentage, counts with separators,
// other numbers with at most three decimals. Missing is empty.
func cell(c *schemaregistry.Column, row int) string {
	if c.Text != nil {
		return harmless(c.Text[row])
	}
	v := c.Numbers[row]
	switch {
	case math.IsNaN(v):
		return ""
	case c.Unit == "fraction":
		return dataset.Percent(v)
	case v == math.Trunc(v):
		return dataset.Thousands(v)
	}
	return fmt.Sprintf("%.3f", v)
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

// work shows that something takes long: after half a second a bar appears on a
// terminal, and goes when the work is done.
type work struct {
	mu    sync.Mutex
	what  string
	timer *time.Timer
	bar   *progressbar.ProgressBar
	ended bool
}

// patience is how long work may take before it is shown.
const patience = 500 * time.Millisecond

func (s *screen) working(what string) *work {
	w := &work{what: what}
	if s.live {
		w.timer = time.AfterFunc(patience, func() { w.start(s.err) })
	}
	return w
}

func (w *work) start(out io.Writer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended {
		return
	}
	w.bar = progressbar.NewOptions(-1, progressbar.OptionSetWriter(out), progressbar.OptionSetDescription(w.what),
		progressbar.OptionClearOnFinish(), progressbar.OptionSetElapsedTime(true), progressbar.OptionSpinnerType(14))
	w.draw(w.bar.RenderBlank())
}

// draw ignores a failed drawing: the terminal went away, the work goes on.
func (w *work) draw(error) {}

func (w *work) progress(what string, done, total int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if what != "" {
		w.what = what
	}
	if w.bar == nil || w.ended {
		return
	}
	w.bar.Describe(w.what)
	if total > 0 {
		w.bar.ChangeMax(total)
		w.draw(w.bar.Set(done))
	}
}

func (w *work) end() {
	if w.timer != nil {
		w.timer.Stop()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	if w.bar != nil {
		w.draw(w.bar.Finish())
	}
}
