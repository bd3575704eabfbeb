package itn

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// The reasons why a ward gets what it gets: the closed list of itn.csv.
const (
	metNeed      = "met_need"
	partial      = "partial"
	notReached   = "not_reached"
	noNeed       = "no_need"
	noPopulation = "no_population"
	excluded     = "excluded"
)

// A ward is a line of the plan. Figures that the files lack are nil.
type ward struct {
	dataset.Ward
	rank       int    // 1 = highest risk; 0 when the ward is not ranked
	tier       string // such as rural-high; "" when the ward is not ranked
	order      int    // of the tier, 0 served first
	population *big.Rat
	households *big.Rat
	existing   *big.Rat
	urban      *big.Rat // percent
	knownNeed  bool
	need       int64 // beyond the nets that exist
	given      int64
}

// stock is the nets that the ward has already, as far as known.
func (w *ward) stock() int64 {
	if w.existing == nil {
		return 0
	}
	return floor(w.existing)
}

// planned reports whether the ward takes part: ranked, its need known.
func (w *ward) planned() bool { return w.rank > 0 && w.knownNeed }

func (w *ward) reason() string {
	switch {
	case w.rank == 0:
		return excluded
	case !w.knownNeed:
		return noPopulation
	case w.need == 0:
		return noNeed
	case w.given == w.need:
		return metNeed
	case w.given > 0:
		return partial
	}
	return notReached
}

// setTier places a ranked ward: its third of the ranking, rural before urban
// where the files tell. A ward whose urban share is missing counts as rural.
func (w *ward) setTier(ranked int, threshold *big.Rat, hasUrban bool) {
	if w.rank == 0 {
		return
	}
	category := dataset.Category(w.rank, ranked)
	w.order = slices.Index(dataset.Categories, category)
	w.tier = strings.ToLower(category)
	if !hasUrban {
		return
	}
	if w.urban != nil && w.urban.Cmp(threshold) >= 0 {
		w.order += len(dataset.Categories)
		w.tier = "urban-" + w.tier
	} else {
		w.tier = "rural-" + w.tier
	}
}

// sortPlan puts wards in the order in which they are served, those without a
// rank last; state, LGA, name and code decide among equal ranks.
func sortPlan(wards []ward) {
	unranked := func(w ward) int {
		if w.rank == 0 {
			return 1
		}
		return 0
	}
	slices.SortFunc(wards, func(a, b ward) int {
		return cmp.Or(
			cmp.Compare(unranked(a), unranked(b)), cmp.Compare(a.order, b.order), cmp.Compare(a.rank, b.rank),
			strings.Compare(a.State, b.State), strings.Compare(a.LGA, b.LGA),
			strings.Compare(a.Name, b.Name), strings.Compare(a.Code, b.Code),
		)
	})
}
