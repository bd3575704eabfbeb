package geofile

import (
	"math"

	"github.com/paulmach/orb"
)

// An ellipsoid is a figure of the earth.
type ellipsoid struct {
	a float64 // semi-major axis, metres
	f float64 // flattening
}

var wgs84 = ellipsoid{6378137, 1 / 298.257223563}

// webMercator undoes EPSG:3857: metres to degrees (EPSG Guidance Note 7-2, method 1024).
func webMercator(p orb.Point) orb.Point {
	return orb.Point{
		degrees(p[0] / wgs84.a),
		degrees(math.Pi/2 - 2*math.Atan(math.Exp(-p[1]/wgs84.a))),
	}
}

// A transverseMercator is a projection such as a UTM zone.
type transverseMercator struct {
	ellipsoid
	lon0, lat0               float64 // origin, degrees
	scale                    float64
	falseEasting, falseNorth float64 // metres
	metre                    float64 // metres to the unit of the file
}

// utm is the zone of WGS84 (1 to 60).
func utm(zone int, south bool) transverseMercator {
	t := transverseMercator{ellipsoid: wgs84, lon0: float64(zone)*6 - 183, scale: 0.9996, falseEasting: 500_000, metre: 1}
	if south {
		t.falseNorth = 10_000_000
	}
	return t
}

// inverse gives degrees by Krueger's series to the fourth order in the third
// flattening n, exact to far less than a millimetre inside a zone (Karney 2011,
// "Transverse Mercator with an accuracy of a few nanometers", eqs. 35 and 36).
func (t transverseMercator) inverse() func(orb.Point) orb.Point {
	n := t.f / (2 - t.f)
	n2, n3, n4 := n*n, n*n*n, n*n*n*n
	radius := t.a / (1 + n) * (1 + n2/4 + n4/64) // of the rectifying sphere
	alpha := [4]float64{
		n/2 - 2*n2/3 + 5*n3/16 + 41*n4/180,
		13*n2/48 - 3*n3/5 + 557*n4/1440,
		61*n3/240 - 103*n4/140,
		49561 * n4 / 161280,
	}
	beta := [4]float64{
		n/2 - 2*n2/3 + 37*n3/96 - n4/360,
		n2/48 + n3/15 - 437*n4/1440,
		17*n3/480 - 37*n4/840,
		4397 * n4 / 161280,
	}
	e := math.Sqrt(t.f * (2 - t.f))
	north0 := meridian(radians(t.lat0), e, alpha)
	return func(p orb.Point) orb.Point {
		xi := (p[1]*t.metre-t.falseNorth)/(t.scale*radius) + north0
		eta := (p[0]*t.metre - t.falseEasting) / (t.scale * radius)
		xi1, eta1 := xi, eta
		for j, b := range beta {
			k := float64(2 * (j + 1))
			xi1 -= b * math.Sin(k*xi) * math.Cosh(k*eta)
			eta1 -= b * math.Cos(k*xi) * math.Sinh(k*eta)
		}
		conformal := math.Asin(clamp(math.Sin(xi1) / math.Cosh(eta1)))
		return orb.Point{
			t.lon0 + degrees(math.Atan2(math.Sinh(eta1), math.Cos(xi1))),
			degrees(geodetic(conformal, e)),
		}
	}
}

// meridian is the rectifying latitude of a geodetic one, on the central meridian.
func meridian(lat, e float64, alpha [4]float64) float64 {
	s := math.Sin(lat)
	chi := math.Atan(math.Sinh(math.Atanh(s) - e*math.Atanh(e*s)))
	xi := chi
	for j, a := range alpha {
		xi += a * math.Sin(float64(2*(j+1))*chi)
	}
	return xi
}

// geodetic is the latitude of a conformal one, by fixed-point iteration; each
// step gains more than two digits.
func geodetic(chi, e float64) float64 {
	isometric := math.Atanh(math.Sin(chi))
	lat := chi
	for range 8 {
		lat = math.Asin(math.Tanh(isometric + e*math.Atanh(e*math.Sin(lat))))
	}
	return lat
}

func clamp(v float64) float64     { return math.Max(-1, math.Min(1, v)) }
func degrees(rad float64) float64 { return rad * 180 / math.Pi }
func radians(deg float64) float64 { return deg * math.Pi / 180 }
