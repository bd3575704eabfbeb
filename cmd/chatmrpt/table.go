package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

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

// list writes the cells of a row one after the other.
func (s *screen) list(t *schemaregistry.Table) string {
	var lines []string
	if t.Title != "" {
		lines = append(lines, harmless(t.Title))
	}
	for row := range t.Len() {
		var cells []string
		for i := range t.Columns {
			if text := cell(&t.Columns[i], row); text != "" {
				cells = append(cells, text)
			}
		}
		line := wrap(strings.Join(cells, " · "), s.width-2)
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
	case isWhole(c.Numbers):
		return dataset.Thousands(v)
	}
	return fmt.Sprintf("%.3f", v)
}

func isWhole(numbers []float64) bool {
	return !slices.ContainsFunc(numbers, func(v float64) bool { return v != math.Trunc(v) && !math.IsNaN(v) })
}
