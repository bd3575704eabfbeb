package risk

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// MaxRankings bounds the composite: wards times models.
const MaxRankings = 20_000_000

// A Composite is the outcome of the composite method, a value a ward.
type Composite struct {
	Score  []float64 // mean of the scaled variables, 0..1; equals the mean over all models
	Median []float64 // median of the ward's ranks over all models
	Rank   []int     // 1 = highest risk: by Median, then by Score
	Models int
}

// Models is how many models p variables make: every subset of two or more, and
// with a single variable that one. It is a float because it outgrows an int.
func Models(p int) float64 {
	if p < 2 {
		return float64(p)
	}
	return math.Exp2(float64(p)) - float64(p) - 1
}

// Scale maps values linearly to 0..1, 1 being the riskiest: x' = (x - min)/(max - min),
// and 1 - x' where a higher value is safer (direction -1). The values must vary.
func Scale(values []float64, direction int) []float64 {
	low, high := slices.Min(values), slices.Max(values)
	scaled := make([]float64, len(values))
	for i, v := range values {
		scaled[i] = (v - low) / (high - low)
		if direction < 0 {
			scaled[i] = 1 - scaled[i]
		}
	}
	return scaled
}

// NewComposite ranks wards by the median of their ranks over every model. The
// variables are scaled and of equal length; Models(len(x)) times the wards must
// not exceed MaxRankings.
func NewComposite(x [][]float64) Composite {
	models, tasks := plan(len(x))
	ranks := rankAll(x, models, tasks)
	c := Composite{Score: averages(x), Median: medians(ranks, models, len(x[0])), Models: models}
	c.Rank = c.order()
	return c
}

// order ranks by median, then by score.
func (c *Composite) order() []int {
	order := make([]int, len(c.Score))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(c.Median[a], c.Median[b]), cmp.Compare(c.Score[b], c.Score[a]))
	})
	return competition(order, func(leader, i int) bool {
		return c.Median[leader] == c.Median[i] && c.Score[leader]-c.Score[i] <= tie
	})
}

func averages(x [][]float64) []float64 {
	sums := make([]float64, len(x[0]))
	for _, values := range x {
		for i, v := range values {
			sums[i] += v
		}
	}
	for i := range sums {
		sums[i] /= float64(len(x))
	}
	return sums
}

// A task is all models whose two first variables are a < b; the first is written
// at row first.
type task struct{ a, b, first int }

// plan divides the models of p variables into tasks, largest first.
func plan(p int) (models int, tasks []task) {
	if p == 1 {
		return 1, []task{{a: 0, b: -1}}
	}
	for b := 1; b < p; b++ {
		for a := range b {
			tasks = append(tasks, task{a, b, models})
			models += 1 << (p - b - 1)
		}
	}
	return models, tasks
}

// rankAll ranks the wards in every model: row m of the result holds their ranks
// in model m.
func rankAll(x [][]float64, models int, tasks []task) []uint32 {
	n := len(x[0])
	ranks := make([]uint32, models*n)
	onAllCores(len(tasks), func() func(int) {
		w := newEnumerator(x, ranks)
		return func(i int) { w.run(tasks[i]) }
	})
	return ranks
}

// An enumerator walks through the subsets of variables, adding one variable to
// the sums of the subset before.
type enumerator struct {
	x     [][]float64
	ranks []uint32
	row   int
	sums  [][]float64 // by how many variables are in
	sort  *sorter
}

func newEnumerator(x [][]float64, ranks []uint32) *enumerator {
	e := &enumerator{x: x, ranks: ranks, sort: newSorter(len(x[0]))}
	e.sums = make([][]float64, len(x)+1)
	for i := range e.sums {
		e.sums[i] = make([]float64, len(x[0]))
	}
	return e
}

func (e *enumerator) run(t task) {
	e.row = t.first
	if t.b < 0 {
		copy(e.sums[1], e.x[t.a])
		e.extend(1, len(e.x))
		return
	}
	add(e.sums[2], e.x[t.a], e.x[t.b])
	e.extend(2, t.b+1)
}

// extend ranks the subset of size variables in e.sums[size], then every larger
// one that adds variables from next on.
func (e *enumerator) extend(size, next int) {
	n := len(e.x[0])
	e.sort.rank(e.sums[size], 1/float64(size), e.ranks[e.row*n:(e.row+1)*n])
	e.row++
	for v := next; v < len(e.x); v++ {
		add(e.sums[size+1], e.sums[size], e.x[v])
		e.extend(size+1, v+1)
	}
}

func add(sum, a, b []float64) {
	for i := range sum {
		sum[i] = a[i] + b[i]
	}
}

// onAllCores calls work(0..n-1) from as many goroutines as there are cores, each
// with the function that its own call of worker returns.
func onAllCores(n int, worker func() func(int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			work := worker()
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				work(int(i))
			}
		})
	}
	wg.Wait()
}
