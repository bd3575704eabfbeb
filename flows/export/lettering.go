package export

import (
	"fmt"
	"image"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// A text is a line of text, in parts of one colour each.
type text struct {
	open  bool
	x, y  float64 // where it is anchored, in pixels
	parts []part
}

type part struct {
	said  string
	style style
}

func (t *text) add(said string, s style) { t.parts = append(t.parts, part{said, s}) }

// write draws the line that has ended.
func (d *drawing) write() error {
	line := d.line
	d.line = text{}
	widths := make([]float64, len(line.parts))
	total := 0.0
	for i := range line.parts {
		p := &line.parts[i]
		face, err := d.faces.of(p.style)
		if err != nil {
			return err
		}
		p.said = drawable(p.said, face)
		widths[i] = float64(font.MeasureString(face, p.said)) / 64
		total += widths[i]
	}
	x := line.x
	if len(line.parts) > 0 {
		switch line.parts[0].style.anchor {
		case "middle":
			x -= total / 2
		case "end":
			x -= total
		}
	}
	for i, p := range line.parts {
		if err := d.letters(p, x, line.y); err != nil {
			return err
		}
		x += widths[i]
	}
	return nil
}

// letters draws one part, around it the halo that keeps it legible on the map.
func (d *drawing) letters(p part, x, y float64) error {
	face, err := d.faces.of(p.style)
	if err != nil {
		return err
	}
	draw := func(colour string, dx, dy float64) {
		pen := font.Drawer{
			Dst: d.page.Image().(*image.RGBA), Src: image.NewUniform(colourOf(colour)), Face: face,
			Dot: fixed.Point26_6{X: fixed.Int26_6((x + dx) * 64), Y: fixed.Int26_6((y + dy) * 64)},
		}
		pen.DrawString(p.said)
	}
	if p.style.stroke != "none" {
		r := p.style.width * p.style.scale / 2
		for _, at := range [][2]float64{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-.7, -.7}, {.7, -.7}, {-.7, .7}, {.7, .7}} {
			draw(p.style.stroke, r*at[0], r*at[1])
		}
	}
	draw(p.style.fill, 0, 0)
	return nil
}

// drawable replaces letters that the font lacks by the ones without their marks:
// Osun for Ọ̀ṣun.
func drawable(said string, face font.Face) string {
	var kept []rune
	for _, r := range norm.NFC.String(said) {
		if _, has := face.GlyphAdvance(r); has {
			kept = append(kept, r)
			continue
		}
		for _, bare := range norm.NFD.String(string(r)) {
			if !unicode.Is(unicode.Mn, bare) {
				kept = append(kept, bare)
			}
		}
	}
	return string(kept)
}

// faces are the fonts by size and weight. The zero value is ready to use.
type faces map[faceKey]font.Face

type faceKey struct {
	size float64
	bold bool
}

func (f *faces) of(s style) (font.Face, error) {
	key := faceKey{s.size * s.scale, s.bold}
	if face := (*f)[key]; face != nil {
		return face, nil
	}
	outlines := goregular.TTF
	if key.bold {
		outlines = gobold.TTF
	}
	parsed, err := opentype.Parse(outlines)
	if err != nil {
		return nil, fmt.Errorf("font: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: key.size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, fmt.Errorf("font: %w", err)
	}
	if *f == nil {
		*f = faces{}
	}
	(*f)[key] = face
	return face, nil
}
