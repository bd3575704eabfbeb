package maps

import (
	"math"
	"strconv"
)

// height of the legend, in pixels.
func (l Legend) height() float64 {
	rows := max(l.rows(), len(l.Notes))
	return 24 + 19*float64(len(l.explained())) + float64(rows)*legendRow
}

func (l Legend) rows() int {
	if l.NoData != "" {
		return len(l.Classes) + 1
	}
	return len(l.Classes)
}

// explained is the direction in lines that fit.
func (l Legend) explained() []string { return wrap(l.Direction, 13, innerWidth) }

// legend lists the classes from dark to light and then the areas without data,
// and the notes beside them.
func (c *canvas) legend(p Picture, top float64) {
	l := p.Legend
	c.lines([]string{l.Title}, margin, top+textSize, 0, `font-size="14" font-weight="700" fill="#111"`)
	c.lines(l.explained(), margin, top+20+textSize, 19, `font-size="13" fill="#444"`)
	top += 24 + 19*float64(len(l.explained()))
	for row, swatch := range l.darkFirst() {
		y := top + float64(row*legendRow)
		c.group(margin, y, func() {
			fill := swatch.Colour
			if fill == "" {
				fill = "url(#" + escape(p.ID) + "-none)"
			}
			c.textf(`<rect width="112" height="64" fill="%s" stroke="#666" stroke-width="2"/>`, fill)
		})
		c.textf("<text x=\"%d\" y=\"%.1f\" font-size=\"14\" fill=\"#111\">%s<tspan fill=\"#666\">%s</tspan></text>\n",
			margin+38, y+13, escape(swatch.Range), escape(" · "+swatch.Count))
	}
	for row, note := range l.Notes {
		style := `font-size="13" fill="#444"`
		if row == 0 {
			style = `font-size="13" font-weight="700" fill="#111"`
		}
		c.lines([]string{shorten(note, 13, innerWidth-legendWidth)}, margin+legendWidth, top+13+float64(row*legendRow), 0, style)
	}
}

// darkFirst orders the swatches as they are listed; the one without a colour is
// the class without data.
func (l Legend) darkFirst() []Swatch {
	listed := make([]Swatch, 0, l.rows())
	for i := range l.Classes {
		at := len(l.Classes) - 1 - i
		if l.Reversed {
			at = i
		}
		listed = append(listed, l.Classes[at])
	}
	if l.NoData != "" {
		listed = append(listed, Swatch{Range: "No data", Count: l.NoData})
	}
	return listed
}

// kmPerDegree of latitude, on a sphere of 6,371 km.
const kmPerDegree = 111.2

// scaleBar draws a bar of a round number of kilometres at the right edge.
func (c *canvas) scaleBar(g grid, y float64) {
	pixelsPerKm := g.yscale / perPixel / kmPerDegree
	km := math.Pow(10, math.Floor(math.Log10(120/pixelsPerKm)))
	for _, longer := range []float64{5, 2} {
		if km*longer*pixelsPerKm <= 120 {
			km *= longer
			break
		}
	}
	width := km * pixelsPerKm
	x := pageWidth - margin - width
	c.textf("<path fill=\"none\" stroke=\"#444\" stroke-width=\"1.5\" d=\"M%.1f %.1fv6h%.1fv-6\"/>\n", x, y, width)
	c.textf("<text x=\"%.1f\" y=\"%.1f\" font-size=\"11\" fill=\"#444\" text-anchor=\"end\">%s km</text>\n",
		x-6, y+7, strconv.FormatFloat(km, 'g', 6, 64))
}
