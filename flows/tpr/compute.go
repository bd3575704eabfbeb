package tpr

import (
	"runtime"
	"sync"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A Choice says which counts go in. The zero Choice takes all.
type Choice struct {
	Level   dataset.Level    // NoLevel: every facility, also those without a level
	Age     dataset.Age      // AnyAge: all ages
	Method  dataset.Method   // AnyMethod: RDT and microscopy
	Periods []dataset.Period // empty: every month
	Wards   []bool           // by ward; nil: every ward
}

// A Sum is what one ward reported, over everything chosen.
type Sum struct {
	Tested, Positive float64
	Reports          int // facility-month-methods counted
	Over             int // of these, with more positive than tested
	Rows             int // rows that hold a counted report
	TotalRows        int // of these, totals without parts
	UnitRows         int // of these, reported by the ward itself and not by a facility
	Facilities       int // distinct facilities with a counted report
	Known            int // reporting units of the chosen level, whether they reported or not
	Sparse           int // of these, with reports in fewer than half of the months
}

// Totals are the sums by ward and what was left out on the way.
type Totals struct {
	Wards     []Sum
	Months    int            // months with any report among the chosen ones; 0 when the file tells none
	Span      dataset.Period // from the first to the last of them
	Rows      int            // rows that hold a counted report
	Counted   int            // facility-month-methods
	Partial   int            // facility-month-methods left out for a blank count
	Zeros     int            // absent positives of a long export that were taken as zero
	LostTests float64
	LostRows  int            // rows of no known ward, with their tests in LostTests
	Blank     map[string]int // column -> blanks that made a facility-month-method partial
}

// chunks is fixed, so that sums are added in the same order on any number of cores.
const chunks = 16

// Compute sums the chosen counts by ward; wards is the number of wards that
// Counts.Ward refers to. A facility-month-method with a blank count is left out
// of tested and positive alike.
func Compute(c *dataset.Counts, wards int, choice Choice) Totals {
	plan := newPlan(c, wards, choice)
	parts := make([]*part, chunks)
	var wait sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	size := (c.Rows() + chunks - 1) / chunks
	for i := range parts {
		from, to := min(i*size, c.Rows()), min((i+1)*size, c.Rows())
		parts[i] = plan.newPart()
		wait.Add(1)
		free <- struct{}{}
		go func() {
			defer func() { <-free; wait.Done() }()
			parts[i].add(from, to)
		}()
	}
	wait.Wait()
	for _, p := range parts[1:] {
		parts[0].merge(p)
	}
	return parts[0].totals()
}

// A plan is what every chunk of rows needs to know.
type plan struct {
	counts   *dataset.Counts
	wards    int
	choice   Choice
	groups   []dataset.TestGroup
	facility []bool // by facility: is it of the chosen level
	calendar calendar
}

func newPlan(c *dataset.Counts, wards int, choice Choice) *plan {
	p := &plan{
		counts: c, wards: wards, choice: choice,
		groups:   c.TestGroups(choice.Method, choice.Age),
		facility: make([]bool, len(c.Facilities)),
	}
	for i, f := range c.Facilities {
		p.facility[i] = choice.Level == dataset.NoLevel || f.Level == choice.Level
	}
	p.calendar = newCalendar(c.Periods, choice.Periods)
	return p
}

// takes reports whether a row is among the chosen ones, whatever its ward.
func (p *plan) takes(row int) bool {
	f := p.counts.Facility[row]
	if f >= 0 && !p.facility[f] || f < 0 && p.choice.Level != dataset.NoLevel {
		return false
	}
	return len(p.choice.Periods) == 0 || p.counts.Periods != nil && p.counts.Periods[row].In(p.choice.Periods)
}
