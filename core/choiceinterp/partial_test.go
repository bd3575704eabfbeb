package choiceinterp

import "testing"

func TestPartOf(t *testing.T) {
	taps := []string{"the left tap", "the right tap", "no tap at all"}
	for message, want := range map[string]int{"right": 2, "left tap": 1, "tap": 0, "middle": 0, "": 0, "no tap": 3} {
		if got := PartOf(message, taps); got != want {
			t.Errorf("%q is %d, want %d", message, got, want)
		}
	}
}

func TestSaidIn(t *testing.T) {
	answers := []string{"swapped", "as labelled", "shifted"}
	for message, want := range map[string]int{
		"the columns are swapped": 1, "take them as labelled please": 2, "they are not swapped": 0, "swapped or shifted": 0, "labelled": 0,
	} {
		if got := SaidIn(message, answers); got != want {
			t.Errorf("%q says %d, want %d", message, got, want)
		}
	}
}

func TestOpens(t *testing.T) {
	for message, want := range map[string]bool{
		"please do the ranking with rain": true, "Bread ranking": true, "map the ranking": false, "rank": false, "": false,
	} {
		if got := Opens(message, "ranking", "bread ranking", ""); got != want {
			t.Errorf("%q opens with a name: %t", message, got)
		}
	}
}

func TestPick(t *testing.T) {
	next := []string{"map the result", "run the ranking", "change the age"}
	for message, want := range map[string]int{
		"2": 2, "second one please": 2, "the last": 3, "option 3": 3, "run the ranking": 2, "Run the ranking.": 2,
		"7": 0, "2 more wards": 0, "the second ward from the top": 0, "run": 0, "": 0,
	} {
		if got := Pick(message, next); got != want {
			t.Errorf("%q is %d, want %d", message, got, want)
		}
	}
	if !PointsIntoList("2") || !PointsIntoList("the first one") || PointsIntoList("200k nets") || PointsIntoList("map it") {
		t.Error("what points into a list is not told from what does not")
	}
}

func TestNearest(t *testing.T) {
	passages := []Passage{
		{"How is rent computed?", "By floor area and year."},
		{"What does a lease say?", "Who pays for repairs, and when the rent is due."},
		{"Who repairs the roof?", "The owner."},
	}
	tests := []struct {
		message string
		want    int
		enough  bool
	}{
		{"how do you compute the rent", 0, false}, // "compute" is not "computed": the rest covers half
		{"who has to repair a roof?", 2, true},
		{"what is in the lease", 1, true},
		{"will it rain tomorrow", -1, false},
	}
	for _, test := range tests {
		if got, covered := Nearest(test.message, passages); got != test.want || (covered > 0.7) != test.enough {
			t.Errorf("%q is nearest to %d, covered %.2f", test.message, got, covered)
		}
	}
}
