// Package maps draws choropleths as SVG, by its own code: the tool make_map, the
// class arithmetic (quantile, equal interval, natural breaks), the projection and
// simplification that keep shared borders shared, and the page around the map.
//
// Everything up to the bytes of the picture is pure: values and polygons in, SVG
// out, the same on every machine.
package maps
