package maps

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// A canvas collects the text of an SVG.
type canvas struct{ b []byte }

func (c *canvas) text(s string) { c.b = append(c.b, s...) }

func (c *canvas) textf(format string, args ...any) { c.b = fmt.Appendf(c.b, format, args...) }

// open starts the document: size, name and description for readers, and the
// pattern of areas without data.
func (c *canvas) open(p Picture, height float64) {
	c.textf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %.0f" role="img" aria-label="%s" font-family="system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif">`,
		pageWidth, height, escape(p.Title))
	c.text("\n<desc>" + escape(p.Description) + "</desc>\n")
	c.textf(`<defs><pattern id="%s-none" width="26" height="26" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="26" height="26" fill="#f2f2f2"/><rect width="6" height="26" fill="#a8a8a8"/></pattern></defs>`, escape(p.ID))
	c.textf("\n<rect width=\"%d\" height=\"%.0f\" fill=\"#fff\"/>\n", pageWidth, height)
}

// group draws in grid units with its origin at a place on the page.
func (c *canvas) group(x, y float64, draw func()) {
	c.textf("<g transform=\"translate(%.1f %.1f) scale(%g)\">\n", x, y, 1.0/perPixel)
	draw()
	c.text("</g>\n")
}

// rings writes closed rings as relative path commands of whole numbers.
func (c *canvas) rings(rings []ring) {
	for _, r := range rings {
		c.move(r)
		c.b = append(c.b, 'z')
	}
}

// line writes an open line.
func (c *canvas) line(l line) { c.move(l) }

func (c *canvas) move(points []point) {
	c.b = append(c.b, 'M')
	c.number(points[0].x, false)
	c.number(points[0].y, true)
	c.b = append(c.b, 'l')
	for i := 1; i < len(points); i++ {
		c.number(points[i].x-points[i-1].x, i > 1)
		c.number(points[i].y-points[i-1].y, true)
	}
}

// number writes a whole number; a minus sign separates it from the last as well
// as a space does.
func (c *canvas) number(v int32, after bool) {
	if after && v >= 0 {
		c.b = append(c.b, ' ')
	}
	c.b = strconv.AppendInt(c.b, int64(v), 10)
}

// lines writes lines of text under one another.
func (c *canvas) lines(lines []string, x, y, step float64, style string) {
	for i, s := range lines {
		c.textf("<text x=\"%.1f\" y=\"%.1f\" %s>%s</text>\n", x, y+step*float64(i), style, escape(s))
	}
}

// escape makes any text safe inside an element or an attribute.
func escape(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil { // a strings.Builder takes everything
		return ""
	}
	return b.String()
}

// boldWider is how much wider bold text is.
const boldWider = 1.13

// textWidth estimates how wide a text is drawn, in pixels: fonts differ, so it
// errs on the wide side.
func textWidth(s string, size float64) float64 {
	width := 0.0
	for _, r := range s {
		switch {
		case strings.ContainsRune(" .,:;'|!ijltfI()[]-", r):
			width += 0.34
		case r >= 'A' && r <= 'Z', r == 'm', r == 'w', r == '%', r > 0x2000:
			width += 0.74
		default:
			width += 0.57
		}
	}
	return width * size
}

// wrap breaks a text into lines that fit a width.
func wrap(s string, size, width float64) []string {
	var lines []string
	current := ""
	for _, word := range strings.Fields(s) {
		switch joined := current + " " + word; {
		case current == "":
			current = word
		case textWidth(joined, size) <= width:
			current = joined
		default:
			lines, current = append(lines, current), word
		}
	}
	if current != "" {
		lines = append(lines, current)
	}
	return lines
}

// shorten cuts a text that is too wide and marks the cut.
func shorten(s string, size, width float64) string {
	if textWidth(s, size) <= width {
		return s
	}
	runes := []rune(s)
	for len(runes) > 0 && textWidth(string(runes)+"…", size) > width {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimRight(string(runes), " ,(") + "…"
}
