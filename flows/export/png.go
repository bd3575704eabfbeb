package export

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/fogleman/gg"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// pixels for each unit of a map, so that it is sharp in print.
const pixels = 2

// largest is the size of a picture to either side, in pixels.
const largest = 4000

// PNG draws a stored map. It knows what package maps draws with: groups that
// move and scale, paths of lines, rectangles, lines of text and one hatching.
func PNG(svg []byte) ([]byte, error) {
	d := &drawing{styles: []style{{scale: pixels, fill: "#000", stroke: "none", width: 1, size: 16}}}
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = d.take(token)
		}
		if err != nil {
			return nil, fmt.Errorf("draw the map: %w", err)
		}
	}
	if d.page == nil {
		return nil, errors.New("draw the map: it has no size")
	}
	var b bytes.Buffer
	if err := png.Encode(&b, d.page.Image()); err != nil {
		return nil, fmt.Errorf("draw the map: %w", err)
	}
	return b.Bytes(), nil
}

// A drawing is the page and the elements that are open.
type drawing struct {
	page   *gg.Context
	styles []style // of the open elements, innermost last
	skip   int     // open elements inside one that is not drawn
	line   text    // of the open text element
	faces  faces
}

// A style is what an element inherits. A length l is drawn as scale*l pixels from
// x, y.
type style struct {
	scale, x, y  float64
	fill, stroke string
	width        float64
	size         float64
	bold         bool
	anchor       string
	evenOdd      bool
}

func (d *drawing) take(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		if d.skip > 0 || isHidden(t.Name.Local) {
			d.skip++
			return nil
		}
		attributes := map[string]string{}
		for _, a := range t.Attr {
			attributes[a.Name.Local] = a.Value
		}
		s := d.styles[len(d.styles)-1].with(attributes)
		d.styles = append(d.styles, s)
		return d.open(t.Name.Local, s, attributes)
	case xml.CharData:
		if d.skip == 0 && d.line.open {
			d.line.add(string(t), d.styles[len(d.styles)-1])
		}
	case xml.EndElement:
		if d.skip > 0 {
			d.skip--
			return nil
		}
		d.styles = d.styles[:len(d.styles)-1]
		if t.Name.Local == "text" {
			return d.write()
		}
	}
	return nil
}

// isHidden names the elements that draw nothing by themselves.
func isHidden(name string) bool { return name == "defs" || name == "desc" || name == "title" }

// with is the style of an element inside.
func (s style) with(attributes map[string]string) style {
	for name, value := range attributes {
		switch name {
		case "fill":
			s.fill = value
		case "stroke":
			s.stroke = value
		case "stroke-width":
			s.width = number(value)
		case "font-size":
			s.size = number(value)
		case "font-weight":
			s.bold = value == "700"
		case "text-anchor":
			s.anchor = value
		case "fill-rule":
			s.evenOdd = value == "evenodd"
		}
	}
	var x, y, scale float64
	if n, _ := fmt.Sscanf(attributes["transform"], "translate(%f %f) scale(%f)", &x, &y, &scale); n == 3 {
		s.x, s.y, s.scale = s.x+s.scale*x, s.y+s.scale*y, s.scale*scale
	}
	return s
}

func number(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0
	}
	return v
}

func (d *drawing) open(name string, s style, attributes map[string]string) error {
	if name == "svg" {
		return d.size(attributes["viewBox"])
	}
	if d.page == nil {
		return errors.New("something is drawn before the page")
	}
	switch name {
	case "rect":
		d.page.DrawRectangle(s.x+s.scale*number(attributes["x"]), s.y+s.scale*number(attributes["y"]),
			s.scale*number(attributes["width"]), s.scale*number(attributes["height"]))
		d.paint(s)
	case "path":
		if err := d.path(attributes["d"], s); err != nil {
			return err
		}
		d.paint(s)
	case "text":
		d.line = text{open: true, x: s.x + s.scale*number(attributes["x"]), y: s.y + s.scale*number(attributes["y"])}
	}
	return nil
}

func (d *drawing) size(viewBox string) error {
	var x, y, width, height float64
	if _, err := fmt.Sscanf(viewBox, "%f %f %f %f", &x, &y, &width, &height); err != nil {
		return fmt.Errorf("the page's size: %w", err)
	}
	w, h := int(math.Ceil(width*pixels)), int(math.Ceil(height*pixels))
	if w <= 0 || h <= 0 || w > largest || h > largest {
		return schemaregistry.Fail("map_too_large", "The map is too large for a PNG; take the SVG.")
	}
	d.page = gg.NewContextForRGBA(image.NewRGBA(image.Rect(0, 0, w, h)))
	return nil
}

// paint fills and strokes the path.
func (d *drawing) paint(s style) {
	d.page.SetFillRule(gg.FillRuleWinding)
	if s.evenOdd {
		d.page.SetFillRule(gg.FillRuleEvenOdd)
	}
	d.page.SetLineWidth(s.width * s.scale)
	d.page.SetLineJoinRound()
	d.page.SetLineCapRound()
	switch {
	case strings.HasPrefix(s.fill, "url("):
		d.page.SetFillStyle(hatching{period: 26 * s.scale, stripe: 6 * s.scale})
		d.page.FillPreserve()
	case s.fill != "none":
		d.page.SetColor(colourOf(s.fill))
		d.page.FillPreserve()
	}
	if s.stroke != "none" {
		d.page.SetColor(colourOf(s.stroke))
		d.page.StrokePreserve()
	}
	d.page.ClearPath()
}

// colourOf reads #rgb and #rrggbb; anything else is black.
func colourOf(s string) color.RGBA {
	digits := strings.TrimPrefix(s, "#")
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	v, err := strconv.ParseUint(digits, 16, 24)
	if err != nil || len(digits) != 6 {
		return color.RGBA{A: 0xff}
	}
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}
}

// hatching is the pattern of areas without data: grey stripes at 45 degrees.
type hatching struct{ period, stripe float64 }

// ColorAt is the colour of a pixel.
func (h hatching) ColorAt(x, y int) color.Color {
	across := math.Mod((float64(x)+float64(y))/math.Sqrt2, h.period)
	if across < h.stripe {
		return color.RGBA{0xa8, 0xa8, 0xa8, 0xff}
	}
	return color.RGBA{0xf2, 0xf2, 0xf2, 0xff}
}
