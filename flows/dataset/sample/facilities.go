package sample

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// Wards with something of their own; indices into State.Wards.
const (
	silentWard1 = 37  // no facility
	silentWard2 = 121 // no facility
	totalsWard  = 64  // only its total row reports
	smallWard   = 150 // one facility that hardly tests
)

// naLGA is the LGA whose name holds "na".
const naLGA = 5

// positiveAboveTested is how many records claim more positives than tests.
const positiveAboveTested = 25

// unknownFacilities stand under no ward in the file.
const unknownFacilities = 14

var (
	methods = []dataset.Method{dataset.RDT, dataset.Microscopy}
	ages    = []dataset.Age{dataset.U5, dataset.O5, dataset.PW}
)

// blank is a count that was not reported.
const blank = -1

// A record is what a facility reported for a month.
type record struct {
	facility int // index into State.Facilities
	month    int // 1..12
	fever    int // presenting with fever, all ages
	tested   [2][3]int
	positive [2][3]int // by methods and ages; blank where not reported
}

// build puts facilities into the wards: a hospital in each LGA's largest ward,
// two teaching hospitals in the state's, primary care everywhere.
func (s *State) build(random *rand.Rand) {
	s.Facilities = nil
	for lga := range s.LGAs {
		largest := s.largest(s.wardsOf(lga))
		s.add(s.LGAs[lga].Name+" General Hospital", dataset.Secondary, largest)
		if lga%2 == 0 {
			s.add(s.LGAs[lga].Name+" Cottage Hospital", dataset.Secondary, pick(random, s.open(s.wardsOf(lga))))
		}
	}
	capital := s.largest(allOf(s.Wards))
	s.add(s.Name+" University Teaching Hospital", dataset.Tertiary, capital)
	s.add("Federal Medical Centre "+s.Name, dataset.Tertiary, capital)
	s.add(s.Wards[smallWard].Name+" Health Post", dataset.Primary, smallWard)
	s.add(s.Wards[totalsWard].Name+" Health Centre", dataset.Primary, totalsWard)
	open := s.open(allOf(s.Wards))
	for number := 1; len(s.Facilities) < facilityCount; number++ {
		for _, ward := range open {
			if len(s.Facilities) == facilityCount {
				break
			}
			if number > 1 && random.Float64() > float64(s.Wards[ward].Population)/25_000 {
				continue // more where more people live
			}
			s.add(primaryName(random, s.Wards[ward].Name, number), dataset.Primary, ward)
		}
	}
	for i := range unknownFacilities {
		s.Facilities[len(s.Facilities)-1-7*i].Unknown = true
	}
	slices.SortStableFunc(s.Facilities, func(a, b Facility) int {
		return cmp.Or(cmp.Compare(s.Wards[a.Ward].LGA, s.Wards[b.Ward].LGA), cmp.Compare(a.Ward, b.Ward))
	})
}

func (s *State) add(name string, level dataset.Level, ward int) {
	s.Facilities = append(s.Facilities, Facility{Name: name, Level: level, Ward: ward})
}

func primaryName(random *rand.Rand, ward string, number int) string {
	kind := pick(random, []string{"Primary Health Centre", "Health Post", "Dispensary", "Basic Health Clinic", "Maternity"})
	return fmt.Sprintf("%s %s %d", ward, kind, number)
}

// open leaves out the wards that have no or only special facilities.
func (s *State) open(wards []int) []int {
	return slices.DeleteFunc(slices.Clone(wards), func(w int) bool {
		return w == silentWard1 || w == silentWard2 || w == totalsWard || w == smallWard
	})
}

// largest is the most populous of the open wards.
func (s *State) largest(wards []int) int {
	return slices.MaxFunc(s.open(wards), func(a, b int) int {
		return cmp.Compare(s.Wards[a].Population, s.Wards[b].Population)
	})
}

func allOf(wards []Ward) []int {
	all := make([]int, len(wards))
	for i := range all {
		all[i] = i
	}
	return all
}

// report writes a year of records. Some facilities miss months, some do no
// microscopy, some tested without reporting the positives.
func (s *State) report(random *rand.Rand) {
	perWard := map[int]int{}
	for _, f := range s.Facilities {
		perWard[f.Ward]++
	}
	for i, f := range s.Facilities {
		reporting := 0.8 + 0.2*random.Float64()
		if random.Float64() < 0.03 && perWard[f.Ward] > 1 {
			reporting = 0.3
		}
		patients := s.patients(random, f, perWard[f.Ward])
		microscopy := f.Level != dataset.Primary || random.Float64() < 0.15
		for month := 1; month <= months; month++ {
			if random.Float64() > reporting {
				continue
			}
			s.records = append(s.records, s.month(random, i, month, patients, microscopy))
		}
	}
	s.exceed(random)
}

// exceed lets some facilities report more positives than tests: the figures stand
// as they are, a reading counts them and says so.
func (s *State) exceed(random *rand.Rand) {
	for planted := 0; planted < positiveAboveTested; {
		r := &s.records[random.IntN(len(s.records))]
		if r.positive[0][0] > 0 && r.positive[0][0] <= r.tested[0][0] && s.Facilities[r.facility].Ward != smallWard {
			r.positive[0][0] = r.tested[0][0] + 1 + random.IntN(6)
			planted++
		}
	}
}

// patients is a facility's usual number of patients with fever in a month.
func (s *State) patients(random *rand.Rand, f Facility, facilities int) float64 {
	if f.Ward == smallWard {
		return 1.1
	}
	usual := float64(s.Wards[f.Ward].Population) * 0.012 / float64(facilities)
	switch f.Level {
	case dataset.Secondary:
		usual = 3*usual + 150
	case dataset.Tertiary:
		usual = 3*usual + 320
	}
	return usual * math.Exp(random.NormFloat64()*0.35)
}

// month is one record. The transmission season peaks in September.
func (s *State) month(random *rand.Rand, facility, month int, patients float64, microscopy bool) record {
	r := record{facility: facility, month: month}
	season := math.Cos(2 * math.Pi * float64(month-9) / 12)
	local := s.Wards[s.Facilities[facility].Ward].Covariates.endemicity() + random.NormFloat64()*0.2
	share := [3]float64{0.46, 0.44, 0.10} // of patients, by age
	shift := [3]float64{0.25, -0.15, -0.5}
	for m := range methods {
		used := 0.85
		if m == 1 {
			used = 0.25
		}
		silent := random.Float64() < 0.01 // tested, and the positives not reported
		for a := range ages {
			if m == 1 && !microscopy {
				r.tested[m][a], r.positive[m][a] = blank, blank
				continue
			}
			tested := poisson(random, patients*used*share[a]*(1+0.45*season))
			odds := math.Exp(local + 0.6*season + shift[a])
			r.tested[m][a] = tested
			r.positive[m][a] = min(tested, poisson(random, float64(tested)*odds/(1+odds)))
			r.fever += tested
			if silent {
				r.positive[m][a] = blank
			}
		}
	}
	r.fever += poisson(random, patients*0.1)
	return r
}

// poisson draws by Knuth's product for small means and by the normal
// approximation for large ones.
func poisson(random *rand.Rand, mean float64) int {
	if mean > 30 {
		return max(0, int(math.Round(mean+math.Sqrt(mean)*random.NormFloat64())))
	}
	n, product, limit := 0, random.Float64(), math.Exp(-mean)
	for product > limit {
		n++
		product *= random.Float64()
	}
	return n
}
