package maps

// height of the legend, in pixels.
func (l Legend) height() float64 {
	return 24 + 20 + float64(min(l.rows(), legendRows))*legendRow
}

func (l Legend) rows() int {
	if l.NoData != "" {
		return len(l.Classes) + 1
	}
	return len(l.Classes)
}

// legend lists the classes from dark to light and then the areas without data,
// in one column, or two when there are many.
func (c *canvas) legend(p Picture, top float64) {
	l := p.Legend
	c.lines([]string{l.Title}, margin, top+textSize, 0, `font-size="14" font-weight="700" fill="#111"`)
	c.lines([]string{l.Direction}, margin, top+20+textSize, 0, `font-size="13" fill="#444"`)
	for row, swatch := range l.darkFirst() {
		x := margin + float64(row/legendRows*legendWidth)
		y := top + 44 + float64(row%legendRows*legendRow)
		c.group(x, y, func() {
			fill := swatch.Colour
			if fill == "" {
				fill = "url(#" + escape(p.ID) + "-none)"
			}
			c.textf(`<rect width="112" height="64" fill="%s" stroke="#666" stroke-width="2"/>`, fill)
		})
		c.textf("<text x=\"%.1f\" y=\"%.1f\" font-size=\"14\" fill=\"#111\">%s<tspan fill=\"#666\">%s</tspan></text>\n",
			x+38, y+13, escape(swatch.Range), escape(" · "+swatch.Count))
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
