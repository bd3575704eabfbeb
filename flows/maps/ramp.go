package maps

import (
	"fmt"
	"math"
)

// ramp gives n colours from light to dark. Lightness falls in even steps, so that
// the order can be read without seeing hue, on paper and by a colour-blind eye;
// hue only helps. Risk runs from yellow through orange to dark red, a variable
// that is neither risky nor safe from pale to dark blue.
//
// The colours are interpolated in OKLCH (Björn Ottosson 2020, "A perceptual color
// space for image processing"), our own values in the manner of ColorBrewer's
// sequential schemes.
func ramp(n int, risk bool) []string {
	from, to := oklch{0.95, 0.05, 230}, oklch{0.40, 0.11, 265}
	chroma := 0.13 // in the middle
	if risk {
		from, to = oklch{0.96, 0.075, 102}, oklch{0.42, 0.15, 20}
		chroma = 0.19
	}
	colours := make([]string, n)
	for i := range colours {
		t := 0.5
		if n > 1 {
			t = float64(i) / float64(n-1)
		}
		bow := 4 * t * (1 - t) // 1 in the middle, 0 at the ends
		mean := from.c + (to.c-from.c)*t
		colours[i] = oklch{
			l: from.l + (to.l-from.l)*t,
			c: mean + (chroma-mean)*bow,
			h: from.h + (to.h-from.h)*t,
		}.hex()
	}
	return colours
}

// oklch is a colour by lightness (0 to 1), chroma and hue (degrees).
type oklch struct{ l, c, h float64 }

// hex is the sRGB colour; what lies outside is brought in by lowering the chroma.
func (k oklch) hex() string {
	for {
		r, g, b := k.linear()
		inside := min(r, g, b) >= -1e-4 && max(r, g, b) <= 1+1e-4
		if inside || k.c < 0.005 {
			return fmt.Sprintf("#%02x%02x%02x", channel(r), channel(g), channel(b))
		}
		k.c -= 0.004
	}
}

func (k oklch) linear() (r, g, b float64) {
	a, bb := k.c*math.Cos(k.h*math.Pi/180), k.c*math.Sin(k.h*math.Pi/180)
	l := cube(k.l + 0.3963377774*a + 0.2158037573*bb)
	m := cube(k.l - 0.1055613458*a - 0.0638541728*bb)
	s := cube(k.l - 0.0894841775*a - 1.2914855480*bb)
	return 4.0767416621*l - 3.3077115913*m + 0.2309699292*s,
		-1.2684380046*l + 2.6097574011*m - 0.3413193965*s,
		-0.0041960863*l - 0.7034186147*m + 1.7076147010*s
}

func cube(v float64) float64 { return v * v * v }

// channel is the 8-bit sRGB value of a linear one (IEC 61966-2-1).
func channel(v float64) int {
	v = math.Max(0, math.Min(1, v))
	if v <= 0.0031308 {
		v *= 12.92
	} else {
		v = 1.055*math.Pow(v, 1/2.4) - 0.055
	}
	return int(math.Round(v * 255))
}
