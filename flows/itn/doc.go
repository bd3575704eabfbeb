// Package itn plans the distribution of insecticide-treated nets: what every ward
// needs, in which order wards are served, and how many nets each gets under a
// strategy.
//
// The arithmetic (need.go, allocate.go) is pure and exact: needs are rounded up
// from rational numbers, nets are whole, and what is given and what remains add
// up to the total.
package itn
