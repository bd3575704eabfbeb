package sample

import (
	"math"
	"math/rand/v2"

	"github.com/paulmach/orb"
)

// A bump is a smooth hill over the map; a field is a sum of them, so that near
// places have near values.
type bump struct {
	at     orb.Point
	height float64
	width  float64 // degrees
}

type field []bump

func newField(random *rand.Rand, bumps int, width float64) field {
	f := make(field, bumps)
	for i := range f {
		f[i] = bump{at: somewhere(random), height: random.Float64()*2 - 1, width: width * (0.7 + 0.6*random.Float64())}
	}
	return f
}

func (f field) at(p orb.Point) float64 {
	sum := 0.0
	for _, b := range f {
		dx, dy := p[0]-b.at[0], p[1]-b.at[1]
		sum += b.height * math.Exp(-(dx*dx+dy*dy)/(2*b.width*b.width))
	}
	return sum
}

func somewhere(random *rand.Rand) orb.Point {
	return place(random.Float64()*gridSize, random.Float64()*gridSize)
}

// measure gives every ward its covariates and its people. Towns are urban, lit,
// well built and populous; the rest follows rain, height and water.
func (s *State) measure(random *rand.Rand) {
	towns := field{
		{at: place(5.5, 8.5), height: 1, width: 0.13},
		{at: place(10.5, 4.5), height: 0.8, width: 0.09},
		{at: place(3.5, 3.5), height: 0.7, width: 0.08},
	}
	rain, height, water := newField(random, 9, 0.35), newField(random, 9, 0.3), newField(random, 14, 0.2)
	noise := func(size float64) float64 { return random.NormFloat64() * size }
	for i := range s.Wards {
		w := &s.Wards[i]
		at := w.centre()
		town := math.Min(1, towns.at(at))
		rainfall := 1150 + 260*math.Tanh(rain.at(at)) + 120*(southEdge+0.77-at[1]) + noise(12)
		c := Covariates{
			Rainfall:        round(rainfall, 1),
			EVI:             round(clamp(0.33+0.00025*(rainfall-1150)-0.15*town+noise(0.015), 0.05, 0.7), 4),
			DistanceToWater: round(math.Max(30, 2600*math.Exp(0.7*water.at(at))+noise(150)), 0),
			Elevation:       round(math.Max(8, 290+140*height.at(at)+noise(8)), 0),
			HousingQuality:  round(clamp(0.18+0.62*town+noise(0.04), 0.01, 0.98), 3),
			UrbanPercentage: round(clamp(100*math.Pow(town, 0.8)+noise(3), 0, 100), 1),
			NighttimeLights: round(math.Max(0, 0.2+32*town*town+noise(0.1)), 2),
		}
		w.Covariates = c
		w.Population = int(math.Round((9000 + 42000*town) * math.Exp(noise(0.3))))
		w.Households = int(math.Round(float64(w.Population) / (5.4 - 0.9*town + noise(0.15))))
	}
}

// endemicity is the log odds of a positive test in a ward in an average month.
func (c Covariates) endemicity() float64 {
	return -0.55 + 0.0022*(c.Rainfall-1150) + 3*(c.EVI-0.33) -
		0.00012*(c.DistanceToWater-2600) - 0.0015*(c.Elevation-290) - 1.3*(c.HousingQuality-0.25)
}

func clamp(v, low, high float64) float64 { return math.Max(low, math.Min(high, v)) }

func round(v float64, digits int) float64 {
	scale := math.Pow(10, float64(digits))
	return math.Round(v*scale) / scale
}
