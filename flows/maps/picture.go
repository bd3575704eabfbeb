package maps

import (
	"github.com/paulmach/orb"
)

// A Picture is one map, ready to be drawn: every number in it is text already.
type Picture struct {
	ID          string // distinguishes the ids of several pictures on one page
	Title       string
	Subtitle    []string
	Description string // for those who cannot see it
	Areas       []Area
	Legend      Legend
	Source      string
}

// An Area is one unit on the map.
type Area struct {
	Shape orb.MultiPolygon // longitude and latitude
	Class int              // index into Legend.Classes, -1 without data
	Hover string
	Name  string
	LGA   string
	State string
}

// A Legend says what the colours mean.
type Legend struct {
	Title     string
	Direction string   // such as "Darker = higher risk"
	Notes     []string // a heading and lines beside the classes
	Classes   []Swatch // from the lowest values to the highest
	Reversed  bool     // the lowest values are the dark ones
	NoData    string   // label of the hatched class; "" when every area has data
}

// A Swatch is one class of the legend.
type Swatch struct {
	Colour string // #rrggbb
	Range  string // such as "20% to 35%"
	Count  string // such as "7 wards"
}

// Layout of the page, in pixels.
const (
	pageWidth   = 640
	margin      = 20
	innerWidth  = pageWidth - 2*margin
	mapHeight   = 620 // at most
	titleSize   = 21
	textSize    = 14
	smallSize   = 11.5
	legendRow   = 23
	legendWidth = innerWidth * 0.46 // of the classes; the notes have the rest
)

// Draw makes the SVG. It needs nothing outside itself, scales with its frame, and
// every text in it is escaped.
func Draw(p Picture) []byte {
	shapes := make([]orb.MultiPolygon, len(p.Areas))
	for i := range p.Areas {
		shapes[i] = p.Areas[i].Shape
	}
	g := fit(boundOf(shapes), innerWidth, mapHeight)
	placed := make([][]ring, len(shapes))
	for i, shape := range shapes {
		placed[i] = g.rings(shape)
	}
	drawing := simplify(placed)

	c := &canvas{}
	title := wrap(p.Title, titleSize*boldWider, innerWidth)
	var subtitle []string
	for _, s := range p.Subtitle {
		subtitle = append(subtitle, wrap(s, textSize, innerWidth)...)
	}
	source := wrap(p.Source, smallSize, innerWidth)
	mapTop := margin + 28*float64(len(title)) + 20*float64(len(subtitle)) + 8
	legendTop := mapTop + g.height + 30
	sourceTop := legendTop + p.Legend.height() + 14
	height := sourceTop + 15*float64(len(source)) + margin/2

	c.open(p, height)
	c.lines(title, margin, margin+titleSize-3, 28, `font-size="21" font-weight="700" fill="#111"`)
	c.lines(subtitle, margin, margin+28*float64(len(title))+12, 20, `font-size="14" fill="#444"`)
	c.group(margin+(innerWidth-g.width)/2, mapTop, func() { c.areas(p, drawing) })
	c.labels(p, drawing, margin+(innerWidth-g.width)/2, mapTop)
	c.scaleBar(g, mapTop+g.height+10)
	c.legend(p, legendTop)
	c.lines(source, margin, sourceTop+smallSize, 15, `font-size="11.5" fill="#666"`)
	c.text("</svg>\n")
	return c.b
}

// areas draws the wards by class, then the outlines of LGAs and states.
func (c *canvas) areas(p Picture, drawing [][]ring) {
	width := 2.4
	if len(drawing) > 100 {
		width = 1.6
	}
	c.textf(`<g stroke="#8c8c8c" stroke-width="%g" stroke-linejoin="round" fill-rule="evenodd">`, width)
	for class := -1; class < len(p.Legend.Classes); class++ {
		fill := "url(#" + escape(p.ID) + "-none)"
		if class >= 0 {
			fill = p.Legend.Classes[class].Colour
		}
		c.textf("\n<g fill=\"%s\">", fill)
		for i, area := range p.Areas {
			if area.Class == class && len(drawing[i]) > 0 {
				c.text("\n<path d=\"")
				c.rings(drawing[i])
				c.text(`"><title>` + escape(area.Hover) + "</title></path>")
			}
		}
		c.text("</g>")
	}
	c.text("\n</g>\n")
	known := bordersOf(drawing)
	lgas, manyLGAs := groups(p.Areas, func(a Area) string { return a.State + "\x00" + a.LGA })
	states, manyStates := groups(p.Areas, func(a Area) string { return a.State })
	if manyLGAs < len(p.Areas) { // where an LGA is the unit, it is drawn already
		c.outline(known.outlines(drawing, lgas), "lga", "#1a1a1a", 5.6)
	}
	if manyStates > 1 || manyLGAs == len(p.Areas) {
		c.outline(known.outlines(drawing, states), "state", "#111", 8)
	}
}

func (c *canvas) outline(lines []line, class, colour string, width float64) {
	c.textf(`<path class="%s" fill="none" stroke="%s" stroke-width="%g" stroke-linejoin="round" stroke-linecap="round" pointer-events="none" d="`, class, colour, width)
	for _, l := range lines {
		c.line(l)
	}
	c.text("\"/>\n")
}

// groups numbers the areas by a key and counts the keys.
func groups(areas []Area, key func(Area) string) (group []int, count int) {
	numbers := map[string]int{}
	group = make([]int, len(areas))
	for i, a := range areas {
		n, known := numbers[key(a)]
		if !known {
			n = len(numbers)
			numbers[key(a)] = n
		}
		group[i] = n
	}
	return group, len(numbers)
}
