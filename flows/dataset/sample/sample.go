// Package sample makes an invented state with facilities, wards and everything
// an analysis needs, from a seed: for demonstrations, tests and benchmarks.
//
// Its places do not exist (the state lies in the open sea, its names are made of
// syllables) and nobody's data is in it. The files are damaged the way field
// files are; what was planted is listed, and the counts that a correct reading
// recovers are known.
package sample

import (
	"math/rand/v2"

	"github.com/paulmach/orb"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// Size of the state.
const (
	wardCount     = 190
	lgaCount      = 16
	facilityCount = 1100
	firstYear     = 2024
	months        = 12
)

// A State is everything that was made of one seed. It is read-only.
type State struct {
	Name       string
	Code       string // two lower-case letters, the prefix of names in raw exports
	LGAs       []LGA
	Wards      []Ward
	Facilities []Facility
	Truth      Truth     // of facilities.csv
	RawTruth   Truth     // of facilities_raw.xlsx, which lacks the facility levels
	Planted    []Planted // what is wrong with the files, in the order of the README

	records    []record
	facilities table
	raw        pivot
	covariates table
	population table
	boundary   []boundaryNames // ward names as the boundary file writes them
}

// An LGA is a local government area.
type LGA struct {
	Name string
	Code string // such as ZMB04
}

// A Ward is the truth about a ward; the files may spell it otherwise.
type Ward struct {
	Code       string // such as ZMB0407
	Name       string
	LGA        int         // index into State.LGAs
	Area       orb.Polygon // WGS84; neighbours share their vertices
	Covariates Covariates
	Population int
	Households int
}

// Covariates are a ward's variables, complete; the files lack some of them.
type Covariates struct {
	Rainfall        float64 // mm a year
	EVI             float64 // enhanced vegetation index, 0..1
	DistanceToWater float64 // m
	Elevation       float64 // m
	HousingQuality  float64 // share of improved houses, 0..1
	UrbanPercentage float64 // percent
	NighttimeLights float64 // radiance
}

// A Facility reports every month, or should.
type Facility struct {
	Name  string
	Level dataset.Level
	Ward  int // index into State.Wards
	// Unknown facilities stand under the ward "Unknown" in the file: their counts
	// belong to no ward.
	Unknown bool
}

// Generate makes the state of a seed: the same state for the same seed.
func Generate(seed uint64) *State {
	s := &State{}
	s.nameState(source(seed, 1))
	s.drawWards(source(seed, 2))
	s.nameWards(source(seed, 3))
	s.measure(source(seed, 4))
	s.build(source(seed, 5))
	s.report(source(seed, 6))
	s.Truth = s.truth(
		func(record) bool { return true },
		func(r record) bool { return s.Facilities[r.facility].Unknown })
	s.fillTables()
	s.damage(source(seed, 7))
	s.export(source(seed, 8))
	return s
}

// source gives each step its own random numbers, so that a change in one does
// not change the others.
func source(seed, step uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, step)) }
