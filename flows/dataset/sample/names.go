package sample

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A namer makes names of syllables, no two of which are near each other: any two
// differ in at least two syllables, so that no typo makes one into another.
type namer struct {
	random *rand.Rand
	given  [][]string
}

var (
	onsets = []string{"b", "d", "f", "k", "l", "m", "n", "r", "s", "t", "v", "z"}
	vowels = []string{"a", "e", "i", "o", "u"}
)

func (n *namer) next(syllables int) string {
	for {
		name := make([]string, syllables)
		for i := range name {
			name[i] = pick(n.random, onsets) + pick(n.random, vowels)
		}
		if n.isFar(name) {
			n.given = append(n.given, name)
			return capital(strings.Join(name, ""))
		}
	}
}

func (n *namer) isFar(name []string) bool {
	for _, other := range n.given {
		if len(other) != len(name) {
			continue
		}
		differ := 0
		for i := range name {
			if name[i] != other[i] {
				differ++
			}
		}
		if differ < 2 {
			return false
		}
	}
	return true
}

func pick[T any](random *rand.Rand, from []T) T { return from[random.IntN(len(from))] }

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func (s *State) nameState(random *rand.Rand) {
	names := &namer{random: random}
	s.Name = names.next(4)
	s.Code = strings.ToLower(s.Name[:1] + s.Name[2:3])
	for i := range lgaCount {
		s.LGAs = append(s.LGAs, LGA{
			Name: names.next(3),
			Code: fmt.Sprintf("%s%02d", strings.ToUpper(s.Code), i+1),
		})
	}
	// One name holds the syllable that some exports turn into a zero.
	s.LGAs[naLGA].Name = strings.TrimRight(s.LGAs[naLGA].Name, "aeiou") + "anade"
}

// nameWards names the wards of each LGA and gives some the kinds of names that
// are hard to match: numerals, halves, double names, and names that another LGA
// has too.
func (s *State) nameWards(random *rand.Rand) {
	names := &namer{random: random}
	var repeated [3]string
	for i := range repeated {
		repeated[i] = names.next(3)
	}
	for lga := range s.LGAs {
		wards := s.wardsOf(lga)
		for i, ward := range wards {
			s.Wards[ward].Code = fmt.Sprintf("%s%02d", s.LGAs[lga].Code, i+1)
		}
		given := specialNames(names, repeated, lga)
		for len(given) < len(wards) {
			given = append(given, names.next(3))
		}
		for i, ward := range wards {
			s.Wards[ward].Name = given[i]
		}
	}
}

func specialNames(names *namer, repeated [3]string, lga int) []string {
	var given []string
	switch lga % 4 {
	case 0:
		base := names.next(3)
		given = []string{base + " I", base + " II", base + " III"}
	case 1:
		base := names.next(3)
		given = []string{base + " North", base + " South"}
	case 2:
		given = []string{names.next(3) + "/" + names.next(3)}
	}
	switch lga { // the first name is in three LGAs, the others in two
	case 1, 6, 11:
		given = append(given, repeated[0])
	case 3, 8:
		given = append(given, repeated[1])
	case 4, 14:
		given = append(given, repeated[2])
	}
	return given
}

// wardsOf lists the wards of an LGA.
func (s *State) wardsOf(lga int) []int {
	var wards []int
	for i := range s.Wards {
		if s.Wards[i].LGA == lga {
			wards = append(wards, i)
		}
	}
	return wards
}

// repeats reports whether another LGA has a ward of that name.
func (s *State) repeats(ward int) bool {
	for i := range s.Wards {
		if i != ward && s.Wards[i].Name == s.Wards[ward].Name {
			return true
		}
	}
	return false
}
