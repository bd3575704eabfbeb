package sample

import (
	"math"
	"slices"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A Choice says which counts are meant. The zero value of a field means all of
// them, so that Choice{} is all facilities, all ages and both methods.
type Choice struct {
	Level  dataset.Level
	Age    dataset.Age
	Method dataset.Method
}

// A Count is tested and positive people.
type Count struct{ Tested, Positive int }

// TPR is the share of positives, NaN without tests or above one.
func (c Count) TPR() float64 {
	if c.Tested == 0 || c.Positive > c.Tested {
		return math.NaN()
	}
	return float64(c.Positive) / float64(c.Tested)
}

// Truth holds the counts of every ward as they were before the files were
// damaged: what a correct reading recovers exactly. A facility-month-method whose
// positives were not reported is not in it, as it is in no analysis.
type Truth struct {
	wards   []map[Choice]Count // every field of the keys is set, except the level of totals-only wards
	unknown map[Choice]Count
}

// Ward is the count of a ward, by its index into State.Wards.
func (t *Truth) Ward(ward int, c Choice) Count { return pool(t.wards[ward], c) }

// Unknown is the count that cannot be recovered for any ward: its facilities
// stand under the ward "Unknown".
func (t *Truth) Unknown(c Choice) Count { return pool(t.unknown, c) }

// All is the count of all wards together, without the unknown.
func (t *Truth) All(c Choice) Count {
	var sum Count
	for ward := range t.wards {
		sum = sum.plus(t.Ward(ward, c))
	}
	return sum
}

func (c Count) plus(d Count) Count { return Count{c.Tested + d.Tested, c.Positive + d.Positive} }

func pool(counts map[Choice]Count, c Choice) Count {
	var sum Count
	for of, n := range counts {
		if (c.Level == "" || c.Level == of.Level) && (c.Age == "" || c.Age == of.Age) && (c.Method == "" || c.Method == of.Method) {
			sum = sum.plus(n)
		}
	}
	return sum
}

// truth counts the records that are meant; those of unknown wards apart.
func (s *State) truth(meant, unknown func(record) bool) Truth {
	t := Truth{wards: make([]map[Choice]Count, len(s.Wards)), unknown: map[Choice]Count{}}
	for i := range t.wards {
		t.wards[i] = map[Choice]Count{}
	}
	for _, r := range s.records {
		if !meant(r) {
			continue
		}
		f := s.Facilities[r.facility]
		counts := t.wards[f.Ward]
		if unknown(r) {
			counts = t.unknown
		}
		level := f.Level
		if f.Ward == totalsWard { // a total row has no level
			level = dataset.NoLevel
		}
		for m, method := range methods {
			if slices.Contains(r.positive[m][:], blank) {
				continue
			}
			for a, age := range ages {
				key := Choice{level, age, method}
				counts[key] = counts[key].plus(Count{r.tested[m][a], r.positive[m][a]})
			}
		}
	}
	return t
}
