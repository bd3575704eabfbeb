package maps

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Labels are written for at most so many groups; with more, hovering has to do.
const (
	maxGroupLabels = 45
	maxWardLabels  = 60
)

// A label is a name with its place, in pixels of the page.
type label struct {
	text  string
	x, y  float64 // of its middle
	room  float64 // width of what it names
	reach float64 // how many times wider than its room it may be
	size  float64
	area  float64
	bold  bool
}

func (l label) width() float64 {
	if l.bold {
		return boldWider * textWidth(l.text, l.size)
	}
	return textWidth(l.text, l.size)
}

func (l label) weight() string {
	if l.bold {
		return ` font-weight="700"`
	}
	return ""
}

// labels writes the names of states or LGAs, and of wards where they are few and
// the name fits inside. Larger areas come first; what would overlap is left out.
func (c *canvas) labels(p Picture, drawing [][]ring, left, top float64) {
	var taken []label
	for _, l := range labelsFor(p.Areas, drawing) {
		l.x, l.y = left+l.x, top+l.y
		if l.width() > l.reach*l.room || slices.ContainsFunc(taken, l.overlaps) {
			continue
		}
		taken = append(taken, l)
		c.textf("<text x=\"%.1f\" y=\"%.1f\" font-size=\"%g\"%s text-anchor=\"middle\" fill=\"#111\" stroke=\"#fff\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\" pointer-events=\"none\">%s</text>\n",
			l.x, l.y+l.size/3, l.size, l.weight(), escape(l.text))
	}
}

func labelsFor(areas []Area, drawing [][]ring) []label {
	state := func(a Area) string { return a.State }
	lga := func(a Area) string { return a.LGA }
	_, states := groups(areas, state)
	_, lgas := groups(areas, lga)
	var labels []label
	switch {
	case states > 1 && states <= maxGroupLabels:
		labels = groupLabels(areas, drawing, state, label{size: 12.5, bold: true, reach: 1.5})
	case states == 1 && lgas > 1 && lgas <= maxGroupLabels:
		labels = groupLabels(areas, drawing, lga, label{size: 12.5, bold: true, reach: 1.5})
	}
	if len(areas) <= maxWardLabels {
		name := func(a Area) string { return a.Name + "\x00" + a.LGA }
		labels = append(labels, groupLabels(areas, drawing, name, label{size: 10, reach: 1})...)
	}
	return labels
}

// groupLabels places one name a group at the middle of its area's mass.
func groupLabels(areas []Area, drawing [][]ring, name func(Area) string, like label) []label {
	type mass struct{ x, y, area, west, east float64 }
	sums := map[string]*mass{}
	for i, a := range areas {
		key := name(a)
		m := sums[key]
		if m == nil {
			m = &mass{west: math.Inf(1), east: math.Inf(-1)}
			sums[key] = m
		}
		for _, r := range drawing[i] {
			x, y, area := centroid(r)
			m.x, m.y, m.area = m.x+x*area, m.y+y*area, m.area+area
			for _, p := range r {
				m.west, m.east = min(m.west, float64(p.x)), max(m.east, float64(p.x))
			}
		}
	}
	var labels []label
	for key, m := range sums {
		l := like
		l.text, _, _ = strings.Cut(key, "\x00")
		if m.area > 0 && l.text != "" {
			l.area, l.room = m.area, (m.east-m.west)/perPixel
			l.x, l.y = m.x/m.area/perPixel, m.y/m.area/perPixel
			labels = append(labels, l)
		}
	}
	slices.SortFunc(labels, func(a, b label) int {
		return cmp.Or(cmp.Compare(b.area, a.area), cmp.Compare(a.text, b.text))
	})
	return labels
}

// centroid of a ring and its area, both in grid units; the area is positive.
func centroid(r ring) (x, y, area float64) {
	ox, oy := float64(r[0].x), float64(r[0].y)
	for i := range r {
		j := (i + 1) % len(r)
		ax, ay := float64(r[i].x)-ox, float64(r[i].y)-oy
		bx, by := float64(r[j].x)-ox, float64(r[j].y)-oy
		cross := ax*by - bx*ay
		area += cross / 2
		x += (ax + bx) * cross / 6
		y += (ay + by) * cross / 6
	}
	if area == 0 {
		return ox, oy, 0
	}
	return ox + x/area, oy + y/area, math.Abs(area)
}

func (l label) overlaps(o label) bool {
	return math.Abs(l.x-o.x) < (l.width()+o.width())/2 && math.Abs(l.y-o.y) < (l.size+o.size)/2
}
